import { expect, test } from 'vitest';
import { getReach } from './reach.ts';

test('a provider without domains links and creates no users, whatever its settings', () => {
  expect(getReach('saml', { domains: [], makes: true })).toEqual(['unitOnly', 'bindsNobody', 'noAdministrators']);
  expect(getReach('saml', { domains: [], linked: true })).toEqual(['unitOnly', 'bindsNobody', 'linked', 'noAdministrators']);
  expect(getReach('saml', { domains: ['a.test'], makes: true })).toEqual(['unitOnly', 'bindsPlain', 'makes', 'noAdministrators']);
  expect(getReach('entra', { domains: ['a.test'], guests: true })).toEqual(['unitOnly', 'bindsPlain', 'guests', 'noAdministrators']);
});

test('a directory takes over users only where it is tied to a provider that lists domains', () => {
  expect(getReach('directory', { tied: false, domains: ['a.test'] })).toEqual(['provisions', 'adoptsNobody']);
  expect(getReach('directory', { tied: true, domains: ['a.test'], raises: true })).toEqual(['provisions', 'adopts', 'raises']);
});

test('a partner enters with its role, and never reaches the keys', () => {
  expect(getReach('partner', { role: 'admin', verify: true })).toEqual(['entersAdmin', 'verified', 'keysClosed', 'keepsTasks']);
  expect(getReach('partner', { role: 'user', verify: false })).toEqual(['entersUser', 'unverified', 'keysClosed']);
  expect(getReach('partner', { role: 'billing' })).toEqual(['entersNot']);
});
