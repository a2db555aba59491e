import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, flag, id, instant, nameText, optionalText, text, version } from '../contract/fields.ts';
import { profile } from '../session/contract.ts';
import {
  isDomain,
  isGuid,
  jitStatuses,
  maxDirectories,
  maxDirectoryName,
  maxDomains,
  maxGroupRules,
  maxSecretLength,
  privateAccounts,
} from './limits.ts';

// Signing in with Microsoft Entra ID (Spec 2: a cloud single-sign-on path).

const screens = ['azure/saml'] as const;
const string = z.string();
const lower = z.string().check(z.trim(), z.toLowerCase());
const guid = lower.check(z.refine(isGuid, 'invalid'));
const once = <T extends { id: string }>(list: T[]) => new Set(list.map((each) => each.id)).size === list.length;

export const startEntra = endpoint({
  method: 'POST',
  path: '/api/login/entra',
  needs: 'public',
  summary:
    'Starts a sign-in with Microsoft Entra ID: returns the address to redirect to and the state this browser keeps (bi:azure_sso) until the return.',
  input: z.strictObject({
    redirect: z.optional(z.string().check(z.maxLength(2000, 'too_long'))),
    email: z.optional(z.string().check(z.maxLength(254, 'too_long'))),
  }),
  output: z.object({ url: string, binding: string }),
  errors: ['error_saml', 'invalid_input', 'too_many_attempts'],
});

const shape = {
  enabled: flag,
  name: nameText(80),
  directories: z
    .array(
      z.strictObject({ id: guid.check(z.refine((value) => value !== privateAccounts, 'invalid')), name: optionalText(maxDirectoryName) }),
    )
    .check(z.maxLength(maxDirectories, 'too_long'), z.refine(once, 'invalid')),
  /** An app registration of this tenant instead of the product's. */
  own: flag,
  clientId: z._default(lower.check(z.refine((value) => value === '' || isGuid(value), 'invalid')), ''),
  domains: z.array(lower.check(z.refine(isDomain, 'invalid'))).check(z.maxLength(maxDomains, 'too_long')),
  /** Existing users are linked by their address at their first sign-in. */
  link: flag,
  jit: flag,
  jitStatus: z.enum(jitStatuses),
  /** Of users created at their first sign-in: ordinary users only. */
  defaultProfile: z.literal('user', 'invalid'),
  /** Guests of a directory can sign in too, if they are known or created just in time; they are never linked by an address. */
  guests: z._default(flag, 'N'),
  groups: z.array(z.strictObject({ claim: text(120), group: id })).check(z.maxLength(maxGroupRules, 'too_long')),
};

const entraSettings = z.object({
  ...shape,
  directories: z.array(z.object({ id: string, name: string })),
  clientId: string,
  domains: z.array(string),
  groups: z.array(z.object({ claim: string, group: string })),
  /** When the secret was set; never the secret. */
  secretAt: z.nullable(instant),
  people: z.number(),
  lastUsedAt: z.nullable(instant),
  version: z.number(),
});

export const readEntra = endpoint({
  method: 'GET',
  path: '/api/auth/entra',
  needs: 'signOn.manage',
  screens,
  summary: 'Returns the Microsoft Entra ID sign-in settings of this tenant, and the values to enter in the app registration.',
  input: z.strictObject({}),
  output: z.object({
    entra: z.nullable(entraSettings),
    /** Whether the product has an app registration that this tenant can use. */
    shared: z.boolean(),
    callback: string,
    profiles: z.array(profile),
    groups: z.array(z.object({ id: string, name: string })),
  }),
  errors: ['function_disabled'],
});

export const saveEntra = endpoint({
  method: 'PUT',
  path: '/api/auth/entra',
  needs: 'signOn.manage',
  screens,
  summary: 'Saves the Microsoft Entra ID settings; an omitted secret is left unchanged. Version 0 creates them.',
  input: z.strictObject({
    ...changed(shape),
    defaultProfile: z.optional(shape.defaultProfile),
    version,
    secret: z.optional(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxSecretLength, 'too_long'))),
  }),
  output: z.object({ version: z.number() }),
  errors: [
    'required',
    'invalid_input',
    'not_found',
    'changed_meanwhile',
    'function_disabled',
    'entra_no_registration',
    'sso_domains',
    'sso_units_only',
  ],
});

/** What the test sign-in checks, in this order; each has its text in i18n (entra.check.*). */
const entraChecks = ['registration', 'provider', 'directories', 'directory', 'secret', 'seats', 'domains'] as const;

export const tryEntra = endpoint({
  method: 'POST',
  path: '/api/auth/entra/try',
  needs: 'signOn.manage',
  screens,
  summary: 'Tests the saved settings and reports for each requirement of a sign-in whether it is met, and why not.',
  input: z.strictObject({}),
  output: z.object({
    checks: z.array(
      z.object({
        name: z.enum(entraChecks),
        outcome: z.enum(['ok', 'failed', 'note']),
        why: z.nullable(
          z.enum([
            'missing',
            'unreachable',
            'unknown_directory',
            'no_consent',
            'secret_wrong',
            'secret_expired',
            'refused',
            'none_left',
            'none',
          ]),
        ),
        /** The directory, by the name it has here. */
        directory: z.nullable(string),
        /** The provider's own words. */
        answer: z.nullable(string),
      }),
    ),
  }),
  errors: ['function_disabled'],
});
export type EntraCheck = z.infer<(typeof tryEntra)['output']>['checks'][number];

export const forgetEntra = endpoint({
  method: 'DELETE',
  path: '/api/auth/entra',
  needs: 'signOn.manage',
  screens,
  summary: 'Removes Microsoft Entra ID sign-in, its settings and its secret. Linked users stay linked, should it be set up again.',
  input: z.strictObject({}),
  output: done,
  errors: ['not_found', 'function_disabled'],
});
