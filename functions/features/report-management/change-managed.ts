import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { changeManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { placeFits, takeTurns } from './write-parts.ts';

type Effect = { set: SQL; changes: SQL };
const flag = (column: string, value: boolean): Effect => ({
  set: sql`${sql.identifier(column)} = ${value}`,
  changes: sql`t.${sql.identifier(column)} <> ${value}`,
});
const flags = {
  show: flag('hidden', false),
  hide: flag('hidden', true),
  verify: flag('verified', true),
  unverify: flag('verified', false),
  catalog: flag('on_catalog', true),
  uncatalog: flag('on_catalog', false),
} as const;
type Outcome = { there: number; fits: boolean; changed: number; files: string[] | null };

/** Several at once, all or none: one id that is not there (or not of this tenant) leaves everything as it was. */
export const changeManyReports = bind(changeManaged, async ({ action, ids, groupId = null, subgroupId = null }, ctx) => {
  if (action !== 'move' && (groupId || subgroupId))
    throw new AppError('invalid_input', { name: 'groupId', reason: 'unknown' }, { field: 'groupId' });
  const wanted = [...new Set(ids)];
  const end = sql`coalesce((select max(position) + 1 from reports r where r.group_id is not distinct from ${groupId}::uuid), 0)`;
  const move: Effect = {
    set: sql`group_id = ${groupId}::uuid, subgroup_id = ${subgroupId}::uuid, position = case when t.group_id is not distinct from ${groupId}::uuid then t.position else ${end} + w.n end`,
    changes: sql`(t.group_id is distinct from ${groupId}::uuid or t.subgroup_id is distinct from ${subgroupId}::uuid)`,
  };
  const write =
    action === 'delete'
      ? sql`delete from reports t using wanted w, there where there.n = ${wanted.length} and t.id = w.id returning t.id, t.title, t.cover_file`
      : sql`update reports t set ${action === 'move' ? move.set : flags[action].set}, version = t.version + 1 from wanted w, there where there.n = ${wanted.length} and there.fits and t.id = w.id
          and ${action === 'move' ? move.changes : flags[action].changes} returning t.id, t.title, null::text as cover_file`;
  const place = sql`case when ${action === 'move'} then jsonb_build_object('after', jsonb_build_object('group', (select g.name from groups g where g.id = ${groupId}::uuid), 'subgroup', (select s.name from subgroups s where s.id = ${subgroupId}::uuid))) else '{}'::jsonb end`;
  const [, result] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(takeTurns('order')),
    db.execute(sql`with wanted as ${idRows(wanted)}, there as (select count(*)::int as n, ${placeFits(groupId, subgroupId)} as fits from reports t join wanted w on w.id = t.id),
        changed as (${write}),
        a as (insert into audit (what, row_id, change, ip, request_id) select ${`report.${action}`}, c.id, jsonb_build_object('title', c.title) || ${place}, ${ctx.address}, ${ctx.requestId} from changed c)
      select there.n as there, there.fits, (select count(*)::int from changed) as changed, (select array_agg(cover_file) from changed where cover_file is not null) as files from there`),
  ]);
  const outcome = rowsOf<Outcome>(result)[0];
  if (outcome?.there !== wanted.length) throw new AppError('not_found');
  if (!outcome.fits) throw new AppError('group_not_found', undefined, { field: subgroupId ? 'subgroupId' : 'groupId' });
  if (outcome.files) ctx.later(ctx.env.FILES.delete(outcome.files.map((file) => `${ctx.session.tenant}/${file}`)));
  return { changed: outcome.changed };
});
