import { expect, test } from 'vitest';
import { type CustomerAction, decideChange, refuseUnexplained, type StoredCustomer } from './change.ts';

const stored: StoredCustomer = { version: 2, name: 'Aurora', status: 'A', deleted: false, restorable: false, used: false };
const change = (action: CustomerAction, was: Partial<StoredCustomer> = {}, version = 2) =>
  decideChange({ action, version, reason: action === 'block' ? 'Em atraso' : '' }, { ...stored, ...was });

test('a block needs a reason, which is recorded', () => {
  expect(refuseUnexplained('block', '')).toMatchObject({ refused: 'required', field: 'reason' });
  expect(refuseUnexplained('delete', '')).toBeNull();
  expect(change('block')).toEqual({
    version: 3,
    status: { status: 'B', statusReason: 'Em atraso' },
    change: { after: { name: 'Aurora', reason: 'Em atraso' } },
  });
  expect(change('unblock', { status: 'B' })).toMatchObject({
    status: { status: 'A', statusReason: null },
    change: { after: { reason: null } },
  });
});

test('a party in use stays, whatever version was seen', () => {
  expect(change('delete', { used: true })).toEqual({ refused: 'party_in_use' });
  expect(change('delete', { used: true }, 1)).toEqual({ refused: 'party_in_use' });
  expect(change('delete')).toMatchObject({ version: 3, status: null });
});

test('a deleted party can only be restored, within the time limit', () => {
  expect(change('block', { deleted: true, restorable: true })).toEqual({ refused: 'not_found' });
  expect(change('restore', { deleted: true })).toEqual({ refused: 'not_found' });
  expect(change('restore', { deleted: true, restorable: true })).toMatchObject({ version: 3 });
  expect(decideChange({ action: 'delete', version: 2, reason: '' }, undefined)).toEqual({ refused: 'not_found' });
});

test('another version or status is reported as a change that the user has not seen', () => {
  expect(change('block', {}, 1)).toEqual({ refused: 'changed_meanwhile' });
  expect(change('block', { status: 'B' })).toEqual({ refused: 'changed_meanwhile' });
  expect(change('unblock')).toEqual({ refused: 'changed_meanwhile' });
  expect(change('restore')).toEqual({ refused: 'changed_meanwhile' });
});
