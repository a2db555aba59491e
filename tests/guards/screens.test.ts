import { describe, expect, test } from 'vitest';
import { type Profile, profiles } from '../../domain/access/profile.ts';
import {
  builtPages,
  getHome,
  getScreens,
  isPublicPath,
  landingAt,
  matchesPath,
  outsideLayoutScreens,
  publicScreens,
  screens,
} from '../../domain/access/screens.ts';
import { pages } from '../../web/app/routes/pages.ts';
import { projectFiles } from './project-files.ts';

// Specification point 2, as it stands there.
const specified: Record<Profile, string> = {
  admin:
    'dashboard, notifications, auto_actions, remote/authorization, playlists, domain, whitelabels, setting, azure/saml, powerbi, ' +
    'powerbi/resources, powerbi/workspace, reports, all/reports, management/report, {id}/management/view, {id}/reports, ' +
    '{id}/reports/view, {id}/reports/external, {id}/playlist/view, group_users, user, help_desk, help_desk/{id}, catalogs, faq',
  // The list of a2m omits faq, but the route is public, so a session of a2m must not be refused.
  a2m:
    'partners, notifications, domain, billing, client, report/a2m, {id}/management/view, {id}/reports/external, powerbi, ' +
    'powerbi/resources, powerbi/workspace, analyze, help_desk/{id}, faq',
  master:
    'dashboard, notifications, auto_actions, domain, setting, azure/saml, billing/summary, registration, management/report, ' +
    '{id}/management/view, all/reports, powerbi, powerbi/resources, powerbi/workspace, companies, analyze, {id}/reports, ' +
    '{id}/reports/view, {id}/reports/external, whitelabels, reports, group_users, user, help_desk, help_desk/{id}, catalogs, faq',
  user:
    'dashboard, notifications, playlists, remote/authorization, reports, setting, powerbi, powerbi/resources, powerbi/workspace, ' +
    'management/report, {id}/management/view, all/reports, {id}/reports, {id}/playlist/view, {id}/reports/external, {id}/reports/view, ' +
    'help_desk, help_desk/{id}, catalogs, faq',
};
const getPath = (route: string) => (route === 'dashboard' ? '/' : `/${route}`);
const publicRoutes = [
  '/signin',
  '/redirect',
  '/embedded/{token}',
  '/forgot',
  '/new/password/{token}',
  '/config/2fa/{token}',
  '/account/factors/{token}',
  '/confirm/link/{token}',
  '/auth/playlist/{token}',
  '/change/company/{token}',
  '/domain/notfound',
  '/ip/notallowed',
  '/popup_blocked',
  '/faq',
];

// Pages that the specification names and the product doesn't have yet. Remove a page from here when it is built.
const missing: readonly string[] = ['billing', 'billing-summary', 'domains', 'help-desk', 'themes', 'ticket'];

/** The pages that the browser can show: the portal's registry, and the views of the public entry. */
function registered(portal: Readonly<Record<string, unknown>>, entry: string): string[] {
  const views = /const views = \{([^}]*)\}/.exec(entry)?.[1] ?? '';
  const names = [...views.matchAll(/^\s*'?([\w-]+)'?:/gm)].map((match) => match[1] ?? '');
  return [...Object.keys(portal), ...names.filter((name) => name !== 'not-found')].sort();
}
const publicEntry = () => projectFiles(/^web\/features\/session\/PublicPage\.tsx$/)[0]?.text ?? '';

const named = () => [
  ...screens.flatMap((screen) => Object.values(screen.pages)),
  ...publicScreens.map((screen) => screen.page),
  ...outsideLayoutScreens.map((screen) => screen.page),
];
const getMissing = (pages: readonly string[], built: readonly string[]) =>
  [...new Set(pages)].filter((page) => !built.includes(page)).sort();

describe('screens', () => {
  test.each(profiles)('%s has exactly the routes of the specification', (profile) => {
    const paths = getScreens(profile).map((screen) => screen.path);
    expect(paths.toSorted()).toEqual(specified[profile].split(', ').map(getPath).sort());
  });

  test('a public route is closed to no profile that is signed in', () => {
    for (const profile of profiles) expect(landingAt('/faq', { profile, flags: [] }).kind, profile).not.toBe('not-yours');
  });

  test('an unknown or missing profile has no routes', () => {
    expect(getScreens(undefined)).toEqual([]);
    expect(getScreens('root' as Profile)).toEqual([]); // because a forged cache may say anything
  });

  test('public routes are exactly those of the specification, and only these are public', () => {
    expect(publicScreens.map((screen) => screen.path).toSorted()).toEqual(publicRoutes.toSorted());
    expect(outsideLayoutScreens.map((screen) => screen.path)).toEqual(['/authorization/{token}']);
    expect(screens.map((screen) => screen.path).filter(isPublicPath)).toEqual(['/faq']);
  });

  test('/reports is the sub-group page for administrators and users and the group page for partners', () => {
    expect(screens.find((screen) => screen.path === '/reports')?.pages).toEqual({
      admin: 'subgroups',
      user: 'subgroups',
      master: 'groups',
    });
  });

  test('a name in hidden_menu removes its routes, even for deep links', () => {
    const admin = { profile: 'admin' as const, flags: [] };
    expect(getScreens('admin', ['reports']).map((screen) => screen.path)).not.toContain('/reports');
    expect(landingAt('/reports', admin)).toMatchObject({ kind: 'page' });
    expect(landingAt('/reports', admin, ['reports'])).toEqual({ kind: 'not-yours' });
  });

  test('every name and every path occurs once, and an address leads each profile to its own screen', () => {
    for (const key of ['path', 'name'] as const) expect(new Set(screens.map((screen) => screen[key])).size).toBe(screens.length);
    const example = (path: string) => path.replace('{id}', '018f0000-0000-7000-8000-000000000001');
    // `/all/reports` also matches `/{id}/reports`: literal paths come first.
    for (const profile of profiles)
      for (const screen of getScreens(profile))
        expect(getScreens(profile).find((other) => matchesPath(other.path, example(screen.path)))?.path).toBe(screen.path);
  });

  test('every profile’s home is a page that exists', () => {
    for (const profile of profiles) expect(landingAt(getHome(profile), { profile, flags: [] })).toMatchObject({ kind: 'page' });
  });
});

describe('pages', () => {
  test('that do not exist yet are exactly those of the list', () => {
    const found = getMissing(named(), builtPages);
    console.log(`${found.length} pages do not exist yet: ${found.join(', ')}`);
    expect(found).toEqual(missing);
  });

  test('that exist are named by the screens table, and a path without a page answers the not-found page', () => {
    expect(builtPages.filter((page) => !named().includes(page))).toEqual([]);
    expect(landingAt('/billing', { profile: 'a2m', flags: [] })).toEqual({ kind: 'not-found' });
    expect(landingAt('/no/such/path', { profile: 'admin', flags: [] })).toEqual({ kind: 'not-found' });
  });

  test('that exist are registered in the browser, and nothing else is', () => {
    expect(registered(pages, publicEntry())).toEqual(builtPages.toSorted());
  });

  test('the guard sees a page that exists but is still listed, or is named but not listed', () => {
    expect(getMissing(['home', 'billing'], ['home', 'billing'])).toEqual([]);
    expect(getMissing(['home', 'billing', 'new'], ['home'])).toEqual(['billing', 'new']);
    expect(registered({ home: true, stray: true }, "const views = {\n  'sign-in': SignIn,\n  'not-found': NotFound,\n}")).toEqual([
      'home',
      'sign-in',
      'stray',
    ]);
  });
});
