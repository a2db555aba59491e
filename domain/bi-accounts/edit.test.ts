import { describe, expect, test } from 'vitest';
import { type AccountFields, type AskedAccount, accountFacts, decideEditAccount, type StoredAccountFacts } from './edit.ts';

const fields: AccountFields = {
  ...{ name: 'Produção', directoryId: 'd1', appId: 'a1', objectId: null, secretEndsOn: '2027-01-31' },
  ...{ subscriptionId: 's1', resourceGroup: 'g1', workspaceId: null },
};
const stored: StoredAccountFacts = { ...fields, version: 3, sameEnd: true, nameTaken: false };
const asked: AskedAccount = { ...fields, version: 3, newSecret: false };
const nothing = { test: false, profile: false, notices: false };
const forgets = (change: Partial<AskedAccount>, there: Partial<StoredAccountFacts> = {}) =>
  decideEditAccount({ ...asked, ...change }, { ...stored, ...there });

describe('editing an account', () => {
  test('is refused if it is gone, then for a taken name, then for another version', () => {
    expect(decideEditAccount(asked, undefined)).toEqual({ refused: 'not_found' });
    expect(forgets({ version: 2 }, { nameTaken: true })).toEqual({ refused: 'name_taken', field: 'name' });
    expect(forgets({ version: 2 })).toEqual({ refused: 'changed_meanwhile' });
  });
  test('keeps test, profile and notices with the same credentials', () => {
    expect(forgets({ name: 'Testes', objectId: 'o1' })).toMatchObject({ version: 4, forgets: nothing });
  });
  test('resets everything for another service principal', () => {
    const all = { forgets: { ...nothing, test: true, profile: true } };
    expect(forgets({ directoryId: 'd2' })).toMatchObject(all);
    expect(forgets({ appId: 'A1' })).toMatchObject(all);
  });
  test('resets the test for another resource group, subscription or workspace', () => {
    for (const change of [{ resourceGroup: null }, { subscriptionId: 's2' }, { workspaceId: 'w1' }])
      expect(forgets(change)).toMatchObject({ forgets: { ...nothing, test: true } });
  });
  test('resets test and notices for a new secret, and the notices for another expiry', () => {
    expect(forgets({ newSecret: true })).toMatchObject({ forgets: { test: true, profile: false, notices: true } });
    expect(forgets({}, { sameEnd: false })).toMatchObject({ forgets: { ...nothing, notices: true } });
  });
  test('records both sides, and of the secret only that it was set', () => {
    const before = accountFacts(fields, false);
    expect(before).not.toHaveProperty('secret');
    expect(forgets({ name: 'Testes', newSecret: true })).toMatchObject({
      change: { before, after: { ...before, name: 'Testes', secret: 'set' } },
    });
  });
});
