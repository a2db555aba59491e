-- Sign in locks counters in one order.

-- ### Functions

grant create on schema app to mirante_gate;

-- Locks counters one after the other. Whoever changes several in one transaction locks them in the order in which attempts are counted
-- (sign_in_facts, factor_open, passkey_offer); two transactions with different orders would deadlock.
create or replace function app.lock_attempts(p_keys text[]) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key text; begin
  foreach v_key in array p_keys loop perform from public.attempts x where x.key = v_key for update; end loop; end $$;
alter function app.lock_attempts owner to mirante_gate;
revoke all on function app.lock_attempts from public;

-- Uses an account link exactly once, however many requests arrive. Without a new password, p_seen is the existing one that was verified,
-- and the account is linked as it is.
create or replace function app.account_take(p_hash bytea, p_host text, p_seen text, p_new text, p_account uuid, p_device bytea, p_address text, p_request text) returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
  perform app.lock_attempts(array['u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email]);
  delete from public.attempts where key in ('u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (u.tenant_id, u.id, null, u.tenant_id, case when u.account_id is null then 'account.accepted' when k.purpose = 'account.change' then 'account.password' else 'account.reset' end, u.id, p_address, p_request);
  if k.purpose <> 'account.invite' then insert into public.outbox (tenant_id, kind, body) values (u.tenant_id, 'account.changed', jsonb_build_object('user_id', u.id)); end if;
  return a.id; end $$;
alter function app.account_take owner to mirante_gate;
revoke all on function app.account_take from public;
grant execute on function app.account_take to mirante_public;

-- Completes the second step of a sign-in. Success gives back what it took of its address's limit, so an office behind one address gets in.
create or replace function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_holder uuid; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning (t.body->>'userId')::uuid into v_user;
  v_holder := app.factor_holder(p_tenant, v_user);
  if v_holder is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if p_use->>'kind' = 'setup' then
    perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
    perform from public.accounts a where a.id = v_holder for no key update;
    if exists (select from public.factors f where f.holder = v_holder) then raise exception 'factor_over' using errcode = 'MR412'; end if;
    perform app.factor_put(p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(p_tenant, v_user, p_use->'codes');
    perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
  elsif not app.factor_spend(v_holder, p_use) then raise exception 'factor_wrong' using errcode = 'MR413';
  elsif p_use->>'kind' = 'recovery' then
    perform app.act_tell(p_tenant, v_user, 'recovery_used', jsonb_build_object('left', (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'recovery' and f.used_at is null)), '/?account=security');
  end if;
  perform app.lock_attempts(array['f2 ' || p_address, 'm ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex')]);
  delete from public.attempts x where x.key in ('m ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex'));
  update public.attempts x set n = greatest(x.n - 2, 0) where x.key = 'f2 ' || p_address;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, v_user, null, p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user, jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address, p_request); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_public;

-- The right password on a host where the user is unknown: returns the most recently used unit, if any. Offers no way in if that password is
-- no longer the account's.
create or replace function app.login_elsewhere(p_tenant uuid, p_email text, p_account uuid, p_seen bytea, p_hash bytea) returns table (host text, made boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform from public.accounts a where a.id = p_account and sha256(convert_to(a.password, 'UTF8')) = p_seen for no key update;
  if not found then return; end if;
  select t.host, t.made into host, made from app.company_ticket(p_account, p_tenant, null, null, p_hash) t;
  if host is null then return; end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || p_email, 'g ' || p_email]);
  delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email);
  return next; end $$;
alter function app.login_elsewhere owner to mirante_gate;
revoke all on function app.login_elsewhere from public;
grant execute on function app.login_elsewhere to mirante_public;

-- Uses a passkey at sign-in. Success gives back what it took of the address's limits.
create or replace function app.passkey_use(p_tenant uuid, p_user uuid, p_use jsonb, p_address text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.factor_spend(app.factor_holder(p_tenant, p_user), p_use) then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  perform app.lock_attempts(array['po ' || p_tenant || ' ' || p_address, 'pk ' || p_address]);
  update public.attempts x set n = greatest(x.n - 1, 0) where x.key in ('pk ' || p_address, 'po ' || p_tenant || ' ' || p_address); end $$;
alter function app.passkey_use owner to mirante_gate;
revoke all on function app.passkey_use from public;
grant execute on function app.passkey_use to mirante_public;

-- Starts a session after sign-in. A new browser is announced to the user by e-mail, at most once an hour in all units of their account.
create or replace function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz, p_device bytea, p_new_device bytea, p_rehash text, p_way text, p_agent text, p_request text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at, auth_type, address, agent) select p_sid, u.tenant_id, u.tenant_id, u.id, p_until, p_way, p_address, p_agent from public.users u join public.tenants t on t.id = u.tenant_id
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and app.acts(t.status, t.trial_ends_at) returning 1),
    locked as materialized (select app.lock_attempts(array['u ' || p_tenant || ' ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex'), 'g ' || p_email, 'a ' || p_address, 't ' || p_tenant]) from s),
    d as (delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex')) and exists (select from locked)),
    b as (update public.attempts set n = greatest(n - 1, 0) where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from locked)),
    k as (insert into public.devices (hash, tenant_id, user_id) select p_new_device, p_tenant, p_user from s where p_new_device is not null on conflict do nothing),
    n as (insert into public.attempts as x (key, n, until) select 'n ' || coalesce(u.account_id, u.id), 1, app.now() + interval '1 hour' from s, public.users u
      where u.tenant_id = p_tenant and u.id = p_user and p_new_device is not null and p_way <> 'embedded' and exists (select from public.devices v where v.tenant_id = p_tenant and v.user_id = p_user)
      on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now() returning 1),
    o as (insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.device', jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent) from n),
    h as (update public.accounts a set password = p_rehash from public.users u where p_rehash is not null and u.tenant_id = p_tenant and u.id = p_user and a.id = u.account_id and exists (select from s)),
    l as (update public.users set last_sign_in_at = app.now() where tenant_id = p_tenant and id = p_user and exists (select from s)),
    r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent, sid) select p_tenant, p_sid, p_user, p_way, 'ok', p_address, p_agent, p_sid from s),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, p_user, null, p_tenant, 'session.start', p_sid, p_address, p_request from s)
  select exists (select from s) $$;
alter function app.session_start owner to mirante_gate;
revoke all on function app.session_start from public;
grant execute on function app.session_start to mirante_public;

revoke create on schema app from mirante_gate;
