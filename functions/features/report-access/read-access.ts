import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { raw, typed } from '../../../db/raw.ts';
import { reports } from '../../../db/schema/reports.ts';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { readAccess } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { getOptions, optionsQuery } from './identity-options.ts';
import { countColumns, source } from './sight-rows.ts';

const placeShape = {
  n: 'int4',
  name: 'text',
  hidden: 'bool',
  audience: typed<'everyone' | 'chosen'>('text'),
  deleted: 'bool',
  people: 'int4',
} as const;
const readPlaces = raw('report_access.places', placeShape);
const countSight = raw('report_access.counts', { seeing: 'int4', unidentified: 'int4', unseeing: 'int4' });
const r = alias(reports, 'r');
const grantCount = sql<number>`(select count(*)::int from grants x where x.tenant_id = r.tenant_id and x.report_id = r.id)`;

const placeColumns = sql`d.name, d.hidden, d.audience, d.deleted_at is not null as deleted,
  (select count(*)::int from viewers v where v.tenant_id = d.tenant_id and v.target_id = d.id) as people`;

/** The data of the access form, and how many users see the report so far. */
export const readReportAccess = bind(readAccess, async ({ id }, ctx) => {
  const [[report], places, options, fields, counted] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    db
      .select({
        id: r.id,
        title: r.title,
        kind: r.kind,
        hidden: r.hidden,
        needsIdentity: r.needsIdentity,
        needsRoles: r.needsRoles,
        ignoresRls: r.ignoreRls,
        ignoreRlsRole: r.ignoreRlsRole,
        restriction: r.restriction,
        rolesAt: r.modelRolesAt,
        grants: grantCount,
      })
      .from(r)
      .where(eq(r.id, id)),
    readPlaces(
      db,
      sql`select 1 as n, ${placeColumns} from reports r join groups d on d.tenant_id = r.tenant_id and d.id = r.group_id
          where r.id = ${id}::uuid
        union all select 2 as n, ${placeColumns} from reports r join subgroups d on d.tenant_id = r.tenant_id and d.id = r.subgroup_id
          where r.id = ${id}::uuid order by n`,
    ),
    optionsQuery(db, id),
    fieldsQuery(db, 'user'),
    countSight(db, sql`select ${countColumns} from ${source} where r.id = ${id}::uuid`),
  ]);
  if (!report) throw new AppError('not_found');
  const [counts] = counted.rows;
  const { grants, rolesAt, ...facts } = report;
  return {
    ...facts,
    ignoreRlsRole: report.ignoresRls ? report.ignoreRlsRole : null,
    mayRelease: can(ctx.session, 'grants.unfiltered'),
    audience: places.rows.map(({ n: _, ...place }) => place),
    options: getOptions(options, getFields(fields)),
    rolesAt: isoOrNull(rolesAt),
    counts: {
      grants,
      seeing: counts?.seeing ?? 0,
      unidentified: counts?.unidentified ?? 0,
      unseeing: counts?.unseeing ?? 0,
    },
  };
});
