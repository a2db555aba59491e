import { type Action, can } from '../../../domain/access/permissions.ts';
import { mfaFields } from '../../../domain/settings/areas.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import type { Who } from '../../app/session/session.ts';
import type { TextKey, Translate } from '../../i18n.ts';
import { type AreaName, getAreas } from './areas.ts';

/** A search result: a row or a card of the settings, or a tab of another page. */
export type Findable = { id: string; title: string; place: string; href: string; words: string };

/** Search synonyms. */
const words: Partial<Record<string, TextKey>> = {
  'settings.mfa': 'find.mfa',
  'settings.mfa_master': 'find.mfa',
  'settings.mfa_required': 'find.mfa',
  'account.security': 'find.mfa',
  'settings.mfa_trust_sso': 'find.sso',
  'settings.password_sign_in': 'find.sso',
  'settings.pattern': 'find.password',
  'settings.expiry_time_password': 'find.password',
  'settings.sessions': 'find.session',
  'settings.login_timeout': 'find.session',
  'settings.addresses': 'find.address',
  'settings.ip': 'find.address',
  'settings.listIp': 'find.address',
  'mailServer.server': 'find.mail',
  'mailServer.host': 'find.mail',
  'settings.area.mail': 'find.mail',
  'settings.area.audit': 'find.history',
  'audit.caption': 'find.history',
  'settings.history': 'find.history',
  'settings.area.sign-ins': 'find.entries',
  'signIns.caption': 'find.entries',
  'settings.area.embedding': 'find.embedding',
  'embedding.keys': 'find.embedding',
  'settings.area.custom-fields': 'find.fields',
  'settings.timezone': 'find.zone',
  'settings.language': 'find.language',
  'settings.remote': 'find.remote',
  'settings.allow_access_remote': 'find.remote',
  'saml.area': 'find.sso',
  'signOn.area.entra': 'find.sso',
  'scim.area': 'find.scim',
  'userImport.title': 'find.import',
  'service.tab.accounts': 'find.account',
  'find.capacityRules': 'find.capacity',
  'find.title.displays': 'find.displays',
  'find.title.notices': 'find.notices',
  'find.title.sent': 'find.sent',
  'find.title.templates': 'find.templates',
};

type Tab = {
  title: TextKey;
  place: TextKey;
  href: string;
  /** A permission without which the page doesn't have the tab. */
  needs?: Action;
  closedToVisits?: true;
};
/** Tabs and steps of other pages with their own address, by the menu entry they belong to. */
const tabs: readonly Tab[] = [
  { title: 'userImport.title', place: 'shell.entry.users', href: '/user?import=1' },
  { title: 'maintenance.title', place: 'shell.entry.reports', href: '/management/report?tab=maintenance' },
  { title: 'usage.tab', place: 'shell.entry.reports', href: '/management/report?tab=usage' },
  { title: 'find.title.shifts', place: 'shell.entry.automaticActions', href: '/auto_actions?tab=shifts' },
  { title: 'find.title.holidays', place: 'shell.entry.automaticActions', href: '/auto_actions?tab=shifts&holidays=1' },
  { title: 'find.title.runs', place: 'shell.entry.automaticActions', href: '/auto_actions?tab=runs' },
  { title: 'service.tab.accounts', place: 'shell.entry.accounts', href: '/powerbi' },
  { title: 'service.tab.workspaces', place: 'shell.entry.accounts', href: '/powerbi/workspace' },
  { title: 'find.capacityRules', place: 'shell.entry.capacity', href: '/powerbi/resources' },
  { title: 'saml.area', place: 'shell.entry.singleSignOn', href: '/azure/saml?area=saml' },
  { title: 'scim.area', place: 'shell.entry.singleSignOn', href: '/azure/saml?area=scim' },
  { title: 'signOn.area.entra', place: 'shell.entry.singleSignOn', href: '/azure/saml?area=entra' },
  { title: 'ways.area', place: 'shell.entry.singleSignOn', href: '/azure/saml?area=reach' },
  { title: 'remote.tab.history', place: 'shell.entry.remoteAccess', href: '/remote/authorization?tab=history' },
  { title: 'switch.tab', place: 'shell.entry.remoteAccess', href: '/remote/authorization?tab=partner' },
  { title: 'find.title.displays', place: 'shell.entry.playlists', href: '/playlists?tab=devices', needs: 'playlists.devices' },
  { title: 'find.title.notices', place: 'shell.entry.notifications', href: '/notifications?tab=notices', needs: 'notices.manage' },
  { title: 'find.title.sent', place: 'shell.entry.notifications', href: '/notifications?tab=sent', needs: 'notifications.send' },
  {
    ...{ title: 'find.title.templates', place: 'shell.entry.notifications', href: '/notifications?tab=templates' },
    ...{ needs: 'mail.manage', closedToVisits: true },
  },
];

type Asked = {
  t: Translate;
  who: Who | null;
  /** The functions that the layers above grant to this tenant. */
  functions: { mfa: boolean } | undefined;
  /** Whether a path is in this user's menu. */
  isOpen: (path: string) => boolean;
  /** Whether it is a visit, to which some tabs are closed. */
  isVisiting: boolean;
};

const isKept = (row: string, functions: Asked['functions']) =>
  functions?.mfa === false && [...mfaFields, 'mfa'].some((field) => row === `settings.${field}`);

/** Everything that settings search may return for this user: areas, cards, rows, and tabs of related pages. */
export function getFindables({ t, who, functions, isOpen, isVisiting }: Asked): Findable[] {
  const isShown = ({ href, needs, closedToVisits }: Tab) =>
    isOpen(href.split('?')[0] ?? href) && (!needs || (who !== null && can(who, needs))) && !(closedToVisits && isVisiting);
  const of = (key: TextKey, place: string, href: string): Findable => {
    const other = words[key];
    return { id: `${href} ${key}`, title: t(key), place, href, words: other ? t(other) : '' };
  };
  const ofArea = (name: AreaName, rows: readonly TextKey[]) => {
    const area = t(`settings.area.${name}`);
    const shown = rows.filter((row) => !isKept(row, functions));
    return [
      of(`settings.area.${name}`, t('settings.title'), `/setting?area=${name}`),
      ...shown.map((row) => of(row, area, `/setting?area=${name}`)),
    ];
  };
  return [
    // An operator has the permission but not the page.
    ...(isOpen('/setting') ? getAreas(who) : []).flatMap(({ name, rows }) => ofArea(name, rows)),
    ...tabs.filter(isShown).map(({ title, place, href }) => of(title, t(place), href)),
    of('account.security', t('shell.account'), '/?account=security'),
  ];
}

/** Matches of a query: every word must start a word of the title, its place, or a synonym; title matches come first. */
export function found(all: readonly Findable[], query: string): Findable[] {
  const wanted = searchWords(query);
  if (wanted.length === 0) return [];
  const has = (text: string) => {
    const there = searchWords(text);
    return wanted.every((word) => there.some((known) => known.startsWith(word)));
  };
  const hits = all.filter(({ title, place, words: other }) => has(`${title} ${place} ${other}`));
  const seen = new Set<string>();
  return [...hits.filter(({ title }) => has(title)), ...hits.filter(({ title }) => !has(title))].filter(({ title, place }) => {
    const key = `${title} ${place}`;
    return !seen.has(key) && seen.add(key);
  });
}
