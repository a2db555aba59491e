-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- A remembered device is not asked for the second factor: a new password and "end everywhere" forget all but the one in use.
create function app.forget_devices(p_tenant uuid, p_user uuid, p_but bytea) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.devices d set trusted_at = null from public.users me join public.users o on (o.tenant_id = me.tenant_id and o.id = me.id) or (me.account_id is not null and o.account_id = me.account_id)
      where me.tenant_id = p_tenant and me.id = p_user and d.tenant_id = o.tenant_id and d.user_id = o.id and d.hash is distinct from p_but and d.trusted_at is not null
      returning d.tenant_id, d.user_id, d.trusted_at)
  select count(*)::int from w $$;
create function app.own_remembered() returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from public.users me join public.users o on (o.tenant_id = me.tenant_id and o.id = me.id) or (me.account_id is not null and o.account_id = me.account_id)
    join public.devices d on d.tenant_id = o.tenant_id and d.user_id = o.id and d.trusted_at > app.now() - interval '30 days'
   where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null $$;
-- All of one's own, this one too.
create function app.forget_own_devices(p_address text, p_request text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int := 0; begin
  if app.actor_id() is not null then return 0; end if;
  v_n := app.own_remembered();
  perform app.forget_devices(app.tenant_id(), app.user_id(), null);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'factor.forgotten', app.user_id(), jsonb_build_object('after', jsonb_build_object('devices', v_n)), p_address, p_request;
  return v_n; end $$;

drop function app.own_password(uuid, text, text, text, text);
create function app.own_password(p_sid uuid, p_seen text, p_new text, p_device bytea, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  update public.accounts a set password = p_new, password_at = app.now(), must_change = false from public.users u
   where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and a.id = u.account_id and a.password = p_seen returning a.id into v_account;
  if v_account is null then return false; end if;
  perform app.end_account(v_account, p_sid);
  perform app.forget_devices(app.tenant_id(), app.user_id(), p_device);
  delete from public.attempts where key = 'c ' || v_account;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) values (app.tenant_id(), app.user_id(), null, app.home_id(), 'account.password', app.user_id(), p_address, p_request);
  insert into public.outbox (tenant_id, kind, body) values (app.tenant_id(), 'account.changed', jsonb_build_object('user_id', app.user_id()));
  return true; end $$;

drop function app.end_own_sessions(uuid, uuid, text, text);
create function app.end_own_sessions(p_sid uuid, p_id uuid, p_device bytea, p_address text, p_request text) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.sessions s set revoked_at = app.now() from public.users me, public.users u
      where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null
        and ((u.tenant_id = me.tenant_id and u.id = me.id) or (me.account_id is not null and u.account_id = me.account_id))
        and s.home_id = u.tenant_id and s.user_id = u.id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
        and s.id <> p_sid and (p_id is null or s.id = p_id) returning s.id, s.tenant_id, s.user_id),
    d as (select case when p_id is null and app.actor_id() is null then app.forget_devices(app.tenant_id(), app.user_id(), p_device) end as n),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, w.user_id, null, w.tenant_id, 'session.end', w.id, p_address, p_request from w)
  select count(w.id)::int from d left join w on true $$;

drop function app.account_take(bytea, text, text, text, uuid, text, text);
create function app.account_take(p_hash bytea, p_host text, p_seen text, p_new text, p_account uuid, p_device bytea, p_address text, p_request text) returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  v_email := k.body->>'email';
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null for no key update;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then raise exception 'link_used' using errcode = 'MR411'; end if;
  insert into public.accounts (id, email) values (p_account, v_email) on conflict (email) do nothing;
  select * into a from public.accounts x where case when u.account_id is null then x.email = v_email else x.id = u.account_id end for no key update;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email)
     or a.password is distinct from p_seen
     or (k.body->>'via' = 'tenant' and exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null))
     or (p_new is null) <> (k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null) then raise exception 'link_used' using errcode = 'MR411'; end if;
  if p_new is not null then
    -- Of an address that nobody was known to own, nothing of before remains.
    perform app.end_account(a.id, null);
    delete from public.devices d using public.users o where o.account_id = a.id and d.tenant_id = o.tenant_id and d.user_id = o.id and k.purpose <> 'account.change';
    if k.purpose = 'account.change' then perform app.forget_devices(u.tenant_id, u.id, p_device); end if;
    update public.accounts x set password = p_new, password_at = app.now(), must_change = false,
        verified_at = case k.body->>'via' when 'platform' then app.now() when 'tenant' then null else x.verified_at end where x.id = a.id;
  end if;
  update public.users x set account_id = a.id where x.tenant_id = u.tenant_id and x.id = u.id and x.account_id is null;
  update public.tokens t set used_at = app.now() where t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null and t.purpose in ('account.invite', 'account.reset', 'account.change');
  delete from public.attempts where key in ('u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (u.tenant_id, u.id, null, u.tenant_id, case when u.account_id is null then 'account.accepted' when k.purpose = 'account.change' then 'account.password' else 'account.reset' end, u.id, p_address, p_request);
  if k.purpose <> 'account.invite' then insert into public.outbox (tenant_id, kind, body) values (u.tenant_id, 'account.changed', jsonb_build_object('user_id', u.id)); end if;
  return a.id; end $$;

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['app.forget_devices(uuid, uuid, bytea)', 'app.own_remembered()', 'app.forget_own_devices(text, text)', 'app.own_password(uuid, text, text, bytea, text, text)', 'app.end_own_sessions(uuid, uuid, bytea, text, text)',
      'app.account_take(bytea, text, text, text, uuid, bytea, text, text)']::regprocedure[] loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.own_remembered(), app.forget_own_devices(text, text), app.own_password(uuid, text, text, bytea, text, text), app.end_own_sessions(uuid, uuid, bytea, text, text) to mirante_app;
grant execute on function app.account_take(bytea, text, text, text, uuid, bytea, text, text) to mirante_public;
