import { and, eq } from 'drizzle-orm';
import { catalogRequests } from '../../../db/schema/catalogs.ts';
import { askForReport, cancelRequest } from '../../../domain/catalogs/contract.ts';
import { refuseAsking } from '../../../domain/catalogs/request.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { cancelPending, insertRequest, readStanding } from './catalogs.sql.ts';

const time = (at: string | null) => (at ? Date.parse(at) : null);

export const askForOneReport = bind(askForReport, async ({ id: reportId, justification, days }, ctx) => {
  const entry = entryOf(ctx, 'catalogs.ask');
  const [{ rows: found }] = await ctx.database.withTenant(entry, (db) => [readStanding(db, ctx, reportId)]);
  const [standing] = found;
  if (!standing) throw new AppError('not_found');
  const { sees, pending_at: pendingAt, denied_at: deniedAt, deciders } = standing;
  throwIfRefused(refuseAsking({ sees, pendingSince: time(pendingAt), deniedAt: time(deniedAt) }, ctx.clock.now()));

  const id = newId(ctx.clock.now());
  const [{ rows: added }] = await ctx.database.withTenant(entry, (db) => [insertRequest(db, ctx, { id, reportId, justification, days })]);
  // A concurrent request of the same user came first.
  if (added.length === 0) throw new AppError('catalog_pending');
  wakeOutbox(ctx);
  return { id, deciders };
});

export const cancelOwnRequest = bind(cancelRequest, async ({ id }, ctx) => {
  const [[stored], { rows: cancelled }] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.view'), (db) => [
    db
      .select({ id: catalogRequests.id })
      .from(catalogRequests)
      .where(and(eq(catalogRequests.id, id), eq(catalogRequests.userId, ctx.session.sub))),
    cancelPending(db, ctx, id),
  ]);
  if (!stored) throw new AppError('not_found');
  if (cancelled.length === 0) throw new AppError('catalog_decided', { by: '' });
  return { status: 'ok' as const };
});
