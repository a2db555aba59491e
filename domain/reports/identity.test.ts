import { describe, expect, test } from 'vitest';
import { identityFor, identityKeys } from './identity.ts';

const guarded = { needsIdentity: true, needsRoles: true };
const withoutIdentity = { email: 'ana@vertice.test', rlsUsername: null, rlsRoles: [], values: {} };
const regional = { email: 'ana@vertice.test', rlsUsername: 'Sul', rlsRoles: ['Regional'], values: {} };

test('a user without an identity is refused where the model requires one', () => {
  expect(identityFor({ report: guarded, person: withoutIdentity, path: null })).toEqual({
    kind: 'refused',
    code: 'rls_identity_missing',
    lacks: 'name',
  });
});

test('a name without a role is refused where the model requires roles, and a blank name always', () => {
  expect(identityFor({ report: guarded, person: { ...withoutIdentity, rlsUsername: 'Sul' }, path: null }).kind).toBe('refused');
  expect(identityFor({ report: guarded, person: { ...regional, rlsUsername: '  ' }, path: null }).kind).toBe('refused');
});

test("the path's identity wins over the user's own, and an empty one does not fall back to it", () => {
  const path = { username: 'Norte', roles: ['Regional'] };
  expect(identityFor({ report: guarded, person: regional, path })).toEqual({ kind: 'as', identity: path });
  expect(identityFor({ report: guarded, person: regional, path: { username: '', roles: [] } }).kind).toBe('refused');
});

test('no identity is sent to a model without RLS', () => {
  expect(identityFor({ report: { needsIdentity: false, needsRoles: false }, person: regional, path: null })).toEqual({ kind: 'none' });
});

test('roles are sent in a fixed order, so that one identity has one token', () => {
  const answer = identityFor({
    report: guarded,
    person: { ...regional, rlsRoles: ['B', 'A'] },
    path: null,
  });
  expect(answer).toEqual({ kind: 'as', identity: { username: 'Sul', roles: ['A', 'B'] } });
});

test('a report that ignores RLS is shown to everyone under the role without a filter, which the model must have', () => {
  const open = { ...guarded, roleWithoutFilter: 'Todos' };
  const asAll = { kind: 'as', identity: { username: 'ana@vertice.test', roles: ['Todos'] } };
  expect(identityFor({ report: open, person: withoutIdentity, path: null })).toEqual(asAll);
  expect(identityFor({ report: open, person: regional, path: { username: 'Norte', roles: ['Regional'] } })).toEqual(asAll);
  expect(identityFor({ report: { ...open, needsIdentity: false }, person: regional, path: null })).toEqual({ kind: 'none' });
});

test('a grant to many gives each user their own e-mail as identity', () => {
  const path = { username: '{email}', roles: ['Regional'] };
  expect(identityFor({ report: guarded, person: withoutIdentity, path })).toEqual({
    kind: 'as',
    identity: { username: 'ana@vertice.test', roles: ['Regional'] },
  });
});

describe('a custom field in an identity', () => {
  const path = { username: '{{cf_region}}', roles: ['Regional'] };
  const seen = (username: string, values: Record<string, string>) =>
    identityFor({ report: guarded, person: { ...withoutIdentity, values }, path: { ...path, username } });
  test("is replaced by each user's own value, also inside a longer name and in the user's own identity", () => {
    expect(seen('{{cf_region}}', { cf_region: 'Sul' })).toEqual({ kind: 'as', identity: { username: 'Sul', roles: ['Regional'] } });
    expect(seen('{email};{{cf_region}}/{{cf_unit}}', { cf_region: 'Sul', cf_unit: '7' })).toMatchObject({
      identity: { username: 'ana@vertice.test;Sul/7' },
    });
    const own = { ...regional, rlsUsername: '{{cf_region}}', values: { cf_region: 'Norte' } };
    expect(identityFor({ report: guarded, person: own, path: null })).toMatchObject({ identity: { username: 'Norte' } });
  });
  test('refuses an empty or blank value, and a field that may not be part of an identity', () => {
    const refused = { kind: 'refused', code: 'rls_identity_missing', lacks: 'name' };
    const without: Record<string, string>[] = [{}, { cf_region: '' }, { cf_region: '  ' }, { cf_other: 'Sul' }];
    for (const values of without) expect(seen('{{cf_region}}', values)).toEqual(refused);
    expect(seen('x{{cf_region}}', {})).toEqual(refused);
    expect(seen('{{cf_constructor}}', {})).toEqual(refused);
  });
  test('is replaced once: a value that looks like a placeholder is a value', () => {
    expect(seen('{{cf_region}}', { cf_region: '{email}{{cf_unit}}', cf_unit: 'x' })).toMatchObject({
      identity: { username: '{email}{{cf_unit}}' },
    });
    expect(seen('{{cf_region}}', { cf_region: '$&' })).toMatchObject({ identity: { username: '$&' } });
    expect(identityKeys('{email} {{cf_a}} {{cf_b}} {{x}}')).toEqual(['cf_a', 'cf_b']);
  });
});
