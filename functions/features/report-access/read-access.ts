import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readAccess } from '../../../domain/report-access/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { optionsOf, optionsQuery } from './identity-options.ts';
import { countColumns, iso, source } from './sight-rows.ts';
import { type RestrictionRow, restrictionColumns, restrictionOf } from './sql.ts';

type Found = RestrictionRow & {
  id: string;
  title: string;
  kind: 'powerbi' | 'external';
  hidden: boolean;
  ignore_rls_role: string | null;
  model_roles_at: string | null;
  grants: number;
};
type Place = { name: string; hidden: boolean; audience: 'everyone' | 'chosen'; people: number; deleted: boolean };

const placeColumns = sql`d.name, d.hidden, d.audience, d.deleted_at is not null as deleted, (select count(*)::int from viewers v where v.tenant_id = d.tenant_id and v.target_id = d.id) as people`;

/** What giving access asks for, and how many see the report so far. */
export const readReportAccess = bind(readAccess, async ({ id }, ctx) => {
  const [found, places, options, fields, counted] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    db.execute(
      sql`select r.id, r.title, r.kind, r.hidden, r.ignore_rls_role, r.model_roles_at, ${restrictionColumns}, (select count(*)::int from grants x where x.tenant_id = r.tenant_id and x.report_id = r.id) as grants from reports r where r.id = ${id}::uuid`,
    ),
    db.execute(sql`select 1 as n, ${placeColumns} from reports r join groups d on d.tenant_id = r.tenant_id and d.id = r.group_id where r.id = ${id}::uuid
      union all select 2 as n, ${placeColumns} from reports r join subgroups d on d.tenant_id = r.tenant_id and d.id = r.subgroup_id where r.id = ${id}::uuid order by n`),
    optionsQuery(db, id),
    fieldsQuery(db, 'user'),
    db.execute(sql`select ${countColumns} from ${source} where r.id = ${id}::uuid`),
  ]);
  const [report] = rowsOf<Found>(found);
  if (!report) throw new AppError('not_found');
  const [counts] = rowsOf<{ seeing: number; unidentified: number; unseeing: number }>(counted);
  return {
    id: report.id,
    title: report.title,
    kind: report.kind,
    hidden: report.hidden,
    ...restrictionOf(report),
    ignoreRlsRole: report.ignore_rls ? report.ignore_rls_role : null,
    mayRelease: can(ctx.session, 'grants.unfiltered'),
    audience: rowsOf<Place>(places).map(({ name, hidden, audience, people, deleted }) => ({ name, hidden, audience, people, deleted })),
    options: optionsOf(options, fieldsOf(fields)),
    rolesAt: iso(report.model_roles_at),
    counts: {
      grants: report.grants,
      seeing: counts?.seeing ?? 0,
      unidentified: counts?.unidentified ?? 0,
      unseeing: counts?.unseeing ?? 0,
    },
  };
});
