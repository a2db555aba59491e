import type { Action } from './permissions.ts';
import { can } from './permissions.ts';
import type { Profile } from './profile.ts';

// Spec 2: the exact route set of each profile. `pages` says which page a profile gets at the path; `needs` is a permission without which a
// page of the profile's own list shows the no-permission screen.
export type Screen = { path: string; name: string; pages: Partial<Record<Profile, string>>; needs?: Action };

const am = (page: string) => ({ admin: page, master: page });
const au = (page: string) => ({ admin: page, user: page });
const amu = (page: string) => ({ ...am(page), user: page });
const amou = (page: string) => ({ ...amu(page), a2m: page });

export const screens: readonly Screen[] = [
  { path: '/', name: 'dashboard', pages: { admin: 'home', master: 'home', user: 'home' } },
  { path: '/partners', name: 'partners', pages: { a2m: 'partners' }, needs: 'partners.read' },
  { path: '/notifications', name: 'notifications', pages: amou('notifications') },
  {
    path: '/auto_actions',
    name: 'auto_actions',
    pages: am('automatic-actions'),
    needs: 'automation.manage',
  },
  { path: '/remote/authorization', name: 'remote/authorization', pages: au('remote-authorization') },
  { path: '/playlists', name: 'playlists', pages: au('playlists'), needs: 'playlists.view' },
  { path: '/domain', name: 'domain', pages: { ...am('domains'), a2m: 'domains' } },
  { path: '/whitelabels', name: 'whitelabels', pages: am('themes') },
  { path: '/setting', name: 'setting', pages: amu('settings') },
  { path: '/azure/saml', name: 'azure/saml', pages: am('single-sign-on') },
  { path: '/billing', name: 'billing', pages: { a2m: 'billing' } },
  { path: '/billing/summary', name: 'billing/summary', pages: { master: 'billing-summary' } },
  { path: '/registration', name: 'registration', pages: { master: 'registration' }, needs: 'units.manage' },
  { path: '/client', name: 'client', pages: { a2m: 'clients' }, needs: 'parties.manage' },
  { path: '/companies', name: 'companies', pages: { master: 'companies' }, needs: 'units.manage' },
  { path: '/analyze', name: 'analyze', pages: { a2m: 'usage', master: 'usage' }, needs: 'analyze.read' },
  { path: '/powerbi', name: 'powerbi', pages: amou('service-accounts'), needs: 'service.manage' },
  { path: '/powerbi/resources', name: 'powerbi/resources', pages: amou('service-resources'), needs: 'service.manage' },
  { path: '/powerbi/workspace', name: 'powerbi/workspace', pages: amou('service-workspaces'), needs: 'service.manage' },
  { path: '/report/a2m', name: 'report/a2m', pages: { a2m: 'platform-reports' }, needs: 'reports.manage' },
  { path: '/reports', name: 'reports', pages: { ...au('subgroups'), master: 'groups' } },
  { path: '/all/reports', name: 'all/reports', pages: amu('all-reports'), needs: 'reports.view' },
  { path: '/management/report', name: 'management/report', pages: amu('report-management'), needs: 'reports.manage' },
  {
    path: '/{id}/management/view',
    name: 'management/view',
    pages: amou('report-manage'),
    needs: 'reports.manage',
  },
  { path: '/{id}/reports', name: '{id}/reports', pages: amu('subgroup-reports'), needs: 'reports.view' },
  { path: '/{id}/reports/view', name: 'reports/view', pages: amu('report-view'), needs: 'reports.view' },
  { path: '/{id}/reports/external', name: 'reports/external', pages: amou('external-view'), needs: 'reports.view' },
  {
    path: '/{id}/playlist/view',
    name: 'playlist/view',
    pages: au('playlist-player'),
    needs: 'playlists.view',
  },
  { path: '/group_users', name: 'group_users', pages: am('user-groups') },
  { path: '/user', name: 'user', pages: am('users') },
  { path: '/help_desk', name: 'help_desk', pages: amu('help-desk') },
  { path: '/help_desk/{id}', name: 'help_desk/{id}', pages: amou('ticket') },
  { path: '/catalogs', name: 'catalogs', pages: amu('catalogs'), needs: 'catalogs.view' },
  // Public, so open to every profile.
  { path: '/faq', name: 'faq', pages: amou('faq') },
];

/** Names of screens that a visit can't use at all: every call behind them requires a user's own session. */
export const closedToVisits: readonly string[] = ['azure/saml', 'remote/authorization'];

export type PublicScreen = { path: string; page: string };

// Spec 2, public routes; `faq` is public as well as a page of every profile.
export const publicScreens: readonly PublicScreen[] = [
  { path: '/signin', page: 'sign-in' },
  { path: '/redirect', page: 'saml-return' },
  { path: '/embedded/{token}', page: 'embedded' },
  { path: '/forgot', page: 'forgot-password' },
  { path: '/new/password/{token}', page: 'new-password' },
  { path: '/config/2fa/{token}', page: 'two-factor-setup' },
  { path: '/account/factors/{token}', page: 'factor-link' },
  { path: '/confirm/link/{token}', page: 'confirm-link' },
  { path: '/auth/playlist/{token}', page: 'playlist-access' },
  { path: '/change/company/{token}', page: 'company-arrival' },
  { path: '/domain/notfound', page: 'domain-not-found' },
  { path: '/ip/notallowed', page: 'ip-not-allowed' },
  { path: '/popup_blocked', page: 'popup-blocked' },
  { path: '/faq', page: 'public-faq' },
];

/** Authenticated, outside the main layout (Spec 2): every profile may wait for a remote-access answer. */
export const outsideLayoutScreens: readonly PublicScreen[] = [{ path: '/authorization/{token}', page: 'remote-access-wait' }];

/** The pages that exist. A path whose page isn't listed here appears in no menu and answers with the not-found page. */
export const builtPages: readonly string[] = [
  'remote-access-wait',
  'remote-authorization',
  'automatic-actions',
  'service-accounts',
  'service-workspaces',
  'service-resources',
  'home',
  'partners',
  'users',
  'companies',
  'registration',
  'clients',
  'subgroups',
  'groups',
  'user-groups',
  'single-sign-on',
  'all-reports',
  'subgroup-reports',
  'report-view',
  'report-manage',
  'external-view',
  'platform-reports',
  'notifications',
  'settings',
  'usage',
  'catalogs',
  'faq',
  'public-faq',
  'report-management',
  'playlists',
  'playlist-player',
  'playlist-access',
  'embedded',
  'company-arrival',
  'saml-return',
  'sign-in',
  'forgot-password',
  'new-password',
  'two-factor-setup',
  'factor-link',
  'confirm-link',
  'domain-not-found',
  'ip-not-allowed',
  'popup-blocked',
];

/** The administrators' overview, at the path of home. */
export const overviewAddress = '/?area=manage';

/** The home of a profile (BEHAVIOUR 17: the platform's is /partners). */
export const getHome = (profile: Profile): string => (profile === 'a2m' ? '/partners' : '/');

/** The screens of a profile, without those its configuration hides; an unknown profile gets none (Spec 2). */
export function getScreens(profile: Profile | undefined, hiddenMenu: readonly string[] = []): Screen[] {
  if (!profile) return [];
  return screens.filter((screen) => screen.pages[profile] !== undefined && !hiddenMenu.includes(screen.name));
}

const toPattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}/?$`);
const patterns = new Map<string, RegExp>();

/** Whether a path matches the pattern, e.g. `/{id}/reports` and `/018f…/reports`. */
export function matchesPath(pattern: string, path: string): boolean {
  let compiled = patterns.get(pattern);
  if (!compiled) {
    compiled = toPattern(pattern);
    patterns.set(pattern, compiled);
  }
  return compiled.test(path);
}

export const isPublicPath = (path: string): boolean => publicScreens.some((screen) => matchesPath(screen.path, path));

/** The page at a path for this user: the first that exists where the profiles' pages differ. */
export function pageAt(path: string): string | undefined {
  const outside = outsideLayoutScreens.find((screen) => matchesPath(screen.path, path));
  if (outside) return outside.page;
  const pages = screens.flatMap((screen) => (matchesPath(screen.path, path) ? Object.values(screen.pages) : []));
  return pages.find((page) => builtPages.includes(page));
}

export type Landing =
  | { kind: 'page'; page: string; screen: Screen }
  | { kind: 'no-permission' }
  | { kind: 'not-yours' }
  | { kind: 'not-found' };

/** What a signed-in user gets at a path: a page, the no-permission card, "not part of your profile", or not found. */
export function landingAt(path: string, who: { profile: Profile; flags: readonly string[] }, hiddenMenu: readonly string[] = []): Landing {
  const outside = outsideLayoutScreens.find((screen) => matchesPath(screen.path, path));
  if (outside) return { kind: 'page', page: outside.page, screen: { ...outside, name: outside.page, pages: {} } };
  const all = screens.filter((screen) => matchesPath(screen.path, path));
  if (all.length === 0) return { kind: 'not-found' };
  const mine = all.find((screen) => screen.pages[who.profile] !== undefined);
  if (!mine || hiddenMenu.includes(mine.name)) return { kind: 'not-yours' };
  const page = mine.pages[who.profile] ?? '';
  if (!builtPages.includes(page)) return { kind: 'not-found' };
  if (mine.needs && !can(who, mine.needs)) return { kind: 'no-permission' };
  return { kind: 'page', page, screen: mine };
}
