import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listSeen, type SeenRow } from '../../../domain/report-access/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { present, type Row, rowColumns, seenBy, source } from './sight-rows.ts';

type Seen = Row & { report_id: string; title: string; kind: SeenRow['kind']; hue: number | null; sort_value: string };

/** The reports of one person: the statement that asks who sees a report, with the person held instead of the report. */
export const findSeen = bind(listSeen, async (input, ctx) => {
  const list = keyset(input, { title: { sql: sql`r.sort_key`, cast: 'text' } }, 'title', sql`r.id`);
  const where = seenBy(input.id, input.search);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    db.execute(
      sql`select ${rowColumns}, r.id as report_id, r.title, r.kind, g.hue, ${list.sortValue} as sort_value from ${source} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(
      sql`select (select count(*)::int from ${source} where ${where}) as n from users one where one.id = ${input.id}::uuid and one.deleted_at is null`,
    ),
  ]);
  const [total] = rowsOf<{ n: number }>(counted);
  if (!total) throw new AppError('not_found');
  const seen = rowsOf<Seen>(rows).map((row) => ({ ...row, id: row.report_id, person: row.id }));
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
