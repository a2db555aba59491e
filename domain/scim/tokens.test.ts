import { expect, test } from 'vitest';
import { decideTokenEdit, tieFacts } from './tokens.ts';

const found = { allowed: true, knowsTie: true };
const stored = { version: 2, name: 'Okta', provider: 'https://idp.test' };
const asked = { version: 2, name: 'Entra', tie: undefined };

test('an unchanged provider is recorded before and not after', () => {
  expect(decideTokenEdit(asked, stored, found)).toEqual({
    ...{ version: 3, change: { before: { name: 'Okta', provider: 'https://idp.test' }, after: { name: 'Entra' } } },
  });
  const none = decideTokenEdit({ ...asked, tie: null }, stored, found);
  expect(none).toMatchObject({ change: { after: { name: 'Entra', provider: null } } });
  expect(tieFacts({ kind: 'entra', issuer: 'd1' })).toEqual({ provider: 'd1' });
});

test('the refusals have a fixed order', () => {
  const old = { ...asked, version: 1 };
  expect(decideTokenEdit(old, undefined, { allowed: false, knowsTie: false })).toEqual({ refused: 'function_disabled' });
  expect(decideTokenEdit(old, undefined, { allowed: true, knowsTie: false })).toEqual({ refused: 'not_found' });
  expect(decideTokenEdit(old, stored, { allowed: true, knowsTie: false })).toEqual({ refused: 'not_found', field: 'provider' });
  expect(decideTokenEdit(old, stored, found)).toEqual({ refused: 'changed_meanwhile' });
});
