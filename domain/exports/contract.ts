import * as z from 'zod/mini';
import { viewing } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, flag, id, instant, queryInt } from '../contract/fields.ts';
import { page } from '../contract/page.ts';
import { language } from '../session/contract.ts';
import { maxPages } from './limits.ts';

export const exportFormats = ['PDF', 'PPTX', 'PNG'] as const;
export type ExportFormat = (typeof exportFormats)[number];
const exportStates = ['queued', 'running', 'finishing', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportStateName = (typeof exportStates)[number];

/** Why an export failed; each has its sentence in every language. */
export const exportFaults = [
  'capacity_paused',
  'report_service_down',
  'report_service_throttled',
  'report_missing_at_service',
  'report_account_refused',
  'rls_identity_missing',
  'report_in_maintenance',
  'export_refused',
  'export_stuck',
  'export_broken',
  'export_too_large',
  'export_too_large_to_mark',
  'export_png_off',
  'export_no_capacity',
  'export_outdated',
] as const;
export type ExportFault = (typeof exportFaults)[number];

const exportRow = z.object({
  id: z.string(),
  reportId: z.string(),
  report: z.string(),
  format: z.enum(exportFormats),
  /** 0 = every page that is not hidden. */
  pages: z.number(),
  state: z.enum(exportStates),
  percent: z.number(),
  /** How many wait before this one; null where it isn't waiting. */
  ahead: z.nullable(z.number()),
  error: z.nullable(z.enum(exportFaults)),
  bytes: z.nullable(z.number()),
  extension: z.nullable(z.string()),
  mail: flag,
  watermarked: z.boolean(),
  createdAt: instant,
  endedAt: z.nullable(instant),
  expiresAt: z.nullable(instant),
});
export type ExportRow = z.infer<typeof exportRow>;

const pageName = z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'too_long'));
const screens = ['reports/view', 'management/view'];

export const startExport = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/exports',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Starts an export of a report as the caller sees it now; the file is made in the background (REPORT_SERVICE D12).',
  input: z.strictObject({
    id,
    format: z.enum(exportFormats),
    /** The service's names of pages; none = every page that is not hidden. */
    pages: z._default(z.array(pageName).check(z.maxLength(maxPages, 'too_long')), []),
    /** The state of filters and visuals as the report itself captured it. */
    bookmark: z._default(z.nullable(z.string().check(z.minLength(1, 'invalid'), z.maxLength(200_000, 'too_long'))), null),
    language: z.optional(language),
    mail: z._default(flag, 'N'),
  }),
  output: z.object({ id: z.string(), state: z.enum(exportStates) }),
  errors: ['not_found', 'rls_identity_missing', 'report_in_maintenance', 'report_missing_at_service', 'export_not_offered', 'export_limit'],
  maxBytes: 300_000,
});

export const listExports = endpoint({
  method: 'GET',
  path: '/api/auth/exports',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Lists the caller’s exports with their progress, newest first.',
  input: z.strictObject({
    sort: z.optional(z.enum(['created', '-created'])),
    page: z.optional(queryInt(1, 1_000_000)),
    cursor: z.optional(z.string().check(z.maxLength(300, 'too_long'))),
    size: z.optional(queryInt(1, 100)),
  }),
  output: z.object({ ...page(exportRow).shape, active: z.number() }),
});

export const cancelExport = endpoint({
  method: 'POST',
  path: '/api/auth/exports/{id}/cancel',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Cancels an export that isn’t ready yet.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'export_over'],
});

export const retryExport = endpoint({
  method: 'POST',
  path: '/api/auth/exports/{id}/retry',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Retries an export that failed or whose file has expired, with the caller’s current access.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'rls_identity_missing', 'report_in_maintenance', 'report_missing_at_service', 'export_over', 'export_limit'],
});

export const downloadExport = endpoint({
  method: 'POST',
  path: '/api/auth/exports/{id}/download',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Returns a download address for the caller, valid for ten minutes; refused if their access has changed since the export.',
  input: z.strictObject({ id }),
  output: z.object({ url: z.string() }),
  errors: ['not_found', 'export_over', 'export_outdated', 'rls_identity_missing', 'report_in_maintenance'],
});

export const removeExport = endpoint({
  method: 'DELETE',
  path: '/api/auth/exports/{id}',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Deletes a finished export and its file.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'export_over'],
});
