import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addWindow } from '../../../domain/maintenance/contract.ts';
import { timesProblem } from '../../../domain/maintenance/window.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { peopleOf } from './window.ts';

type Outcome = { known: number; ids: string[]; people: number };

const tables = { report: sql`reports`, group: sql`groups`, subgroup: sql`subgroups` };

/** Plans a window, or opens it now: one statement writes all targets and their audit rows, or nothing. */
export const addOneWindow = bind(addWindow, async (input, ctx) => {
  const now = ctx.clock.now();
  const startsAt = input.startsAt ? Date.parse(input.startsAt) : now;
  checkTimes(startsAt, Date.parse(input.endsAt), now, true);
  const ids = [...new Set(input.targetIds)];
  if (input.target === 'unit' && ids.length > 0)
    throw new AppError('invalid_input', { name: 'targetIds', reason: 'unknown' }, { field: 'targetIds' });
  if (input.target !== 'unit' && ids.length === 0) throw new AppError('required', { name: 'targetIds' }, { field: 'targetIds' });
  const targets =
    input.target === 'unit'
      ? sql`select null::uuid as id`
      : sql`select t.id from ${tables[input.target]} t join ${idRows(ids)} w on w.id = t.id${input.target === 'report' ? sql`` : sql` where t.deleted_at is null`}`;
  const wanted = input.target === 'unit' ? 1 : ids.length;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [
    db.execute(sql`with known as (${targets}),
      w as (insert into maintenance (id, target, target_id, title, text, texts, starts_at, ends_at, blocks, except_admin, announce_hours, login_notice, added_by_id)
        select gen_random_uuid(), ${input.target}, known.id, ${input.title}, ${input.text}, ${JSON.stringify(input.texts)}::jsonb, ${new Date(startsAt).toISOString()}::timestamptz, ${input.endsAt}::timestamptz,
          ${isOn(input.blocks)}, ${isOn(input.exceptAdmin)}, ${input.announceHours}, ${isOn(input.loginNotice) && input.target === 'unit'}, (select app.user_id()) from known where (select count(*) from known) = ${wanted}::int returning *),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'maintenance.add', w.id, jsonb_build_object('after', jsonb_build_object('target', w.target, 'targetId', w.target_id, 'title', w.title, 'startsAt', w.starts_at, 'endsAt', w.ends_at, 'blocks', w.blocks)), ${ctx.address}, ${ctx.requestId} from w)
      select (select count(*)::int from known) as known, coalesce((select array_agg(w.id) from w), '{}') as ids, (select count(*)::int from (${peopleOf(sql`w`)}) p) as people`),
  ]);
  const outcome = rowsOf<Outcome>(result)[0];
  if (!outcome || outcome.known !== wanted) throw new AppError('not_found', undefined, { field: 'targetIds' });
  return { ids: outcome.ids, people: outcome.people };
});

/** Refuses times that no window may have, at the field. */
export function checkTimes(startsAt: number, endsAt: number, now: number, isNew: boolean): void {
  const problem = timesProblem(startsAt, endsAt, now, isNew);
  if (problem) throw new AppError('window_times', { reason: problem.reason }, { field: problem.field });
}
