import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { givenPassword } from '../accounts/password-field.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, text } from '../contract/fields.ts';
import { isGuid } from '../entra/limits.ts';
import { loginAnswer } from '../session/contract.ts';
import { assertion, challenge } from '../two-factor/contract.ts';
import { isKey } from './key.ts';

// A user's identities at providers: how a sign-in there is recognized.

const identity = z.object({
  id: z.string(),
  kind: z.enum(['saml', 'entra']),
  /** The name of its app; null where no app has this provider any more. */
  provider: z.nullable(z.string()),
  issuer: z.string(),
  /** The provider's own key of the user. */
  subject: z.string(),
  since: instant,
  lastAt: z.nullable(instant),
  /** The administrator who typed the key; null once the user or the provider has confirmed it. */
  linkedBy: z.nullable(z.string()),
});
export type Identity = z.infer<typeof identity>;

const linkChoice = z.object({
  /** The app; an Entra app is listed once for each of its directories. */
  id: z.string(),
  kind: z.enum(['saml', 'entra']),
  name: z.string(),
  directory: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type LinkChoice = z.infer<typeof linkChoice>;

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/auth/users/{id}/identities',
  needs: 'users.read',
  kinds: visits,
  screens: ['user'],
  summary: 'Lists the identity providers a user is linked to, with their identifier there.',
  input: z.strictObject({ id }),
  output: z.object({
    items: z.array(identity),
    /** The providers at which the caller may link the user by an identifier. */
    choices: z.array(linkChoice),
    /** False where the user has to confirm once instead: an administrator, or a user who is in another business unit too. */
    linkable: z.boolean(),
  }),
  errors: ['not_found'],
});

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/identities',
  needs: 'users.edit',
  screens: ['user'],
  summary:
    'Links an ordinary user to one of the tenant’s providers by their identifier there, so that their first sign-in succeeds; they are notified by e-mail.',
  input: z.strictObject({
    id,
    /** The app, and for Entra the directory. */
    provider: id,
    directory: z.optional(z.string().check(z.refine(isGuid, 'invalid'))),
    /** As the provider sends it; for Entra the object ID. */
    subject: z.string().check(z.refine(isKey, 'invalid')),
  }),
  output: z.object({ id: z.string() }),
  errors: ['not_found', 'function_disabled', 'identity_confirms', 'identity_taken', 'identity_there', 'factor_due'],
});

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/auth/users/{id}/identities/{identityId}',
  needs: 'users.edit',
  screens: ['user'],
  summary: 'Unlinks a user from a provider; if it isn’t the caller’s own link, their sessions and remembered devices end too.',
  input: z.strictObject({ id, identityId: id }),
  output: z.object({ ended: z.number() }),
  errors: ['not_found'],
});

// A provider's answer names an existing user who can't be linked by an address: it waits until the user confirms it once.

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'));
const doors = ['factor_over', 'too_many_attempts'] as const;

export const linkConfig = endpoint({
  method: 'POST',
  path: '/api/login/link/config',
  needs: 'public',
  summary: 'Returns a pending provider sign-in that awaits confirmation: which provider, which user it claims, and how to confirm it.',
  input: z.strictObject({ token }),
  output: z.object({
    provider: z.string(),
    email: z.string(),
    unit: z.string(),
    endsAt: instant,
    /** By the user's own sign-in method or, without an account, by a mailed code. */
    by: z.enum(['account', 'mail']),
    /** The account has second factors: the password needs a code with it. */
    code: z.boolean(),
    passkey: z.nullable(challenge),
  }),
  errors: doors,
});
export type LinkConfig = z.infer<typeof linkConfig.output>;

export const sendLinkCode = endpoint({
  method: 'POST',
  path: '/api/login/link/code',
  needs: 'public',
  summary: 'E-mails a six-digit code to a person without an account; a new code replaces the previous one.',
  input: z.strictObject({ token }),
  output: done,
  errors: doors,
});

export const confirmLink = endpoint({
  method: 'POST',
  path: '/api/login/link',
  needs: 'public',
  summary:
    'Confirms a pending provider link by password (with a second factor where the account has one), passkey or e-mailed code, and signs in.',
  input: z.strictObject({ token, password: z.optional(givenPassword), code: z.optional(text(40)), passkey: z.optional(assertion) }),
  output: loginAnswer,
  errors: [
    ...doors,
    'factor_wrong',
    'factor_code',
    'password_wrong',
    'required',
    'not_found_companies',
    'user_disable',
    'blocked',
    'inactive',
    'finish_test',
    'maitenance',
    'tenant_blocked',
    'ip_not_allowed',
    'horario_not_allowed',
    'redirect_two_factor',
  ],
});
