import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { dayRange } from '../contract/day-range.ts';
import { endpoint } from '../contract/endpoint.ts';
import { id, instant } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { auditFamilies } from './families.ts';

const auditSorts = ['at'] as const;

const auditFilters = { family: z.optional(z.enum(auditFamilies)), ...dayRange };

/** A structured value: rules, hours, custom fields, filters, an RLS identity. */
const auditParts = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);

/** Text stays text, whatever it looks like; structured values stay structured. */
const auditValue = z.union([z.string(), auditParts]);

export type AuditParts = z.infer<typeof auditParts>;

export type AuditValue = z.infer<typeof auditValue>;

const auditRow = z.object({
  id: z.string(),
  at: instant,
  who: z.nullable(z.string()),
  /** Who acted as that user. */
  actor: z.nullable(z.string()),
  what: z.string(),
  /** The report, group or user that was changed. */
  thing: z.nullable(z.string()),
  /** The recipient of what is given, or the user it is removed from; `everyone` for all. */
  whom: z.nullable(z.string()),
  /** Without `before` it is a fact of something new; null means it was empty until then. */
  fields: z.array(z.object({ field: z.string(), before: z.optional(z.nullable(auditValue)), after: z.nullable(auditValue) })),
  address: z.nullable(z.string()),
  /** Of an import: how many records are folded into this one; `run` with this id lists them. */
  folded: z.nullable(z.number()),
});

export type AuditRow = z.infer<typeof auditRow>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/auth/audit',
  needs: 'records.read',
  kinds: visits,
  screens: ['setting'],
  summary:
    'Lists the audit log of access changes: grants, groups, users with profiles and permissions, settings; searches by actor. An ' +
    'import is one row unless a search matches inside it.',
  input: z.strictObject({ ...listInput(auditSorts), ...auditFilters, run: z.optional(id) }),
  output: page(auditRow),
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/auth/audit/export',
  needs: 'records.read',
  screens: ['setting'],
  summary: 'Exports the same list as text rows.',
  input: z.strictObject({ search: listInput(auditSorts).search, sort: listInput(auditSorts).sort, ...auditFilters, ...filePart }),
  output: tableFile,
});
