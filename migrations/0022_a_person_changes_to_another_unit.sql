-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- The tenants in which a person's account has a living user and that may let it in; where it was last comes first.
create function app.companies() returns table (id uuid, name text, kind text, current boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.kind, t.id = app.tenant_id() from public.users me join public.users u on u.account_id = me.account_id and u.status in ('A','T') and u.deleted_at is null
    join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
   where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null and me.seat is null
     and exists (select from public.domains d where d.tenant_id = t.id)
   order by t.id <> app.tenant_id(), u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 500 $$;

-- A ticket into another tenant of the same account: one use, one minute, one host, and only while the session it came from lives.
create function app.company_ticket(p_account uuid, p_from uuid, p_source uuid, p_target uuid, p_hash bytea, p_address text, p_request text) returns text language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (select u.tenant_id, u.id, (select d.host from public.domains d where d.tenant_id = u.tenant_id order by d.main desc, d.host limit 1) as host
      from public.users u join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
     where u.account_id = p_account and u.tenant_id <> p_from and (p_target is null or u.tenant_id = p_target) and u.status in ('A','T') and u.deleted_at is null and u.seat is null
     order by u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 1),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
      select p_hash, 'company', c.tenant_id, c.id, c.host, p_source, app.now() + interval '60 seconds', jsonb_build_object('from', p_from) from c where c.host is not null returning host)
  select host from k $$;

create function app.change_company(p_sid uuid, p_target uuid, p_hash bytea, p_address text, p_request text) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; v_type text; v_host text; begin
  select u.account_id, s.auth_type into v_account, v_type from public.users u join public.sessions s on s.id = p_sid and s.user_id = u.id and s.home_id = u.tenant_id and s.actor_sid is null
   where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null;
  if v_account is null then return query select 'none', null::text; return; end if;
  -- Who came in by another way than an account's own proves himself to the target by the target's own way.
  if v_type not in ('password', 'company') then
    return query select 'sign_in', (select d.host from public.domains d where d.tenant_id = c.id order by d.main desc, d.host limit 1) from app.companies() c where c.id = p_target and not c.current;
    return;
  end if;
  v_host := app.company_ticket(v_account, app.tenant_id(), p_sid, p_target, p_hash, p_address, p_request);
  if v_host is null then return query select 'none', null::text; return; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'session.company', p_sid, jsonb_build_object('to', t.name), p_address, p_request from public.tenants t where t.id = p_target;
  return query select 'ok', v_host; end $$;

-- The right password on a host where the person is nobody: the unit entered last, if there is one.
create function app.login_elsewhere(p_tenant uuid, p_email text, p_account uuid, p_hash bytea, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_host text; begin
  v_host := app.company_ticket(p_account, p_tenant, null, null, p_hash, p_address, p_request);
  if v_host is not null then delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email); end if;
  return v_host; end $$;

-- Uses the ticket on its host and says of the person what a sign-in would.
create function app.arrive(p_tenant uuid, p_hash bytea, p_host text)
returns table (email text, user_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[]) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with k as (update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = 'company' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant and t.host = p_host
      and (t.source_sid is null or exists (select from public.sessions s where s.id = t.source_sid and s.revoked_at is null and s.expires_at > app.now()))
    returning t.tenant_id, t.user_id)
  select u.email, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant)
    from k join public.users u on u.tenant_id = k.tenant_id and u.id = k.user_id and u.deleted_at is null join public.tenants h on h.id = k.tenant_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id $$;

grant insert on tokens to mirante_gate;
do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['companies()', 'company_ticket(uuid, uuid, uuid, uuid, bytea, text, text)', 'change_company(uuid, uuid, bytea, text, text)', 'login_elsewhere(uuid, text, uuid, bytea, text, text)', 'arrive(uuid, bytea, text)'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.actor_id(), app.user_id(), app.home_id() to mirante_gate;
grant execute on function app.companies(), app.change_company(uuid, uuid, bytea, text, text) to mirante_app;
grant execute on function app.login_elsewhere(uuid, text, uuid, bytea, text, text), app.arrive(uuid, bytea, text) to mirante_public;
