import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { exports } from '../../../db/schema/exports.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { type ExportRow, type ExportStateName, exportFaults } from '../../../domain/exports/contract.ts';
import { activeStates, retriableStates, runningStates } from '../../../domain/exports/states.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';

/** In SQL fragments and lists, `e` is the export. */
export const e = alias(exports, 'e');
export const isOwn = eq(e.userId, sql`(select app.user_id())`);

/** A list of texts as one parameter. */
export const textArray = (texts: readonly string[]) => sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

// As SQL text, not parameters, to match the partial indexes.
const getList = (states: readonly ExportStateName[]) => sql.raw(`(${states.map((state) => `'${state}'`).join(',')})`);
export const running = getList(runningStates);
export const active = getList(activeStates);
export const retriable = getList(retriableStates);

/** How many exports of the same account are ahead of e: the running ones and the earlier ones. */
const before = sql`(select count(*)::int from exports x where x.tenant_id = e.tenant_id and x.account_id = e.account_id
  and (x.state in ${running} or (x.state = 'queued' and (x.created_at, x.id) < (e.created_at, e.id))))`;

/** A ready export past its expiry shows as expired, even before a job marks it. */
const stateNow = sql<ExportStateName>`case when ${e.state} = 'ready' and ${e.expiresAt} <= app.now() then 'expired' else ${e.state} end`;
const listed = {
  id: e.id,
  reportId: e.reportId,
  report: e.reportTitle,
  format: e.format,
  pages: e.pages,
  percent: e.percent,
  error: e.error,
  bytes: e.bytes,
  extension: e.extension,
  mail: e.mail,
  watermarked: sql<boolean>`${e.watermark} is not null`,
  createdAt: e.createdAt,
  endedAt: e.endedAt,
  expiresAt: e.expiresAt,
  state: stateNow,
  ahead: sql<number | null>`case when ${e.state} = 'queued' then ${before} end`,
};
export const listedExports = (db: Db, sortValue: SQL<string>) =>
  db
    .select({ ...listed, sort_value: sortValue })
    .from(e)
    .$dynamic();
type Row = Awaited<ReturnType<typeof listedExports>>[number];

/** A row in the contract's form, field by field; the identity and the fingerprint (`wish`) are not returned. */
export const present = (row: Row): ExportRow => ({
  id: row.id,
  reportId: row.reportId,
  report: row.report,
  format: row.format,
  pages: row.pages.length,
  state: row.state,
  percent: row.percent,
  ahead: row.ahead,
  error: exportFaults.find((fault) => fault === row.error) ?? (row.error ? 'export_refused' : null),
  bytes: row.bytes,
  extension: row.extension,
  mail: toFlag(row.mail),
  watermarked: row.watermarked,
  createdAt: toIso(row.createdAt),
  endedAt: isoOrNull(row.endedAt),
  expiresAt: isoOrNull(row.expiresAt),
});

/** The fields of one of the user's own exports that a new decision needs. */
export const ownExport = (db: Db, id: string) =>
  db
    .select({
      format: e.format,
      pages: e.pages,
      bookmark: e.bookmark,
      language: e.language,
      identity: e.identity,
      file: e.file,
      state: stateNow,
    })
    .from(e)
    .where(and(eq(e.id, id), isOwn));
export type OwnRow = Awaited<ReturnType<typeof ownExport>>[number];

/** The export that has waited longest for a place at an account; it is woken when a place becomes free. */
export const nextInLine = (accountId: SQL): SQL =>
  sql`(select x.id from exports x where x.account_id = ${accountId} and x.state = 'queued' and x.next_at <= app.now()
    order by x.created_at, x.id limit 1)`;
