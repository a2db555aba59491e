import { expect, test } from 'vitest';
import { joiningFault, joiningProfiles } from './join.ts';

const none = { jit: false, link: false, domains: [] };

test('a provider creates ordinary users of units, and no users elsewhere', () => {
  expect(joiningProfiles('unit')).toEqual(['user']);
  expect(joiningProfiles('partner')).toEqual([]);
  expect(joiningProfiles('platform')).toEqual([]);
});

test('just in time requires a domain; partners and the platform have neither it nor linking', () => {
  expect(joiningFault('unit', none)).toBeNull();
  expect(joiningFault('unit', { ...none, jit: true })).toEqual({ code: 'sso_domains', field: 'domains' });
  expect(joiningFault('unit', { jit: true, link: true, domains: ['people.test'] })).toBeNull();
  expect(joiningFault('partner', none)).toBeNull();
  expect(joiningFault('partner', { ...none, jit: true, domains: ['people.test'] })).toEqual({ code: 'sso_units_only', field: 'jit' });
  expect(joiningFault('platform', { ...none, link: true })).toEqual({ code: 'sso_units_only', field: 'link' });
});
