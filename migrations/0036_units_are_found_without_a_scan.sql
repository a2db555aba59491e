-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- Who asks is read once, not for every row: both lists cost what they show, however many tenants there are.
create or replace function app.import_units() returns table (id uuid, name text, sort_key text, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with me as materialized (select app.tenant_id() as tenant, app.user_id() as person, app.actor_id() as actor, app.profile() as profile),
    own as materialized (select u.account_id from me join public.users u on u.tenant_id = me.tenant and u.id = me.person where me.actor is null
      and u.profile in ('admin', 'master') and u.status in ('A', 'T') and u.account_id is not null),
    above as materialized (select t.id from me join public.tenants t on t.id = me.tenant and t.kind = 'partner' where me.actor is null and me.profile = 'master'
      union all select r.above_id from me join public.relations r on r.tenant_id = me.tenant and r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now()
        join public.users a on a.tenant_id = r.above_id and a.id = me.actor and a.profile = 'master' and a.status in ('A', 'T')),
    reach as materialized (select u.tenant_id as id from own join public.users u on u.account_id = own.account_id where u.profile = 'admin' and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
      union select r.tenant_id from above join public.relations r on r.above_id = above.id where r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now())
  select t.id, t.name, t.sort_key, t.users_used from me join public.settings s on s.tenant_id = me.tenant and s."values"->>'user_import' = 'S'
    join reach on reach.id <> me.tenant join public.tenants t on t.id = reach.id and t.kind = 'unit' and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) $$;
create or replace function app.import_people(p_unit uuid, p_search text, p_email text, p_ids uuid[], p_after text, p_after_id uuid, p_n int)
  returns table (id uuid, name text, email text, phone text, department text, "position" text, language text, sort_key text, here boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with me as materialized (select app.tenant_id() as tenant, (select i.id from app.import_units() i where i.id = p_unit) as unit)
  select u.id, u.name, u.email, u.phone, u.department, u."position", u.language, u.sort_key,
      exists (select from public.users h where h.tenant_id = me.tenant and h.email = u.email)
    from me join public.users u on u.tenant_id = me.unit
   where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null and (p_ids is null or u.id = any (p_ids))
     and (p_search = '' or starts_with(u.sort_key, p_search) or position(' ' || p_search in u.sort_key) > 0 or starts_with(u.email, p_email))
     and (p_after is null or (u.sort_key, u.id) > (p_after, p_after_id))
   order by u.sort_key, u.id limit least(p_n, 5001) $$;
create or replace function app.companies() returns table (id uuid, name text, kind text, current boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with me as materialized (select u.account_id, u.tenant_id from public.users u where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and u.seat is null)
  select t.id, t.name, t.kind, t.id = me.tenant_id from me join public.users u on u.account_id = me.account_id and u.status in ('A','T') and u.deleted_at is null
    join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
   where exists (select from public.domains d where d.tenant_id = t.id)
   order by t.id <> me.tenant_id, u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 500 $$;
