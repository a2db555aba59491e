import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { id, instant, nothing } from '../contract/fields.ts';
import { loginAnswer } from '../session/contract.ts';
import { isEmail } from '../validation/email.ts';
import { linkPurposes } from './links.ts';
import { anyPassword, givenPassword } from './password-field.ts';

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'));

const passwordPolicy = z.object({
  min: z.number(),
  max: z.number(),
  capital: z.boolean(),
  special: z.boolean(),
  expiryDays: z.nullable(z.number()),
});
const rules = z.object({
  policy: passwordPolicy,
  /** The same in words, in the language of the call. */
  words: z.array(z.string()),
});

export const passwordConfig = endpoint({
  method: 'POST',
  path: '/api/password/config',
  needs: 'public',
  summary: 'Returns the password rules for a new-password page and, given a link, what that link is for (Spec 7, BEHAVIOUR 16).',
  input: z.strictObject({ token: z.optional(token) }),
  output: z.object({
    ...rules.shape,
    /** Set on a host whose DNS the unit controls, where no link opens: the unit’s address on a host of the product, if it has one. */
    elsewhere: z.nullable(z.object({ origin: z.nullable(z.string()) })),
    link: z.nullable(
      z.object({
        purpose: z.enum(linkPurposes),
        /** The user already has an account and joins with its password. */
        own: z.boolean(),
        name: z.string(),
        email: z.string(),
        unit: z.string(),
        /** Set where the unit takes no passwords: its providers, and where its users sign in. There is no password to set then. */
        ways: z.nullable(z.object({ origin: z.string(), names: z.array(z.string()) })),
        expiresAt: instant,
      }),
    ),
  }),
  errors: ['link_used', 'too_many_attempts'],
});
export type PasswordConfig = z.infer<typeof passwordConfig.output>;

export const setPassword = endpoint({
  method: 'POST',
  path: '/api/password/new',
  needs: 'public',
  summary:
    'Redeems a one-time link: sets a password, or joins the invitation to the existing account. Signs the user in if the link belongs to this host.',
  // A password that is too long is reported as a broken password rule, not as an invalid call.
  input: z.strictObject({ token, password: anyPassword }),
  output: z.object({
    status: z.literal('ok'),
    /** The answer of a sign-in; null where the user has to sign in at `signIn`. */
    session: z.nullable(loginAnswer),
    signIn: z.nullable(z.object({ origin: z.string(), email: z.string() })),
  }),
  errors: [
    'link_used',
    'password_refused',
    'password_wrong',
    'password_not_offered',
    'too_many_attempts',
    'redirect_two_factor',
    'account_elsewhere',
  ],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/password/forgot',
  needs: 'public',
  summary: 'Requests a password reset e-mail; the answer is the same whether or not the address has an account (BEHAVIOUR 17).',
  input: z.strictObject({
    email: z.string().check(
      z.trim(),
      z.maxLength(254, 'too_long'),
      z.refine((value) => isEmail(value), 'invalid'),
    ),
  }),
  output: z.object({ status: z.literal('ok') }),
  errors: ['password_not_offered', 'too_many_attempts'],
});

export const readAccount = endpoint({
  method: 'GET',
  path: '/api/auth/account',
  needs: 'account.own',
  summary: 'Returns the caller’s account: sign-in address, age of the password and the rules for a new one.',
  input: nothing,
  output: z.object({
    /** There is an account that this session can't reach until it is proved. */
    prove: z.boolean(),
    /** Null where the user signs in by another method than a password. */
    account: z.nullable(
      z.object({
        ...rules.shape,
        email: z.string(),
        name: z.string(),
        unit: z.string(),
        passwordAt: instant,
        /** When the password must be changed; null = never. */
        passwordEndsAt: z.nullable(instant),
        /** Other active sessions of the account, in every unit: a new password ends them. */
        otherSessions: z.number(),
      }),
    ),
  }),
});
export type OwnAccount = NonNullable<z.infer<typeof readAccount.output>['account']>;

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/account/password',
  needs: 'account.own',
  summary: 'Changes the caller’s password, given the current one; every other session of the account ends.',
  input: z.strictObject({ current: givenPassword, password: anyPassword }),
  output: z.object({ status: z.literal('ok') }),
  errors: ['password_refused', 'password_wrong', 'password_not_offered', 'account_proof', 'too_many_attempts', 'changed_meanwhile'],
});

export const mailAccount = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/account_mail',
  needs: 'accounts.mail',
  kinds: visits,
  screens: ['user'],
  summary:
    'E-mails a user the invitation again or, once they have accepted it, a password reset link; where passwords are off, how to ' +
    'sign in. Administrators never set a password themselves.',
  input: z.strictObject({ id }),
  output: z.object({ status: z.literal('ok'), kind: z.enum(['invite', 'reset', 'ways']) }),
  errors: ['not_found', 'no_address', 'too_many_attempts'],
});
