import { and, eq, inArray, isNull } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { lastOf } from '../../../db/client.ts';
import { exports } from '../../../db/schema/exports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { removeExport } from '../../../domain/exports/contract.ts';
import { endedStates, refuseRemove } from '../../../domain/exports/states.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { orGone } from '../../request/lost-race.ts';
import { readOwn } from './exports.sql.ts';

/** Deletes the row, and its file if no other export shares it. */
export const removeOneExport = bind(removeExport, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'reports.view');
  const [[own]] = await ctx.database.withTenant(entry, (db) => [readOwn(db, id)]);
  throwIfRefused(refuseRemove(own));
  if (!own) throw new AppError('not_found');

  const { file } = own;
  const sameFile = file === null ? isNull(exports.file) : eq(exports.file, file);
  const results = await orGone(
    ctx.database.withTenant(entry, (db) => [
      // Removed at once, each of two exports would see the other's row and keep the file: they wait for each other, in one order.
      db
        .select({ id: exports.id })
        .from(exports)
        .where(file === null ? eq(exports.id, id) : sameFile)
        .orderBy(exports.id)
        .for('update'),
      lockVersion(db, exports, and(eq(exports.id, id), inArray(exports.state, [...endedStates]), sameFile)),
      db.delete(exports).where(eq(exports.id, id)),
      auditedAct(db, ctx, 'export.remove', id, { report: own.reportId, format: own.format }),
      db.select({ id: exports.id }).from(exports).where(sameFile).limit(1),
    ]),
  );
  if (file && lastOf(results).length === 0) ctx.later(ctx.env.FILES.delete(`${ctx.tenant.id}/${file}`));
  return { status: 'ok' as const };
});
