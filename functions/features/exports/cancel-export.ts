import { and, eq, inArray, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { lastOf } from '../../../db/client.ts';
import { exports } from '../../../db/schema/exports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { cancelExport } from '../../../domain/exports/contract.ts';
import { activeStates, refuseCancel } from '../../../domain/exports/states.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { orLost } from '../../request/lost-race.ts';
import { sendMessage } from '../../request/messages.ts';
import { findNext, readOwn } from './exports.sql.ts';

/** Frees the place in the queue at once; a running step sees that the export is cancelled and writes nothing. */
export const cancelOneExport = bind(cancelExport, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'reports.view');
  const [[own]] = await ctx.database.withTenant(entry, (db) => [readOwn(db, id)]);
  throwIfRefused(refuseCancel(own));
  if (!own) throw new AppError('not_found');

  const results = await orLost(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, exports, and(eq(exports.id, id), inArray(exports.state, [...activeStates]))),
      db.update(exports).set({ state: 'cancelled', endedAt: sql`app.now()`, takenUntil: null }).where(eq(exports.id, id)),
      auditedAct(db, ctx, 'export.cancel', id, { report: own.reportId, format: own.format }),
      findNext(db, own.accountId),
    ]),
    (cause) => new AppError('export_over', undefined, { cause }),
  );
  const next = lastOf(results).rows[0]?.next;
  if (next) ctx.later(sendMessage(ctx.env, { kind: 'export', tenant: ctx.session.tenant, id: next }));
  return { status: 'ok' as const };
});
