import { describe, expect, test } from 'vitest';
import { demandsIdentity, fitsItsOperator, type GrantQuestion, isWithoutOwn, judgeGrant, releases } from './grant-rule.ts';

const plain = { needsIdentity: false, needsRoles: false, ignoresRls: false, restriction: 'none' as const };
const guarded = { ...plain, needsIdentity: true, needsRoles: true, restriction: 'rls' as const };
const filtered = { ...plain, restriction: 'filters' as const };
const ask = (more: Partial<GrantQuestion>) =>
  judgeGrant({ report: plain, identity: { as: 'none' }, withoutOwn: 0, mayRelease: false, confirmed: false, ...more });

describe('a grant', () => {
  test('of a report without restriction needs no confirmation', () => {
    expect(ask({})).toEqual({ kind: 'ok' });
  });

  test('without an identity is refused where the model requires one, whatever permission and confirmation there are', () => {
    expect(ask({ report: guarded, mayRelease: true, confirmed: true })).toMatchObject({ code: 'grant_identity_required' });
    expect(ask({ report: { ...guarded, restriction: 'none' } })).toMatchObject({ code: 'grant_identity_required' });
  });

  test('needs roles where the model requires roles', () => {
    const identity = { as: 'fixed' as const, username: 'Sul', roles: [] };
    expect(ask({ report: guarded, identity })).toMatchObject({ code: 'grant_roles_required' });
    expect(ask({ report: { ...guarded, needsRoles: false }, identity })).toEqual({ kind: 'ok' });
    expect(ask({ report: guarded, identity: { ...identity, roles: ['Regional'] } })).toEqual({ kind: 'ok' });
  });

  test('of the user’s own identity needs what the model asks for', () => {
    const nameOnly = { ...guarded, needsRoles: false };
    expect((['none', 'name', 'roles'] as const).map((own) => [isWithoutOwn(own, nameOnly), isWithoutOwn(own, guarded)])).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  test('with the users’ own identity is refused when a named user has none', () => {
    expect(ask({ report: guarded, identity: { as: 'own' }, withoutOwn: 1 })).toMatchObject({ code: 'grant_identity_required' });
    expect(ask({ report: guarded, identity: { as: 'own' } })).toEqual({ kind: 'ok' });
  });

  test('with an unused identity is refused rather than stored', () => {
    expect(ask({ identity: { as: 'fixed', username: 'Sul', roles: [] } })).toMatchObject({ code: 'grant_identity_unused' });
  });

  test('without filters needs its permission first and then a second confirmation', () => {
    for (const report of [filtered, { ...plain, restriction: 'rls' as const }, { ...guarded, ignoresRls: true }]) {
      expect(releases(report)).toBe(true);
      expect(ask({ report })).toMatchObject({ code: 'not_permitted' });
      expect(ask({ report, confirmed: true })).toMatchObject({ code: 'not_permitted' });
      expect(ask({ report, mayRelease: true })).toMatchObject({ code: 'grant_confirmation_required' });
      expect(ask({ report, mayRelease: true, confirmed: true })).toEqual({ kind: 'ok' });
    }
  });

  test('needs an identity where the model requires one and RLS is not ignored', () => {
    expect(demandsIdentity({ ...guarded, ignoresRls: true })).toBe(false);
  });
});

test('a filter has as many values as the service allows for its operator', () => {
  const filter = { table: 'Loja', column: 'Região' };
  expect(fitsItsOperator({ ...filter, operator: 'In', values: ['Sul', 'Norte', 'Leste'] })).toBe(true);
  expect(fitsItsOperator({ ...filter, operator: 'Contains', values: ['a', 'b', 'c'] })).toBe(false);
  expect(fitsItsOperator({ ...filter, operator: 'GreaterThan', values: [1, 2] })).toBe(false);
});
