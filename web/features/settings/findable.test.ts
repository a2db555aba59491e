import { expect, test } from 'vitest';
import { texts } from '../../../i18n/en-US/index.ts';
import type { Who } from '../../app/session/session.ts';
import type { Translate } from '../../i18n.ts';
import { found, getFindables } from './findable.ts';

const t: Translate = (key) => (texts as Record<string, string>)[key] ?? key; // because its keys are those of the texts
const admin = { profile: 'admin', flags: [] } as unknown as Who; // because no other property of the user is used here
const all = (more: object = {}) =>
  getFindables({ t, who: admin, functions: { mfa: true }, isOpen: () => true, isVisiting: false, ...more });
const titles = (query: string, more: object = {}) => found(all(more), query).map(({ title }) => title);

test.each(['2FA', 'mfa', 'two-step', 'authenticator', 'Two-step verification'])('%s leads to the second step', (query) => {
  const hits = found(all(), query);
  expect(hits.some(({ href }) => href === '/setting?area=security')).toBe(true);
  expect(hits.some(({ href }) => href === '/?account=security')).toBe(true);
});

test('history, cards, areas and tabs of other pages are found, title matches first', () => {
  expect(found(all(), 'history').map(({ href }) => href)).toContain('/setting?area=audit');
  expect(titles('allowed addresses')).toContain('Allowed addresses');
  expect(titles('VPN')).toContain('Allowed addresses');
  expect(found(all(), 'scim').map(({ href }) => href)).toContain('/azure/saml?area=scim');
  expect(titles('workspaces')[0]).toBe('Workspaces');
  expect(titles('')).toEqual([]);
});

test('settings withheld from this user are not found', () => {
  expect(found(all({ functions: { mfa: false } }), '2FA').map(({ href }) => href)).toEqual(['/?account=security']);
  expect(found(all({ isOpen: () => false }), 'scim')).toEqual([]);
  // An operator may read settings and has no page of them.
  const operator = { who: { profile: 'a2m', flags: [] }, isOpen: (path: string) => path !== '/setting' };
  expect(found(all(operator), 'addresses')).toEqual([]);
  expect(titles('workspaces', operator)[0]).toBe('Workspaces');
});

test('displays and the tabs of the notification center are found by their names and synonyms, by who has them', () => {
  const leads = (query: string, more?: object) => found(all(more), query).map(({ href }) => href);
  expect(leads('displays')).toEqual(['/playlists?tab=devices']);
  expect(leads('TV')).toContain('/playlists?tab=devices');
  expect(leads('notices')).toEqual(['/notifications?tab=notices']);
  expect(leads('banner')).toContain('/notifications?tab=notices');
  expect(leads('messages')).toContain('/notifications?tab=sent');
  expect(leads('templates')).toEqual(['/notifications?tab=templates']);
  expect(leads('templates', { isVisiting: true })).toEqual([]);
  const user = { who: { profile: 'user', flags: [] } };
  for (const query of ['displays', 'notices', 'templates']) expect(leads(query, user)).toEqual([]);
});
