import { type Action, can } from '../../../domain/access/permissions.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { builtPages, getScreens, type Screen } from '../../../domain/access/screens.ts';
import { looksAtGroups } from '../../../domain/report-groups/side.ts';

export type Mode = 'view' | 'manage';
export type IconName =
  | 'home'
  | 'star'
  | 'report'
  | 'slides'
  | 'books'
  | 'overview'
  | 'buildings'
  | 'addresses'
  | 'receipt'
  | 'usage'
  | 'handshake'
  | 'store'
  | 'folders'
  | 'users'
  | 'people'
  | 'eye'
  | 'clock'
  | 'gauge'
  | 'plug'
  | 'palette'
  | 'world'
  | 'shield'
  | 'bell'
  | 'lifebuoy'
  | 'question'
  | 'history'
  | 'settings';

type Entry = {
  name: string;
  href: string;
  icon: IconName;
  profiles: readonly Profile[];
  /** A permission without which the entry is absent, where the page itself has no need of it. */
  needs?: Action;
};
type Section<E = Entry> = { name: string | null; entries: readonly E[] };

const AU: readonly Profile[] = ['admin', 'user'];
const AM: readonly Profile[] = ['admin', 'master'];
const AMU: readonly Profile[] = ['admin', 'master', 'user'];
const AMO: readonly Profile[] = ['admin', 'master', 'a2m'];
const AMOU: readonly Profile[] = ['admin', 'master', 'a2m', 'user'];
const M: readonly Profile[] = ['master'];
const O: readonly Profile[] = ['a2m'];

// The menu in order. Entries that have no page, are not permitted or are named in hidden_menu are absent, never disabled.
const table = {
  view: [
    {
      name: null,
      entries: [
        { name: 'home', href: '/', icon: 'home', profiles: AMU },
        { name: 'favorites', href: '/all/reports?favorites=1', icon: 'star', profiles: AMU },
        { name: 'allReports', href: '/all/reports', icon: 'report', profiles: AMU },
        { name: 'playlists', href: '/playlists', icon: 'slides', profiles: AU },
        { name: 'catalogs', href: '/catalogs', icon: 'books', profiles: AMU },
        { name: 'faq', href: '/faq', icon: 'question', profiles: AMU },
      ],
    },
  ],
  manage: [
    { name: null, entries: [{ name: 'overview', href: '/?area=manage', icon: 'overview', profiles: AM }] },
    {
      name: 'portfolio',
      entries: [
        { name: 'partners', href: '/partners', icon: 'handshake', profiles: O },
        { name: 'companies', href: '/companies', icon: 'buildings', profiles: M },
        { name: 'registration', href: '/registration', icon: 'addresses', profiles: M },
        { name: 'billingSummary', href: '/billing/summary', icon: 'receipt', profiles: M },
        { name: 'usage', href: '/analyze', icon: 'usage', profiles: ['master', 'a2m'] },
        { name: 'clients', href: '/client', icon: 'store', profiles: O },
        { name: 'billing', href: '/billing', icon: 'receipt', profiles: O },
      ],
    },
    {
      name: 'content',
      entries: [
        { name: 'reports', href: '/management/report', icon: 'report', profiles: AMU },
        { name: 'reports', href: '/report/a2m', icon: 'report', profiles: O },
        { name: 'groupsAndSubgroups', href: '/reports', icon: 'folders', profiles: AM },
        { name: 'catalogs', href: '/catalogs?tab=requests', icon: 'books', profiles: AM },
        { name: 'playlists', href: '/playlists', icon: 'slides', profiles: ['admin'] },
      ],
    },
    {
      name: 'people',
      entries: [
        { name: 'users', href: '/user', icon: 'users', profiles: AM },
        { name: 'userGroups', href: '/group_users', icon: 'people', profiles: AM },
        { name: 'remoteAccess', href: '/remote/authorization', icon: 'eye', profiles: ['admin'] },
      ],
    },
    {
      name: 'operation',
      entries: [
        { name: 'automaticActions', href: '/auto_actions', icon: 'clock', profiles: AM },
        { name: 'capacity', href: '/powerbi/resources', icon: 'gauge', profiles: AMOU },
        { name: 'accounts', href: '/powerbi', icon: 'plug', profiles: AMOU },
      ],
    },
    {
      name: 'portal',
      entries: [
        { name: 'themes', href: '/whitelabels', icon: 'palette', profiles: AM },
        { name: 'domains', href: '/domain', icon: 'world', profiles: AMO },
        { name: 'singleSignOn', href: '/azure/saml', icon: 'shield', profiles: AM },
        // The bell leads to the inbox; this entry is for writing notifications.
        { name: 'notifications', href: '/notifications?tab=sent', icon: 'bell', profiles: AMOU, needs: 'notifications.send' },
        { name: 'history', href: '/setting?area=audit', icon: 'history', profiles: AM },
        { name: 'faq', href: '/faq', icon: 'question', profiles: O },
        { name: 'helpDesk', href: '/help_desk', icon: 'lifebuoy', profiles: AM },
        { name: 'settings', href: '/setting', icon: 'settings', profiles: AM },
      ],
    },
  ],
} as const satisfies Record<Mode, readonly Section[]>;

type AnySection = (typeof table)[Mode][number];
type EntryName = AnySection['entries'][number]['name'];
type SectionName = Exclude<AnySection['name'], null>;
export type MenuEntry = { name: EntryName; href: string; icon: IconName };
type MenuSection = { name: SectionName | null; entries: readonly MenuEntry[] };
export type Menu = Record<Mode, readonly MenuSection[]>;

type Person = { profile: Profile; flags: readonly string[] };

const getPath = (href: string) => href.split('?')[0] ?? href;

function mayEnter(screen: Screen | undefined, entry: Entry, person: Person): boolean {
  const page = screen?.pages[person.profile];
  if (!screen || !page || !builtPages.includes(page) || (entry.needs && !can(person, entry.needs))) return false;
  return !screen.needs || can(person, screen.needs);
}

/** The user's menu: the entries of the profile that are implemented, permitted and not hidden (Spec 2, hidden_menu). */
export function menuFor(person: Person, hiddenMenu: readonly string[] = []): Menu {
  const screens = getScreens(person.profile, hiddenMenu);
  const keep = (section: Section): MenuSection => ({
    // because the table above is the only source of sections
    name: section.name as SectionName | null,
    entries: section.entries.filter(
      (entry) =>
        entry.profiles.includes(person.profile) &&
        mayEnter(
          screens.find((screen) => screen.path === getPath(entry.href)),
          entry,
          person,
        ),
    ) as MenuEntry[], // because its names are the table's own
  });
  const some = (section: MenuSection) => section.entries.length > 0;
  return { view: table.view.map(keep).filter(some), manage: table.manage.map(keep).filter(some) };
}

/** Whether there are two sides to switch between. */
export const hasBothSides = (menu: Menu): boolean => menu.view.length > 0 && menu.manage.length > 0;

const getEntries = (menu: Menu, mode: Mode) => menu[mode].flatMap((section) => section.entries);

// A tab with its own address belongs to the entry of the first tab.
const tabs: Readonly<Record<string, string>> = { '/powerbi/workspace': '/powerbi' };

function getMatch(entry: MenuEntry, path: string, search: URLSearchParams): number {
  if (getPath(entry.href) !== (tabs[path] ?? path)) return -1;
  const wanted = [...new URLSearchParams(entry.href.split('?')[1] ?? '')];
  return wanted.every(([name, value]) => search.get(name) === value) ? wanted.length : -1;
}

/** Whether a managed page is in a menu, so that no link leads to a hidden, closed or missing page. */
export const isInMenu = (menu: Menu, href: string): boolean => {
  const path = tabs[getPath(href)] ?? getPath(href);
  return getEntries(menu, 'manage').some((entry) => getPath(entry.href) === path);
};

/** The list of all groups as viewers see it, also for users who administer groups at `/reports`. */
export const allGroupsAddress = '/reports?tab=view';
const isLookedAt = (query: URLSearchParams): boolean =>
  looksAtGroups(true, { group: query.get('group') ?? undefined, tab: query.get('tab') ?? undefined });

/** The current entry of one side for an address; the most specific of several, such as favourites within all reports. */
export function currentEntry(menu: Menu, mode: Mode, path: string, search: string): MenuEntry | null {
  const query = new URLSearchParams(search);
  let best: { entry: MenuEntry; score: number } | null = null;
  for (const entry of getEntries(menu, mode)) {
    const score = getMatch(entry, path, query);
    if (score >= 0 && score > (best?.score ?? -1)) best = { entry, score };
  }
  return path === '/reports' && mode === 'manage' && isLookedAt(query) ? null : (best?.entry ?? null);
}

/** The side an address belongs to; null for pages of both sides, where the current side stays. */
export function getMode(menu: Menu, path: string, search: string): Mode | null {
  // Home and the overview share a path but belong to different sides.
  if (path === '/' && currentEntry(menu, 'manage', path, search)) return 'manage';
  const manage = currentEntry(menu, 'manage', path, search);
  const view = currentEntry(menu, 'view', path, search);
  if (manage && !view) return 'manage';
  if (view && !manage) return 'view';
  // The managed tab of a page that both sides have.
  if (manage && ((manage.href.includes('?') && !view?.href.includes('?')) || search.includes('tab=devices'))) return 'manage';
  return path === '/reports' && isLookedAt(new URLSearchParams(search)) ? 'view' : null;
}
