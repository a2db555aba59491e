import { and, eq } from 'drizzle-orm';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readValues } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { accountOfReport, getAccount, getProvider, toAppError } from '../reports/index.ts';

type Kept = { until: number; values: string[] | null };

const maxValues = 200;
const longestValue = 200;
const keptMs = 10 * 60_000;
const maxKept = 200;
const kept = new Map<string, Kept>();

function keep(key: string, entry: Kept): void {
  const [oldest] = kept.keys();
  if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
  kept.delete(key);
  kept.set(key, entry);
}

/** The values of a column of the model, as far as the service lists them to this account; refreshed after ten minutes. */
export const readModelValues = bind(readValues, async ({ id, table, column }, ctx) => {
  const [[report], accounts] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    db
      .select({ workspace: reports.workspaceId, dataset: reports.datasetId, needsIdentity: reports.needsIdentity })
      .from(reports)
      .where(and(eq(reports.id, id), eq(reports.kind, 'powerbi'))),
    accountOfReport(db, id),
  ]);
  if (!report) throw new AppError('not_found');
  // The service runs no query of an application on a model with row-level security (docs/design/REPORT_SERVICE.md, 1.2).
  if (report.needsIdentity) return { values: null, refused: 'rls' as const };
  const { workspace, dataset } = report;
  if (!workspace || !dataset) throw new AppError('report_missing_at_service');
  const key = JSON.stringify([ctx.tenant.id, dataset, table, column]);
  const now = ctx.clock.now();
  const known = kept.get(key);
  if (known && known.until > now) return toAnswer(known.values);
  const account = await getAccount(ctx, accounts.rows[0] ?? null).catch((error) => Promise.reject(toAppError(error, ctx)));
  const listed = await getProvider(ctx)
    .columnValues(account, workspace, dataset, { table, column, most: maxValues })
    .catch((error) => Promise.reject(toAppError(error, ctx)));
  const values = listed && [...new Set(listed.filter((value) => value.length <= longestValue))].slice(0, maxValues);
  keep(key, { until: now + keptMs, values });
  return toAnswer(values);
});

const toAnswer = (values: string[] | null) => ({ values, refused: values ? null : ('unlisted' as const) });
