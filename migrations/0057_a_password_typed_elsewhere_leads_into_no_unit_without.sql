-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- A unit's own way in is asked wherever somebody comes from: where no password is taken, none that was typed elsewhere leads in.
drop function app.login_elsewhere(uuid, text, uuid, bytea, text, text);
drop function app.company_ticket(uuid, uuid, uuid, uuid, bytea, text, text);
create function app.company_ticket(p_account uuid, p_from uuid, p_source uuid, p_target uuid, p_hash bytea) returns table (host text, made boolean) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (select u.tenant_id, u.id, (select d.host from public.domains d where d.tenant_id = u.tenant_id order by d.main desc, d.host limit 1) as host
      from public.users u join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
     where u.account_id = p_account and u.tenant_id <> p_from and (p_target is null or u.tenant_id = p_target) and u.status in ('A','T') and u.deleted_at is null and u.seat is null
     order by u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 1),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
      select p_hash, 'company', c.tenant_id, c.id, c.host, p_source, app.now() + interval '60 seconds', jsonb_build_object('from', p_from) from c where c.host is not null and app.takes_passwords(c.tenant_id) returning 1)
  select c.host, exists (select from k) from c where c.host is not null $$;

create or replace function app.change_company(p_sid uuid, p_target uuid, p_hash bytea, p_address text, p_request text) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; v_type text; v_made boolean; begin
  select u.account_id, s.auth_type into v_account, v_type from public.users u join public.sessions s on s.id = p_sid and s.user_id = u.id and s.home_id = u.tenant_id and s.actor_sid is null
   where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null;
  if v_account is null then return query select 'none', null::text; return; end if;
  -- Who came in by a way that is not an account's own proves himself to the target by the target's own way.
  if v_type not in ('password', 'passkey', 'invitation', 'company') then
    return query select 'sign_in', (select d.host from public.domains d where d.tenant_id = c.id order by d.main desc, d.host limit 1) from app.companies() c where c.id = p_target and not c.current;
    return;
  end if;
  select t.host, t.made into host, v_made from app.company_ticket(v_account, app.tenant_id(), p_sid, p_target, p_hash) t;
  if host is null then state := 'none'; return next; return; end if;
  if not v_made then state := 'sign_in'; return next; return; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'session.company', p_sid, jsonb_build_object('to', t.name), p_address, p_request from public.tenants t where t.id = p_target;
  state := 'ok'; return next; end $$;

-- The right password on a host where the person is nobody: the unit entered last, if there is one; no way in where that password is no longer the account's.
create function app.login_elsewhere(p_tenant uuid, p_email text, p_account uuid, p_seen bytea, p_hash bytea) returns table (host text, made boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform from public.accounts a where a.id = p_account and sha256(convert_to(a.password, 'UTF8')) = p_seen for no key update;
  if not found then return; end if;
  select t.host, t.made into host, made from app.company_ticket(p_account, p_tenant, null, null, p_hash) t;
  if host is null then return; end if;
  delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email);
  return next; end $$;

-- Who signs in through a provider, or was brought by a directory, and was never invited has no password to forget.
drop function app.account_reader(uuid, text);
create function app.account_reader(p_user uuid, p_email text)
returns table (user_id uuid, name text, email text, language text, accepted boolean, owned boolean, elsewhere boolean, federated boolean, hosts jsonb, platform_hosts jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, coalesce(a.email, u.email), u.language, a.id is not null,
      a.id is not null or exists (select from public.accounts x where x.email = u.email and x.verified_at is not null and x.password is not null),
      exists (select from public.users o where o.account_id = a.id and o.tenant_id <> u.tenant_id and o.deleted_at is null),
      u.account_id is null and u.invited_at is null and (u.scim_at is not null or u.user_name is not null or exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id)),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d where d.tenant_id = u.tenant_id),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d join public.tenants p on p.id = d.tenant_id and p.kind = 'platform')
    from public.users u left join public.accounts a on a.id = u.account_id
   where u.tenant_id = app.tenant_id() and u.status in ('A','T') and u.deleted_at is null and u.seat is null
     and u.id = coalesce(p_user, (select x.id from public.accounts y join public.users x on x.account_id = y.id and x.tenant_id = app.tenant_id() where y.email = p_email limit 1),
       (select x.id from public.users x where x.tenant_id = app.tenant_id() and x.email = p_email and x.account_id is null)) $$;

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['app.company_ticket(uuid, uuid, uuid, uuid, bytea)', 'app.login_elsewhere(uuid, text, uuid, bytea, bytea)', 'app.account_reader(uuid, text)']::regprocedure[] loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.login_elsewhere(uuid, text, uuid, bytea, bytea) to mirante_public;
grant execute on function app.account_reader(uuid, text) to mirante_job;
