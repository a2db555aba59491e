import { type SQL, sql } from 'drizzle-orm';
import { type Caller, getAudit } from './write-parts.ts';

const all = (value: SQL, from: SQL) => sql`(select coalesce(jsonb_agg(${value}), '[]') from ${from})`;

/** The data to restore a removed user t; stored with them until personal data has to be purged. */
const kept = sql`jsonb_build_object('status', t.status,
  'groups', ${all(sql`m.user_group_id`, sql`user_group_members m where m.user_id = t.id`)},
  'viewers', ${all(sql`v.target_id`, sql`viewers v where v.user_id = t.id`)},
  'favorites', ${all(sql`jsonb_build_object('report', f.report_id, 'position', f.position)`, sql`favorites f where f.user_id = t.id`)},
  'playlists', ${all(sql`s.playlist_id`, sql`playlist_shares s where s.user_id = t.id`)},
  'grants', ${all(sql`to_jsonb(g)`, sql`grants g where g.user_id = t.id`)})`;

/**
 * The CTEs that remove all of `people` (rows with `id`): `changed` are those who existed. The row stays for the history; groups, grants,
 * favorites and open requests are deleted at once, sessions and the link to the account by the database itself.
 */
export const removal = (people: SQL, ctx: Caller): SQL =>
  sql`changed as (update users t set status = 'D', status_at = app.now(), status_reason = null, deleted_at = app.now(),
        rights = t.rights + 1, version = t.version + 1, preferences = t.preferences || jsonb_build_object('removed', ${kept})
      from ${people} p where t.id = p.id and t.deleted_at is null returning t.id, t.name, t.deleted_at),
    gone_members as (delete from user_group_members m using changed w where m.user_id = w.id),
    gone_viewers as (delete from viewers v using changed w where v.user_id = w.id),
    gone_grants as (delete from grants g using changed w where g.user_id = w.id),
    gone_favorites as (delete from favorites f using changed w where f.user_id = w.id),
    gone_shares as (delete from playlist_shares s using changed w where s.user_id = w.id),
    gone_waiters as (delete from fresh_waiters f using changed w where f.user_id = w.id),
    gone_requests as (update catalog_requests q set state = 'cancelled', decided_at = app.now(), version = q.version + 1
      from changed w where q.user_id = w.id and q.state = 'pending'),
    ${getAudit(ctx, 'user.remove', { before: { name: sql`x.name` } }, sql`changed x`)}`;

const each = (key: string, as: SQL) => sql`jsonb_array_elements(w.removed->${key}) ${as}`;
const restored = { after: { name: sql`x.name`, status: sql`x.status` } };

/** The CTEs that restore all of `people`; what no longer exists, or belongs to another user by now, is left out. */
export const bringBack = (people: SQL, ctx: Caller): SQL =>
  sql`changed as (update users t set status = coalesce(p.preferences->'removed'->>'status', 'A'), status_at = app.now(), deleted_at = null,
        rights = t.rights + 1, version = t.version + 1, preferences = t.preferences - 'removed',
        phone = case when exists (select from users o where o.phone = t.phone and o.deleted_at is null and o.id <> t.id) then null else t.phone end,
        expires_at = case when t.expires_at <= app.now() then null else t.expires_at end
      from ${people} p where t.id = p.id and t.deleted_at is not null
      returning t.id, t.name, t.status, t.version, p.preferences->'removed' as removed),
    back_members as (insert into user_group_members (user_group_id, user_id)
      select q.id, w.id from changed w, ${each('groups', sql`g (v)`)}
        join user_groups q on q.id = (g.v #>> '{}')::uuid and q.deleted_at is null on conflict do nothing),
    back_viewers as (insert into viewers (target_id, user_id)
      select (g.v #>> '{}')::uuid, w.id from changed w, ${each('viewers', sql`g (v)`)}
      where exists (select from groups x where x.id = (g.v #>> '{}')::uuid)
        or exists (select from subgroups x where x.id = (g.v #>> '{}')::uuid) on conflict do nothing),
    back_favorites as (insert into favorites (user_id, report_id, position)
      select w.id, r.id, (g.v->>'position')::int from changed w, ${each('favorites', sql`g (v)`)}
        join reports r on r.id = (g.v->>'report')::uuid on conflict do nothing),
    back_shares as (insert into playlist_shares (id, playlist_id, user_id)
      select gen_random_uuid(), l.id, w.id from changed w, ${each('playlists', sql`g (v)`)}
        join playlists l on l.id = (g.v #>> '{}')::uuid on conflict do nothing),
    back_grants as (insert into grants (id, report_id, subject, user_id, identity, filters, valid_until, source, granted_by_id, note, created_at)
      select (g.v->>'id')::uuid, r.id, 'user', w.id, nullif(g.v->'identity', 'null'), nullif(g.v->'filters', 'null'),
        (g.v->>'valid_until')::timestamptz, g.v->>'source', (g.v->>'granted_by_id')::uuid, g.v->>'note', (g.v->>'created_at')::timestamptz
      from changed w, ${each('grants', sql`g (v)`)} join reports r on r.id = (g.v->>'report_id')::uuid on conflict do nothing),
    ${getAudit(ctx, 'user.restore', restored, sql`changed x`)}`;
