import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { AuditFamily } from '../../../domain/audit-log/families.ts';
import { type AuditWhat, actionsInFamily } from '../../../domain/audit-log/words.ts';
import { fold } from '../../../domain/text/fold.ts';
import { withinDays } from '../../request/day-range.ts';
import { folded } from '../../request/folded-sql.ts';
import { startedBy, whoActed, whoDid } from '../../request/history.ts';
import type { keyset } from '../../request/keyset.ts';

type Days = { from?: string | undefined; to?: string | undefined };
export type AuditFilters = Days & {
  search?: string | undefined;
  family?: AuditFamily | undefined;
  run?: string | undefined;
  unfolded?: boolean;
};

const rowShape = {
  id: 'uuid',
  at: 'timestamptz',
  who: 'text?',
  actor: 'text?',
  what: 'text',
  thing: 'text?',
  whom: 'text?',
  change: typed<Record<string, unknown> | null>('jsonb?'),
  names: typed<Record<string, string> | null>('jsonb?'),
  ip: 'text?',
  folded: 'int4?',
} as const;
const listRows = raw('audit_log.list', { ...rowShape, sort_value: 'text' });
const countRows = raw('audit_log.count', { n: 'int4' });
const fileRows = raw('audit_log.file', rowShape);
/** A record with the current names of its ids; `folded` counts the records that the run of an import wrote. */
export type RecordRow = RowOf<typeof rowShape>;

const idIn = (key: string): SQL => sql`case when a.change->>${key} ~ '^[0-9a-f-]{36}$' then (a.change->>${key})::uuid end`;

/** The current name of what was changed; for something deleted, the name in the record. */
const thing = sql`coalesce(
    case when a.what like 'user.%' then (select x.name from users x where x.id = a.row_id) end,
    case when a.what like 'user_group.%' then (select x.name from user_groups x where x.id = a.row_id) end,
    case when a.what like 'group.%' then (select x.name from groups x where x.id = a.row_id)
      when a.what like 'subgroup.%' then (select x.name from subgroups x where x.id = a.row_id) end,
    case when a.what like any (array['factor.%', 'account.%', 'identity.%'])
        or a.what in ('entra.groups', 'saml.logout', 'users.unsubscribe')
      then (select x.name from users x where x.id = a.row_id) end,
    case when a.what like any (array['grant.%', 'report.%']) then (select x.title from reports x where x.id = a.row_id) end,
    case when a.what like 'catalog.%' then (select r.title from catalog_requests q
      join reports r on r.tenant_id = q.tenant_id and r.id = q.report_id where q.id = a.row_id) end,
    case when a.what like 'device.%' then (select x.name from playlist_devices x where x.id = a.row_id) end,
    case when a.what like any (array['notice.%', 'report.%', 'maintenance.%'])
      then coalesce(a.change->>'title', a.change->'after'->>'title', a.change->'before'->>'title') end,
    case when a.what like 'custom_field.%' then (select min(l.value) from
      jsonb_each_text(coalesce(a.change->'labels', a.change->'after'->'labels')) l) end,
    case when a.what like 'remote.%' then (select q.asker_name from remote_requests q where q.id = a.row_id) end,
    case when a.what like 'mail.%' then coalesce(a.change->'after'->>'host', a.change->'before'->>'host') end,
    case when a.what like 'mail_template.%' then coalesce(a.change->'after'->>'kind', a.change->'before'->>'kind') end,
    a.change->>'name', a.change->'after'->>'name')`;

// An id in a record is read by itself (`offset 0`): row-level security lets no index be asked with an expression that could fail.
const whom = sql`coalesce(
    (select x.name from (select coalesce(${idIn('user')}, ${idIn('person')}) as id offset 0) w join users x on x.id = w.id),
    (select x.name from (select ${idIn('userGroup')} as id offset 0) w join user_groups x on x.id = w.id),
    case when a.what like 'catalog.%' then (select x.name from catalog_requests q
      join users x on x.tenant_id = q.tenant_id and x.id = q.user_id where q.id = a.row_id) end,
    case when a.what in ('session.act', 'remote.end') then (select x.name from users x where x.id = a.user_id)
      when a.what like 'remote.%' then (select x.name from remote_requests q join users x on x.id = q.user_id where q.id = a.row_id) end,
    case when a.change->>'subject' = 'everyone' then 'everyone' end)`;

const anId = sql.raw(`'"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"'`);
/**
 * The current names of ids in a record: of this tenant only, whatever the record contains. Each is looked up, because for a join the
 * planner expects a thousand ids in each record and reads all users for it.
 */
const names = sql`(select jsonb_object_agg(n.id, n.name) from (
    select x.id::text, coalesce((select g.name from user_groups g where g.id = x.id), (select r.title from reports r where r.id = x.id),
        (select p.name from users p where p.id = x.id), (select l.name from playlists l where l.id = x.id),
        (select o.name from groups o where o.id = x.id), (select s.name from subgroups s where s.id = x.id)) as name
      from (select distinct m[1]::uuid as id from regexp_matches(a.change::text, ${anId}, 'g') m) x) n where n.name is not null)`;

/** When an act-as session actually ended; until then its planned end. */
const endedAt = sql`case when a.what = 'session.act'
    then (select e.change->>'until' from audit e where e.row_id = a.row_id and e.what = 'remote.end') end`;
const fields = sql`a.id, a.at, ${whoDid} as who, ${whoActed} as actor, a.what, ${thing} as thing, ${whom} as whom,
    a.change || case when ${endedAt} is null then '{}' else jsonb_build_object('until', ${endedAt}) end as change, ${names} as names, a.ip`;

/** The given name of a visitor and of their partner. A seat is in no list of users, so it has none to search. */
const visitor = folded(sql`q.asker_name || ' ' || q.asker_from`);

const isOneOf = (audit: SQL, whats: readonly AuditWhat[]) =>
  sql`${audit}.what in (${sql.join(
    whats.map((what) => sql`${what}`),
    sql`, `,
  )})`;

/** Records whose users and objects have this in their names: the actor, their partner, the recipient, the object. */
const aboutNames = (part: string): SQL => {
  const has = (table: string) => sql`position(${part} in ${sql.raw(table)}.sort_key) > 0`;
  // Names are searched once for each kind of id, not for each record.
  const isNamedIn = (table: 'users' | 'user_groups') => (id: SQL) => sql`${id} in (select x.id from ${sql.raw(table)} x where ${has('x')})`;
  const people = [sql`a.user_id`, sql`a.actor_id`, sql`a.row_id`, idIn('user'), idIn('person'), startedBy].map(isNamedIn('users'));
  const userGroups = [sql`a.row_id`, idIn('userGroup')].map(isNamedIn('user_groups'));
  return sql`(${sql.join([...people, ...userGroups], sql` or `)}
    or a.actor_id in (select q.asker_id from remote_requests q where position(${part} in ${visitor}) > 0)
    or exists (select from reports x where x.id = a.row_id and ${has('x')})
    or exists (select from groups x where x.id = a.row_id and ${has('x')})
    or exists (select from subgroups x where x.id = a.row_id and ${has('x')})
    or exists (select from playlist_devices x where x.id = a.row_id and ${has('x')})
    or (${isOneOf(sql`a`, [...actionsInFamily('messages'), ...actionsInFamily('reports')])} and position(${part}
      in ${folded(sql`coalesce(a.change->>'name', a.change->>'title', a.change->'after'->>'title', a.change->'before'->>'title',
        a.change->'after'->>'name', '')`)}) > 0)
    or exists (select from catalog_requests q join reports x on x.tenant_id = q.tenant_id and x.id = q.report_id
      join users y on y.tenant_id = q.tenant_id and y.id = q.user_id where q.id = a.row_id and (${has('x')} or ${has('y')})))`;
};

const groupsIn = (audit: SQL, side: 'before' | 'after') => sql`coalesce(${audit}.change->${side}->'groups', '[]')`;

/** Records of a family. A group change counts wherever it was made: by hand, by an import, by a directory, by a granted request. */
function isInFamily(audit: SQL, family: AuditFamily | undefined): SQL {
  const named = isOneOf(audit, actionsInFamily(family));
  if (family !== 'groups') return named;
  const moved = isOneOf(audit, ['user.addToGroup', 'user.removeFromGroup']);
  const regrouped = sql`(${moved} or ${groupsIn(audit, 'before')} <> ${groupsIn(audit, 'after')})`;
  const byRequest = sql`exists (select from catalog_requests q where q.id = ${audit}.row_id and q.user_group_id is not null)`;
  return sql`(${named} or ${isOneOf(audit, actionsInFamily('people'))} and ${regrouped}
    or ${isOneOf(audit, ['catalog.grant', 'catalog.revoke'])} and ${byRequest})`;
}

/** The records that one run of an import wrote, from its start at `a` to the next. */
const ofRun = (family: AuditFamily | undefined) => sql`c.import_id = a.row_id and c.at >= a.at and ${isInFamily(sql`c`, family)}
  and not exists (select from audit n where n.row_id = a.row_id and n.what = 'user_import.start' and n.at > a.at and n.at <= c.at)`;
const foldedIn = (family: AuditFamily | undefined) =>
  sql`case when a.what = 'user_import.start' then (select count(*)::int from audit c where ${ofRun(family)}) end as folded`;
/** The same from the other side: a record `a` that the run beginning at `s` wrote. */
const inRun = sql`a.import_id = s.row_id and a.at >= s.at
  and not exists (select from audit n where n.row_id = s.row_id and n.what = 'user_import.start' and n.at > s.at and n.at <= a.at)`;

function found({ search, family, run, unfolded, ...days }: AuditFilters, zone: string): SQL {
  if (run)
    return sql`exists (select from audit s where s.id = ${run}::uuid and s.what = 'user_import.start' and ${inRun})
      and ${isInFamily(sql`a`, family)}`;
  const told = search ? aboutNames(fold(search)) : unfolded ? sql`true` : sql`a.import_id is null`;
  const starts = sql`(a.what = 'user_import.start' and exists (select from audit c where ${ofRun(family)}))`;
  const which = family === 'groups' ? sql`(${isInFamily(sql`a`, family)} or ${starts})` : isInFamily(sql`a`, family);
  return sql`${which} and ${told} and ${withinDays(sql`a.at`, days, zone)}`;
}

type List = ReturnType<typeof keyset>;
export function readPage(db: Db, filters: AuditFilters, zone: string, list: List) {
  const where = found(filters, zone);
  return [
    listRows(
      db,
      sql`select ${fields}, ${foldedIn(filters.family)}, ${list.sortValue} as sort_value
        from audit a where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    countRows(db, sql`select count(*)::int as n from audit a where ${where}`),
  ] as const;
}

export const readFile = (db: Db, filters: AuditFilters, zone: string, list: List, part: SQL) =>
  fileRows(
    db,
    sql`select ${fields}, null::int as folded
      from audit a where ${found({ ...filters, unfolded: true }, zone)} order by ${list.orderBy} ${part}`,
  );
