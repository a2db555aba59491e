import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editGrant } from '../../../domain/report-access/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { allowGrant } from './load-for-grant.ts';
import { restrictionColumns, restrictionShape, stillRestricted, storedFilters, storedIdentity, withoutOwn } from './sql.ts';

const readGrant = raw('grants.read', { ...restrictionShape, version: 'int4', without_own: 'bool' });
const changeGrant = raw('grants.change', { changed: 'int4' });

/** Changes the version of a grant that the user saw, under the same rule as giving it. */
export const editOneGrant = bind(editGrant, async ({ id, grantId, version, ...grant }, ctx) => {
  const entry = entryOf(ctx, 'grants.manage');
  const [found, fields] = await ctx.database.withTenant(entry, (db) => [
    readGrant(
      db,
      sql`select ${restrictionColumns}, x.version, coalesce(u.id is not null and ${withoutOwn}, false) as without_own
        from grants x join reports r on r.tenant_id = x.tenant_id and r.id = x.report_id
          left join users u on u.tenant_id = x.tenant_id and u.id = x.user_id
        where x.id = ${grantId}::uuid and r.id = ${id}::uuid`,
    ),
    fieldsQuery(db, 'user'),
  ]);
  const [report] = found.rows;
  if (!report) throw new AppError('not_found');
  if (report.version !== version) throw new AppError('changed_meanwhile');
  refuseUnknownFields(fieldsOf(fields), grant.identity);
  allowGrant(ctx, report, { withoutOwn: report.without_own ? 1 : 0 }, grant);
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [
    changeGrant(
      db,
      sql`with b as (select x.id, x.report_id, x.identity, x.filters, x.valid_until, x.note
          from grants x join reports r on r.tenant_id = x.tenant_id and r.id = x.report_id
          where x.id = ${grantId}::uuid and r.id = ${id}::uuid and x.version = ${version}::int and ${stillRestricted(report)} for update of x),
        g as (update grants t set identity = ${storedIdentity(grant.identity)}::jsonb, filters = ${storedFilters(grant.filters)}::jsonb,
            valid_until = ${grant.validUntil}::timestamptz, note = ${grant.note}, version = t.version + 1
          from b where t.id = b.id
          returning t.id, t.report_id, t.subject, t.user_id, t.user_group_id, t.identity, t.filters, t.valid_until, t.note),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'grant.edit', g.report_id,
          jsonb_strip_nulls(jsonb_build_object('subject', g.subject, 'user', g.user_id, 'userGroup', g.user_group_id))
            || jsonb_build_object('grant', g.id, 'confirmed', ${grant.confirmed}::boolean,
          'before', jsonb_build_object('identity', b.identity, 'filters', b.filters, 'validUntil', b.valid_until, 'note', b.note),
          'after', jsonb_build_object('identity', g.identity, 'filters', g.filters, 'validUntil', g.valid_until, 'note', g.note)),
          ${ctx.address}, ${ctx.requestId} from g join b on b.id = g.id)
      select count(*)::int as changed from g`,
    ),
  ]);
  if (rows[0]?.changed !== 1) throw new AppError('changed_meanwhile');
  return { id: grantId, version: version + 1 };
});
