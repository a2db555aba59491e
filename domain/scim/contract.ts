import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { day, flag, id, instant, nameText, optionalText, version } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { groupSorts, logSorts, logViews, maxTokenNameLength, tokenLives } from './limits.ts';

// How a tenant connects its directory (Spec 7, auth/scim; BEHAVIOUR 16, azure/saml): tokens, the mapped groups, the log. A partner that
// works in a unit doesn't change how its users sign in (BEHAVIOUR 13): no endpoint names another kind of session.

const screens = ['azure/saml'];
const root = '/api/auth/scim';

/** The provider to which a directory belongs: a SAML issuer, or a directory (tid) of Entra. */
const provider = z.object({ kind: z.enum(['saml', 'entra']), issuer: z.string() });
const tie = z.strictObject({
  kind: provider.shape.kind,
  issuer: z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'too_long')),
});

const token = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters, by which a token is recognized. */
  prefix: z.string(),
  createdAt: instant,
  addedBy: z.nullable(z.string()),
  expiresAt: z.nullable(instant),
  expired: z.boolean(),
  lastUsedAt: z.nullable(instant),
  lastIp: z.nullable(z.string()),
  provider: z.nullable(provider),
  version: z.number(),
});

export const readScim = endpoint({
  method: 'GET',
  path: `${root}/token`,
  needs: 'signOn.manage',
  screens,
  summary: 'Returns the SCIM base address, the active tokens without their secrets, the provisioning choices and current counts.',
  input: z.strictObject({}),
  output: z.object({
    url: z.string(),
    tokens: z.array(token),
    mostTokens: z.number(),
    /** Providers of this tenant to which a token can be tied. */
    providers: z.array(z.object({ ...provider.shape, name: z.string() })),
    invite: flag,
    version: z.number(),
    people: z.number(),
    groups: z.number(),
    /** Refusals of the last seven days. */
    errors: z.number(),
  }),
  errors: ['function_disabled'],
});

export const addScim = endpoint({
  method: 'POST',
  path: `${root}/add`,
  needs: 'signOn.manage',
  screens,
  summary: 'Creates a SCIM token and returns it once; at most two are active at a time.',
  input: z.strictObject({ name: nameText(maxTokenNameLength), life: z.enum(tokenLives), provider: z.optional(z.nullable(tie)) }),
  output: z.object({ id: z.string(), token: z.string() }),
  errors: ['scim_token_limit', 'not_found', 'function_disabled'],
});

export const updateScim = endpoint({
  method: 'PUT',
  path: `${root}/update`,
  needs: 'signOn.manage',
  screens,
  summary: 'Renames a SCIM token, or ties its directory to a provider: only then can it take over users created in the portal.',
  input: z.strictObject({ id, version, name: nameText(maxTokenNameLength), provider: z.optional(z.nullable(tie)) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['changed_meanwhile', 'not_found', 'function_disabled'],
});

export const deleteScim = endpoint({
  method: 'DELETE',
  path: `${root}/delete`,
  needs: 'signOn.manage',
  screens,
  summary: 'Revokes a SCIM token; the directory is refused from its next call on.',
  input: z.strictObject({ id }),
  output: z.object({ id: z.string() }),
  errors: ['function_disabled'],
});

export const saveScimChoices = endpoint({
  method: 'PUT',
  path: `${root}/choices`,
  needs: 'signOn.manage',
  screens,
  summary: 'Sets whether provisioned users are invited by e-mail to set a password.',
  input: z.strictObject({ invite: flag, version }),
  output: z.object({ version: z.number() }),
  errors: ['changed_meanwhile', 'function_disabled'],
});

const groupRow = z.object({
  id: z.string(),
  /** The directory's name for it. */
  name: z.string(),
  group: z.object({ id: z.string(), name: z.string() }),
  members: z.number(),
  profile: z.nullable(z.literal('admin')),
  linked: z.boolean(),
  version: z.number(),
});

export const listScimGroups = endpoint({
  method: 'GET',
  path: `${root}/groups`,
  needs: 'signOn.manage',
  screens,
  summary: 'Lists the directory’s groups with the user group each maps to and the profile it gives.',
  input: z.strictObject({ ...listInput(groupSorts) }),
  output: page(groupRow),
  errors: ['function_disabled'],
});

export const exportScimGroups = endpoint({
  method: 'GET',
  path: `${root}/groups/export`,
  needs: 'signOn.manage',
  screens,
  summary: 'Exports the same list as text rows; formula cells are prefixed.',
  input: z.strictObject({ search: listInput(groupSorts).search, sort: listInput(groupSorts).sort, ...filePart }),
  output: tableFile,
  errors: ['function_disabled'],
});

export const scimGroupChoices = endpoint({
  method: 'GET',
  path: `${root}/groups/choices`,
  needs: 'signOn.manage',
  screens,
  summary: 'Lists the user groups that no directory group maps to.',
  input: z.strictObject({ q: optionalText(100) }),
  output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  errors: ['function_disabled'],
});

export const mapScimGroup = endpoint({
  method: 'PUT',
  path: `${root}/groups/{id}`,
  needs: 'signOn.manage',
  screens,
  summary: 'Maps a directory group to another user group, or sets the profile of its members. The last administrator keeps their profile.',
  input: z.strictObject({ id, version, profile: z.nullable(z.literal('admin')), userGroupId: z.optional(id) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['changed_meanwhile', 'last_administrator', 'function_disabled', 'scim_group_taken', 'gives_more'],
});

const logRow = z.object({
  id: z.string(),
  at: instant,
  method: z.string(),
  kind: z.enum(['User', 'Group', 'Bulk', 'Other']),
  rowId: z.nullable(z.string()),
  name: z.string(),
  status: z.number(),
  code: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  token: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export type ScimLogRow = z.infer<typeof logRow>;
const logFilters = { view: z._default(z.enum(logViews), 'all'), from: z.optional(day), to: z.optional(day) };

export const listScimLog = endpoint({
  method: 'GET',
  path: `${root}/log`,
  needs: 'signOn.manage',
  screens,
  summary: 'Lists what the directory changed in the last 90 days and what was refused, with the reason; searches by a part of a name.',
  input: z.strictObject({ ...listInput(logSorts), ...logFilters }),
  output: z.object({ ...page(logRow).shape, counts: z.object({ all: z.number(), ok: z.number(), error: z.number() }) }),
  errors: ['function_disabled'],
});

export const exportScimLog = endpoint({
  method: 'GET',
  path: `${root}/log/export`,
  needs: 'signOn.manage',
  screens,
  summary: 'Exports the same list as text rows; formula cells are prefixed.',
  input: z.strictObject({ search: listInput(logSorts).search, sort: listInput(logSorts).sort, ...logFilters, ...filePart }),
  output: tableFile,
  errors: ['function_disabled'],
});
