import { expect, test } from 'vitest';
import { identityFor } from './identity.ts';

const guarded = { needsIdentity: true, needsRoles: true };
const nobody = { email: 'ana@vertice.test', rlsUsername: null, rlsRoles: [] };
const regional = { email: 'ana@vertice.test', rlsUsername: 'Sul', rlsRoles: ['Regional'] };

test('a person without an identity is refused where the model demands one', () => {
  expect(identityFor({ report: guarded, person: nobody, path: null })).toEqual({ kind: 'refused', code: 'rls_identity_missing' });
});

test('a name without a role is refused where the model demands roles, and a blank name always', () => {
  expect(identityFor({ report: guarded, person: { email: 'ana@vertice.test', rlsUsername: 'Sul', rlsRoles: [] }, path: null }).kind).toBe(
    'refused',
  );
  expect(
    identityFor({ report: guarded, person: { email: 'ana@vertice.test', rlsUsername: '  ', rlsRoles: ['Regional'] }, path: null }).kind,
  ).toBe('refused');
});

test("the path's identity wins over the person's own, and an empty one does not fall back to it", () => {
  const path = { username: 'Norte', roles: ['Regional'] };
  expect(identityFor({ report: guarded, person: regional, path })).toEqual({ kind: 'as', identity: path });
  expect(identityFor({ report: guarded, person: regional, path: { username: '', roles: [] } }).kind).toBe('refused');
});

test('no identity goes to a model without rules, whoever asks', () => {
  expect(identityFor({ report: { needsIdentity: false, needsRoles: false }, person: regional, path: null })).toEqual({ kind: 'none' });
});

test('roles are sent in one order, so that one identity has one token', () => {
  const answer = identityFor({
    report: guarded,
    person: { email: 'ana@vertice.test', rlsUsername: 'Sul', rlsRoles: ['B', 'A'] },
    path: null,
  });
  expect(answer).toEqual({ kind: 'as', identity: { username: 'Sul', roles: ['A', 'B'] } });
});

test('a report that ignores RLS is seen by everybody under the role without a filter, which the model must have', () => {
  const open = { ...guarded, roleWithoutFilter: 'Todos' };
  const asAll = { kind: 'as', identity: { username: 'ana@vertice.test', roles: ['Todos'] } };
  expect(identityFor({ report: open, person: nobody, path: null })).toEqual(asAll);
  expect(identityFor({ report: open, person: regional, path: { username: 'Norte', roles: ['Regional'] } })).toEqual(asAll);
  expect(identityFor({ report: { ...open, needsIdentity: false }, person: regional, path: null })).toEqual({ kind: 'none' });
});

test('a grant to many gives each person their own e-mail as identity', () => {
  const path = { username: '{email}', roles: ['Regional'] };
  expect(identityFor({ report: guarded, person: nobody, path })).toEqual({
    kind: 'as',
    identity: { username: 'ana@vertice.test', roles: ['Regional'] },
  });
});
