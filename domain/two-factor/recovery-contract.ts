import * as z from 'zod/mini';
import { factorLinks } from '../accounts/links.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, nothing, text } from '../contract/fields.ts';

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'));
const email = z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(254, 'too_long'));

export const mailOwnCode = endpoint({
  method: 'POST',
  path: '/api/auth/account/factors/code',
  needs: 'account.own',
  summary: 'Has the platform mail a six-digit code for the first factor of one’s account, to the account’s own address.',
  input: nothing,
  output: done,
  errors: ['account_proof', 'too_many_attempts'],
});

export const helpFactor = endpoint({
  method: 'POST',
  path: '/api/login/2fa/help',
  needs: 'public',
  summary:
    'Mails what a pending sign-in needs: a code for the account’s first factor, or, of a person who has lost every factor, a link that begins the reset.',
  input: z.strictObject({ token, what: z.enum(['code', 'lost']) }),
  output: done,
  errors: ['factor_over', 'too_many_attempts'],
});

export const openFactorLink = endpoint({
  method: 'POST',
  path: '/api/account/factors/link',
  needs: 'public',
  summary:
    'What a mailed link about an account’s factors does, without using it: undo a change, begin the reset of lost factors, or keep them.',
  input: z.strictObject({ token }),
  output: z.object({
    purpose: z.enum(factorLinks),
    unit: z.string(),
    email: z.string(),
    /** The change to undo. */
    what: z.nullable(z.enum(['added', 'removed', 'codes', 'wiped'])),
    name: z.nullable(z.string()),
    at: z.nullable(instant),
  }),
  errors: ['link_used', 'too_many_attempts'],
});
export type FactorLink = z.infer<typeof openFactorLink.output>;

export const takeFactorLink = endpoint({
  method: 'POST',
  path: '/api/account/factors/link/use',
  needs: 'public',
  summary:
    'Uses such a link once. Undoing a change ends every session and the password; `reset` opens the page for a new one on this host.',
  input: z.strictObject({ token }),
  output: z.object({ status: z.literal('ok'), purpose: z.enum(factorLinks), reset: z.nullable(z.string()) }),
  errors: ['link_used', 'too_many_attempts'],
});

export const readmitUser = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/readmit',
  needs: 'users.edit',
  screens: ['user'],
  summary: 'Lets a person sign in again here whose account’s second factors were reset after everything was lost.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const releaseAccount = endpoint({
  method: 'POST',
  path: '/api/auth/accounts/release',
  needs: 'accounts.release',
  summary:
    'The platform’s operator takes the second factors of an account whose person has lost them, with a reason; it is audited in every unit of the account.',
  input: z.strictObject({ email, reason: text(500) }),
  output: done,
  errors: ['not_found', 'account_proof'],
});

export const factorRecoveryEndpoints = [mailOwnCode, helpFactor, openFactorLink, takeFactorLink, readmitUser, releaseAccount] as const;
