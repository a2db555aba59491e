import { describe, expect, test } from 'vitest';
import { maxAppsPerTenant } from './limits.ts';
import { appFacts, decideAdd, decideEdit, ruledGroups } from './write.ts';

const settings = { issuer: 'https://idp.test', jit: false, map: { email: 'mail', name: '' }, certificates: [{ fingerprint: 'AA' }] };
const app = { name: 'ADFS', domains: ['vertice.test', 'a.test'], settings };
const found = { allowed: true, groups: 1 };
const asked = { app, groups: 1 };
const told = { issuer: 'https://idp.test', jit: false, map: { email: 'mail', name: '' } };

test('the change history has the fingerprints, but no key and no certificate', () => {
  const certificates = [{ fingerprint: 'AA' }, { fingerprint: 'BB' }];
  expect(appFacts({ ...app, settings: { ...settings, certificates, key: 'sealed', own: { pem: 'x' } } })).toEqual({
    ...told,
    ...{ name: 'ADFS', domains: 'vertice.test, a.test', certificates: 'AA, BB' },
  });
  expect(appFacts({ ...app, domains: [], settings: { ...settings, certificates: [] } })).toMatchObject({ domains: '', certificates: null });
});

test('a group counts once', () => {
  expect(ruledGroups({ groups: [{ group: 'g1' }, { group: 'g2' }, { group: 'g1' }] })).toEqual(['g1', 'g2']);
});

test('an app is added below the limit', () => {
  expect(decideAdd(asked, { ...found, apps: maxAppsPerTenant - 1 })).toEqual({
    after: { ...told, name: 'ADFS', domains: 'vertice.test, a.test', certificates: 'AA' },
  });
  const full = { apps: maxAppsPerTenant };
  expect(decideAdd(asked, { ...found, ...full })).toEqual({ refused: 'saml_too_many', vars: { count: maxAppsPerTenant } });
  expect(decideAdd(asked, { ...found, ...full, groups: 0 })).toEqual({ refused: 'not_found', field: 'groups' });
  expect(decideAdd(asked, { ...full, allowed: false, groups: 0 })).toEqual({ refused: 'function_disabled' });
});

describe('editing', () => {
  const stored = { ...app, version: 2, settings: { ...settings, host: 'vertice.mirante.app' } };
  const edit = (more: Partial<typeof app>, version = 2) => ({ ...asked, version, app: { ...app, ...more } });
  test('records the differences and keeps what is not requested', () => {
    const changed = edit({ name: 'Okta', settings: { ...settings, map: { name: '', email: 'upn' } } });
    expect(decideEdit(changed, stored, found)).toEqual({
      version: 3,
      change: {
        before: { name: 'ADFS', map: { email: 'mail', name: '' } },
        after: { name: 'Okta', map: { email: 'upn', name: '' } },
      },
    });
  });
  test('treats the same value in another order as unchanged', () => {
    const same = edit({ settings: { ...settings, map: { name: '', email: 'mail' } } });
    expect(decideEdit(same, stored, found)).toEqual({ version: 3, change: { before: {}, after: {} } });
  });
  test('is refused for the layer above, then for missing objects, then for the version', () => {
    const none = { allowed: true, groups: 0 };
    expect(decideEdit(edit({}, 1), undefined, { allowed: false, groups: 0 })).toEqual({ refused: 'function_disabled' });
    expect(decideEdit(edit({}, 1), undefined, none)).toEqual({ refused: 'not_found' });
    expect(decideEdit(edit({}, 1), stored, none)).toEqual({ refused: 'not_found', field: 'groups' });
    expect(decideEdit(edit({}, 1), stored, found)).toEqual({ refused: 'changed_meanwhile' });
  });
});
