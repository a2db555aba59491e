import { eq, sql } from 'drizzle-orm';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { readRefreshes } from '../../../domain/reports/contract.ts';
import { dataState } from '../../../domain/reports/freshness.ts';
import { nextLoad } from '../../../domain/reports/load-schedule.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { reportFacts } from './facts.ts';
import { accountOfReport, getAccount, getProvider, toAppError } from './provider.ts';

const shownRuns = 10;

/** The last loads at the service; the resulting age of the data is stored for cards and lists. */
export const readReportRefreshes = bind(readRefreshes, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'reports.view');
  const [found, accounts] = await ctx.database.withTenant(entry, (db) => [reportFacts(db, ctx, id), accountOfReport(db, id)]);
  const [facts] = found.rows;
  if (!facts) throw new AppError('not_found');
  const stored = { dataAt: isoOrNull(facts.data_at), freshness: facts.freshness };
  if (!facts.data_shown) return { dataAt: null, freshness: 'unknown' as const, nextAt: null, runs: [] };
  const nextAt = nextLoad(facts.load_schedule, new Date(ctx.clock.now()));
  if (facts.kind !== 'powerbi' || !facts.dataset_id || !facts.workspace_id) return { ...stored, nextAt: null, runs: [] };
  try {
    const runs = await getProvider(ctx).refreshes(
      await getAccount(ctx, accounts.rows[0] ?? null),
      facts.workspace_id,
      facts.dataset_id,
      shownRuns,
    );
    const state = dataState(runs, ctx.clock.now());
    if (state.dataAt !== stored.dataAt || state.freshness !== stored.freshness) {
      // A second trip, after the answer: only the service knows whether there is anything to store.
      ctx.later(
        ctx.database.withTenant(entry, (db) => [
          db.update(reports).set({ dataAt: state.dataAt, freshness: state.freshness, checkedAt: sql`app.now()` }).where(eq(reports.id, id)),
        ]),
      );
    }
    return { ...state, nextAt, runs };
  } catch (error) {
    throw toAppError(error, ctx);
  }
});
