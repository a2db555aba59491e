import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { customInWords, type PastField } from '../../../domain/custom-fields/past.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { managedHistory } from '../../../domain/report-management/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { whoDid } from '../../http/past.ts';
import { languageOf } from '../../http/table-file.ts';
import { pastFieldsQuery } from '../custom-fields/index.ts';

type Row = { id: string; at: string; who: string | null; what: string; change: { before?: unknown; after?: unknown } };
const shown = 100;
const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

/** What happened to a report itself; its views are no part of it. */
export const readManagedHistory = bind(managedHistory, async ({ id }, ctx) => {
  const [there, rows, custom] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(sql`select 1 from reports where id = ${id}::uuid`),
    db.execute(
      sql`select a.id, a.at, ${whoDid} as who, a.what, a.change from audit a where a.row_id = ${id}::uuid order by a.at desc, a.id limit ${shown}`,
    ),
    pastFieldsQuery(db, 'report'),
  ]);
  if (there.rows.length === 0) throw new AppError('not_found');
  const reader = { fields: rowsOf<PastField>(custom), language: languageOf(ctx), own: ctx.tenant.language };
  return {
    items: rowsOf<Row>(rows).map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      who: row.who,
      what: row.what,
      ...customInWords({ before: facts(row.change.before), after: facts(row.change.after) }, reader),
    })),
  };
});
