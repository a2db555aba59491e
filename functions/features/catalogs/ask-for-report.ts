import { NeonDbError } from '@neondatabase/serverless';
import { and, eq, sql } from 'drizzle-orm';
import { lockVersion, mustHold } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { catalogRequests } from '../../../db/schema/catalogs.ts';
import { askForReport, cancelRequest } from '../../../domain/catalogs/contract.ts';
import { refuseAsking, refuseWithdrawing } from '../../../domain/catalogs/request.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { findOnCatalog, readStanding, tellOfRequest } from './catalogs.sql.ts';
import { isPending, orDecided } from './decisions.sql.ts';

const time = (at: string | null) => (at ? Date.parse(at) : null);

/** A user has one pending request for a report: of concurrent ones the index lets the first pass. */
async function orPending<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505') throw new AppError('catalog_pending', undefined, { cause: error });
    throw error;
  }
}

export const askForOneReport = bind(askForReport, async ({ id: reportId, justification, days }, ctx) => {
  const entry = getEntry(ctx, 'catalogs.ask');
  const [{ rows: found }] = await ctx.database.withTenant(entry, (db) => [readStanding(db, ctx, reportId)]);
  const [standing] = found;
  if (!standing) throw new AppError('not_found');
  const { sees, pending_at: pendingAt, denied_at: deniedAt, deciders } = standing;
  throwIfRefused(refuseAsking({ sees, pendingSince: time(pendingAt), deniedAt: time(deniedAt) }, ctx.clock.now()));

  const id = newId(ctx.clock.now());
  await orPending(
    ctx.database.withTenant(entry, (db) => [
      mustHold(db, sql`exists ${findOnCatalog(db, reportId)}`),
      db.insert(catalogRequests).values({ id, reportId, justification, wishedDays: days }),
      tellOfRequest(db, ctx, { id, reportId, justification }),
      auditedAct(db, ctx, 'catalog.ask', id, { report: reportId, justification }),
    ]),
  );
  wakeOutbox(ctx);
  return { id, deciders };
});

export const cancelOwnRequest = bind(cancelRequest, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'catalogs.view');
  const own = and(eq(catalogRequests.id, id), eq(catalogRequests.userId, ctx.session.sub));
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [
    db.select({ state: catalogRequests.state }).from(catalogRequests).where(own),
  ]);
  throwIfRefused(refuseWithdrawing(stored));
  await orDecided(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, catalogRequests, and(own, isPending)),
      db
        .update(catalogRequests)
        .set({ state: 'cancelled', decidedAt: sql`app.now()`, version: sql`${catalogRequests.version} + 1` })
        .where(own),
      auditedAct(db, ctx, 'catalog.cancel', id, {}),
    ]),
    async () => '',
  );
  return { status: 'ok' as const };
});
