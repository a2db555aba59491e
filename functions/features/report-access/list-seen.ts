import { and, eq, isNull, sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportSeen, listSeen, type SeenRow } from '../../../domain/report-access/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, getLastDay, getPart, tableFile } from '../../request/table-file.ts';
import { pathText } from './export-sight.ts';
import { present, rowColumns, rowShape, seenBy, source } from './sight-rows.ts';

const readPage = raw('report_access.seen', {
  ...rowShape,
  report_id: 'uuid',
  title: 'text',
  kind: typed<SeenRow['kind']>('text'),
  hue: 'int4?',
  sort_value: 'text',
});
const countFound = raw('report_access.seen_count', { n: 'int4' });

const readAll = raw('report_access.seen_export', { ...rowShape, title: 'text' });
const columns: Record<string, SortColumn> = {
  title: { sql: sql`r.sort_key`, cast: 'text' },
  until: { sql: sql`coalesce(path.valid_until, 'infinity'::timestamptz)`, cast: 'timestamptz' },
};

/** The reports of one user: the statement for who sees a report, with the user fixed instead of the report. */
export const findSeen = bind(listSeen, async (input, ctx) => {
  const list = keyset(input, columns, 'title', sql`r.id`);
  const where = seenBy(input.id, input.search);
  const [found, counted] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    readPage(
      db,
      sql`select ${rowColumns}, r.id as report_id, r.title, r.kind, g.hue, ${list.sortValue} as sort_value from ${source}
        where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    countFound(
      db,
      sql`select (select count(*)::int from ${source} where ${where}) as n
        from users one where one.id = ${input.id}::uuid and one.deleted_at is null`,
    ),
  ]);
  const [total] = counted.rows;
  if (!total) throw new AppError('not_found');
  const seen = found.rows.map((row) => ({ ...row, id: row.report_id, person: row.id }));
  const { rows: kept, ...paging } = list.answer(seen, total.n);
  return {
    items: kept.map((row) => {
      const { path, identity, filters, validUntil, reasons } = present(row);
      const { id, title, kind, hue } = row;
      return { id, title, kind, hue, path, identity, needsIdentity: row.powerbi && row.needs_identity, filters, validUntil, reasons };
    }),
    ...paging,
  };
});

export const exportSeenAsCsv = bind(exportSeen, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'title', sql`r.id`);
  const [{ rows }, found] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    readAll(
      db,
      sql`select ${rowColumns}, r.title from ${source} where ${seenBy(input.id, input.search)} order by ${list.orderBy} ${getPart(input)}`,
    ),
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, input.id), isNull(users.deletedAt))),
  ]);
  if (found.length === 0) throw new AppError('not_found');
  const texts = exportTexts(getLanguage(ctx));
  const seen = rows.map((row) => ({ ...present(row), title: row.title }));
  return tableFile(ctx, texts.reportsFile, seen, {
    title: [texts.title, (row) => row.title],
    why: [texts.accessPath, (row) => pathText(texts, row)],
    identity: [texts.accessIdentity, (row) => row.identity?.username],
    roles: [texts.accessRoles, (row) => row.identity?.roles.join(', ')],
    filters: [texts.accessFilters, (row) => row.filters],
    until: [texts.accessUntil, (row) => getLastDay(ctx, row.validUntil)],
    reasons: [texts.accessWhyNot, (row) => row.reasons.map((reason) => texts[`accessReason_${reason}`]).join('; ')],
  });
});
