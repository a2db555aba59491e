import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../../db/client.ts';
import { formatDateTime } from '../../../../domain/format/date.ts';
import { exportScimLog, listScimLog, type ScimLogRow } from '../../../../domain/scim/contract.ts';
import type { LogView } from '../../../../domain/scim/limits.ts';
import { exportTexts } from '../../../../i18n/server.ts';
import { bind } from '../../../http/bind.ts';
import { entryOf } from '../../../http/context.ts';
import { withinDays } from '../../../http/day-range.ts';
import { keyset, type SortColumn } from '../../../http/keyset.ts';
import { languageOf, partOf, tableFile } from '../../../http/table-file.ts';
import { readLeft, refuseUnlessLeft } from '../../../http/ways-left.ts';

type Row = Omit<ScimLogRow, 'rowId' | 'requestId'> & { row_id: string | null; request_id: string | null; sort_value: string };
type Narrowed = { search?: string | undefined; from?: string | undefined; to?: string | undefined };

const columns: Record<string, SortColumn> = { at: { sql: sql`l.at`, cast: 'timestamptz' } };
const source = sql`scim_log l left join scim_tokens k on k.tenant_id = l.tenant_id and k.id = l.token_id`;
const fields = sql`l.id, l.at, l.method, l.kind, l.row_id, l.name, l.status, l.code, l.detail, k.name as token, l.ip, l.request_id`;
const views: Record<LogView, SQL> = { all: sql`true`, ok: sql`l.status < 400`, error: sql`l.status >= 400` };
const found = ({ search, ...days }: Narrowed, zone: string): SQL =>
  sql`${search ? sql`starts_with(lower(l.name), ${search.toLowerCase()})` : sql`true`} and ${withinDays(sql`l.at`, days, zone)}`;

const present = ({ row_id, request_id, sort_value: _, ...row }: Row): ScimLogRow => ({
  ...row,
  at: new Date(row.at).toISOString(),
  rowId: row_id,
  requestId: request_id,
});

export const findLog = bind(listScimLog, async ({ search, view, from, to, ...query }, ctx) => {
  const narrowed = found({ search, from, to }, ctx.tenant.zone);
  const list = keyset(query, columns, '-at', sql`l.id`);
  const where = sql`${narrowed} and ${views[view]}`;
  const [left, rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    readLeft(db),
    db.execute(
      sql`select ${fields}, ${list.sortValue} as sort_value from ${source} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(
      sql`select count(*)::int as "all", count(*) filter (where ${views.ok})::int as ok, count(*) filter (where ${views.error})::int as error from scim_log l where ${narrowed}`,
    ),
  ]);
  refuseUnlessLeft(left);
  const counts = rowsOf<Record<LogView, number>>(counted)[0] ?? { all: 0, ok: 0, error: 0 };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), counts[view]);
  return { items: kept.map(present), ...paging, counts };
});

export const exportLogAsFile = bind(exportScimLog, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`l.id`);
  const where = sql`${found(input, ctx.tenant.zone)} and ${views[input.view]}`;
  const [left, rows] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    readLeft(db),
    db.execute(sql`select ${fields} from ${source} where ${where} order by ${list.orderBy} ${partOf(input)}`),
  ]);
  refuseUnlessLeft(left);
  const language = languageOf(ctx);
  const texts = exportTexts(language);
  return tableFile(ctx, texts.scimLogFile, rowsOf<Row>(rows).map(present), {
    at: [texts.scimAt, (row) => formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
    name: [texts.name, (row) => row.name],
    what: [texts.scimWhat, (row) => `${row.method} ${row.kind}`],
    outcome: [texts.scimOutcome, (row) => row.status],
    detail: [texts.scimDetail, (row) => row.detail ?? ''],
    token: [texts.scimToken, (row) => row.token ?? ''],
    ip: [texts.scimIp, (row) => row.ip ?? ''],
  });
});
