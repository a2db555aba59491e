import { eq } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { changeWindow, editWindow } from '../../../domain/maintenance/contract.ts';
import { mayDo, stateOfWindow } from '../../../domain/maintenance/window.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { wakeMailings } from '../notifications/index.ts';
import { checkTimes } from './add-window.ts';
import { changeRow, editRow } from './maintenance.sql.ts';
import { m, shownWindows, timesOf } from './window.ts';

async function load(ctx: SessionContext, id: string) {
  const [[row]] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [shownWindows(db).where(eq(m.id, id))]);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Before the start everything may change; afterwards the words and the end, which is how a window is extended. */
export const editOneWindow = bind(editWindow, async (input, ctx) => {
  const now = ctx.clock.now();
  const row = await load(ctx, input.id);
  if (row.version !== input.version) throw new AppError('changed_meanwhile');
  const state = stateOfWindow(timesOf(row), now);
  const running = mayDo(state, 'extend');
  if (!running && !mayDo(state, 'edit')) throw new AppError('window_over');
  const startsAt = running ? Date.parse(row.startsAt) : Date.parse(input.startsAt);
  checkTimes(startsAt, Date.parse(input.endsAt), now, !running && startsAt !== Date.parse(row.startsAt));
  const longer = running && Date.parse(input.endsAt) > Date.parse(row.endsAt);
  const moved = startsAt !== Date.parse(row.startsAt) || Date.parse(input.endsAt) !== Date.parse(row.endsAt);
  const announceHours = running ? row.announceHours : input.announceHours;
  const edit = { ...input, startsAt: new Date(startsAt).toISOString(), announceHours, longer, moved };
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [editRow(db, ctx, edit)]);
  const [written] = rows;
  if (!written) throw new AppError('changed_meanwhile');
  if (moved) wakeMailings(ctx);
  return { id: input.id, version: written.version };
});

/** Cancels or starts a window that has not begun, ends a running one; the second of two callers is told that it is over. */
export const changeOneWindow = bind(changeWindow, async ({ id, action }, ctx) => {
  const [[there], { rows }] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [
    db.select({ id: m.id }).from(m).where(eq(m.id, id)),
    changeRow(db, ctx, id, action),
  ]);
  if (!there) throw new AppError('not_found');
  if (rows.length === 0) throw new AppError('window_over');
  if (action === 'cancel') wakeMailings(ctx);
  return { status: 'ok' as const };
});
