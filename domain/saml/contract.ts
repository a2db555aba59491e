import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, flag, id, instant, nameText, optionalText, text, version } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { profile } from '../session/contract.ts';
import { mappedFields } from './attributes.ts';
import { checkNames } from './checks.ts';
import {
  maxAddressLength,
  maxCertificates,
  maxDocumentBytes,
  maxDomains,
  maxIssuerLength,
  maxNameLength,
  maxRules,
  samlSorts,
  samlViews,
} from './limits.ts';

// SAML apps of a tenant (Spec 2, 7): the providers its users can sign in with.

const screens = ['azure/saml'] as const;
const status = z.enum(['A', 'I']);
const string = z.string();
const plain = z.literal('user', 'invalid');

const certificate = z.object({
  /** Base64 of the certificate itself, without the PEM lines around it. */
  pem: string,
  subject: string,
  from: instant,
  until: instant,
  fingerprint: string,
});

const samlRow = z.object({
  id: string,
  name: string,
  status,
  issuer: string,
  domains: z.array(string),
  /** When the last of its certificates expires. */
  certificateUntil: z.nullable(instant),
  people: z.number(),
  lastUsedAt: z.nullable(instant),
  createdAt: instant,
  version: z.number(),
});
export type SamlRow = z.infer<typeof samlRow>;

const map = z.strictObject(
  Object.fromEntries(mappedFields.map((field) => [field, optionalText(300)])) as Record<
    (typeof mappedFields)[number],
    ReturnType<typeof optionalText>
  >,
); // because fromEntries forgets the names
const address = optionalText(maxAddressLength);

/** The settings of an app that an administrator enters. */
const samlFields = {
  name: nameText(maxNameLength),
  issuer: text(maxIssuerLength),
  signInUrl: text(maxAddressLength),
  signOutUrl: address,
  signOutResponseUrl: address,
  metadataUrl: address,
  certificates: z
    .array(z.string().check(z.maxLength(20_000, 'too_long')))
    .check(z.minLength(1, 'required'), z.maxLength(maxCertificates, 'too_long')),
  domains: z._default(z.array(z.string().check(z.trim(), z.maxLength(253, 'too_long'))).check(z.maxLength(maxDomains, 'too_long')), []),
  map: z._default(map, { subject: '', email: '', name: '', phone: '', department: '', position: '', groups: '' }),
  /** Of users created at their first sign-in: ordinary users only. */
  defaultProfile: z.optional(plain),
  jit: flag,
  sync: flag,
  idpInitiated: flag,
  signRequests: flag,
  singleLogout: flag,
  groups: z._default(z.array(z.strictObject({ value: text(300), group: id })).check(z.maxLength(maxRules, 'too_long')), []),
  /** A provider's group never makes a user an administrator. */
  profiles: z._default(z.array(z.strictObject({ value: text(300), profile: plain })).check(z.maxLength(maxRules, 'too_long')), []),
};
const output = {
  ...samlRow.shape,
  signInUrl: string,
  signOutUrl: string,
  signOutResponseUrl: string,
  metadataUrl: string,
  certificates: z.array(certificate),
  map: z.record(string, string),
  defaultProfile: profile,
  jit: flag,
  sync: flag,
  idpInitiated: flag,
  signRequests: flag,
  singleLogout: flag,
  groups: z.array(z.object({ value: string, group: string, name: z.nullable(string) })),
  profiles: z.array(z.object({ value: string, profile })),
  /** This portal's data to enter at the provider. */
  own: z.object({ entityId: string, acs: string, metadata: string, logout: string, certificate }),
};
const samlApp = z.object(output);
export type SamlApp = z.infer<typeof samlApp>;

const list = listInput(samlSorts);
const view = { view: z.optional(z.enum(samlViews)) };

export const listSaml = endpoint({
  method: 'GET',
  path: '/api/auth/saml/all',
  needs: 'saml.manage',
  screens,
  summary: 'Lists the SAML apps of this tenant in the order of the sign-in page (Spec 7).',
  input: z.strictObject({ ...list, ...view }),
  output: z.object({
    ...page(samlRow).shape,
    counts: z.object({ all: z.number(), A: z.number(), I: z.number() }),
    profiles: z.array(profile),
  }),
  // What the layer above keeps to itself is refused at every call, including reads (Spec 6).
  errors: ['function_disabled'],
});

export const exportSaml = endpoint({
  method: 'GET',
  path: '/api/auth/saml/export',
  needs: 'saml.manage',
  screens,
  summary: 'Exports the same list as text rows; formula cells are prefixed.',
  input: z.strictObject({ search: list.search, sort: list.sort, ...view, ...filePart }),
  output: tableFile,
  errors: ['function_disabled'],
});

export const samlCompanies = endpoint({
  method: 'GET',
  path: '/api/auth/saml/companies/used',
  needs: 'saml.manage',
  screens,
  summary: 'Lists the business units that sign in through SAML: this tenant’s own and those below (Spec 7).',
  input: z.strictObject({}),
  output: z.object({
    companies: z.array(z.object({ id: string, name: string, apps: z.number(), active: z.number(), people: z.number() })),
  }),
  errors: ['function_disabled'],
});

export const readSaml = endpoint({
  method: 'GET',
  path: '/api/auth/saml/{id}',
  needs: 'saml.manage',
  screens,
  summary: 'Returns one SAML app with the values to enter at the provider; never a private key.',
  input: z.strictObject({ id }),
  output: samlApp,
  errors: ['not_found', 'function_disabled'],
});

export const samlHistory = endpoint({
  method: 'GET',
  path: '/api/auth/saml/{id}/history',
  needs: 'saml.manage',
  screens,
  summary: 'Lists who changed this SAML app, when, and the previous values.',
  input: z.strictObject({ id }),
  output: z.object({
    items: z.array(
      z.object({
        id: string,
        at: instant,
        who: z.nullable(string),
        what: string,
        before: z.record(string, z.unknown()),
        after: z.record(string, z.unknown()),
      }),
    ),
  }),
  errors: ['not_found', 'function_disabled'],
});

const fieldErrors = [
  'sso_domains',
  'sso_units_only',
  'name_taken',
  'saml_address',
  'saml_certificate',
  'saml_domain',
  'not_found',
  'function_disabled',
] as const;

export const addSaml = endpoint({
  method: 'POST',
  path: '/api/auth/saml/add',
  needs: 'saml.manage',
  screens,
  summary: 'Adds an inactive SAML app with its own key pair for encrypted assertions.',
  input: z.strictObject(samlFields),
  output: z.object({ id: string, version: z.number() }),
  errors: [...fieldErrors, 'saml_too_many'],
  maxBytes: maxDocumentBytes,
});

export const updateSaml = endpoint({
  method: 'PUT',
  path: '/api/auth/saml/update',
  needs: 'saml.manage',
  screens,
  summary: 'Updates the SAML app with the given id and version.',
  input: z.strictObject({ id, version, ...changed(samlFields), map: z.optional(z.strictObject(changed(map.shape))) }),
  output: z.object({ id: string, version: z.number() }),
  errors: [...fieldErrors, 'changed_meanwhile'],
  maxBytes: maxDocumentBytes,
});

export const samlStatus = endpoint({
  method: 'POST',
  path: '/api/auth/saml/change/status',
  needs: 'saml.manage',
  screens,
  summary: 'Shows or hides the SAML app on the sign-in page; sessions stay active.',
  input: z.strictObject({ id, status }),
  output: z.object({ id: string, version: z.number() }),
  errors: ['not_found', 'function_disabled'],
});

export const deleteSaml = endpoint({
  method: 'DELETE',
  path: '/api/auth/saml/delete',
  needs: 'saml.manage',
  screens,
  summary: 'Deletes a SAML app and ends the sessions it started; unlinks its provider’s users if no other app uses this provider.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'function_disabled'],
});

const samlMetadata = z.object({
  issuer: string,
  signInUrl: string,
  signOutUrl: string,
  signOutResponseUrl: string,
  certificates: z.array(certificate),
});
export const readSamlMetadata = endpoint({
  method: 'POST',
  path: '/api/auth/saml/metadata',
  needs: 'saml.manage',
  screens,
  summary: 'Reads a provider’s metadata from a URL or a document; stores nothing.',
  input: z.strictObject({ address, document: z._default(z.string().check(z.maxLength(maxDocumentBytes, 'too_long')), '') }),
  output: samlMetadata,
  errors: ['saml_address', 'saml_metadata', 'saml_unreachable', 'function_disabled'],
  maxBytes: maxDocumentBytes * 2,
});

export const startSamlTest = endpoint({
  method: 'POST',
  path: '/api/auth/saml/test',
  needs: 'saml.manage',
  screens,
  summary: 'Starts a test sign-in that shows the provider’s response and opens no session.',
  input: z.strictObject({ id }),
  output: z.object({ url: string }),
  errors: ['not_found', 'function_disabled'],
});

const samlTestResult = z.object({
  app: string,
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.enum(checkNames), ok: z.boolean(), detail: string })),
  /** What the portal reads from it; null where the signature was invalid. */
  person: z.nullable(
    z.object({
      subject: string,
      email: string,
      name: string,
      phone: string,
      department: string,
      position: string,
      groups: z.array(string),
      profile: string,
    }),
  ),
  attributes: z.array(z.object({ name: string, values: z.array(string) })),
  /** The signed part, decrypted if the provider encrypts it; empty where the signature was invalid. */
  assertion: string,
  /** The whole document as received. */
  document: string,
});
export type SamlTestResult = z.infer<typeof samlTestResult>;

export const readSamlTest = endpoint({
  method: 'POST',
  path: '/api/auth/saml/test/result',
  needs: 'saml.manage',
  screens,
  summary: 'Returns the result of a test sign-in, once.',
  input: z.strictObject({ ticket: z.string().check(z.regex(/^[\w-]{43}$/, 'invalid')) }),
  output: samlTestResult,
  errors: ['not_found', 'function_disabled'],
});

export const samlLogin = endpoint({
  method: 'POST',
  path: '/api/saml/login',
  needs: 'public',
  summary: 'Starts a sign-in with one of this host’s SAML apps; returns the address to redirect to (Spec 7).',
  input: z.strictObject({ app: id, redirect: z.optional(z.nullable(z.string().check(z.maxLength(2000, 'too_long')))) }),
  output: z.object({ url: string }),
  errors: ['error_saml', 'not_found', 'too_many_attempts'],
});
