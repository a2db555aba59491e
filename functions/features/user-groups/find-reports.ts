import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { findReportsToGive } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { reportsWithPlace } from '../reports/index.ts';

const mostReports = 20;
const mostPlaces = 10;

type Place = { id: string; name: string; group: string | null; reports: number };

/** Reports that the group does not give, and places to give whole, in which something is still to be given. */
export const findReportsForGroup = bind(findReportsToGive, async ({ id, q }, ctx) => {
  const words = searchWords(q)
    .slice(0, 8)
    .map((word) => `% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const named = (key: ReturnType<typeof sql>) =>
    sql.join([sql`true`, ...words.map((word) => sql`(' ' || ${key}) like ${word}`)], sql` and `);
  const missing = sql`not exists (select from grants o where o.tenant_id = r.tenant_id and o.report_id = r.id and o.user_group_id = ${id}::uuid and (o.valid_until is null or o.valid_until > app.now()))`;
  const [there, reports, places] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    db.execute(sql`select 1 from user_groups where id = ${id}::uuid and deleted_at is null`),
    db.execute(
      sql`select r.id, r.title, nullif(concat_ws(' › ', g.name, s.name), '') as place from ${reportsWithPlace} where ${missing} and ${named(sql`r.sort_key`)} order by r.sort_key, r.id limit ${mostReports}`,
    ),
    db.execute(sql`select * from (
        select g.id, g.name, null::text as group, g.sort_key, (select count(*)::int from reports r where r.tenant_id = g.tenant_id and r.group_id = g.id and ${missing}) as reports from groups g where g.deleted_at is null and ${named(sql`g.sort_key`)}
        union all select s.id, s.name, g.name, s.sort_key, (select count(*)::int from reports r where r.tenant_id = s.tenant_id and r.subgroup_id = s.id and ${missing}) from subgroups s join groups g on g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at is null
          where s.deleted_at is null and ${named(sql`s.sort_key`)}) k where k.reports > 0 order by k.sort_key, k.id limit ${mostPlaces}`),
  ]);
  if (there.rows.length === 0) throw new AppError('not_found');
  return {
    reports: rowsOf<{ id: string; title: string; place: string | null }>(reports),
    places: rowsOf<Place>(places).map(({ id: place, name, group, reports: count }) => ({ id: place, name, group, reports: count })),
  };
});
