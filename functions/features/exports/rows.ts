import { type SQL, sql } from 'drizzle-orm';
import { toFlag } from '../../../domain/contract/fields.ts';
import { type ExportFormat, type ExportRow, type ExportStateName, exportFaults } from '../../../domain/exports/contract.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';

export type Row = {
  id: string;
  report_id: string;
  report_title: string;
  format: ExportFormat;
  pages: string[];
  state: ExportStateName;
  percent: number;
  ahead: number | null;
  error: string | null;
  bytes: string | null;
  extension: string | null;
  mail: boolean;
  watermarked: boolean;
  created_at: string;
  ended_at: string | null;
  expires_at: string | null;
};

/** A list of texts as one parameter. */
export const textArray = (texts: readonly string[]) => sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

/** States in which an export is under way or in line. */
export const active = sql.raw("('queued','running','finishing')");
export const ended = sql.raw("('ready','failed','cancelled','expired')");

/** Exports of the same account that are before e: those that run, and those that came earlier. */
const before = sql`(select count(*)::int from exports x where x.tenant_id = e.tenant_id and x.account_id = e.account_id
  and (x.state in ('running','finishing') or (x.state = 'queued' and (x.created_at, x.id) < (e.created_at, e.id))))`;

export const columns = sql`e.id, e.report_id, e.report_title, e.format, e.pages, e.percent, e.error, e.bytes, e.extension, e.mail, e.watermark is not null as watermarked, e.created_at, e.ended_at, e.expires_at,
  case when e.state = 'ready' and e.expires_at <= app.now() then 'expired' else e.state end as state, case when e.state = 'queued' then ${before} end as ahead`;

const iso = (value: string | null) => (value ? new Date(value).toISOString() : null);

/** A row as the contract has it, field by field; under whom and with what it was asked for stays here. */
export const present = (row: Row): ExportRow => ({
  id: row.id,
  reportId: row.report_id,
  report: row.report_title,
  format: row.format,
  pages: row.pages.length,
  state: row.state,
  percent: row.percent,
  ahead: row.ahead,
  error: exportFaults.find((fault) => fault === row.error) ?? (row.error ? 'export_refused' : null),
  bytes: row.bytes === null ? null : Number(row.bytes),
  extension: row.extension,
  mail: toFlag(row.mail),
  watermarked: row.watermarked,
  createdAt: new Date(row.created_at).toISOString(),
  endedAt: iso(row.ended_at),
  expiresAt: iso(row.expires_at),
});

/** What deciding again needs of an export of one's own. */
export type OwnRow = {
  id: string;
  report_id: string;
  report_title: string;
  format: ExportFormat;
  pages: string[];
  bookmark: string | null;
  language: string;
  identity: RlsIdentity | null;
  state: ExportStateName;
  file: string | null;
  extension: string | null;
  account_id: string | null;
};
export const ownExport = (id: string) =>
  sql`select e.id, e.report_id, e.report_title, e.format, e.pages, e.bookmark, e.language, e.identity, e.file, e.extension, e.account_id,
    case when e.state = 'ready' and e.expires_at <= app.now() then 'expired' else e.state end as state
    from exports e where e.id = ${id}::uuid and e.user_id = (select app.user_id())`;

/** The export that has waited longest for a place at an account; told to look now when a place gets free. */
export const nextInLine = (accountId: SQL): SQL =>
  sql`(select x.id from exports x where x.account_id = ${accountId} and x.state = 'queued' and x.next_at <= app.now() order by x.created_at, x.id limit 1)`;
