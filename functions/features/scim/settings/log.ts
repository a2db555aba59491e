import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../../db/client.ts';
import { scimLog, scimTokens } from '../../../../db/schema/scim.ts';
import { formatDateTime } from '../../../../domain/format/date.ts';
import { toIso } from '../../../../domain/format/iso.ts';
import { exportScimLog, listScimLog, type ScimLogRow } from '../../../../domain/scim/contract.ts';
import type { LogView } from '../../../../domain/scim/limits.ts';
import { fold } from '../../../../domain/text/fold.ts';
import { exportTexts } from '../../../../i18n/server.ts';
import { bind } from '../../../request/bind.ts';
import { getEntry } from '../../../request/context.ts';
import { withinDays } from '../../../request/day-range.ts';
import { readDelegated, refuseUnlessDelegated } from '../../../request/delegation.ts';
import { foldedHas } from '../../../request/folded-sql.ts';
import { keyset, type SortColumn } from '../../../request/keyset.ts';
import { getLanguage, partRange, tableFile } from '../../../request/table-file.ts';

type Narrowed = { search?: string | undefined; from?: string | undefined; to?: string | undefined };

const columns: Record<string, SortColumn> = { at: { sql: sql`l.at`, cast: 'timestamptz' } };
const l = alias(scimLog, 'l');
const k = alias(scimTokens, 'k');
const fields = {
  ...{
    id: l.id,
    at: l.at,
    method: l.method,
    kind: sql<ScimLogRow['kind']>`${l.kind}`,
    rowId: l.rowId,
    name: l.name,
    status: l.status,
    code: l.code,
  },
  ...{ detail: l.detail, token: k.name, ip: l.ip, requestId: l.requestId },
};
const ownToken = and(eq(k.tenantId, l.tenantId), eq(k.id, l.tokenId));
const shownRows = (db: Db) => db.select(fields).from(l).leftJoin(k, ownToken);
type Row = Awaited<ReturnType<typeof shownRows>>[number];
const rowsWhere = (where: SQL) => sql<number>`count(*) filter (where ${where})::int`;
const views: Record<LogView, SQL> = { all: sql`true`, ok: sql`l.status < 400`, error: sql`l.status >= 400` };
const found = ({ search, ...days }: Narrowed, zone: string): SQL =>
  sql`${search ? foldedHas(sql`l.name`, fold(search)) : sql`true`} and ${withinDays(sql`l.at`, days, zone)}`;

const present = (row: Row): ScimLogRow => ({ ...row, at: toIso(row.at) });

export const findLog = bind(listScimLog, async ({ search, view, from, to, ...query }, ctx) => {
  const narrowed = found({ search, from, to }, ctx.tenant.zone);
  const list = keyset(query, columns, '-at', sql`l.id`);
  const where = sql`${narrowed} and ${views[view]}`;
  const [left, rows, [counts = { all: 0, ok: 0, error: 0 }]] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [
    readDelegated(db),
    list.page(
      db
        .select({ ...fields, sort_value: list.sortValue })
        .from(l)
        .leftJoin(k, ownToken)
        .$dynamic(),
      where,
    ),
    db
      .select({ all: rowsWhere(views.all), ok: rowsWhere(views.ok), error: rowsWhere(views.error) })
      .from(l)
      .where(narrowed),
  ]);
  refuseUnlessDelegated(left);
  const { rows: kept, ...paging } = list.answer(rows, counts[view]);
  return { items: kept.map(({ sort_value: _, ...row }) => present(row)), ...paging, counts };
});

export const exportLogAsFile = bind(exportScimLog, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`l.id`);
  const where = sql`${found(input, ctx.tenant.zone)} and ${views[input.view]}`;
  const range = partRange(input);
  const [left, rows] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [
    readDelegated(db),
    shownRows(db).where(where).orderBy(list.orderBy).limit(range.take).offset(range.skip),
  ]);
  refuseUnlessDelegated(left);
  const language = getLanguage(ctx);
  const texts = exportTexts(language);
  return tableFile(ctx, texts.scimLogFile, rows.map(present), {
    at: [texts.scimAt, (row) => formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
    name: [texts.name, (row) => row.name],
    what: [texts.scimWhat, (row) => `${row.method} ${row.kind}`],
    outcome: [texts.scimOutcome, (row) => row.status],
    detail: [texts.scimDetail, (row) => row.detail ?? ''],
    token: [texts.scimToken, (row) => row.token ?? ''],
    ip: [texts.scimIp, (row) => row.ip ?? ''],
  });
});
