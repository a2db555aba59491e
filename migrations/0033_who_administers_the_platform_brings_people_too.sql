-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
create or replace function app.import_units() returns table (id uuid, name text, sort_key text, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with own as (select u.account_id from public.users u where app.actor_id() is null and u.tenant_id = app.tenant_id() and u.id = app.user_id()
      and u.profile in ('admin', 'master', 'a2m') and u.status in ('A', 'T') and u.account_id is not null),
    above as (select t.id from public.tenants t where app.actor_id() is null and app.profile() = 'master' and t.id = app.tenant_id() and t.kind = 'partner'
      union all select r.above_id from public.relations r join public.users a on a.tenant_id = r.above_id and a.id = app.actor_id() and a.profile = 'master' and a.status in ('A', 'T')
        where r.tenant_id = app.tenant_id() and r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now())
  select t.id, t.name, t.sort_key, t.users_used from public.tenants t
   where t.kind = 'unit' and t.id <> app.tenant_id() and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
     and exists (select from public.settings s where s.tenant_id = app.tenant_id() and s."values"->>'user_import' = 'S')
     and (t.id in (select u.tenant_id from public.users u join own on u.account_id = own.account_id where u.profile = 'admin' and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null)
       or t.id in (select r.tenant_id from public.relations r join above on r.above_id = above.id
            where r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now())) $$;
