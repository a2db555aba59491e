import { sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listSeen, type SeenRow } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
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

/** The reports of one user: the statement for who sees a report, with the user fixed instead of the report. */
export const findSeen = bind(listSeen, async (input, ctx) => {
  const list = keyset(input, { title: { sql: sql`r.sort_key`, cast: 'text' } }, 'title', sql`r.id`);
  const where = seenBy(input.id, input.search);
  const [found, counted] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
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
