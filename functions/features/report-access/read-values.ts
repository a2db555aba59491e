import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readValues } from '../../../domain/report-access/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { type AccountRow, accountOf, accountOfReport, providerOf, refusalOf } from '../reports/index.ts';

type Found = { workspace_id: string | null; dataset_id: string | null; needs_identity: boolean };
type Kept = { until: number; values: string[] | null };

const mostValues = 200;
const longestValue = 200;
const keptMs = 10 * 60_000;
const mostKept = 200;
const kept = new Map<string, Kept>();

function keep(key: string, entry: Kept): void {
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  kept.delete(key);
  kept.set(key, entry);
}

/** What a column of the model holds, as far as the service lists it to this account; asked anew after ten minutes. */
export const readModelValues = bind(readValues, async ({ id, table, column }, ctx) => {
  const [found, accounts] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    db.execute(sql`select r.workspace_id, r.dataset_id, r.needs_identity from reports r where r.id = ${id}::uuid and r.kind = 'powerbi'`),
    accountOfReport(db, id),
  ]);
  const [report] = rowsOf<Found>(found);
  if (!report) throw new AppError('not_found');
  // The service runs no query of an application on a model with row-level security (docs/design/REPORT_SERVICE.md, 1.2).
  if (report.needs_identity) return { values: null, refused: 'rls' as const };
  const { workspace_id: workspace, dataset_id: dataset } = report;
  if (!workspace || !dataset) throw new AppError('report_missing_at_service');
  const key = JSON.stringify([ctx.tenant.id, dataset, table, column]);
  const now = ctx.clock.now();
  const known = kept.get(key);
  if (known && known.until > now) return answerOf(known.values);
  const account = await accountOf(ctx, rowsOf<AccountRow>(accounts)[0] ?? null).catch((error) => Promise.reject(refusalOf(error, ctx)));
  const listed = await providerOf(ctx)
    .columnValues(account, workspace, dataset, { table, column, most: mostValues })
    .catch((error) => Promise.reject(refusalOf(error, ctx)));
  const values = listed && [...new Set(listed.filter((value) => value.length <= longestValue))].slice(0, mostValues);
  keep(key, { until: now + keptMs, values });
  return answerOf(values);
});

const answerOf = (values: string[] | null) => ({ values, refused: values ? null : ('unlisted' as const) });
