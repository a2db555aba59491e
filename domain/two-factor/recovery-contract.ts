import * as z from 'zod/mini';
import { factorLinks } from '../accounts/links.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, nothing, text } from '../contract/fields.ts';
import { language } from '../session/contract.ts';

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'));
const email = z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(254, 'too_long'));

export const mailOwnCode = endpoint({
  method: 'POST',
  path: '/api/auth/account/factors/code',
  needs: 'account.own',
  summary: 'E-mails the six-digit code needed to set up an account’s first factor, to the account’s own address.',
  input: nothing,
  output: done,
  errors: ['account_proof', 'too_many_attempts'],
});

export const helpFactor = endpoint({
  method: 'POST',
  path: '/api/login/2fa/help',
  needs: 'public',
  summary:
    'E-mails what a pending sign-in needs: a code to set up the account’s first factor or, for a user who lost them all, a link that starts the reset.',
  input: z.strictObject({ token, what: z.enum(['code', 'lost']) }),
  output: done,
  errors: ['factor_over', 'too_many_attempts'],
});

export const openFactorLink = endpoint({
  method: 'POST',
  path: '/api/account/factors/link',
  needs: 'public',
  summary:
    'Returns what an e-mailed link about second factors does, without redeeming it: undo a change, start the reset of lost factors, or keep them.',
  input: z.strictObject({ token }),
  output: z.object({
    purpose: z.enum(factorLinks),
    unit: z.string(),
    email: z.string(),
    /** The change to undo. */
    what: z.nullable(z.enum(['added', 'removed', 'codes', 'wiped'])),
    name: z.nullable(z.string()),
    at: z.nullable(instant),
    /** Of the user it was mailed to, if they chose one. */
    language: z.nullable(language),
  }),
  errors: ['link_used', 'too_many_attempts'],
});
export type FactorLink = z.infer<typeof openFactorLink.output>;

export const takeFactorLink = endpoint({
  method: 'POST',
  path: '/api/account/factors/link/use',
  needs: 'public',
  summary:
    'Redeems such a one-time link. Undoing a change ends every session and voids the password; `reset` opens the new-password page on this host.',
  input: z.strictObject({ token }),
  output: z.object({ status: z.literal('ok'), purpose: z.enum(factorLinks), reset: z.nullable(z.string()) }),
  errors: ['link_used', 'too_many_attempts'],
});

export const readmitUser = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/readmit',
  needs: 'users.edit',
  screens: ['user'],
  summary: 'Readmits a user to this unit whose account’s second factors were reset after all of them were lost.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const releaseAccount = endpoint({
  method: 'POST',
  path: '/api/auth/accounts/release',
  needs: 'accounts.release',
  summary:
    'Removes the second factors of an account whose owner lost them, by a platform operator and with a reason; audited in every unit of the account.',
  input: z.strictObject({ email, reason: text(500) }),
  output: done,
  errors: ['not_found', 'account_proof'],
});
