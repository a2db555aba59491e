import { describe, expect, test } from 'vitest';
import { decideGrantEdit, type StoredGrant } from './edit-grant.ts';

const filter = { table: 'Loja', column: 'Região', operator: 'In' as const, values: ['Sul'] };
const stored: StoredGrant = {
  ...{ version: 3, subject: 'user', userId: 'u1', userGroupId: null, note: 'Até maio' },
  ...{ identity: { username: 'Sul', roles: ['Regional'] }, filters: [filter], validUntil: '2027-01-01 00:00:00.12+00' },
};
const asked = { version: 3, identity: { as: 'own' as const }, filters: [], validUntil: null, note: '', confirmed: false };

describe('an edit of a grant', () => {
  test('is refused if the grant is gone or has changed', () => {
    expect(decideGrantEdit(asked, undefined)).toEqual({ refused: 'not_found' });
    expect(decideGrantEdit({ ...asked, version: 2 }, stored)).toEqual({ refused: 'changed_meanwhile' });
  });

  test('replaces all fields and records both sides', () => {
    const fields = { identity: null, filters: null, validUntil: null, note: '' };
    expect(decideGrantEdit(asked, stored)).toEqual({
      version: 4,
      fields,
      change: {
        ...{ subject: 'user', user: 'u1', confirmed: false, after: fields },
        before: {
          ...{ identity: { username: 'Sul', roles: ['Regional'] }, filters: [filter], note: 'Até maio' },
          validUntil: '2027-01-01T00:00:00.12+00:00',
        },
      },
    });
  });

  test('sorts the roles of a fixed identity as a set', () => {
    const identity = { as: 'fixed' as const, username: 'Norte', roles: ['Vendas', 'Regional'] };
    const plan = decideGrantEdit(
      { ...asked, identity, validUntil: '2027-05-10T12:00:10.000Z' },
      { ...stored, userId: null, userGroupId: 'g1' },
    );
    expect(plan).toMatchObject({
      fields: { identity: { username: 'Norte', roles: ['Regional', 'Vendas'] }, validUntil: '2027-05-10T12:00:10.000Z' },
      change: { userGroup: 'g1', after: { validUntil: '2027-05-10T12:00:10+00:00' } },
    });
    expect(plan).not.toHaveProperty('change.user');
  });
});
