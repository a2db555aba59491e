import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { addWindow } from '../../../domain/maintenance/contract.ts';
import { refuseTimes } from '../../../domain/maintenance/edit.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { addRows } from './maintenance.sql.ts';

/** Schedules a window or opens it now. One statement writes all targets and their audit rows, or nothing. */
export const addOneWindow = bind(addWindow, async (input, ctx) => {
  const now = ctx.clock.now();
  const startsAt = input.startsAt ? Date.parse(input.startsAt) : now;
  throwIfRefused(refuseTimes(startsAt, Date.parse(input.endsAt), now, true));
  const ids = [...new Set(input.targetIds)];
  if (input.target === 'unit' && ids.length > 0) throw invalidInput('targetIds', 'unknown');
  if (input.target !== 'unit' && ids.length === 0) throw new AppError('required', { name: 'targetIds' }, { field: 'targetIds' });
  const wanted = input.target === 'unit' ? 1 : ids.length;
  const window = { ...input, startsAt: new Date(startsAt).toISOString(), targetIds: ids, wanted };
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'maintenance.manage'), (db) => [addRows(db, ctx, window)]);
  const [outcome] = rows;
  if (!outcome || outcome.known !== wanted) throw new AppError('not_found', undefined, { field: 'targetIds' });
  return { ids: outcome.ids, people: outcome.people };
});
