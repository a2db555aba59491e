import { sql } from 'drizzle-orm';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addGrants } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { allowGrant, restrictionQuery } from './load-for-grant.ts';
import { stillRestricted, storedFilters, storedIdentity, withoutOwn } from './sql.ts';

const countKnown = raw('grants.known', { known: 'int4', without_own: 'int4' });
const addMany = raw('grants.add', { still: 'int4', added: 'int4' });

const noId = '00000000-0000-0000-0000-000000000000';

/** Loads what the rule needs, applies it, then writes every grant with its audit row in one guarded statement. */
export const addManyGrants = bind(addGrants, async ({ id, subjects, ...grant }, ctx) => {
  const named = [...new Map(subjects.map((subject) => [JSON.stringify(subject), subject])).values()];
  const list = JSON.stringify(named.map((subject) => ({ ...subject, new: newId(ctx.clock.now()) })));
  const wanted = sql`(select (w->>'new')::uuid as new_id, w->>'kind' as kind,
      case when w->>'kind' = 'user' then (w->>'id')::uuid end as user_id,
      case when w->>'kind' = 'group' then (w->>'id')::uuid end as group_id
    from jsonb_array_elements(${list}::jsonb) w)`;
  const entry = entryOf(ctx, 'grants.manage');
  const [[report], known, fields] = await ctx.database.withTenant(entry, (db) => [
    restrictionQuery(db, id),
    countKnown(
      db,
      sql`select count(*) filter (where w.kind = 'everyone' or u.id is not null or q.id is not null)::int as known,
          count(*) filter (where u.id is not null and ${withoutOwn})::int as without_own
        from ${wanted} w join reports r on r.id = ${id}::uuid
          left join users u on u.id = w.user_id and u.deleted_at is null
          left join user_groups q on q.id = w.group_id and q.deleted_at is null`,
    ),
    fieldsQuery(db, 'user'),
  ]);
  if (!report) throw new AppError('not_found');
  const [people] = known.rows;
  if (people?.known !== named.length) throw new AppError('not_found', undefined, { field: 'subjects' });
  refuseUnknownFields(fieldsOf(fields), grant.identity);
  allowGrant(ctx, report, { withoutOwn: people.without_own }, grant);

  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [
    addMany(
      db,
      sql`with r as (select r.id from reports r where r.id = ${id}::uuid and ${stillRestricted(report)}),
        g as (insert into grants
            (id, report_id, subject, user_id, user_group_id, identity, filters, valid_until, source, granted_by_id, note)
          select w.new_id, r.id, w.kind, w.user_id, w.group_id, ${storedIdentity(grant.identity)}::jsonb,
            ${storedFilters(grant.filters)}::jsonb,
            ${grant.validUntil}::timestamptz, 'manual', (select app.user_id()), ${grant.note} from ${wanted} w, r
          on conflict (tenant_id, report_id, subject, (coalesce(user_id, user_group_id, ${sql.raw(`'${noId}'::uuid`)}))) do update
            set identity = excluded.identity, filters = excluded.filters, valid_until = excluded.valid_until, source = excluded.source,
              granted_by_id = excluded.granted_by_id, note = excluded.note, created_at = app.now(), version = grants.version + 1
            where grants.valid_until <= app.now()
          returning id, report_id, subject, user_id, user_group_id, identity, filters, valid_until),
        a as (${auditEach(ctx, {
          what: 'grant.add',
          row: sql`g.report_id`,
          facts: givenFacts({
            grant: sql`g.id`,
            subject: sql`g.subject`,
            user: sql`g.user_id`,
            userGroup: sql`g.user_group_id`,
            identity: sql`g.identity`,
            filters: sql`g.filters`,
            validUntil: sql`g.valid_until`,
            confirmed: grant.confirmed,
          }),
          from: sql`g`,
        })})
      select (select count(*)::int from r) as still, (select count(*)::int from g) as added`,
    ),
  ]);
  const [outcome] = rows;
  if (outcome?.still !== 1) throw new AppError('changed_meanwhile');
  return { added: outcome.added, existing: named.length - outcome.added };
});
