import { sql } from 'drizzle-orm';
import { type RowOf, raw, type Shape } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { demandsIdentity } from '../../../domain/report-access/grant-rule.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { type GivenReport, listGivenReports } from '../../../domain/user-groups/contract.ts';
import { effectOfReport } from '../../../domain/user-groups/effect.ts';
import { maxAsked } from '../../../domain/user-groups/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import {
  getRestriction,
  type RestrictionRow,
  restrictionColumns,
  shownIdentity,
  sightCounts,
  sightSource,
} from '../report-access/index.ts';
import { hiddenPlace, reportsWithPlace } from '../reports/index.ts';

const given = {
  id: 'uuid',
  report_id: 'uuid',
  title: 'text',
  group: 'text?',
  subgroup: 'text?',
  identity: 'jsonb?',
  filters: 'int4',
  valid_until: 'timestamptz?',
  ended: 'bool',
  hidden: 'bool',
  place_hidden: 'bool',
  everyone: 'bool',
  members: 'int4',
  sight: 'jsonb?',
  needs_identity: 'bool',
  needs_roles: 'bool',
  ignore_rls: 'bool',
  restriction: 'text',
  sort_value: 'text',
} as const satisfies Shape;
type Row = RowOf<typeof given> & RestrictionRow & { identity: RlsIdentity | null; sight: { seeing: number; unidentified: number } | null };
const givenRows = raw('user_groups.given_reports', given);
const countRows = raw('user_groups.given_count', { n: 'int4' });
const placeRows = raw('user_groups.given_places', { id: 'uuid', group: 'text', name: 'text?', given: 'int4', of: 'int4' });

const members = sql`(select count(*)::int from user_group_members n
  join users u on u.tenant_id = n.tenant_id and u.id = n.user_id and u.deleted_at is null and u.status in ('A','T')
  where n.tenant_id = o.tenant_id and n.user_group_id = o.user_group_id)`;
// The visibility rule, applied to each member of a group that is not too large.
const sight = sql`case when ${members} <= ${maxAsked} then (select to_jsonb(c) from (select ${sightCounts} from ${sightSource}
  where r.tenant_id = o.tenant_id and r.id = o.report_id and p.id in (select n.user_id from user_group_members n
    where n.tenant_id = o.tenant_id and n.user_group_id = o.user_group_id)) c) end`;
const forEveryone = sql`exists (select from grants e where e.tenant_id = o.tenant_id and e.report_id = o.report_id and e.subject = 'everyone'
  and (e.valid_until is null or e.valid_until > app.now()))`;
const rowColumns = sql`o.id, o.report_id, r.title, g.name as group, s.name as subgroup, o.identity,
  coalesce(jsonb_array_length(o.filters), 0) as filters, o.valid_until, coalesce(o.valid_until <= app.now(), false) as ended, r.hidden,
  ${hiddenPlace} as place_hidden, ${forEveryone} as everyone, ${members} as members, ${sight} as sight, ${restrictionColumns}`;
const source = sql`grants o join ${reportsWithPlace} on r.tenant_id = o.tenant_id and r.id = o.report_id`;

export const findGivenReports = bind(listGivenReports, async (input, ctx) => {
  const list = keyset(input, { name: { sql: sql`r.sort_key`, cast: 'text' } }, 'name', sql`o.id`);
  const words = searchWords(input.search ?? '')
    .slice(0, 8)
    .map((word) => sql` and (' ' || r.sort_key) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  const where = sql`o.user_group_id = ${input.id}::uuid${sql.join(words)}`;
  const [found, counted, places] = await ctx.database.withTenant(getEntry(ctx, 'userGroups.read'), (db) => [
    givenRows(
      db,
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from ${source}
        where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    countRows(
      db,
      sql`select (select count(*)::int from ${source} where ${where}) as n from user_groups one where one.id = ${input.id}::uuid`,
    ),
    placeRows(
      db,
      sql`select coalesce(s.id, g.id) as id, g.name as group, s.name, count(*)::int as given,
          (select count(*)::int from reports k
            where k.tenant_id = g.tenant_id and k.group_id = g.id and k.subgroup_id is not distinct from s.id) as of
        from ${source}
        where o.user_group_id = ${input.id}::uuid and g.id is not null and (o.valid_until is null or o.valid_until > app.now())
        group by g.tenant_id, g.id, g.name, g.position, s.id, s.name, s.position order by g.position, g.id, s.position nulls first, s.id`,
    ),
  ]);
  const [total] = counted.rows;
  if (!total) throw new AppError('not_found');
  const rows = found.rows as Row[]; // because identities are stored as the contract has checked them, and `sight` is one row of counts
  const { rows: kept, ...paging } = list.answer(rows, total.n);
  return {
    items: kept.map(present),
    ...paging,
    places: places.rows,
  };
});

function present(row: Row): GivenReport {
  const seeing = row.sight?.seeing ?? null;
  const unidentified = row.sight?.unidentified ?? null;
  const { id, title, group, subgroup, filters, ended, hidden, everyone, members: people } = row;
  return {
    id,
    reportId: row.report_id,
    title,
    group,
    subgroup,
    identity: shownIdentity(row.identity, demandsIdentity(getRestriction(row))),
    filters,
    validUntil: isoOrNull(row.valid_until),
    effect: effectOfReport({ ended, hidden, placeHidden: row.place_hidden, everyone, members: people, seeing, unidentified }),
    members: people,
    seeing,
    unidentified,
  };
}
