import { followWake } from '../../../domain/capacity/waking-contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { capacityToWake, presentWait, seenReport } from './facts.ts';

/** How far the capacity of a report is; open pages ask every two seconds, in one trip. */
export const followOneWake = bind(followWake, async ({ id }, ctx) => {
  const [seen, found] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    seenReport(db, ctx, id),
    capacityToWake(db, id),
  ]);
  const [report] = seen.rows;
  if (!report) throw new AppError('not_found');
  return presentWait(found.rows[0], report, ctx.clock.now());
});
