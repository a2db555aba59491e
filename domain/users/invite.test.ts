import { expect, test } from 'vitest';
import { decideInvitation } from './invite.ts';

test('an invitation needs an existing user, an address, and no account yet', () => {
  expect(decideInvitation(undefined)).toEqual({ refused: 'not_found' });
  expect(decideInvitation({ email: 'x@no-address.invalid', accepted: true })).toEqual({ refused: 'no_address' });
  expect(decideInvitation({ email: 'ana@example.com', accepted: true })).toEqual({ refused: 'already_accepted' });
  expect(decideInvitation({ email: 'ana@example.com', accepted: false })).toEqual({ email: 'ana@example.com' });
});
