import { expect, test } from 'vitest';
import type { Profile } from '../../../domain/access/profile.ts';
import { currentEntry, getMode, hasBothSides, menuFor } from './menu.ts';

const person = (profile: Profile, flags: string[] = []) => ({ profile, flags });
const hrefs = (profile: Profile, hidden: string[] = []) => {
  const menu = menuFor(person(profile), hidden);
  return {
    view: menu.view.flatMap((section) => section.entries.map((entry) => entry.href)),
    manage: menu.manage.flatMap((section) => section.entries.map((entry) => entry.href)),
  };
};

test('a viewer sees only viewing entries', () => {
  const { view, manage } = hrefs('user');
  expect(view.slice(0, 3)).toEqual(['/', '/all/reports?favorites=1', '/all/reports']);
  expect(manage).toEqual([]);
  expect(hasBothSides(menuFor(person('user')))).toBe(false);
});

test('an administrator and a partner have both sides', () => {
  for (const profile of ['admin', 'master'] as const) {
    expect(hrefs(profile).manage).toContain('/reports');
    expect(hasBothSides(menuFor(person(profile)))).toBe(true);
  }
});

test('the platform only manages', () => {
  expect(hrefs('a2m').view).toEqual([]);
  expect(hrefs('a2m').manage).toEqual(expect.arrayContaining(['/partners', '/report/a2m', '/powerbi/resources', '/powerbi']));
});

test('entries named by hidden_menu are absent, whatever their search parameters', () => {
  expect(hrefs('user', ['all/reports']).view.filter((href) => href.startsWith('/all/reports'))).toEqual([]);
});

test('the change history is an entry under Portal, separate from the settings', () => {
  const menu = menuFor(person('admin'));
  const portal = menu.manage.find(({ name }) => name === 'portal');
  expect(portal?.entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['history', 'settings']));
  expect(currentEntry(menu, 'manage', '/setting', '?area=audit')?.name).toBe('history');
  expect(currentEntry(menu, 'manage', '/setting', '?area=security')?.name).toBe('settings');
});

test('a user manages reports by the flag alone', () => {
  const menu = menuFor(person('user', ['edit_reports']));
  expect(menu.manage.flatMap(({ entries }) => entries.map(({ href }) => href))).toEqual(['/management/report']);
  expect(hrefs('user', []).manage).toEqual([]);
});

test('writing messages follows the permission, not the profile alone', () => {
  const writes = (profile: Profile, flags: string[] = []) =>
    menuFor(person(profile, flags)).manage.flatMap(({ entries }) => entries.map(({ name }) => name));
  for (const profile of ['admin', 'master', 'a2m'] as const) expect(writes(profile)).toContain('notifications');
  expect(writes('user')).toEqual([]);
  expect(writes('user', ['notify'])).toEqual(['notifications']);
});

test('users who may manage accounts have those entries, which also cover the tab of workspaces', () => {
  const menu = menuFor(person('user', ['manage_service']));
  expect(menu.manage.flatMap(({ entries }) => entries.map(({ href }) => href))).toEqual(['/powerbi/resources', '/powerbi']);
  expect(currentEntry(menu, 'manage', '/powerbi/workspace', '?page=2')?.name).toBe('accounts');
  expect(getMode(menu, '/powerbi/workspace', '')).toBe('manage');
});

test('favourites take precedence over all reports as the current entry', () => {
  const menu = menuFor(person('user'));
  expect(currentEntry(menu, 'view', '/all/reports', '?favorites=1&page=2')?.name).toBe('favorites');
  expect(currentEntry(menu, 'view', '/all/reports', '?page=2')?.name).toBe('allReports');
  expect(currentEntry(menu, 'view', '/018f/reports', '')).toBeNull();
});

test('a managed route belongs to the managing side, a group chosen in the tree to the viewing side', () => {
  const menu = menuFor(person('admin'));
  expect(getMode(menu, '/reports', '')).toBe('manage');
  expect(getMode(menu, '/reports', '?group=1')).toBe('view');
  expect(getMode(menu, '/reports', '?tab=view')).toBe('view');
  expect(currentEntry(menu, 'manage', '/reports', '?group=1')).toBeNull();
  expect(getMode(menu, '/reports', '?tab=subgroups')).toBe('manage');
  expect(getMode(menu, '/catalogs', '?tab=requests&id=1')).toBe('manage');
  expect(getMode(menu, '/playlists', '')).toBeNull();
  expect(getMode(menu, '/playlists', '?tab=devices')).toBe('manage');
  expect(getMode(menuFor(person('user')), '/playlists', '?tab=devices')).toBe('view');
  expect(getMode(menu, '/', '')).toBe('view');
  expect(getMode(menu, '/018f/reports/view', '')).toBeNull();
});
