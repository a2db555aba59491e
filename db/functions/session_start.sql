-- Starts a session after sign-in. p_email is null unless one of the account's own secrets was given: only then are guesses given back.
-- The browser becomes known for the account then, or if the account vouches (an invitation, a change of unit): on a unit's own host the
-- administrators of its DNS could keep the cookie. A new browser is announced to the user by e-mail, at most once an hour: in all units of
-- the account where it vouched, else in this unit.
-- Internal: called by session_begin.
create or replace function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz,
  p_device bytea, p_new_device bytea, p_rehash text, p_way text, p_vouched text, p_agent text, p_request text)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_begun boolean; begin
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at, auth_type, kind, vouched, address, agent)
      select p_sid, u.tenant_id, u.tenant_id, u.id, p_until, p_way, case p_way when 'embedded' then 'embed_portal' else 'own' end,
        app.vouched_by(u.tenant_id, u.id, p_way, p_vouched), p_address, p_agent
        from public.users u join public.tenants t on t.id = u.tenant_id
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and app.acts(t.status, t.trial_ends_at) returning vouched),
    locked as materialized (select app.lock_attempts(array['u ' || p_tenant || ' ' || p_email,
      'd ' || encode(coalesce(p_device, ''), 'hex'), 'g ' || p_email, 'a ' || p_address, 't ' || p_tenant])
      from s where p_email is not null),
    d as (delete from public.attempts
      where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex'))
        and exists (select from locked)),
    b as (update public.attempts
      set n = greatest(n - 1, 0)
      where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from locked)),
    w as materialized (select case when p_email is not null or s.vouched = 'account' then u.account_id end as account_id
      from s, public.users u where u.tenant_id = p_tenant and u.id = p_user),
    k as (insert into public.devices (hash, tenant_id, user_id, account_id) select p_new_device, p_tenant, p_user, w.account_id
      from w
      where p_new_device is not null
      on conflict do nothing),
    e as (update public.devices d
      set account_id = w.account_id
      from w
      where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and w.account_id is not null
        and d.account_id is distinct from w.account_id),
    n as (insert into public.attempts as x (key, n, until) select
        'n ' || case s.vouched when 'account' then coalesce(u.account_id, u.id) else u.id end, 1, app.now() + interval '1 hour'
      from s, public.users u
      where u.tenant_id = p_tenant and u.id = p_user and p_new_device is not null and p_way <> 'embedded'
        and exists (select from public.devices v where v.tenant_id = p_tenant and v.user_id = p_user)
      on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now() returning 1),
    o as (insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.device',
      jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent)
      from n),
    h as (update public.accounts a
      set password = p_rehash
      from public.users u
      where p_rehash is not null and u.tenant_id = p_tenant and u.id = p_user and a.id = u.account_id and exists (select from s)),
    l as (update public.users set last_sign_in_at = app.now() where tenant_id = p_tenant and id = p_user and exists (select from s)),
    r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, vouched, address, agent, sid)
      select p_tenant, gen_random_uuid(), p_user, p_way, 'ok', s.vouched, p_address, p_agent, p_sid
      from s),
    a as materialized (select app.write_audit(p_tenant, 'session.start', app.session_mark(p_sid), p_ip => p_address, p_request => p_request,
      p_user => p_user, p_home => p_tenant) from s)
  select count(*) > 0 into v_begun from a;
  return v_begun; end $$;
alter function app.session_start owner to mirante_gate;
revoke all on function app.session_start from public;
