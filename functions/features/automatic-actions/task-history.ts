import { eq, type SQL, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { tasks } from '../../../db/schema/automatic-actions.ts';
import { taskHistory } from '../../../domain/automatic-actions/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getHistory, presentHistory } from '../../request/history.ts';

const pastRows = raw('tasks.history', {
  ...{ id: 'uuid', at: 'timestamptz', who: 'text?', what: 'text', change: 'jsonb' },
  ...{ target_before: 'text?', target_after: 'text?' },
});
/** What a former target is called now; ids say nothing to readers. */
const getName = (
  id: SQL,
) => sql`coalesce((select r.title from reports r where r.id = ${id}), (select q.name from groups q where q.id = ${id}),
  (select s.name from subgroups s where s.id = ${id}), (select c.name from app.task_capacities() c where c.id = ${id}))`;
/** The history of a task, with the names of the targets of each edit. */
const getPast = (id: string) => sql`select h.id, h.at, h.who, h.what, h.change,
    case when n.was is not null then ${getName(sql`n.was`)} end as target_before,
    case when n.now is not null then ${getName(sql`n.now`)} end as target_after
  from (${getHistory(id)}) h cross join lateral (select
      case when h.what = 'task.edit' then (h.change #>> '{before,targetId}')::uuid end as was,
      case when h.what = 'task.edit' then (h.change #>> '{after,targetId}')::uuid end as now offset 0) n
  order by h.at desc`;

export const readTaskHistory = bind(taskHistory, async ({ id }, ctx) => {
  const [[there], rows] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [
    db.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, id)),
    pastRows(db, getPast(id)),
  ]);
  if (!there) throw new AppError('not_found');
  const names = new Map(rows.rows.map((row) => [row.id, row]));
  return {
    items: presentHistory(rows).map(({ before, after, ...item }) => {
      const { target_before = null, target_after = null } = names.get(item.id) ?? {};
      const isMoved = Object.hasOwn(after, 'targetId') && item.what === 'task.edit';
      if (!isMoved) return { ...item, before, after };
      return { ...item, before: { ...before, targetName: target_before }, after: { ...after, targetName: target_after } };
    }),
  };
});
