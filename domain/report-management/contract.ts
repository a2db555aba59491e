import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { id, instant, optionalText, text } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { freshness } from '../reports/contract.ts';
import { coverKinds, managedSorts, maxDescriptionLength, maxTitleLength } from './limits.ts';

// Reports as those see them who manage them (Spec 3, Report; BEHAVIOUR 15 and 17). Hidden ones are here too.

const screens = ['management/report', 'management/view', 'report/a2m'];
const kind = z.enum(['powerbi', 'external']);
const named = z.object({ id: z.string(), name: z.string() });
const place = z.nullable(z.object({ id: z.string(), name: z.string(), hue: z.number() }));
const cover = z.object({ kind: z.enum(coverKinds), file: z.nullable(z.string()) });
const restriction = z.enum(['none', 'filters', 'rls']);
const orientation = z.enum(['landscape', 'portrait', 'auto']);
const watermark = z.enum(['inherit', 'on', 'off']);

export const managedRow = z.object({
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
  /** Who has a grant: everyone, some, or nobody yet. */
  audience: z.enum(['everyone', 'some', 'nobody']),
  dataAt: z.nullable(instant),
  freshness,
  addedAt: instant,
  version: z.number(),
});
export type ManagedRow = z.infer<typeof managedRow>;

export const managedCounts = z.object({
  all: z.number(),
  visible: z.number(),
  hidden: z.number(),
  verified: z.number(),
  catalog: z.number(),
  noIdentity: z.number(),
});
export type ManagedCounts = z.infer<typeof managedCounts>;

const filters = {
  view: z.optional(z.enum(['visible', 'hidden', 'verified', 'catalog', 'noIdentity'])),
  kind: z.optional(kind),
  group: z.optional(id),
  subgroup: z.optional(id),
  owner: z.optional(id),
};

export const listManaged = endpoint({
  method: 'GET',
  path: '/api/auth/management/reports',
  needs: 'reports.manage',
  screens,
  summary: 'Reports as who manages them sees them, the hidden ones too, with the count of each view.',
  input: z.strictObject({ ...listInput(managedSorts), ...filters }),
  output: z.object({ ...page(managedRow).shape, counts: managedCounts }),
});

/** One language's own title and description; a language that has none falls back to the report's, as a whole. */
const localText = z.optional(z.strictObject({ title: text(maxTitleLength), description: optionalText(maxDescriptionLength) }));
const texts = z.strictObject({ 'pt-BR': localText, 'en-US': localText, es: localText, 'pt-PT': localText });
export type ReportTexts = z.infer<typeof texts>;

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
};

export const managedReport = z.object({
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
  /** What a deletion would take. */
  favorites: z.number(),
  grants: z.number(),
  views: z.number(),
});
export type ManagedReport = z.infer<typeof managedReport>;

export const readManaged = endpoint({
  method: 'GET',
  path: '/api/auth/management/reports/{id}',
  needs: 'reports.manage',
  screens,
  summary: 'One report with every field and option, and what a deletion would take.',
  input: z.strictObject({ id }),
  output: managedReport,
  errors: ['not_found'],
});
