import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { id, instant } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { analyzeSorts, defaultPeriod, periods, usageKinds, usageSorts } from './periods.ts';

// Usage statistics from the page-visit log: of one tenant's reports, and of the tenants below (Spec 2 `analyze`, BEHAVIOUR 16).

const days = z._default(z.enum(periods), defaultPeriod);
const by = z.enum(usageKinds);
const dayRow = z.object({ day: z.string(), views: z.number(), viewers: z.number() });

/** `others` counts the other side: users of a report, reports of a user. `seconds` were spent with it open. */
const usageRow = z.object({
  id: z.string(),
  name: z.string(),
  place: z.nullable(z.string()),
  views: z.number(),
  others: z.number(),
  seconds: z.number(),
  lastAt: z.nullable(instant),
});
export type UsageRow = z.infer<typeof usageRow>;

export const readUsage = endpoint({
  method: 'GET',
  path: '/api/auth/usage',
  needs: 'usage.read',
  kinds: visits,
  screens: ['management/report'],
  summary:
    'Returns the usage of this tenant’s reports in a period: totals, the previous period, one row per day and one count per hour of the day.',
  input: z.strictObject({ days, report: z.optional(id), user: z.optional(id) }),
  output: z.object({
    from: instant,
    views: z.number(),
    viewers: z.number(),
    seconds: z.number(),
    opened: z.number(),
    reports: z.number(),
    people: z.number(),
    before: z.object({ views: z.number(), viewers: z.number(), seconds: z.number() }),
    days: z.array(dayRow),
    hours: z.array(z.number()),
    about: z.nullable(z.string()),
  }),
  errors: ['not_found'],
});

const filters = { by, days, never: z.optional(z.literal('1')) };

export const listUsage = endpoint({
  method: 'GET',
  path: '/api/auth/usage/{by}',
  needs: 'usage.read',
  kinds: visits,
  screens: ['management/report'],
  summary: 'Lists usage by report or by user; `never` returns only those without a view in the period.',
  input: z.strictObject({ ...listInput(usageSorts), ...filters }),
  output: page(usageRow),
});

export const exportUsage = endpoint({
  method: 'GET',
  path: '/api/auth/usage/{by}/export',
  needs: 'usage.read',
  screens: ['management/report'],
  summary: 'Exports the same list for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ search: listInput(usageSorts).search, sort: listInput(usageSorts).sort, ...filters, ...filePart }),
  output: tableFile,
});

/** A tenant below with its usage; `trend` has one number for each day of the period, `peak` the most viewers of one day. */
const analyzeRow = z.object({
  id: z.string(),
  kind: z.enum(['platform', 'partner', 'unit']),
  name: z.string(),
  parent: z.nullable(z.string()),
  views: z.number(),
  peak: z.number(),
  seconds: z.number(),
  people: z.number(),
  userLimit: z.nullable(z.number()),
  reports: z.number(),
  lastDay: z.nullable(z.string()),
  trend: z.array(z.number()),
});
export type AnalyzeRow = z.infer<typeof analyzeRow>;

const analyzeFilters = { days, idle: z.optional(z.literal('1')) };

export const listAnalyze = endpoint({
  method: 'GET',
  path: '/api/auth/analyze',
  needs: 'analyze.read',
  screens: ['analyze'],
  summary: 'Lists usage of the tenants below with overall totals; `idle` returns only those where no report was opened.',
  input: z.strictObject({ ...listInput(analyzeSorts), ...analyzeFilters }),
  output: z.object({
    ...page(analyzeRow).shape,
    sums: z.object({
      tenants: z.number(),
      idle: z.number(),
      views: z.number(),
      seconds: z.number(),
      before: z.object({ views: z.number(), seconds: z.number() }),
    }),
    days: z.array(dayRow),
  }),
});

export const exportAnalyze = endpoint({
  method: 'GET',
  path: '/api/auth/analyze/export',
  needs: 'analyze.read',
  screens: ['analyze'],
  summary: 'Exports the usage of the tenants below for a CSV file.',
  input: z.strictObject({ search: listInput(analyzeSorts).search, sort: listInput(analyzeSorts).sort, ...analyzeFilters, ...filePart }),
  output: tableFile,
});
