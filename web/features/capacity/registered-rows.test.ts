import { expect, test } from 'vitest';
import type { Resource } from '../../../domain/bi-accounts/resources/contract.ts';
import { getArmId, registeredRows } from './registered-rows.ts';
import type { Facts } from './types.ts';

const facts = { name: 'f8', kind: 'fabric', resourceGroup: 'rg', region: 'brazilsouth', size: 'F8', state: 'running', owner: 'Vértice' };
const registered = (armId: string) => ({ ...facts, armId }) as Facts; // because the rows show no more of it

test('a registered capacity that no account lists is a row of the list, and one that is listed is none', () => {
  const listed = { id: 'account-1:/subscriptions/A/f2', accountId: 'account-1' } as Resource; // because only these are compared
  const rows = registeredRows([listed], [registered('/subscriptions/a/F2'), registered('/subscriptions/b/f8')]);
  expect(rows).toMatchObject([{ name: 'f8', accountName: 'Vértice', state: 'running', size: 'F8', currentSize: 'F8' }]);
  expect(rows.map(getArmId)).toEqual(['/subscriptions/b/f8']);
});
