import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { givenPassword } from '../accounts/password-field.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, nameText, nothing, text } from '../contract/fields.ts';
import { language, loginAnswer } from '../session/contract.ts';
import { longestName } from './limits.ts';

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'));
const typedCode = text(40);
const base64Url = (most: number) => z.string().check(z.regex(/^[\w-]+$/, 'invalid'), z.maxLength(most, 'too_long'));
const credential = { id: base64Url(1400), rawId: base64Url(1400), type: z.literal('public-key') };
const extras = {
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(40, 'too_long'))),
};

/** A browser's answer to "prove it with a passkey". */
export const assertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64Url(4000),
    authenticatorData: base64Url(4000),
    signature: base64Url(2000),
    userHandle: z.optional(base64Url(200)),
  }),
  ...extras,
});
export type Assertion = z.infer<typeof assertion>;

/** A browser's answer to "make a passkey". */
const attestation = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64Url(4000),
    attestationObject: base64Url(20_000),
    authenticatorData: z.optional(base64Url(4000)),
    transports: z.optional(z.array(z.string().check(z.maxLength(20, 'too_long'))).check(z.maxLength(10, 'too_long'))),
    publicKeyAlgorithm: z.optional(z.number()),
    publicKey: z.optional(base64Url(4000)),
  }),
  ...extras,
});
export type Attestation = z.infer<typeof attestation>;

/** A new authenticator app: the key, for users who can't scan the picture, and the same key sealed, to be sent back with a code. */
const fresh = z.object({ id: z.string(), seal: z.string(), key: z.string(), uri: z.string() });
export type FreshKey = z.infer<typeof fresh>;
/** Of something that doesn't exist yet. */
const freshId = z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'invalid'));
const setup = z.strictObject({ id: freshId, seal: z.string().check(z.minLength(1, 'required'), z.maxLength(400, 'too_long')) });
const codes = z.array(z.string());

/** What a browser needs to ask for a passkey of this host. */
export const challenge = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  timeout: z.number(),
  allowCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })),
});

/** What a browser needs to create one. */
const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })),
});
export type PasskeyCreation = z.infer<typeof creation>;

const doors = [
  'error_user_or_password',
  'not_found_companies',
  'user_disable',
  'blocked',
  'inactive',
  'finish_test',
  'maitenance',
  'tenant_blocked',
  'account_waits',
  'too_many_attempts',
  'factor_over',
] as const;

export const factorPage = endpoint({
  method: 'POST',
  path: '/api/login/2fa/config',
  needs: 'public',
  summary: 'Returns what a pending sign-in needs: a second factor, or setting up the first one (Spec 2, /config/2fa/{token}).',
  input: z.strictObject({ token }),
  output: z.object({
    mode: z.enum(['enter', 'setup']),
    email: z.string(),
    name: z.string(),
    unit: z.string(),
    /** The user's own, if they chose one. A token is only given after the first step. */
    language: z.nullable(language),
    endsAt: instant,
    /** How it can be given on this host. */
    app: z.boolean(),
    recovery: z.boolean(),
    passkey: z.nullable(challenge),
    /** How the first one can be set up; null where one exists. */
    setup: z.nullable(fresh),
    setupPasskey: z.nullable(creation),
    /** It becomes the account’s first: a code mailed by the platform is required with it. */
    mailCode: z.boolean(),
    /** It belongs to the account: after losing all factors, a mailed link begins the reset. Otherwise an administrator resets it. */
    lost: z.boolean(),
    /** A reset of lost factors is running; it ends then. */
    lostUntil: z.nullable(instant),
  }),
  errors: ['factor_over', 'too_many_attempts'],
});
export type FactorPage = z.infer<typeof factorPage.output>;

export const loginFactor = endpoint({
  method: 'POST',
  path: '/api/login/2fa',
  needs: 'public',
  summary:
    'Completes a sign-in with a second factor: an app code, recovery code or passkey; with `setup`, the first code of a new app or a new passkey (Spec 7).',
  input: z.strictObject({
    token,
    code: z.optional(typedCode),
    passkey: z.optional(assertion),
    setup: z.optional(setup),
    setupPasskey: z.optional(attestation),
    mail_code: z.optional(typedCode),
    remember: z._default(z.boolean(), false),
  }),
  output: z.object({ ...loginAnswer.shape, /** Of a first factor, this once. */ recovery_codes: z.optional(codes) }),
  errors: [...doors, 'factor_wrong', 'factor_mail_code', 'required', 'user_change_password'],
});

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  needs: 'public',
  summary: 'Returns a challenge for signing in with just a passkey on this host; at most 600 in 15 minutes per address.',
  input: z.strictObject({
    /** The page offers it unasked, so over the limit it answers null instead of a refusal. */
    offer: z._default(z.boolean(), false),
  }),
  output: z.nullable(challenge),
  errors: ['too_many_attempts'],
});

export const loginPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  needs: 'public',
  summary: 'Signs in with a passkey of this host; possession and user verification count as both factors.',
  input: z.strictObject({ passkey: assertion }),
  output: loginAnswer,
  errors: [...doors, 'factor_wrong'],
});

const own = { needs: 'account.own' } as const;
/** How a user confirms a change: the password with a code, or a passkey of this host; users with none of these need no proof. */
const factorProof = { code: z.optional(typedCode), passkey: z.optional(assertion) };
const proof = { password: z.optional(givenPassword), ...factorProof };
const proofErrors = [
  'account_proof',
  'factor_wrong',
  'factor_over',
  'factor_proof',
  'factor_code',
  'password_wrong',
  'too_many_attempts',
] as const;
const name = nameText(longestName);

const boundTo = z.enum(['account', 'unit']);
/** The owner of the factors that the user was shown; if that has changed since, the answer is `account_proof`. */
const shownBound = { bound: z.optional(boundTo) };
/** For an account’s first factor: the code that the platform has mailed. */
const mailed = { mail_code: z.optional(typedCode) };
const factor = z.object({ id: z.string(), name: z.string(), at: instant, usedAt: z.nullable(instant) });
export const readFactors = endpoint({
  method: 'GET',
  path: '/api/auth/account/factors',
  ...own,
  summary: 'Lists the caller’s second factors: the authenticator app, passkeys with their hosts, and how many recovery codes are left.',
  input: nothing,
  output: z.object({
    /** Whose these are: the account’s, in every unit, or bound to this unit. */
    bound: boundTo,
    /** There is an account whose factors this session can’t reach until it is proved. */
    prove: z.boolean(),
    app: z.nullable(factor),
    passkeys: z.array(z.object({ ...factor.shape, host: z.string(), here: z.boolean() })),
    recovery: z.number(),
    /** How many remembered devices there are, in every unit: they skip the factor. */
    remembered: z.number(),
    /** A tenant of this user requires a second factor: the last one can't be removed. */
    required: z.boolean(),
    /** What proves a change unless a passkey does: the password, a code, both of them, or there is nothing to prove it with. */
    proof: z.enum(['password', 'code', 'both', 'none']),
    /** The account’s first factor requires a code that the platform mails. */
    mailCode: z.boolean(),
  }),
});
export type OwnFactors = z.infer<typeof readFactors.output>;

export const startApp = endpoint({
  method: 'POST',
  path: '/api/auth/account/factors/start',
  ...own,
  summary: 'Returns a key for a new authenticator app; nothing is stored until its first code arrives.',
  input: nothing,
  output: fresh,
});

export const addApp = endpoint({
  method: 'POST',
  path: '/api/auth/account/factors',
  ...own,
  summary: 'Adds the authenticator app whose first code is given; the first factor comes with ten recovery codes.',
  input: z.strictObject({ ...setup.shape, name, app_code: typedCode, ...shownBound, ...mailed, ...proof }),
  output: z.object({ status: z.literal('ok'), recovery_codes: z.nullable(codes) }),
  errors: [...proofErrors, 'factor_mail_code', 'factor_full', 'sign_in_again'],
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/account/passkeys/options',
  ...own,
  summary: 'Returns the options for creating a passkey on this host, after the caller has proved who they are.',
  input: z.strictObject({ ...shownBound, ...mailed, ...proof }),
  output: creation,
  errors: [...proofErrors, 'factor_mail_code', 'factor_full', 'sign_in_again'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/account/passkeys',
  ...own,
  summary: 'Adds the passkey the browser created for this host.',
  input: z.strictObject({ name, passkey: attestation }),
  output: z.object({ status: z.literal('ok'), recovery_codes: z.nullable(codes) }),
  errors: ['account_proof', 'factor_wrong', 'factor_over', 'factor_full'],
});

export const renameFactor = endpoint({
  method: 'PUT',
  path: '/api/auth/account/factors/{id}',
  ...own,
  summary: 'Renames an authenticator app or a passkey.',
  input: z.strictObject({ id, name }),
  output: done,
  errors: ['not_found'],
});

export const removeFactor = endpoint({
  method: 'POST',
  path: '/api/auth/account/factors/{id}/remove',
  ...own,
  summary: 'Removes an authenticator app or a passkey, and forgets remembered devices.',
  input: z.strictObject({ id, ...proof }),
  output: done,
  errors: [...proofErrors, 'not_found', 'factor_required'],
});

export const renewCodes = endpoint({
  method: 'POST',
  path: '/api/auth/account/recovery-codes',
  ...own,
  summary: 'Generates ten new recovery codes; the previous ones stop working.',
  input: z.strictObject(proof),
  output: z.object({ recovery_codes: codes }),
  errors: [...proofErrors, 'not_found'],
});

export const forgetDevices = endpoint({
  method: 'POST',
  path: '/api/auth/account/devices/forget',
  ...own,
  summary: 'Forgets all of the caller’s remembered devices in every unit, this one too; the next sign-in asks for the second factor.',
  input: nothing,
  output: z.object({ forgotten: z.number() }),
});

export const askPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/account/passkeys/challenge',
  ...own,
  summary: 'Returns a challenge for one of the caller’s passkeys of this host, to prove who they are within an active session.',
  input: nothing,
  output: z.object({ challenge: z.nullable(challenge) }),
});

export const confirmFactor = endpoint({
  method: 'POST',
  path: '/api/auth/account/factors/confirm',
  ...own,
  summary: 'Verifies the second factor again within an active session, as a partner does before visiting a unit (BEHAVIOUR 13).',
  input: z.strictObject(factorProof),
  output: done,
  errors: [...proofErrors, 'required'],
});

export const proofOptions = endpoint({
  method: 'POST',
  path: '/api/auth/account/proof/options',
  ...own,
  summary: 'Lists how the caller can prove their account in a session that only the business unit vouched for.',
  input: nothing,
  output: z.object({
    /**
     * `none`: there is no account, or it is in reach already; `elsewhere`: the unit controls this host’s DNS, so nothing is proved here.
     */
    state: z.enum(['here', 'elsewhere', 'none']),
    /** For `elsewhere`: the address of the business unit’s portal on a host of the product, if it has one. */
    at: z.nullable(z.string()),
    password: z.boolean(),
    /** The account has a factor: the password needs a code with it. */
    code: z.boolean(),
    passkey: z.nullable(challenge),
  }),
});
export type ProofOptions = z.infer<typeof proofOptions.output>;

export const proveAccount = endpoint({
  method: 'POST',
  path: '/api/auth/account/proof',
  ...own,
  summary: 'Proves the caller’s account for 15 minutes of this session, by password and second factor or by a passkey of the account.',
  input: z.strictObject(proof),
  output: z.object({ status: z.literal('ok'), until: instant }),
  errors: [...proofErrors, 'account_elsewhere', 'not_found'],
});

export const userFactors = endpoint({
  method: 'GET',
  path: '/api/auth/users/{id}/factors',
  needs: 'users.read',
  kinds: visits,
  screens: ['user'],
  summary: 'Returns whether a user has a second factor, and of which kinds.',
  input: z.strictObject({ id }),
  output: z.object({
    app: z.boolean(),
    passkeys: z.number(),
    recovery: z.number(),
    usedAt: z.nullable(instant),
    required: z.boolean(),
    /** Since when the user waits to be readmitted after a reset of the account’s factors; null = not waiting. */
    waitsSince: z.nullable(instant),
    /** How many are bound to this tenant: the others are the account’s, and no tenant resets them. */
    bound: z.number(),
  }),
  errors: ['not_found'],
});

export const resetFactors = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/factors/reset',
  needs: 'users.edit',
  screens: ['user'],
  summary: 'Removes the second factors bound to this tenant from a user who lost them, ends their sessions and notifies them.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'own_person', 'factor_account', 'factor_none'],
});
