-- Returns the units from which the caller may import users: by the same account, as a partner's master, or as a platform administrator. The
-- session must reach the account, and every layer above must allow this tenant to import. A unit whose partner must ask before entering
-- counts only if it lets the partner in without verification or has let this caller in.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.import_units()
returns table (id uuid, name text, sort_key text, people int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with me as materialized (select app.tenant_id() as tenant, app.user_id() as person, app.actor_id() as actor, app.profile() as profile),
    own as materialized (select app.my_account() as account_id from me where me.actor is null and me.profile in ('admin', 'master', 'a2m')),
    above as materialized (select t.id, me.person as master
      from me join public.tenants t on t.id = me.tenant and t.kind = 'partner'
      where me.actor is null and me.profile = 'master'
      union all select r.above_id, a.id
      from me
        join public.relations r on r.tenant_id = me.tenant and r.kind = 'partner' and r.status = 'active' and r.role = 'admin'
          and r.ended_at is null and r.until > app.now()
        join public.users a on a.tenant_id = r.above_id and a.id = me.actor and a.profile = 'master' and a.status in ('A', 'T')
          and a.deleted_at is null),
    reach as materialized (select u.tenant_id as id
      from own join public.users u on u.account_id = own.account_id
      where u.profile = 'admin' and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
      union select r.tenant_id
      from above join public.relations r on r.above_id = above.id
      where r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now()
        and (not r.verify or coalesce(r.standing_until > app.now(), false)
          or exists (select from public.remote_requests q
            where q.tenant_id = r.tenant_id and q.relation_id = r.id and q.kind = 'partner' and q.user_id is null
          and q.asker_id = above.master and q.state = 'active' and app.may_act(q.session_id) is not null)))
  select t.id, t.name, t.sort_key, t.users_used
    from me join public.settings s on s.tenant_id = me.tenant and s."values"->>'user_import' = 'S' and app.left_to(me.tenant, 'user_import')
    join reach on reach.id <> me.tenant
    join lateral (select * from public.tenants x where x.id = reach.id offset 0) t on t.kind = 'unit' and t.deleted_at is null
      and app.acts(t.status, t.trial_ends_at) $$;
alter function app.import_units owner to mirante_gate;
revoke all on function app.import_units from public;
grant execute on function app.import_units to mirante_app;
