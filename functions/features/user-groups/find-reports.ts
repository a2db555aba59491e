import { and, eq, isNull, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { findReportsToGive } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { reportsWithPlace } from '../reports/index.ts';

const maxReports = 20;
const maxPlaces = 10;

const reportRows = raw('user_groups.reports_to_give', { id: 'uuid', title: 'text', place: 'text?' });
const placeRows = raw('user_groups.places_to_give', { id: 'uuid', name: 'text', group: 'text?', reports: 'int4' });

/** Reports that the group doesn't give, and places to give as a whole that contain such reports. */
export const findReportsForGroup = bind(findReportsToGive, async ({ id, q }, ctx) => {
  const words = searchWords(q)
    .slice(0, 8)
    .map((word) => `% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const named = (key: ReturnType<typeof sql>) =>
    sql.join([sql`true`, ...words.map((word) => sql`(' ' || ${key}) like ${word}`)], sql` and `);
  const missing = sql`not exists (select from grants o where o.tenant_id = r.tenant_id and o.report_id = r.id
    and o.user_group_id = ${id}::uuid and (o.valid_until is null or o.valid_until > app.now()))`;
  const [[group], reports, places] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    db
      .select({ id: userGroups.id })
      .from(userGroups)
      .where(and(eq(userGroups.id, id), isNull(userGroups.deletedAt))),
    reportRows(
      db,
      sql`select r.id, r.title, nullif(concat_ws(' › ', g.name, s.name), '') as place from ${reportsWithPlace}
        where ${missing} and ${named(sql`r.sort_key`)} order by r.sort_key, r.id limit ${maxReports}`,
    ),
    placeRows(
      db,
      sql`select k.id, k.name, k.group, k.reports from (
          select g.id, g.name, null::text as group, g.sort_key,
            (select count(*)::int from reports r where r.tenant_id = g.tenant_id and r.group_id = g.id and ${missing}) as reports
          from groups g where g.deleted_at is null and ${named(sql`g.sort_key`)}
          union all select s.id, s.name, g.name, s.sort_key,
            (select count(*)::int from reports r where r.tenant_id = s.tenant_id and r.subgroup_id = s.id and ${missing})
          from subgroups s join groups g on g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at is null
          where s.deleted_at is null and ${named(sql`s.sort_key`)}) k
        where k.reports > 0 order by k.sort_key, k.id limit ${maxPlaces}`,
    ),
  ]);
  if (!group) throw new AppError('not_found');
  return { reports: reports.rows, places: places.rows };
});
