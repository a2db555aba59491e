import { expect, test } from 'vitest';
import { reachesOf } from './reach.ts';

test('a provider without domains links and creates no users, whatever its settings', () => {
  expect(reachesOf('saml', { domains: [], makes: true })).toEqual(['unitOnly', 'bindsNobody', 'noAdministrators']);
  expect(reachesOf('saml', { domains: [], linked: true })).toEqual(['unitOnly', 'bindsNobody', 'linked', 'noAdministrators']);
  expect(reachesOf('saml', { domains: ['a.test'], makes: true })).toEqual(['unitOnly', 'bindsPlain', 'makes', 'noAdministrators']);
  expect(reachesOf('entra', { domains: ['a.test'], guests: true })).toEqual(['unitOnly', 'bindsPlain', 'guests', 'noAdministrators']);
});

test('a directory takes over users only where it is tied to a provider that lists domains', () => {
  expect(reachesOf('directory', { tied: false, domains: ['a.test'] })).toEqual(['provisions', 'adoptsNobody']);
  expect(reachesOf('directory', { tied: true, domains: ['a.test'], raises: true })).toEqual(['provisions', 'adopts', 'raises']);
});

test('a partner enters with its role, and never reaches the keys', () => {
  expect(reachesOf('partner', { role: 'admin', verify: true })).toEqual(['entersAdmin', 'verified', 'keysClosed', 'keepsTasks']);
  expect(reachesOf('partner', { role: 'user', verify: false })).toEqual(['entersUser', 'unverified', 'keysClosed']);
  expect(reachesOf('partner', { role: 'billing' })).toEqual(['entersNot']);
});
