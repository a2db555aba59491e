import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { maintenance } from '../../../db/schema/maintenance.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { changeWindow, editWindow } from '../../../domain/maintenance/contract.ts';
import { decideEdit } from '../../../domain/maintenance/edit.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { wakeMailings } from '../notifications/index.ts';
import { changeRow, tellChange } from './maintenance.sql.ts';

/** Updates the version that the user saw; people who were notified of the window are notified of new times. */
export const editOneWindow = bind(editWindow, async (input, ctx) => {
  const { id, version } = input;
  const entry = getEntry(ctx, 'maintenance.manage');
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [db.select().from(maintenance).where(eq(maintenance.id, id))]);
  if (!stored) throw new AppError('not_found');
  const { row, moved, longer, change } = planOrThrow(decideEdit(input, stored, ctx.clock.now()));
  const isOpen = and(isNull(maintenance.cancelledAt), sql`${maintenance.endsAt} > app.now()`);
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, maintenance, and(eq(maintenance.id, id), eq(maintenance.version, version), isOpen)),
    db.update(maintenance).set(setOf(maintenance, row)).where(eq(maintenance.id, id)),
    ...(moved ? [tellChange(db, id)] : []),
    audited(db, ctx, longer ? 'maintenance.extend' : 'maintenance.edit', id, change),
  ]);
  if (moved) wakeMailings(ctx);
  return { id, version: row.version };
});

/**
 * Cancels or starts a window that has not begun, or ends a running one. The second of two concurrent callers is refused, because it is
 * over.
 */
export const changeOneWindow = bind(changeWindow, async ({ id, action }, ctx) => {
  const [[there], { rows }] = await ctx.database.withTenant(getEntry(ctx, 'maintenance.manage'), (db) => [
    db.select({ id: maintenance.id }).from(maintenance).where(eq(maintenance.id, id)),
    changeRow(db, ctx, id, action),
  ]);
  if (!there) throw new AppError('not_found');
  if (rows.length === 0) throw new AppError('window_over');
  if (action === 'cancel') wakeMailings(ctx);
  return { status: 'ok' as const };
});
