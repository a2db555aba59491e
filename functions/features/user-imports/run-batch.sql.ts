import { and, eq, type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { userImports } from '../../../db/schema/user-imports.ts';
import { batchRows, leaseSeconds } from '../../../domain/user-imports/limits.ts';
import { tell } from '../notifications/index.ts';
import { differing, getFacts } from '../users/index.ts';

// A batch adds and changes up to 500 users, their groups, invitations and records: one statement, composed of the parts below.

const seats = raw('user_imports.seats', { left: 'int4' });
const makeGroups = raw('user_imports.make_groups', {});
const runRows = raw('user_imports.run_batch', { state: 'text', invited: 'int4' });

const lease = sql`app.now() + make_interval(secs => ${leaseSeconds})`;
/** Locks the import while it runs and holds the lease of the job. */
export const holdLease = (db: Db, id: string) =>
  db
    .update(userImports)
    .set({ takenUntil: lease })
    .where(and(eq(userImports.id, id), eq(userImports.state, 'running')));

/** Ids of users that the next rows name. */
export const batchPeople = (id: string) =>
  sql`select k.id from users k join user_import_rows r on r.tenant_id = k.tenant_id and r.email = k.email
    where r.import_id = ${id}::uuid and r.state = 'pending' and k.deleted_at is null`;

/** Ids of groups that the next rows name, or the values for all rows. */
export const batchGroups = (id: string) =>
  sql`select g.id from user_groups g where g.deleted_at is null and g.sort_key in (
    select x->>'key' from user_import_rows r, jsonb_array_elements(r.person->'groups') x
      where r.import_id = ${id}::uuid and r.state = 'pending'
    union select x->>'key' from user_imports i, jsonb_array_elements(i.options->'forAll'->'groups') x where i.id = ${id}::uuid)`;

/** Locks the tenant's row, whose user limit the batch counts against. */
export const lockSeats = (db: Db, id: string) =>
  seats(db, sql`select app.seats_left() as left where exists (select from user_imports where id = ${id}::uuid and state = 'running')`);

const nextRows = sql`i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id
  where r.state = 'pending' and not r.removed and r.n > i.header_row order by r.n limit ${batchRows}`;

/** Adds groups that rows of the next batch name and the unit doesn't have, if creating them was chosen. */
export const addGroups = (db: Db, id: string) =>
  makeGroups(
    db,
    sql`with i as (select x.id, x.tenant_id, x.header_row, x.added_by_id, coalesce(x.options->'forAll'->'groups', '[]'::jsonb) as all_groups
          from user_imports x where x.id = ${id}::uuid and x.state = 'running'
            and coalesce((x.options->'choices'->>'makeGroups')::boolean, false)),
        b as (select r.person from ${nextRows}),
        named as (select g->>'key' as key, g->>'name' as name from b, jsonb_array_elements(coalesce(b.person->'groups', '[]'::jsonb)) g
          union all select g->>'key', g->>'name' from i, jsonb_array_elements(i.all_groups) g),
        w as (insert into user_groups (tenant_id, id, name, sort_key)
          select distinct on (x.key) i.tenant_id, gen_random_uuid(), x.name, x.key from i, named x
          where not exists (select from user_groups o where o.sort_key = x.key and o.deleted_at is null)
          on conflict do nothing returning id, name)
      ${auditEach(null, {
        what: 'user_group.add',
        row: sql`w.id`,
        facts: { after: { name: sql`w.name` }, startedBy: sql`i.added_by_id` },
        tenant: sql`i.tenant_id`,
        importId: sql`i.id`,
        from: sql`w, i`,
      })}`,
  );

const fault = (field: string, code: string) => sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'code', ${code}::text))`;
const text = (name: string) => sql`nullif(j.person->>${name}::text, '')`;
/** A value of the file, else the one for all rows, else the default. */
const orFixed = (name: string, otherwise = sql`null`) => sql`coalesce(${text(name)}, i.fixed->>${name}::text, ${otherwise})`;
const usualProfile = sql`case (select t.kind from tenants t where t.id = i.tenant_id)
  when 'unit' then 'user' when 'partner' then 'master' else 'a2m' end`;

/** The import i, its next rows b, and each with the user it names and its conflicts: j. */
const rowsToRun = (id: string) => sql`i as (select x.id, x.tenant_id, x.name, x.header_row, x.added_by_id,
      coalesce(x.options->'forAll', '{}'::jsonb) as fixed, coalesce((x.options->'choices'->>'update')::boolean, false) as updates,
      coalesce((x.options->'choices'->>'invite')::boolean, true) as invites,
      coalesce(x.options->'forAll'->'groups', '[]'::jsonb) as all_groups
    from user_imports x where x.id = ${id}::uuid and x.state = 'running'),
  b as materialized (select r.n, r.person, r.email, r.phone from ${nextRows}),
  j as materialized (select b.*, k.id as known,
      case when k.id is not null and not i.updates then ${fault('email', 'email_taken')}
        when b.phone is not null and exists (select from users p where p.phone = b.phone and p.deleted_at is null
          and p.id is distinct from k.id) then ${fault('phone', 'phone_taken')} end as fault
    from i, b left join users k on k.email = b.email and k.deleted_at is null)`;

/** New users, as many as there are seats: made. */
const peopleMade = (
  ids: readonly string[],
) => sql`fresh as (select j.n, j.email, j.phone, j.person, row_number() over (order by j.n) as place
    from j where j.fault is null and j.known is null),
  seats as materialized (select app.seats_left() as n),
  made as (insert into users (tenant_id, id, email, name, sort_key, profile, status, language, phone, department, "position", custom,
      expires_at, invited_at, added_by_id)
    select i.tenant_id, (${JSON.stringify(ids)}::jsonb->>(j.place::int - 1))::uuid, j.email, j.person->>'name', j.person->>'sortKey',
      ${orFixed('profile', usualProfile)}, 'A', ${orFixed('language')}, j.phone, ${text('department')}, ${text('position')},
      coalesce(j.person->'custom', '{}'::jsonb), ${orFixed('expiresAt')}::timestamptz, case when i.invites then app.now() end, i.added_by_id
    from i, seats, fresh j where j.place <= seats.n on conflict do nothing returning *)`;

/** Existing users: was and had before, changed after. Empty cells change nothing. */
const peopleChanged = sql`was as materialized (select u.* from j join users u on u.id = j.known where j.fault is null),
  had as materialized (select m.user_id, q.name, q.sort_key from was join user_group_members m on m.user_id = was.id
    join user_groups q on q.id = m.user_group_id and q.deleted_at is null),
  changed as (update users u set name = j.person->>'name', sort_key = j.person->>'sortKey', phone = coalesce(j.phone, u.phone),
      department = coalesce(${text('department')}, u.department), "position" = coalesce(${text('position')}, u."position"),
      language = coalesce(${text('language')}, u.language), expires_at = coalesce((${text('expiresAt')})::timestamptz, u.expires_at),
      custom = u.custom || coalesce((select jsonb_object_agg(c.key, c.value) from jsonb_each(j.person->'custom') c
        where j.person->'typed' ? c.key), '{}'::jsonb), version = u.version + 1
    from j where j.fault is null and u.id = j.known returning u.*)`;

/** Each row with its user or its fault: ended. Then the memberships and the invitations. */
const rowsEnded = sql`done as (select m.id, m.email, true as is_new from made m union all select c.id, c.email, false from changed c),
  ended as (select j.n, d.id, d.is_new, coalesce(j.fault, case when d.id is null and f.place > seats.n
        then ${fault('email', 'user_limit_reached')} when d.id is null then ${fault('email', 'email_taken')} end) as fault,
      coalesce(j.person->'groups', '[]'::jsonb) || i.all_groups as groups
    from i, seats, j left join done d on d.email = j.email left join fresh f on f.n = j.n),
  given as materialized (select distinct e.id as user_id, g.id as group_id, g.name, g.sort_key
    from ended e, jsonb_array_elements(e.groups) x join user_groups g on g.sort_key = x->>'key' and g.deleted_at is null
    where e.id is not null),
  members as (insert into user_group_members (tenant_id, user_group_id, user_id)
    select i.tenant_id, g.group_id, g.user_id from i, given g on conflict do nothing),
  invitations as (insert into outbox (tenant_id, kind, body)
    select i.tenant_id, 'account.invite', jsonb_build_object('user_id', e.id) from i, ended e where i.invites and e.is_new returning 1)`;

/** The names of groups, as the audit of a user stores them. */
const withGroups = (facts: SQL, groups: SQL) =>
  sql`${facts} || jsonb_build_object('groups', (select coalesce(jsonb_agg(q.name order by q.sort_key), '[]') from (${groups}) q))`;
const hadGroups = sql`select h.name, h.sort_key from had h where h.user_id = c.id`;
const givenGroups = (person: SQL) => sql`select g.name, g.sort_key from given g where g.user_id = ${person}`;

/** The outcome of each user, recorded with its import. */
const peopleRecorded = sql`facts as materialized (
    select m.id, null::jsonb as before, ${withGroups(getFacts(sql`m`), givenGroups(sql`m.id`))} as after from made m
    union all select c.id, ${withGroups(getFacts(sql`o`), hadGroups)},
      ${withGroups(getFacts(sql`c`), sql`${hadGroups} union ${givenGroups(sql`c.id`)}`)} from changed c join was o on o.id = c.id),
  recorded as (${auditEach(null, {
    what: sql`case when f.before is null then 'user.add' else 'user.edit' end`,
    row: sql`f.id`,
    facts: sql`jsonb_build_object('startedBy', i.added_by_id) || case when f.before is null then jsonb_build_object('after', f.after)
        else jsonb_build_object('before', ${differing(sql`f.before`, sql`f.after`)}, 'after', ${differing(sql`f.after`, sql`f.before`)}) end`,
    tenant: sql`i.tenant_id`,
    importId: sql`i.id`,
    from: sql`i, facts f`,
  })})`;

/** Notifies the user who began it of its end; the link opens the last step. */
const tellOfEnd = tell('told', {
  people: sql`select w.added_by_id as user_id from w where w.state = 'done'`,
  kind: 'users_imported',
  vars: sql`(select jsonb_build_object('file', w.name, 'succeeded', w.succeeded, 'failed', w.failed) from w)`,
  link: sql`(select case when u.profile = 'a2m' then '/partners?area=users&import=4&id=' else '/user?import=4&id=' end || w.id
    from w join users u on u.id = w.added_by_id)`,
});

const isLast = sql`s.seen < ${batchRows}`;

/** Carries out the next rows; returns whether more are left and how many users were invited. No row: the import isn't running. */
export const writeBatch = (db: Db, id: string, ids: readonly string[]) =>
  runRows(
    db,
    sql`with ${rowsToRun(id)}, ${peopleMade(ids)}, ${peopleChanged}, ${rowsEnded}, ${peopleRecorded},
        rows_ended as (update user_import_rows r set state = case when e.id is null then 'failed' else 'success' end, user_id = e.id,
            problems = coalesce(e.fault, '[]'::jsonb), notes = '[]'
          from ended e where r.import_id = ${id}::uuid and r.n = e.n),
        w as (update user_imports x set succeeded = x.succeeded + s.good, failed = x.failed + s.bad,
            state = case when ${isLast} then 'done' else 'running' end, ended_at = case when ${isLast} then app.now() end,
            taken_until = case when ${isLast} then null else ${lease} end
          from (select count(*)::int as seen, count(e.id)::int as good, (count(*) - count(e.id))::int as bad from ended e) s, i
          where x.id = i.id returning x.id, x.state, x.name, x.succeeded, x.failed, x.added_by_id),
        over as (${auditEach(null, {
          what: 'user_import.done',
          row: sql`w.id`,
          facts: { name: sql`w.name`, succeeded: sql`w.succeeded`, failed: sql`w.failed` },
          from: sql`w`,
          where: sql`w.state = 'done'`,
        })}),
        ${tellOfEnd}
      select w.state, (select count(*)::int from invitations) as invited from w`,
  );
