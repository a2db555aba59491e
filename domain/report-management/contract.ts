import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, id, instant, nameText, optionalText, text, version, writtenText } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { customFilter, customInput, customShown } from '../custom-fields/contract.ts';
import { rowLimits } from '../report-access/grant-rule.ts';
import { freshness } from '../reports/contract.ts';
import type { ReportField } from './fields.ts';
import {
  bulkActions,
  coverKinds,
  managedSorts,
  maxCatalogDescriptionLength,
  maxChanged,
  maxCoverBytes,
  maxDescriptionLength,
  maxTitleLength,
  maxUrlLength,
} from './limits.ts';

// Reports as their managers see them (Spec 3, Report; BEHAVIOUR 15 and 17). Includes hidden ones.

const screens = ['management/report', 'management/view', 'report/a2m'];
const kind = z.enum(['powerbi', 'external']);
const named = z.object({ id: z.string(), name: z.string() });
const place = z.nullable(z.object({ id: z.string(), name: z.string(), hue: z.number() }));
const cover = z.object({ kind: z.enum(coverKinds), file: z.nullable(z.string()) });
const restriction = z.enum(['none', 'filters', 'rls']);
const orientation = z.enum(['landscape', 'portrait', 'auto']);
const watermark = z.enum(['inherit', 'on', 'off']);

const managedRow = z.object({
  id: z.string(),
  title: z.string(),
  kind,
  group: place,
  subgroup: z.nullable(named),
  owner: z.nullable(named),
  cover,
  verified: z.boolean(),
  hidden: z.boolean(),
  onCatalog: z.boolean(),
  needsIdentity: z.boolean(),
  /** What limits the rows that people see: the model's RLS (or ignored), filters or RLS that its owner expects, or nothing. */
  rowLimits: z.enum(rowLimits),
  /** Who has a grant: everyone, some users, or no one yet. */
  audience: z.enum(['everyone', 'some', 'nobody']),
  dataAt: z.nullable(instant),
  freshness,
  addedAt: instant,
  /** Values of searchable custom fields, by key. */
  custom: customShown,
  version: z.number(),
});
export type ManagedRow = z.infer<typeof managedRow>;

const managedCounts = z.object({
  all: z.number(),
  visible: z.number(),
  hidden: z.number(),
  verified: z.number(),
  catalog: z.number(),
  noIdentity: z.number(),
});

const filters = {
  view: z.optional(z.enum(['visible', 'hidden', 'verified', 'catalog', 'noIdentity'])),
  kind: z.optional(kind),
  group: z.optional(id),
  subgroup: z.optional(id),
  owner: z.optional(id),
  custom: z.optional(customFilter),
};

export const listManaged = endpoint({
  method: 'GET',
  path: '/api/auth/management/reports',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Lists reports as their administrators see them, with hidden ones and a count for each filter tab.',
  input: z.strictObject({ ...listInput(managedSorts), ...filters }),
  output: z.object({ ...page(managedRow).shape, counts: managedCounts }),
});

export const exportManaged = endpoint({
  method: 'GET',
  path: '/api/auth/management/reports/export',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Exports the same list as text rows for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ search: listInput(managedSorts).search, sort: listInput(managedSorts).sort, ...filters, ...filePart }),
  output: tableFile,
});

/** Title and description in one language; a missing language falls back to the report's, both together. */
const localText = z.optional(z.strictObject({ title: nameText(maxTitleLength), description: optionalText(maxDescriptionLength) }));
const texts = z.strictObject({ 'pt-BR': localText, 'en-US': localText, es: localText, 'pt-PT': localText });

const optionFields = {
  navigationPanel: z.boolean(),
  sideFilter: z.boolean(),
  hiddenPages: z.boolean(),
  visualHeaders: z.boolean(),
  mobileBackground: z.boolean(),
  orientation,
  showLastUpdate: z.boolean(),
  tenantColors: z.boolean(),
  allowEdit: z.boolean(),
  restriction,
  onCatalog: z.boolean(),
  onApp: z.boolean(),
  watermark,
} satisfies Partial<Record<ReportField, unknown>>;

const managedReport = z.object({
  ...managedRow.shape,
  description: z.string(),
  texts,
  externalUrl: z.nullable(z.string()),
  externalFrames: z.boolean(),
  account: z.nullable(named),
  workspace: z.nullable(named),
  serviceReportId: z.nullable(z.string()),
  reportType: z.enum(['report', 'paginated']),
  needsRoles: z.boolean(),
  ...optionFields,
  ignoreRlsRole: z.nullable(z.string()),
  catalogDescription: z.string(),
  resolution: z.nullable(z.string()),
  pages: z.array(z.object({ name: z.string(), displayName: z.string() })),
  addedBy: z.nullable(z.string()),
  /** What a deletion would remove. */
  favorites: z.number(),
  grants: z.number(),
  views: z.number(),
});
export type ManagedReport = z.infer<typeof managedReport>;

export const readManaged = endpoint({
  method: 'GET',
  path: '/api/auth/management/reports/{id}',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Returns one report with all fields and options, and what deleting it would remove.',
  input: z.strictObject({ id }),
  output: managedReport,
  errors: ['not_found'],
});

/** `frames`: shown inside; `tab`: its site refuses framing; `unreachable`: it didn't answer the portal, so it opens in a tab too. */
const linkAnswer = z.enum(['frames', 'tab', 'unreachable']);
export type LinkAnswer = z.infer<typeof linkAnswer>;
const url = z.string().check(z.trim(), z.maxLength(maxUrlLength, 'too_long'));
const basic = {
  title: nameText(maxTitleLength),
  description: optionalText(maxDescriptionLength),
  groupId: z.nullable(id),
  subgroupId: z.nullable(id),
};

export const addManaged = endpoint({
  method: 'POST',
  path: '/api/auth/management/reports',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Adds an external link after checking whether its site allows framing. Reports of a workspace are published through an import.',
  input: z.strictObject({ ...basic, externalUrl: url, audience: z._default(z.enum(['everyone', 'nobody']), 'nobody') }),
  output: z.object({ id: z.string(), version: z.number(), link: linkAnswer }),
  errors: ['not_found', 'reports_not_allowed', 'link_refused'],
});

const edited = {
  ...changed(basic),
  texts,
  ownerId: z.nullable(id),
  verified: z.boolean(),
  hidden: z.boolean(),
  coverKind: z.enum(coverKinds),
  externalUrl: z.nullable(url),
  ...optionFields,
  /** Null: RLS is not ignored. Else the role of the model that has no filter (REPORT_SERVICE T13). */
  ignoreRlsRole: z.nullable(text(100)),
  catalogDescription: z.optional(writtenText(maxCatalogDescriptionLength)),
  resolution: z.nullable(z.string().check(z.regex(/^[1-9]\d{2,4}x[1-9]\d{2,4}$/, 'invalid'))),
  custom: z.optional(customInput),
} satisfies Record<ReportField, unknown>;

export const editManaged = endpoint({
  method: 'PUT',
  path: '/api/auth/management/reports/{id}',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Updates a report at the given version; a stale version is refused with changed_meanwhile.',
  input: z.strictObject({ id, version, ...edited }),
  output: z.object({ id: z.string(), version: z.number(), link: z.nullable(linkAnswer) }),
  errors: ['not_found', 'changed_meanwhile', 'link_refused'],
});
/** An edit, complete: what it omitted as it is stored. */
export type ManagedFields = Required<z.output<typeof editManaged.input>>;

export const orderManaged = endpoint({
  method: 'PUT',
  path: '/api/auth/management/reports/order',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Reorders the reports of a group; the list must be complete. With `partial`, those given swap places, others stay.',
  input: z.strictObject({
    groupId: id,
    ids: z.array(id).check(z.minLength(1, 'required'), z.maxLength(1000, 'too_long')),
    partial: z.optional(z.boolean()),
  }),
  output: done,
  errors: ['changed_meanwhile'],
});

export const changeManaged = endpoint({
  method: 'POST',
  path: '/api/auth/management/reports/bulk',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Shows, hides, moves, verifies, lists in the catalog or deletes several reports; returns how many changed.',
  input: z.strictObject({
    action: z.enum(bulkActions),
    ids: z.array(id).check(z.minLength(1, 'required'), z.maxLength(maxChanged, 'too_long')),
    groupId: z.optional(z.nullable(id)),
    subgroupId: z.optional(z.nullable(id)),
  }),
  output: z.object({ changed: z.number() }),
  errors: ['not_found', 'group_not_found'],
});

export const managedHistory = endpoint({
  method: 'GET',
  path: '/api/auth/management/reports/{id}/history',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Lists who changed this report, when, and the previous values.',
  input: z.strictObject({ id }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: instant,
        who: z.nullable(z.string()),
        what: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const checkLink = endpoint({
  method: 'POST',
  path: '/api/auth/management/reports/{id}/link',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Checks again whether the site of an external link allows framing, and stores the result.',
  input: z.strictObject({ id }),
  output: z.object({ link: linkAnswer }),
  errors: ['not_found', 'link_refused'],
});

export const placeChoices = endpoint({
  method: 'GET',
  path: '/api/auth/management/places',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Lists groups with their sub-groups, to place a report in.',
  input: z.strictObject({}),
  output: z.object({
    groups: z.array(z.object({ id: z.string(), name: z.string(), hue: z.number(), hidden: z.boolean(), subgroups: z.array(named) })),
    /** False where the layer above doesn't allow this unit to add reports (tenants.allow_reports). */
    mayAdd: z.boolean(),
  }),
});

export const findOwners = endpoint({
  method: 'GET',
  path: '/api/auth/management/owners',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Lists users of this tenant for the owner picker, by prefix of a name or e-mail address.',
  input: z.strictObject({ q: z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), '') }),
  output: z.object({ people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })) }),
});

export const uploadCover = endpoint({
  method: 'PUT',
  path: '/api/auth/management/reports/{id}/cover',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Sets a report’s cover image (PNG, JPEG or WebP by content, base64); the previous one is deleted.',
  input: z.strictObject({ id, data: z.string().check(z.minLength(1, 'required'), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'invalid')) }),
  output: z.object({ file: z.string(), version: z.number() }),
  errors: ['not_found', 'invalid_file', 'body_too_large'],
  // Base64 turns three bytes into four letters, plus some room for the JSON around it.
  maxBytes: Math.ceil(maxCoverBytes / 3) * 4 + 1024,
});

export const removeCover = endpoint({
  method: 'DELETE',
  path: '/api/auth/management/reports/{id}/cover',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Removes a report’s cover image; the generated cover is shown again. Idempotent.',
  input: z.strictObject({ id }),
  output: z.object({ version: z.number() }),
  errors: ['not_found'],
});
