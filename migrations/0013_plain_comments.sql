-- Plain comments.

-- ### Functions

grant create on schema app to mirante_gate;

-- Counts an attempt under a key and returns whether it is within the limit for the window. At the limit nothing more is written.
-- Internal: called by account_act_opens, account_forgot, account_opens and 18 more.
create or replace function app.attempt(p_key text, p_limit int, p_window interval)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (insert into public.attempts as x (key, n, until) values (p_key, 1, app.now() + p_window)
    on conflict (key) do update set n = case when x.until <= app.now() then 1 else x.n + 1 end,
      until = case when x.until <= app.now() then excluded.until else x.until end
    where x.until <= app.now() or x.n < p_limit returning 1)
  select exists (select from c) $$;
alter function app.attempt owner to mirante_gate;
revoke all on function app.attempt from public;

-- Returns what a link about an account's factors does, without using it: undo a change ('account.undo'), start the waiting period after
-- every factor was lost ('account.lost'), or cancel that period ('account.keep'). No row when the link is used, expired or belongs to
-- another host; only `wait` (seconds) when the address is rate limited.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, factor_changes and 2 more.
create or replace function app.account_act_opens(p_hash bytea, p_host text, p_address text)
returns table (wait int, purpose text, unit text, email text, what text, name text, at timestamptz, expires_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.attempt('p ' || p_address, 120, '15 min') then
    return query
      select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::text, null::text, null::text,
        null::timestamptz, null::timestamptz
      from public.attempts x
      where x.key = 'p ' || p_address;
    return;
  end if;
  return query select 0, k.purpose, h.name, a.email, c.what, c.name, coalesce(c.at, a.lost_at), k.expires_at
    from public.tokens k join public.tenants h on h.id = k.tenant_id join public.accounts a on a.id = (k.body->>'account')::uuid
    left join public.factor_changes c on c.id = (k.body->>'change')::uuid and c.account_id = a.id and c.undone_at is null
   where k.hash = p_hash and k.purpose in ('account.undo', 'account.lost', 'account.keep') and k.host = p_host and k.used_at is null
     and k.expires_at > app.now()
     and (k.purpose <> 'account.undo' or c.id is not null) and (k.purpose <> 'account.keep' or a.lost_at is not null); end $$;
alter function app.account_act_opens owner to mirante_gate;
revoke all on function app.account_act_opens from public;
grant execute on function app.account_act_opens to mirante_door;

-- Ends every session of an account in every tenant except one, and the act-as sessions inside them.
-- Internal: called by account_take, own_password, raise_epoch.
create or replace function app.end_account(p_account uuid, p_but uuid)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (update public.sessions s
    set revoked_at = app.now()
    from public.users u
    where u.account_id = p_account and s.home_id = u.tenant_id and s.user_id = u.id and s.revoked_at is null and s.id is distinct from p_but
    returning 1),
    k as (update public.tokens t
      set used_at = app.now()
      from public.users u
      where u.account_id = p_account and t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null
        and t.purpose in ('account.reset', 'account.change', 'company')
      returning 1)
  select $$;
alter function app.end_account owner to mirante_gate;
revoke all on function app.end_account from public;

-- Raises an account's epoch, which in every tenant ends its sessions, remembered devices, open links and pending tickets. Links that undo a
-- change or keep the account unchanged stay valid: an attacker's new password must not invalidate them.
-- Internal: called by account_act_take, account_take, wipe_factors.
create or replace function app.raise_epoch(p_account uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.accounts a set epoch = a.epoch + 1 where a.id = p_account;
  perform app.end_account(p_account, null);
  delete from public.devices d using public.users u where u.account_id = p_account and d.tenant_id = u.tenant_id and d.user_id = u.id;
  update public.tokens t
    set used_at = app.now()
    from public.users u
    where u.account_id = p_account and t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null
      and t.purpose in ('account.lost', 'account.code', 'partner');
  update public.tickets t
    set used_at = app.now()
    from public.users u
    where u.account_id = p_account and t.tenant_id = u.tenant_id and u.id::text in (t.body->>'userId', t.body->>'proves')
      and t.used_at is null and t.expires_at > app.now();
end $$;
alter function app.raise_epoch owner to mirante_gate;
revoke all on function app.raise_epoch from public;

-- Returns whether a unit accepts passwords. Turning them off only takes effect while another sign-in method is active, so removing a
-- provider can't lock everyone out.
-- Callers: mirante_door, mirante_public.
-- Security definer: callers lack the grants on settings, sso_apps.
create or replace function app.takes_passwords(p_tenant uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s."values"->>'password_sign_in' from public.settings s where s.tenant_id = p_tenant), 'S') <> 'N'
    or not exists (select from public.sso_apps a where a.tenant_id = p_tenant and a.status = 'A') $$;
alter function app.takes_passwords owner to mirante_gate;
revoke all on function app.takes_passwords from public;
grant execute on function app.takes_passwords to mirante_door, mirante_public;

-- Uses a link about an account's factors exactly once. An undo also reverts every later change, so an attacker's follow-up changes don't
-- survive. It raises the account's epoch and clears the password; p_reset becomes a password reset link on this host if the user still
-- belongs to a tenant that accepts passwords. Returns the link's purpose and whether a reset link was created.
-- Callers: mirante_door.
-- Raises: link_used.
-- Security definer: callers lack the grants on accounts, audit, factor_changes and 4 more.
create or replace function app.account_act_take(p_hash bytea, p_host text, p_reset bytea, p_address text, p_request text)
returns table (purpose text, reset boolean, tenant_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; a public.accounts; c public.factor_changes; u record; v_what text; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose in ('account.undo', 'account.lost', 'account.keep') and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  select * into a from public.accounts x where x.id = (k.body->>'account')::uuid for no key update;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  purpose := k.purpose; reset := false; tenant_id := k.tenant_id;
  case k.purpose
    when 'account.lost' then
      v_what := 'factor.lost';
      update public.accounts x set lost_at = app.now() where x.id = a.id and x.lost_at is null;
      insert into public.outbox (tenant_id, kind, body)
        values (k.tenant_id, 'account.waiting',
          jsonb_build_object('user_id', k.user_id, 'account', a.id, 'at', app.now() + interval '24 hours'));
    when 'account.keep' then
      v_what := 'factor.kept';
      if a.lost_at is null then raise exception 'link_used' using errcode = 'MR411'; end if;
      update public.accounts x set lost_at = null where x.id = a.id;
    else
      v_what := 'factor.undone';
      select * into c from public.factor_changes x where x.id = (k.body->>'change')::uuid and x.account_id = a.id and x.undone_at is null;
      if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
      for c in
      select *
      from public.factor_changes x
      where x.account_id = a.id and x.at >= c.at and x.undone_at is null
      order by x.at desc, x.id = c.id loop
        delete from public.factors f where f.account_id = a.id and f.id = any (c.added);
        insert into public.factors
          select r.*
          from jsonb_populate_recordset(null::public.factors, c.removed) r
          where r.account_id = a.id
          on conflict do nothing;
        -- With the factors restored, the user no longer needs an administrator to readmit them.
        if c.what = 'wiped' then
          update public.users m set waits_at = null where (m.account_id = a.id or m.removed_account_id = a.id) and m.waits_at is not null;
        end if;
        update public.factor_changes x set undone_at = app.now() where x.id = c.id;
      end loop;
      -- Recovery codes alone can't complete a sign-in, so they go with the last real factor.
      if not exists (select from public.factors f where f.account_id = a.id and f.kind <> 'recovery') then
        delete from public.factors f where f.account_id = a.id;
      end if;
      update public.accounts x set password = null, must_change = false, lost_at = null where x.id = a.id;
      perform app.raise_epoch(a.id);
      select m.tenant_id, m.id into u
        from public.users m
        where m.account_id = a.id and m.status in ('A', 'T') and m.deleted_at is null and app.takes_passwords(m.tenant_id)
        order by m.tenant_id <> k.tenant_id, m.last_sign_in_at desc nulls last
        limit 1;
      if found then
        insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body)
          values (p_reset, 'account.reset', u.tenant_id, u.id, p_host, app.now() + interval '1 hour', jsonb_build_object('email', a.email));
        reset := true;
      end if;
  end case;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (k.tenant_id, k.user_id, null, k.tenant_id, v_what, k.user_id, p_address, p_request);
  return next; end $$;
alter function app.account_act_take owner to mirante_gate;
revoke all on function app.account_act_take from public;
grant execute on function app.account_act_take to mirante_door;

-- Reads and verifies app.me = "seal tenant user actor profile home scope reach kind account session": one setting, bound to the
-- transaction's own start.
-- Callers: mirante_app, mirante_job, mirante_wide.
-- Raises: unsealed.
-- Security definer: callers may not read app.secret, the key of the seal.
create or replace function app.me()
returns text[]
language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare m text[] := string_to_array(nullif(current_setting('app.me', true), ''), ' '); k bytea; begin
  if m is null then return null; end if;
  select v into k from app.secret;
  if m[1] is distinct from encode(sha256(k || timestamptz_send(now()) || convert_to(array_to_string(m[2:], ' '), 'UTF8') || k), 'hex')
     or (m[8] = 'view' and current_setting('transaction_read_only') = 'off') then
    raise exception 'unsealed' using errcode = 'MR500';
  end if;
  return m; end $$;
alter function app.me owner to mirante_gate;
revoke all on function app.me from public;
grant execute on function app.me to mirante_app, mirante_job, mirante_wide;

-- Returns the caller's kind: the sealed one, or door for sign-in functions, which run without a seal. 'none' means that the caller skipped
-- app.enter; 'owner' is any role that the Worker doesn't use.
-- Internal: called by guard_keys, need, spare_administrator.
create or replace function app.caller_kind() returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.my_kind(),
    case
      when session_user = 'mirante_door' then 'door'
      when session_user in ('mirante_app', 'mirante_wide', 'mirante_job', 'mirante_public') then 'none'
      else 'owner' end) $$;
alter function app.caller_kind owner to mirante_gate;
revoke all on function app.caller_kind from public;

-- Stores the hash of a code that is about to be mailed to the account's own address and revokes the previous code. Returns false when the
-- user no longer belongs to the account.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on tokens.
create or replace function app.account_code(p_user uuid, p_account uuid, p_hash bytea)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{job}');
  if not exists (select from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.account_id = p_account) then
    return false;
  end if;
  update public.tokens t
    set used_at = app.now()
    where t.purpose = 'account.code' and t.tenant_id = app.tenant_id() and t.user_id = p_user and t.used_at is null;
  delete from public.tokens t where t.hash = p_hash;
  insert into public.tokens (hash, purpose, tenant_id, user_id, expires_at, body)
    values (p_hash, 'account.code', app.tenant_id(), p_user, app.now() + interval '10 minutes', jsonb_build_object('account', p_account));
  return true; end $$;
alter function app.account_code owner to mirante_gate;
revoke all on function app.account_code from public;
grant execute on function app.account_code to mirante_job;

-- Handles "Forgot password". Known and unknown addresses are counted and queued the same way, so the answer doesn't reveal whether the
-- address exists. Returns the seconds to wait, 0 when the request was queued.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts, outbox.
create or replace function app.account_forgot(p_tenant uuid, p_email text, p_address text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (app.attempt('f ' || p_tenant || ' ' || p_email, 5, '1 hour') and app.attempt('fa ' || p_address, 20, '1 hour')
    and app.attempt('ft ' || p_tenant, 1000, '1 hour')) then
    return (select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int
      from public.attempts x
      where x.until > app.now()
        and ((x.key = 'f ' || p_tenant || ' ' || p_email and x.n >= 5) or (x.key = 'fa ' || p_address and x.n >= 20)
          or (x.key = 'ft ' || p_tenant and x.n >= 1000)));
  end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.forgot', jsonb_build_object('email', p_email));
  return 0; end $$;
alter function app.account_forgot owner to mirante_gate;
revoke all on function app.account_forgot from public;
grant execute on function app.account_forgot to mirante_door;

-- Creates a single-use account link, sent through the platform's mail server only, and revokes the previous link with the same purpose.
-- Returns false when the user may not get this link.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on tokens.
create or replace function app.account_link(p_user uuid, p_purpose text, p_hash bytea, p_host text, p_email text, p_life interval,
  p_body jsonb)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  perform app.need('{job}');
  -- Links that undo a factor change or delay a wipe belong to the account, so they stay valid whatever happened to the user since.
  select * into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null
      and (p_purpose in ('account.undo', 'account.lost', 'account.keep') or (x.status in ('A','T') and x.deleted_at is null))
    for no key update;
  if not found or p_purpose not in ('account.invite', 'account.reset', 'account.undo', 'account.lost', 'account.keep')
    or (p_purpose = 'account.invite' and u.account_id is not null) then
    return false;
  end if;
  update public.tokens t
    set used_at = app.now()
    where p_purpose <> 'account.undo' and t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = p_purpose and t.used_at is null;
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body)
    values (p_hash, p_purpose, u.tenant_id, u.id, p_host, app.now() + p_life, p_body || jsonb_build_object('email', p_email));
  if p_purpose = 'account.invite' then
    update public.users x set invited_at = app.now() where x.tenant_id = u.tenant_id and x.id = u.id;
  end if;
  return true; end $$;
alter function app.account_link owner to mirante_gate;
revoke all on function app.account_link from public;
grant execute on function app.account_link to mirante_job;

-- Returns the password rules of every tenant in which this account is active, plus those of p_tenant; the strictest apply.
-- Internal: called by account_opens, arrive, own_account and 2 more.
create or replace function app.account_rules(p_account uuid, p_tenant uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('enable_password', s."values"->'enable_password',
    'min_character', s."values"->'min_character', 'capital_letter', s."values"->'capital_letter',
      'special_characters', s."values"->'special_characters', 'expiry_time_password', s."values"->'expiry_time_password')), '[]')
    from (select p_tenant as id
      union select u.tenant_id
      from public.users u
        join lateral (select x.status, x.deleted_at from public.tenants x where x.id = u.tenant_id offset 0) t on t.status in ('A','T')
          and t.deleted_at is null
        where u.account_id = p_account and u.status in ('A','T') and u.deleted_at is null) own
      join lateral (select x."values"
        from public.settings x
        where x.tenant_id = own.id offset 0) s on s."values"->>'enable_password' = 'S' $$;
alter function app.account_rules owner to mirante_gate;
revoke all on function app.account_rules from public;

-- Returns all menu entries hidden from a tenant: by its own settings, by the settings of every tenant above it, and by the partner or the
-- platform.
-- Internal: called by account_opens, arrive, entrant and 3 more.
create or replace function app.hidden_menu(p_tenant uuid)
returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform as given
    from public.tenants t
    where t.id = p_tenant
      union all select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform
      from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select coalesce(array_agg(distinct h), '{}') from (
    select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu')
      when 'array' then s."values"->'hidden_menu'
      else '[]' end) as h
      from up join lateral (select x."values" from public.settings x where x.tenant_id = up.id offset 0) s on true
    union all select unnest(up.given) from up) x $$;
alter function app.hidden_menu owner to mirante_gate;
revoke all on function app.hidden_menu from public;

-- Returns a tenant's sign-in methods through identity providers, as its sign-in page shows them.
-- Callers: mirante_door, mirante_public.
-- Security definer: callers lack the grants on sso_apps.
create or replace function app.ways_in(p_tenant uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'domains', a.domains) order by a.position, a.id),
    '[]')
    from public.sso_apps a
    where a.tenant_id = p_tenant and a.status = 'A' $$;
alter function app.ways_in owner to mirante_gate;
revoke all on function app.ways_in from public;
grant execute on function app.ways_in to mirante_door, mirante_public;

-- Returns what an account link does, without using it, and everything that sign-in needs to decide about its user. A guess at an existing
-- password counts like one at sign-in; `wait` is the number of seconds when rate limited. No row for an invalid link.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, devices and 6 more.
create or replace function app.account_opens(p_hash bytea, p_host text, p_address text, p_guess boolean, p_device bytea)
returns table (wait int, purpose text, email text, tenant_id uuid, tenant_name text, host text, user_id uuid, account_id uuid,
  password text, own boolean, rules jsonb, status text, rights bigint, profile text, flags text[], name text, language text,
               department text, "position" text, tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[],
               expires_at timestamptz, ip_exempt boolean, access_hours jsonb, browser_known boolean, passwords boolean, ways jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  if not app.attempt('p ' || p_address, 120, '15 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'p ' || p_address;
    return next; return;
  end if;
  select * into k
    from public.tokens t
    where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null
      and t.expires_at > app.now();
  if not found then return; end if;
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then return; end if;
  v_email := k.body->>'email';
  select * into a from public.accounts x where case when u.account_id is null then x.email = v_email else x.id = u.account_id end;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email) then return; end if;
  own := k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null;
  -- Limits one link to ten password hashes per 15 minutes, however many requests present it.
  if p_guess is not false and not app.attempt('k ' || encode(p_hash, 'hex'), 10, '15 min') then wait := 900; return next; return; end if;
  if p_guess is not false and own
    and not (app.attempt('u ' || k.tenant_id || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then
    wait := 1800;
    return next;
    return;
  end if;
  return query
    select 0, k.purpose, v_email, k.tenant_id, h.name,
      (select d.host from public.domains d where d.tenant_id = h.id order by d.host <> p_host, d.main desc, d.created_at, d.host limit 1),
      u.id, a.id, a.password, account_opens.own,
      app.account_rules(a.id, k.tenant_id), u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags,
      u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m
        where m.tenant_id = k.tenant_id and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
          and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = k.tenant_id), app.hidden_menu(k.tenant_id), k.expires_at, u.ip_exempt,
      u.access_hours,
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = k.tenant_id and d.user_id = u.id),
      app.takes_passwords(k.tenant_id), app.ways_in(k.tenant_id)
    from public.tenants h left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
    where h.id = k.tenant_id;
end $$;
alter function app.account_opens owner to mirante_gate;
revoke all on function app.account_opens from public;
grant execute on function app.account_opens to mirante_door;

-- Uses a ticket once and returns its body; null if it is unknown, used or expired.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.ticket_take(p_hash bytea, p_purpose text, p_tenant uuid, p_host text)
returns jsonb
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.tickets t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = p_purpose and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.body $$;
alter function app.ticket_take owner to mirante_gate;
revoke all on function app.ticket_take from public;
grant execute on function app.ticket_take to mirante_door;

-- Uses one factor exactly once: a TOTP step, a recovery code and a passkey counter are never accepted twice. Using one of the account's
-- cancels the waiting period after a reported loss. Returns whether it was accepted.
-- Internal: called by account_prove, factor_use, factor_write and 2 more.
create or replace function app.factor_spend(p_holders uuid[], p_use jsonb)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_use->>'kind' = 'totp' then
    update public.factors f
      set step = (p_use->>'step')::bigint, last_used_at = app.now()
      where f.id = (p_use->>'id')::uuid and f.holder = any (p_holders) and f.kind = 'totp' and f.step < (p_use->>'step')::bigint;
  elsif p_use->>'kind' = 'recovery' then
    update public.factors f
      set used_at = app.now(), last_used_at = app.now()
      where f.holder = any (p_holders) and f.kind = 'recovery' and f.hash = (p_use->>'hash')::bytea and f.used_at is null;
  elsif p_use->>'kind' = 'passkey' then
    update public.factors f
      set counter = (p_use->>'counter')::bigint, last_used_at = app.now()
      where f.id = (p_use->>'id')::uuid and f.holder = any (p_holders) and f.kind = 'passkey'
      and (f.counter < (p_use->>'counter')::bigint or (f.counter = 0 and (p_use->>'counter')::bigint = 0));
  else return false; end if;
  if not found then return false; end if;
  -- A user who still has one of the account's factors hasn't lost them all.
  update public.accounts a set lost_at = null where a.id = any (p_holders) and a.lost_at is not null
    and exists (select from public.factors f
      where f.account_id = a.id and (f.id = (p_use->>'id')::uuid or f.hash = (p_use->>'hash')::bytea));
  return true; end $$;
alter function app.factor_spend owner to mirante_gate;
revoke all on function app.factor_spend from public;

-- Records in the caller's session that its account was proved: by one of the account's passkeys, or by its password (p_seen is the hash
-- that was verified) plus a factor if the account has one. Returns 'ok' or the reason: 'none', 'wrong', 'code' (a factor is missing),
-- 'over' (the challenge expired).
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, factors, sessions.
create or replace function app.account_prove(p_seen text, p_use jsonb, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null
      and x.deleted_at is null
    for no key update;
  select x.* into a from public.accounts x where x.id = u.account_id for no key update;
  if a.id is null then return 'none'; end if;
  if p_use->>'kind' is distinct from 'passkey' then
    if a.password is null or a.password is distinct from p_seen then return 'wrong'; end if;
    if p_use is null and exists (select from public.factors f where f.account_id = a.id) then return 'code'; end if;
  elsif app.ticket_take((p_use->>'ticket')::bytea, 'passkey', u.tenant_id, p_use->>'host')->>'proves' is distinct from u.id::text then
    return 'over';
  end if;
  if p_use is not null then
    if app.factor_spend(array[a.id], p_use) is not true then return 'wrong'; end if;
    update public.sessions s set factor_at = app.now() where s.id = app.my_session();
  end if;
  delete from public.attempts x where x.key = 'mp ' || a.id;
  update public.sessions s set proved_at = app.now() where s.id = app.my_session();
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, u.id, null, u.tenant_id, 'account.proved', u.id,
      jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->>'kind', 'password'))), p_address, p_request);
  return 'ok'; end $$;
alter function app.account_prove owner to mirante_gate;
revoke all on function app.account_prove from public;
grant execute on function app.account_prove to mirante_app;

-- Returns what an account e-mail needs to know about a user of this tenant, found by id or by the address typed at "Forgot password".
-- E-mails about an account's factors (p_account) go to the account's own address, whatever happened to the user since.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on accounts, identities.
create or replace function app.account_reader(p_user uuid, p_email text, p_account uuid)
returns table (user_id uuid, name text, email text, language text, accepted boolean, owned boolean, federated boolean, hosts jsonb,
  platform_hosts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select u.id, u.name, coalesce(a.email, u.email), u.language, a.id is not null,
      a.id is not null
        or exists (select from public.accounts x where x.email = u.email and x.verified_at is not null and x.password is not null),
      u.account_id is null and u.invited_at is null
        and (u.scim_at is not null or u.user_name is not null
          or exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id)),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d where d.tenant_id = u.tenant_id),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host)
        from public.domains d join public.tenants p on p.id = d.tenant_id and p.kind = 'platform')
    from public.users u left join public.accounts a on a.id = coalesce(p_account, u.account_id)
   where u.tenant_id = app.tenant_id() and (p_account is not null or (u.status in ('A','T') and u.deleted_at is null)) and u.seat is null
     and u.id = coalesce(p_user,
       (select x.id
         from public.accounts y join public.users x on x.account_id = y.id and x.tenant_id = app.tenant_id()
         where y.email = p_email
         limit 1),
       (select x.id from public.users x where x.tenant_id = app.tenant_id() and x.email = p_email and x.account_id is null)) $$;
alter function app.account_reader owner to mirante_gate;
revoke all on function app.account_reader from public;
grant execute on function app.account_reader to mirante_job;

-- Forgets a user's remembered devices except the one in use and, with p_account, the account's in every tenant: after a new password or
-- "end all sessions", each must give the second factor again.
-- Internal: called by account_take, end_own_sessions, forget_own_devices, own_password.
create or replace function app.forget_devices(p_account uuid, p_tenant uuid, p_user uuid, p_but bytea)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with o as (select u.tenant_id, u.id from public.users u where u.account_id = p_account union select p_tenant, p_user),
    w as (update public.devices d
      set trusted_at = null, trusted_by = null
      from o
      where d.tenant_id = o.tenant_id and d.user_id = o.id and d.hash is distinct from p_but and d.trusted_at is not null
      returning 1)
  select count(*)::int from w $$;
alter function app.forget_devices owner to mirante_gate;
revoke all on function app.forget_devices from public;

-- Creates a proof: a single-use row, valid for two minutes, that records which step of a sign-in ran, for which user, and with which
-- factor. The next step takes it instead of an id. It carries the account's epoch, so a new epoch invalidates it.
-- Internal: called by account_take, arrive, embed_begin and 7 more.
create or replace function app.proof_make(p_hash bytea, p_purpose text, p_tenant uuid, p_host text, p_body jsonb)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, p_purpose, p_tenant, p_host,
      jsonb_strip_nulls(jsonb_build_object('epoch', (select a.epoch
        from public.users u join public.accounts a on a.id = u.account_id
        where u.tenant_id = p_tenant and u.id = (p_body->>'userId')::uuid)) || p_body),
      app.now() + interval '2 minutes') $$;
alter function app.proof_make owner to mirante_gate;
revoke all on function app.proof_make from public;

-- Uses an account link exactly once, however many requests arrive. Without a new password, p_seen is the existing hash that was verified
-- and the account is linked unchanged. With p_proof it also creates the proof that starts a session, for an invitation or a forced password
-- change. A reset starts no session: it only shows that the user reads the mailbox. Returns the account's id.
-- Callers: mirante_door.
-- Raises: link_used.
-- Security definer: callers lack the grants on accounts, attempts, audit and 4 more.
create or replace function app.account_take(p_hash bytea, p_host text, p_seen text, p_new text, p_account uuid, p_device bytea,
  p_address text, p_request text, p_proof bytea)
returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  v_email := k.body->>'email';
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null
    for no key update;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then
    raise exception 'link_used' using errcode = 'MR411';
  end if;
  insert into public.accounts (id, email) values (p_account, v_email) on conflict (email) do nothing;
  select * into a
    from public.accounts x
    where case when u.account_id is null then x.email = v_email else x.id = u.account_id end
    for no key update;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email)
     or a.password is distinct from p_seen
     or (p_new is null) <> (k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null) then
    raise exception 'link_used' using errcode = 'MR411';
  end if;
  if p_new is not null then
    if k.purpose = 'account.change' then
      perform app.end_account(a.id, null);
      perform app.forget_devices(a.id, u.tenant_id, u.id, p_device);
    else
      perform app.raise_epoch(a.id);
      -- The address was never verified, so factors that were set up before this invitation are dropped.
      if a.verified_at is null and u.account_id is null then delete from public.factors f where f.account_id = a.id; end if;
    end if;
    update public.accounts x set password = p_new, password_at = app.now(), must_change = false,
        verified_at = case k.purpose when 'account.change' then x.verified_at else app.now() end where x.id = a.id;
  end if;
  update public.users x set account_id = a.id where x.tenant_id = u.tenant_id and x.id = u.id and x.account_id is null;
  update public.tokens t
    set used_at = app.now()
    where t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null
      and t.purpose in ('account.invite', 'account.reset', 'account.change');
  perform app.lock_attempts(array['u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email]);
  delete from public.attempts where key in ('u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (u.tenant_id, u.id, null, u.tenant_id,
      case
        when u.account_id is null then 'account.accepted'
        when k.purpose = 'account.change' then 'account.password'
        else 'account.reset' end,
      u.id, p_address, p_request);
  if k.purpose <> 'account.invite' then
    insert into public.outbox (tenant_id, kind, body) values (u.tenant_id, 'account.changed', jsonb_build_object('user_id', u.id));
  end if;
  if p_proof is not null and k.purpose in ('account.invite', 'account.change') then
    perform app.proof_make(p_proof, 'proof', k.tenant_id, p_host,
      jsonb_build_object('way', case k.purpose when 'account.invite' then 'invitation' else 'password' end, 'userId', u.id,
        'from', '\x' || encode(p_hash, 'hex'),
      'seen', '\x' || encode(sha256(convert_to(coalesce(p_new, a.password), 'UTF8')), 'hex')));
  end if;
  return a.id; end $$;
alter function app.account_take owner to mirante_gate;
revoke all on function app.account_take from public;
grant execute on function app.account_take to mirante_door;

-- Returns the secrets that prove the caller's account, its password hash and factors, to an own session. It deliberately reads an account
-- that isn't proved yet; the result is compared and never shown. Guesses are counted: `wait` is the number of seconds when rate limited.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, factors.
create or replace function app.account_to_prove(p_guess boolean)
returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb, passkeys jsonb,
  recovery int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.account_id is not null
      and x.seat is null;
  if not found then return; end if;
  holder := u.account_id;
  if p_guess is not false and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder;
    return next;
    return;
  end if;
  return query select 0, a.id, a.email, u.name, a.password, null::timestamptz,
      (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step))
        from public.factors f
        where f.account_id = a.id and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder,
        'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports))
        from public.factors f
        where f.account_id = a.id and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.account_id = a.id and f.kind = 'recovery' and f.used_at is null)
    from public.accounts a where a.id = u.account_id; end $$;
alter function app.account_to_prove owner to mirante_gate;
revoke all on function app.account_to_prove from public;
grant execute on function app.account_to_prove to mirante_app;

-- Returns the display name of an audit record's row: the report of a favorite, comment, export or request, else the row's own name, else
-- the name that the record kept. Null when there is none.
-- Internal: called by act_end.
create or replace function app.recorded_name(p_tenant uuid, p_row uuid, p_change jsonb)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select r.title from public.reports r where r.tenant_id = p_tenant and r.id = p_row),
    (select v.name from public.report_views v where v.tenant_id = p_tenant and v.id = p_row),
    (select r.title
      from public.comments c join public.reports r on r.tenant_id = c.tenant_id and r.id = c.report_id
      where c.tenant_id = p_tenant and c.id = p_row),
    (select r.title
      from public.exports e join public.reports r on r.tenant_id = e.tenant_id and r.id = e.report_id
      where e.tenant_id = p_tenant and e.id = p_row),
    (select r.title
      from public.catalog_requests q join public.reports r on r.tenant_id = q.tenant_id and r.id = q.report_id
      where q.tenant_id = p_tenant and q.id = p_row),
    (select l.name from public.playlists l where l.tenant_id = p_tenant and l.id = p_row),
    (select d.name from public.playlist_devices d where d.tenant_id = p_tenant and d.id = p_row),
    (select u.name from public.users u where u.tenant_id = p_tenant and u.id = p_row and u.seat is null),
    (select g.name from public.user_groups g where g.tenant_id = p_tenant and g.id = p_row),
    (select g.name from public.groups g where g.tenant_id = p_tenant and g.id = p_row),
    (select s.name from public.subgroups s where s.tenant_id = p_tenant and s.id = p_row),
    p_change->>'name', p_change->'after'->>'name', p_change->'before'->>'name') $$;
alter function app.recorded_name owner to mirante_gate;
revoke all on function app.recorded_name from public;

-- Notifies a user: an inbox row, and an outbox row for the e-mail. Uses the lanes of domain/mail/lanes.ts: account mail first, then mail
-- that a user waits for.
-- Internal: called by act_end, act_start, drop_planted and 9 more.
create or replace function app.act_tell(p_tenant uuid, p_user uuid, p_kind text, p_vars jsonb, p_link text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with n as (insert into public.notifications (tenant_id, id, user_id, kind, vars, link) select p_tenant, gen_random_uuid(), u.id, p_kind,
    p_vars, p_link
    from public.users u
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and u.seat is null returning id)
  insert into public.outbox (tenant_id, kind, body, lane) select p_tenant, 'notification', jsonb_build_object('id', n.id),
    case
      when p_kind in ('factor_added', 'factor_removed', 'factors_reset', 'recovery_used', 'identity_linked', 'identity_unlinked') then 0
      when p_kind = 'addresses_undone' then 2
      else 1 end
      from n $$;
alter function app.act_tell owner to mirante_gate;
revoke all on function app.act_tell from public;

-- Ends an act-as session and its request, and notifies the user who was impersonated, also when a partner acted. Returns false when there
-- was nothing to end.
-- Callers: mirante_app, mirante_door, mirante_job (own, remote, partner, job, door).
-- Security definer: callers lack the grants on audit, relations, remote_requests and 2 more.
create or replace function app.act_end(p_sid uuid, p_by text, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; s public.sessions; v_changes jsonb; v_minutes int; v_until timestamptz; begin
  perform app.need('{own,remote,partner,job,door}');
  update public.sessions se
    set revoked_at = app.now()
    where se.id = p_sid and se.actor_sid is not null and se.revoked_at is null
    returning se.* into s;
  select r.* into q from public.remote_requests r where r.session_id = p_sid and r.state = 'active' for update;
  if q.id is null then return s.id is not null; end if;
  update public.relations r
    set ended_at = app.now()
    where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.kind = 'consent' and r.ended_at is null;
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', c.at, 'what', c.what, 'row', c.row_id,
    'name', app.recorded_name(q.tenant_id, c.row_id, c.change)))
    order by c.at),
    '[]') into v_changes
    from (select a.at, a.what, a.row_id, a.change
      from public.audit a
      where a.tenant_id = q.tenant_id and a.actor_id = q.asker_id and a.at >= q.started_at and a.user_id = coalesce(q.user_id, a.user_id)
      and a.what not in ('session.act', 'session.end', 'remote.end') order by a.at limit 200) c;
  update public.remote_requests r
    set state = 'ended', ended_at = least(app.now(), greatest(r.ends_at, r.started_at)), ended_by = p_by,
      summary = r.summary || jsonb_build_object('changes', v_changes), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id
    returning ceil(extract(epoch from r.ended_at - r.started_at) / 60)::int, r.ended_at into v_minutes, v_until;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select q.tenant_id, coalesce(q.user_id, e.user_id), q.asker_id, q.tenant_id, 'remote.end', app.session_mark(p_sid),
      jsonb_build_object('request', q.id, 'by', p_by, 'until', v_until), p_address, p_request
      from public.sessions e
      where e.id = p_sid;
  if q.user_id is not null then
    perform app.act_tell(q.tenant_id, q.user_id, 'remote_ended',
      jsonb_build_object('person', q.asker_name, 'minutes', greatest(v_minutes, 1),
      'pages', jsonb_array_length(coalesce(q.summary->'pages', '[]')), 'changes', jsonb_array_length(v_changes)),
      '/?account=access&entry=' || q.id);
    if p_by <> 'asker' then
      perform app.act_tell(q.asker_home_id, q.asker_id, 'remote_over',
        jsonb_build_object('person', (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id), 'by', p_by),
        null);
    end if;
  end if;
  return true; end $$;
alter function app.act_end owner to mirante_gate;
revoke all on function app.act_end from public;
grant execute on function app.act_end to mirante_app, mirante_door, mirante_job;

-- Opens an act-as session after the calling function checked permission. Sessions don't chain: a user who already acts as another can't
-- open one. Returns false when the session can't be opened.
-- Internal: called by act_start, partner_arrive.
create or replace function app.act_open(p_sid uuid, p_tenant uuid, p_user uuid, p_actor_sid uuid, p_relation uuid, p_reach text,
  p_until timestamptz, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, actor_sid, relation_id, reach, kind, vouched, auth_type, address,
    expires_at)
      select p_sid, p_tenant, p_tenant, p_user, e.id, p_relation, p_reach, case r.kind when 'partner' then 'partner' else 'remote' end,
        'unit', 'act', p_address, least(p_until, e.expires_at)
        from public.sessions e join public.relations r on r.tenant_id = p_tenant and r.id = p_relation
        where e.id = p_actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now() returning 1),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      select p_tenant, p_user, e.user_id, p_tenant, 'session.act', app.session_mark(p_sid),
        jsonb_build_object('reach', p_reach, 'until', least(p_until, e.expires_at), 'home', e.home_id), p_address, p_request
        from s, public.sessions e
        where e.id = p_actor_sid)
  select exists (select from s) $$;
alter function app.act_open owner to mirante_gate;
revoke all on function app.act_open from public;

-- Returns whether a tenant requires a second factor of users with this profile.
-- Internal: called by factor_aged, factor_gate, factor_required_of and 2 more.
create or replace function app.factor_required(p_tenant uuid, p_profile text)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s."values"->>'mfa_master' = 'S' and (coalesce(s."values"->>'mfa_required', 'all') = 'all' or p_profile <> 'user')
    from public.settings s
    where s.tenant_id = p_tenant),
    false) $$;
alter function app.factor_required owner to mirante_gate;
revoke all on function app.factor_required from public;

-- Returns whether a session from which units are entered lacks a second factor of the last 12 hours, although its user has one or must have
-- one.
-- Internal: called by factor_stale, may_visit.
create or replace function app.factor_aged(p_sid uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id
    where s.id = p_sid and coalesce(s.factor_at <= app.now() - interval '12 hours', true)
    and (app.factor_required(u.tenant_id, u.profile) or exists (select from public.factors f where f.holder in (u.account_id, u.id)))) $$;
alter function app.factor_aged owner to mirante_gate;
revoke all on function app.factor_aged from public;

-- Returns whether every layer above a tenant allows it a function (user_import, saml, mfa, remote): one "no" is enough to deny it.
-- Internal: called by enters_unasked, identity_link, import_units and 3 more.
create or replace function app.left_to(p_tenant uuid, p_function text)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.tenants t
    left join public.tenants p on p.id = t.parent_id
    cross join lateral unnest(array[t.parent_id, p.parent_id]) above (id)
      join lateral (select x."values" from public.settings x where x.tenant_id = above.id offset 0) s on true
    where t.id = p_tenant and s."values"->>('below_' || p_function) = 'false') $$;
alter function app.left_to owner to mirante_gate;
revoke all on function app.left_to from public;

-- Returns whether a request to act as another user (partner_switch, remote access) is allowed now, from the asker's session p_actor_sid.
-- Checks the asker, the relation, the unit's switch and the layers above it, the target user and their own switch, and every consent given
-- in advance. The gates of a pending request aren't checked yet.
-- Internal: called by keep_consented, may_act, switch_enter.
create or replace function app.may_visit(q public.remote_requests, p_actor_sid uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_waits boolean := q.state = 'requested'; v_set jsonb; a record; begin
  select m.profile, m.flags, h.kind into a from public.sessions e
    join public.users m on m.tenant_id = e.home_id and m.id = e.user_id and m.status in ('A', 'T') and m.deleted_at is null
    join public.tenants h on h.id = e.home_id and h.deleted_at is null and app.acts(h.status, h.trial_ends_at)
   where e.id = p_actor_sid and e.home_id = q.asker_home_id and e.user_id = q.asker_id and e.kind = 'own' and e.revoked_at is null
     and e.expires_at > app.now();
  if not found
    or not exists (select from public.tenants t
      where t.id = q.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)) then
    return false;
  end if;
  if q.kind = 'partner' then
    -- Same rule as on entering: a factor that has become stale suspends the visit until it is given again.
    if app.factor_aged(p_actor_sid) is not false then return false; end if;
    if a.kind <> 'partner' or a.profile <> 'master'
      or not exists (select from public.relations r
        where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.above_id = q.asker_home_id and r.kind = 'partner'
        and r.status = 'active' and r.ended_at is null and r.until > app.now()
        and (r.role = 'admin' or (r.role = 'user' and q.user_id is not null))
        and (v_waits or q.admin_at is not null
          or (not q.needs_admin and (not r.verify or coalesce(r.standing_until > app.now(), false))))) then
      return false;
    end if;
  else
    if q.asker_home_id <> q.tenant_id
      or (q.state = 'active'
        and not exists (select from public.relations r
          where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.above_id = q.asker_home_id and r.kind = 'consent'
        and r.ended_at is null and r.until > app.now())) then return false; end if;
    if a.profile <> 'admin'
      and (q.kind = 'view' or not a.flags @> '{support,remote_access}' or not (v_waits or q.admin_at is not null)) then
      return false;
    end if;
  end if;
  if q.user_id is null then return q.kind = 'partner'; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = q.tenant_id;
  if coalesce(v_set->>'allow_access_remote', 'N') <> 'S' or app.left_to(q.tenant_id, 'remote') is not true then return false; end if;
  return exists (select from public.users u
    where u.tenant_id = q.tenant_id and u.id = q.user_id and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
      and u.allow_remote
      -- Never a user of equal rank, and never more rights than the user had when the visit was allowed.
      and u.profile = 'user' and q.profile = 'user' and u.flags <@ q.flags
      and (a.profile <> 'user' or not u.flags @> '{support,remote_access}')
      and (v_waits or q.kind = 'view' or q.person_at is not null
        or (not q.needs_person and (coalesce(v_set->>'remote_consent', 'each') = 'none' or coalesce(u.remote_until > app.now(), false)))))
    and (q.person_sid is null or exists (select from public.sessions p where p.id = q.person_sid and p.revoked_at is null)); end $$;
alter function app.may_visit owner to mirante_gate;
revoke all on function app.may_visit from public;

-- Returns the user who acts in a live act-as session, or null. Evaluated at every call: whatever allowed the visit must still hold.
-- Internal: called by act_page, act_start, due_remote and 5 more.
create or replace function app.may_act(p_sid uuid)
returns uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare se record; q public.remote_requests; begin
  select s.tenant_id, s.user_id, s.actor_sid, s.relation_id, s.kind, s.last_seen into se from public.sessions s
   where s.id = p_sid and s.actor_sid is not null and s.revoked_at is null and s.expires_at > app.now();
  if not found or (se.kind = 'partner' and se.last_seen <= app.now() - interval '60 minutes') then return null; end if;
  select r.* into q
    from public.remote_requests r
    where r.session_id = p_sid and r.tenant_id = se.tenant_id and r.state = 'active' and r.relation_id = se.relation_id
      and (r.kind = 'partner') = (se.kind = 'partner');
  if not found or (q.user_id is not null and q.user_id is distinct from se.user_id) or app.may_visit(q, se.actor_sid) is not true then
    return null;
  end if;
  return q.asker_id; end $$;
alter function app.may_act owner to mirante_gate;
revoke all on function app.may_act from public;

-- Records a page opened during a live act-as session, for the session's summary.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on remote_requests.
create or replace function app.act_page(p_sid uuid, p_path text, p_title text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.remote_requests r
    set summary = jsonb_set(r.summary, '{pages}',
      coalesce(r.summary->'pages', '[]') || jsonb_build_object('at', app.now(), 'path', p_path, 'title', p_title))
      where r.session_id = p_sid and r.state = 'active' and jsonb_array_length(coalesce(r.summary->'pages', '[]')) < 200
        and (r.summary->'pages'->-1->>'path') is distinct from p_path and app.may_act(p_sid) is not null returning 1)
  select exists (select from w) or app.may_act(p_sid) is not null $$;
alter function app.act_page owner to mirante_gate;
revoke all on function app.act_page from public;
grant execute on function app.act_page to mirante_door;

-- Starts the act-as session that was granted, once and before the grant expires. A user whose consent wasn't asked this time is notified
-- immediately.
-- Callers: mirante_app (own).
-- Raises: not_allowed, session_gone.
-- Security definer: callers lack the grants on relations, sessions.
create or replace function app.act_start(p_wait bytea, p_actor_sid uuid, p_sid uuid, p_address text, p_request text)
returns table (state text, ends_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; v_relation uuid := gen_random_uuid(); v_until timestamptz; begin
  perform app.need('{own}');
  select r.* into q
    from public.remote_requests r
    where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind in ('remote', 'view')
      and app.actor_id() is null
    for update;
  if not found then return; end if;
  if q.state is distinct from 'authorized' or (q.enter_by > app.now()) is not true then
    return query select case when q.state = 'authorized' then 'expired' else q.state end, null::timestamptz;
    return;
  end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id)
    values (q.tenant_id, v_relation, q.asker_home_id, 'consent', 'user', false, v_until, q.user_id);
  if not exists (select from public.sessions e where e.id = p_actor_sid and e.user_id = app.user_id() and e.home_id = app.home_id())
    or app.act_open(p_sid, q.tenant_id, q.user_id, p_actor_sid, v_relation, q.reach, v_until, p_address, p_request) is not true then
    raise exception 'session_gone' using errcode = 'MR401';
  end if;
  update public.remote_requests r
    set state = 'active', relation_id = v_relation, session_id = p_sid, started_at = app.now(),
      ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning r.ends_at into v_until;
  if app.may_act(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  if not q.needs_person then
    perform app.act_tell(q.tenant_id, q.user_id, case q.kind when 'view' then 'remote_looking' else 'remote_started' end,
      jsonb_build_object('person', q.asker_name, 'reason', q.reason, 'minutes', q.minutes), '/?account=access');
  end if;
  return query select 'active', v_until; end $$;
alter function app.act_start owner to mirante_gate;
revoke all on function app.act_start from public;
grant execute on function app.act_start to mirante_app;

-- Returns what a tenant and those below it use, and what their limits reserve: a limit counts in full, a tenant without one counts by its
-- use.
-- Internal: called by add_tenant, edit_tenant, keep_within and 3 more.
create or replace function app.tree_use(p_id uuid, p_product text)
returns table (users int, users_given int, domains int, domains_given int, reports int, reports_given int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with x as (select t.id = p_id as top, t.users_used as u, t.user_limit as ul, t.domain_limit as dl, t.report_limit as rl,
      (select count(*)::int
        from public.domains d
        where d.tenant_id = t.id and right(d.host, length(p_product) + 1) <> '.' || p_product) as d,
      (select count(*)::int from public.reports r where r.tenant_id = t.id) as r
    from public.tenants t where (t.id = p_id or t.parent_id = p_id) and t.deleted_at is null)
  select coalesce(sum(u), 0)::int, coalesce(sum(case when top then u else greatest(u, coalesce(ul, u)) end), 0)::int,
    coalesce(sum(d), 0)::int, coalesce(sum(case when top then d else greatest(d, coalesce(dl, d)) end), 0)::int,
    coalesce(sum(r), 0)::int, coalesce(sum(case when top then r else greatest(r, coalesce(rl, r)) end), 0)::int from x $$;
alter function app.tree_use owner to mirante_gate;
revoke all on function app.tree_use from public;

-- Enforces a partner's limits: a unit can't be created without limits of its own, and no change may take more than the partner has left. A
-- unit that had no limit before can still be renamed. Raises the name of the limit with what is left.
-- Internal: called by add_tenant, edit_tenant, set_tenant_status.
-- Raises: the limit.
create or replace function app.keep_within(p_up public.tenants, p_new public.tenants, p_before int[], p_product text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare n record; v_what text; v_given int; v_limit int; v_own int; v_before int; begin
  if p_up.kind <> 'partner' then return; end if;
  select * into n from app.tree_use(p_up.id, p_product);
  for v_what, v_given, v_limit, v_own, v_before in values ('users', n.users_given, p_up.user_limit, p_new.user_limit, p_before[1]),
      ('domains', n.domains_given, p_up.domain_limit, p_new.domain_limit, p_before[2]),
      ('reports', n.reports_given, p_up.report_limit, p_new.report_limit, p_before[3]) loop
    if v_limit is not null and ((v_own is null and p_new.version = 1) or (v_given > v_limit and v_given > v_before)) then
      raise exception '% %', v_what, greatest(0, v_limit - v_before) using errcode = 'MT422';
    end if;
  end loop; end $$;
alter function app.keep_within owner to mirante_gate;
revoke all on function app.keep_within from public;

-- Creates a unit or a partner in one transaction: the tenant, its settings, theme, host, relation, report-service account, first
-- administrator with an invitation, and the audit rows in both tenants.
-- Callers: mirante_app (own).
-- Raises: not_found, party.
-- Security definer: callers lack the grants on domains, relations, tenants, themes.
create or replace function app.add_tenant(p jsonb)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_me uuid := app.tenant_id(); v_kind text := p->>'kind'; v_id uuid := (p->>'id')::uuid; v_admin uuid := (p->>'admin_id')::uuid;
  v_up public.tenants; v_new public.tenants; b record; begin
  perform app.need('{own}');
  if app.home_id() is distinct from v_me or app.actor_id() is not null
     or not ((app.scope() = 'platform' and app.profile() = 'a2m')
       or (app.scope() = 'partner' and app.profile() = 'master' and v_kind = 'unit'))
     or v_kind not in ('partner', 'unit') then
    raise exception 'not_found' using errcode = 'MT404'; end if;
  select * into v_up from public.tenants where id = v_me for no key update;
  select * into b from app.tree_use(v_me, p->>'product');
  if (p->>'default_directory')::boolean then
    update public.tenants
      set default_directory = false, version = version + 1
      where parent_id = v_me and default_directory and deleted_at is null;
  end if;
  if p->>'payer_id' is not null
    and not exists (select from public.parties c
      where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  insert into public.tenants (id, kind, parent_id, name, sort_key, status, language, zone, trial_days, trial_ends_at, user_limit,
    bonus_users, domain_limit, report_limit, trial_by, platform_limits,
      default_directory, restrict_accounts, allow_reports, own_domain, payer_tenant_id, payer_id)
    values (v_id, v_kind, v_me, p->>'name', p->>'sort_key', case when (p->>'trial_days')::int > 0 then 'T' else 'A' end, p->>'language',
      p->>'zone', (p->>'trial_days')::int,
      case when (p->>'trial_days')::int > 0 then app.now() + make_interval(days => (p->>'trial_days')::int) end, (p->>'user_limit')::int,
        (p->>'bonus_users')::int, (p->>'domain_limit')::int, (p->>'report_limit')::int,
      case when (p->>'trial_days')::int > 0 then app.scope() end,
      case
        when app.scope() = 'platform'
          then jsonb_strip_nulls(jsonb_build_object('user_limit', p->'user_limit', 'bonus_users', p->'bonus_users',
            'domain_limit', p->'domain_limit', 'report_limit', p->'report_limit'))
        else '{}' end,
      (p->>'default_directory')::boolean, (p->>'restrict_accounts')::boolean, (p->>'allow_reports')::boolean, p->>'own_domain',
      case when p->>'payer_id' is not null then v_me end, (p->>'payer_id')::uuid) returning * into v_new;
  insert into public.settings (tenant_id, "values")
    values (v_id, jsonb_build_object('timezone', p->>'zone', 'mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean));
  insert into public.domains (host, tenant_id, main) values (p->>'host', v_id, true);
  if p->>'theme_from' = 'own' then
    insert into public.themes (tenant_id, id, name, "values", published)
      select v_id, gen_random_uuid(), h.name, h."values" || jsonb_build_object('pageTitle', p->>'name'), true
        from public.themes h
        where h.tenant_id = v_me and h.published
        limit 1;
  elsif jsonb_typeof(p->'theme') = 'object' then
    insert into public.themes (tenant_id, id, name, "values", published) values (v_id, gen_random_uuid(), p->>'name', p->'theme', true);
  end if;
  if v_up.kind = 'partner' then
    insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id)
      values (v_id, gen_random_uuid(), v_me, 'partner', 'admin', (p->>'verify')::boolean, app.now() + interval '2 years', app.user_id());
    end if;
  insert into public.users (tenant_id, id, email, name, sort_key, profile, status, language, phone, invited_at, added_by_id)
    values (v_id, v_admin, p->>'admin_email', p->>'admin_name', p->>'admin_key', case v_kind when 'partner' then 'master' else 'admin' end,
      'A', p->>'admin_language', p->>'admin_phone', app.now(), null);
  if jsonb_typeof(p->'account') = 'object' then
    insert into public.service_accounts (tenant_id, id, name, sort_key, directory_id, app_id, object_id, secret_sealed, secret_ends_at,
      subscription_id, resource_group, workspace_id, registered_by_id)
      select v_id, a.id, a.name, a.sort_key, a.directory_id, a.app_id, a.object_id, a.secret_sealed, a.secret_ends_at, a.subscription_id,
        a.resource_group, a.workspace_id, v_admin
        from jsonb_to_record(p->'account') as a(id uuid, name text, sort_key text, directory_id text, app_id text, object_id text,
          secret_sealed text, secret_ends_at timestamptz, subscription_id text, resource_group text, workspace_id text);
      end if;
  perform app.keep_within(v_up, v_new, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  insert into public.outbox (tenant_id, kind, body) values (v_id, 'account.invite', jsonb_build_object('user_id', v_admin));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, v_me, 'tenant.add', v_id,
      jsonb_build_object('after', jsonb_build_object('name', p->>'name', 'kind', v_kind, 'host', p->>'host', 'trial_days', p->'trial_days',
        'user_limit', p->'user_limit',
      'bonus_users', p->'bonus_users', 'domain_limit', p->'domain_limit', 'report_limit', p->'report_limit', 'administrator',
      p->>'admin_email')),
      p->>'ip', p->>'request'
        from unnest(array[v_me, v_id]) x;
end $$;
alter function app.add_tenant owner to mirante_gate;
revoke all on function app.add_tenant from public;
grant execute on function app.add_tenant to mirante_app;

-- Returns a tenant's saved allowed addresses and a pending change that hasn't been confirmed yet.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on settings.
create or replace function app.allowed_addresses(p_tenant uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('ip', coalesce(s."values"->'ip', '"N"'), 'listIp', coalesce(s."values"->'listIp', 'null'),
    'trial', coalesce(s."values"->'ip_trial', 'null'))
    from public.settings s
    where s.tenant_id = p_tenant $$;
alter function app.allowed_addresses owner to mirante_gate;
revoke all on function app.allowed_addresses from public;
grant execute on function app.allowed_addresses to mirante_public;

-- Uses a company ticket on its host and returns what sign-in would return about the user, including the password hash, which decides
-- whether the password must be changed, and whether it was typed for this ticket. Creates the proof that starts the session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, devices, maintenance and 5 more.
create or replace function app.arrive(p_tenant uuid, p_hash bytea, p_host text, p_device bytea, p_proof bytea)
returns table (email text, user_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text,
  "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], ip_exempt boolean,
               access_hours jsonb, browser_known boolean,
               passwords boolean, typed boolean, must_change boolean, password_at timestamptz,
               rules jsonb) language plpgsql volatile security definer
                 set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; a public.accounts; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'company' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant
      and t.host = p_host
      and (t.source_sid is null
        or exists (select from public.sessions s where s.id = t.source_sid and s.revoked_at is null and s.expires_at > app.now()))
        returning t.* into k;
  if not found then return; end if;
  select x.* into a
    from public.users u join public.accounts x on x.id = u.account_id
    where u.tenant_id = k.tenant_id and u.id = k.user_id and u.deleted_at is null;
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host,
    jsonb_build_object('way', 'company', 'userId', k.user_id, 'from', '\x' || encode(p_hash, 'hex'),
    'seen', '\x' || encode(sha256(convert_to(a.password, 'UTF8')), 'hex')));
  return query
    select u.email, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name,
      u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m
        where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
          and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant), u.ip_exempt, u.access_hours,
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id),
      app.takes_passwords(p_tenant), k.source_sid is null, a.must_change, coalesce(a.password_at, a.created_at),
      app.account_rules(a.id, p_tenant)
    from public.users u join public.tenants h on h.id = u.tenant_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where u.tenant_id = k.tenant_id and u.id = k.user_id and u.deleted_at is null; end $$;
alter function app.arrive owner to mirante_gate;
revoke all on function app.arrive from public;
grant execute on function app.arrive to mirante_door;

-- Gives a new tenant its row for each usage period, so it is listed before usage is counted again.
-- Trigger on tenants.
-- Security definer: callers lack the grants on usage_sums.
create or replace function app.begin_usage()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.usage_sums (tenant_id, days) select new.id, p.days from unnest('{7,30,90,365}'::int[]) p (days);
  return null; end $$;
alter function app.begin_usage owner to mirante_gate;
revoke all on function app.begin_usage from public;

create or replace trigger tenants_usage after insert on tenants for each row execute function app.begin_usage();

-- Records in the audit log that a session tried a call that its kind may not make: the call, the user and the actor, at most once a minute
-- for each.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, sessions.
create or replace function app.call_closed(p_tenant uuid, p_sid uuid, p_code text, p_call text, p_address text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('closed ' || p_sid || ' ' || p_call, 0));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select s.tenant_id, s.user_id, e.user_id, s.home_id, 'call.refused', app.session_mark(s.id),
      jsonb_build_object('name', p_call, 'code', p_code), p_address, p_request
      from public.sessions s left join public.sessions e on e.id = s.actor_sid
     where s.id = p_sid and s.tenant_id = p_tenant and s.revoked_at is null and s.expires_at > app.now()
       and not exists (select from public.audit a
         where a.tenant_id = s.tenant_id and a.row_id = app.session_mark(s.id) and a.what = 'call.refused'
           and a.at > app.now() - interval '1 minute'
         and a.change->>'name' = p_call and a.change->>'code' = p_code); end $$;
alter function app.call_closed owner to mirante_gate;
revoke all on function app.call_closed from public;
grant execute on function app.call_closed to mirante_door;

-- Records a refused sign-in of a known user in the sign-in log and the audit log.
-- Internal: called by factor_refused, proof_refused, refused_once.
create or replace function app.sign_in_refused(p_tenant uuid, p_user uuid, p_code text, p_way text, p_address text, p_agent text,
  p_request text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent) select u.tenant_id, gen_random_uuid(), u.id,
    p_way, p_code, p_address, p_agent
    from public.users u
    where u.tenant_id = p_tenant and u.id = p_user)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, u.id, null, p_tenant, 'session.refused', u.id, jsonb_build_object('code', p_code), p_address, p_request
      from public.users u
      where u.tenant_id = p_tenant and u.id = p_user $$;
alter function app.sign_in_refused owner to mirante_gate;
revoke all on function app.sign_in_refused from public;

-- Records a refused call of a user, at most once a minute per user and address.
-- Internal: called by call_refused, embed_refused.
create or replace function app.refused_once(p_tenant uuid, p_user uuid, p_code text, p_address text, p_agent text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('call ' || p_user || ' ' || coalesce(p_address, ''), 0));
  perform app.sign_in_refused(p_tenant, p_user, p_code, 'session', p_address, p_agent, p_request)
   where not exists (select from public.sign_ins r
     where r.tenant_id = p_tenant and r.user_id = p_user and r.way = 'session' and r.outcome = p_code
       and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute');
end $$;
alter function app.refused_once owner to mirante_gate;
revoke all on function app.refused_once from public;

-- Records a refused call of a session. The user comes from the session's own row, so a call can't write about another user by naming their
-- id.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on sessions.
create or replace function app.call_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.refused_once(p_tenant, s.user_id, p_code, p_address, p_agent, p_request)
    from public.sessions s
    where s.id = p_sid and s.tenant_id = p_tenant and s.expires_at > app.now();
end $$;
alter function app.call_refused owner to mirante_gate;
revoke all on function app.call_refused from public;
grant execute on function app.call_refused to mirante_door;

-- Creates a ticket into another tenant of the same account: single use, one minute, one host, and only while the session it came from is
-- live.
-- Internal: called by change_company, login_elsewhere.
create or replace function app.company_ticket(p_account uuid, p_from uuid, p_source uuid, p_target uuid, p_hash bytea)
returns table (host text, made boolean)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (select u.tenant_id, u.id,
    (select d.host from public.domains d where d.tenant_id = u.tenant_id order by d.main desc, d.host limit 1) as host
      from public.users u join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
     where u.account_id = p_account and u.tenant_id <> p_from and (p_target is null or u.tenant_id = p_target) and u.status in ('A','T')
       and u.deleted_at is null and u.seat is null
     order by u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 1),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
      select p_hash, 'company', c.tenant_id, c.id, c.host, p_source, app.now() + interval '60 seconds', jsonb_build_object('from', p_from)
        from c
        where c.host is not null and p_hash is not null and app.takes_passwords(c.tenant_id)
        returning 1)
  select c.host, exists (select from k) from c where c.host is not null $$;
alter function app.company_ticket owner to mirante_gate;
revoke all on function app.company_ticket from public;

-- Leaves for another tenant of the same account. Returns a single-use ticket for its host, 'sign_in' when that tenant accepts no passwords,
-- or 'prove' when the caller's account must be proved first, whatever the target.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute company_ticket.
create or replace function app.change_company(p_target uuid, p_hash bytea, p_address text, p_request text)
returns table (state text, host text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid := app.my_account(); v_made boolean; begin
  perform app.need('{own}');
  if v_account is null then return query select case when app.may_prove() then 'prove' else 'none' end, null::text; return; end if;
  select t.host, t.made into host, v_made from app.company_ticket(v_account, app.tenant_id(), app.my_session(), p_target, p_hash) t;
  if host is null then state := 'none'; return next; return; end if;
  if not v_made then state := 'sign_in'; return next; return; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'session.company', null, jsonb_build_object('to', t.name), p_address,
      p_request
      from public.tenants t
      where t.id = p_target;
  state := 'ok'; return next; end $$;
alter function app.change_company owner to mirante_gate;
revoke all on function app.change_company from public;
grant execute on function app.change_company to mirante_app;

-- Creates the link that forces a password change during sign-in, replacing the previous one.
-- Internal: called by session_begin.
create or replace function app.change_link(p_tenant uuid, p_user uuid, p_hash bytea, p_host text, p_at timestamptz, p_remember boolean)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with u as (select u.tenant_id, u.id, a.email
    from public.users u join public.accounts a on a.id = u.account_id
    where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A','T') and u.deleted_at is null),
    o as (update public.tokens t
      set used_at = app.now()
      from u
      where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = 'account.change' and t.used_at is null),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) select p_hash, 'account.change',
    u.tenant_id, u.id, p_host, app.now() + interval '30 minutes',
      jsonb_build_object('email', u.email, 'factor_at', p_at, 'remember', p_remember) from u returning 1)
  select exists (select from k) $$;
alter function app.change_link owner to mirante_gate;
revoke all on function app.change_link from public;

-- Leases unfinished mailings to one worker, the longest waiting first; those of suspended or deleted units wait. p_tenant limits it to one
-- tenant through a range, because "is null or equal" would scan every tenant's rows.
-- Callers: mirante_job (job).
-- Security definer: callers may not execute acts.
create or replace function app.claim_mailings(p_n int, p_lease interval, p_tenant uuid)
returns table (tenant_id uuid, id uuid)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  update public.mailings m
    set taken_until = app.now() + p_lease
    from (select c.tenant_id, c.id
      from public.mailings c join public.tenants t on t.id = c.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
      where c.state in ('queued', 'running') and (c.taken_until is null or c.taken_until < app.now())
        and c.tenant_id between coalesce(p_tenant, '00000000-0000-0000-0000-000000000000')
        and coalesce(p_tenant, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by c.created_at
      limit least(p_n, 100)
      for update of c skip locked) c
   where m.tenant_id = c.tenant_id and m.id = c.id returning m.tenant_id, m.id $$;
alter function app.claim_mailings owner to mirante_gate;
revoke all on function app.claim_mailings from public;
grant execute on function app.claim_mailings to mirante_job;

-- Queues a six-digit code, generated at delivery, to an account's own address through the platform's mail server; at most five an hour.
-- Returns whether it was queued.
-- Internal: called by factor_help, own_code_mail.
create or replace function app.code_mail(p_account uuid, p_tenant uuid, p_user uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.attempt('fm ' || p_account, 5, '1 hour') then return false; end if;
  insert into public.outbox (tenant_id, kind, body)
    values (p_tenant, 'account.code', jsonb_build_object('user_id', p_user, 'account', p_account));
  return true; end $$;
alter function app.code_mail owner to mirante_gate;
revoke all on function app.code_mail from public;

-- Uses the code that was mailed for an account's first factor: six digits, once, valid for ten minutes. Guesses are counted per caller.
-- Returns whether it was right.
-- Internal: called by factor_use, factor_write.
create or replace function app.code_take(p_account uuid, p_hash bytea)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with k as (update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'account.code' and t.body->>'account' = p_account::text and t.used_at is null
      and t.expires_at > app.now()
    returning 1)
  select exists (select from k) $$;
alter function app.code_take owner to mirante_gate;
revoke all on function app.code_take from public;

-- Returns the caller's own user rows: in every tenant of the account if app.my_account() reaches it, else in this tenant alone.
-- Internal: called by companies, end_own_sessions, own_account and 2 more.
create or replace function app.own_rows()
returns table (tenant_id uuid, user_id uuid)
language sql stable rows 5 security definer set search_path = pg_catalog, pg_temp as $$
  select u.tenant_id, u.id from public.users u where u.account_id = app.my_account()
  union select u.tenant_id, u.id
  from public.users u
  where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and u.seat is null $$;
alter function app.own_rows owner to mirante_gate;
revoke all on function app.own_rows from public;

-- Returns the tenants in which the caller's account has an active user who may sign in, most recently used first; only this tenant when the
-- session can't reach the account (app.my_account).
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers may not execute acts, own_rows.
create or replace function app.companies()
returns table (id uuid, name text, kind text, current boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select t.id, t.name, t.kind, t.id = app.tenant_id()
    from app.own_rows() o
      join public.users u on u.tenant_id = o.tenant_id and u.id = o.user_id and u.status in ('A','T') and u.deleted_at is null
    join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
   where exists (select from public.domains d where d.tenant_id = t.id)
   order by t.id <> app.tenant_id(), u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 500 $$;
alter function app.companies owner to mirante_gate;
revoke all on function app.companies from public;
grant execute on function app.companies to mirante_app;

-- Keeps tenant_counts, the platform's number of tenants by kind and status. Locks both counters of a change in one order, because two
-- opposite changes at once would deadlock.
-- Trigger on tenants.
-- Security definer: callers lack the grants on tenant_counts.
create or replace function app.count_tenant()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform
      from public.tenant_counts c
      where (c.kind, c.status) in ((old.kind, old.status), (new.kind, new.status))
      order by c.kind, c.status
      for update;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then update public.tenant_counts set n = n - 1 where kind = old.kind and status = old.status; end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into public.tenant_counts as c (kind, status, n)
      values (new.kind, new.status, 1)
      on conflict (kind, status) do update set n = c.n + 1;
  end if;
  return null; end $$;
alter function app.count_tenant owner to mirante_gate;
revoke all on function app.count_tenant from public;

create or replace trigger tenants_counted after insert or delete or update of kind, status on tenants for each row
  execute function app.count_tenant();

-- Sums usage_days up: for each tenant and period, and over all tenants for each day since p_from; the first run starts from the beginning.
-- Only sums that changed are written.
-- Internal: called by count_usage.
create or replace function app.sum_usage(p_from date)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_today date := (app.now() at time zone 'utc')::date;
  v_from date := case when exists (select from public.usage_totals) then p_from else '-infinity' end;
begin
  insert into public.usage_sums as s (tenant_id, days, views, peak, seconds, last_day)
    select t.id, p.days, coalesce(sum(d.views), 0), coalesce(max(d.viewers), 0), coalesce(sum(d.seconds), 0), max(d.day)
      from public.tenants t
        cross join unnest('{7,30,90,365}'::int[]) p (days)
        left join public.usage_days d on d.tenant_id = t.id and d.day > v_today - p.days
      group by 1, 2
  on conflict (tenant_id, days) do update set views = excluded.views, peak = excluded.peak, seconds = excluded.seconds,
    last_day = excluded.last_day
    where (s.views, s.peak, s.seconds, s.last_day) is distinct from (excluded.views, excluded.peak, excluded.seconds, excluded.last_day);
  delete from public.usage_totals o where o.day >= v_from;
  insert into public.usage_totals (day, views, viewers, seconds)
    select d.day, sum(d.views), sum(d.viewers), sum(d.seconds)
      from public.usage_days d join public.tenants t on t.id = d.tenant_id and t.kind <> 'platform'
      where d.day >= v_from
      group by 1;
  update public.usage_totals o set last_used = n.last_used
    from (select x.day, count(s.tenant_id)::int as last_used from public.usage_totals x
        left join (public.usage_sums s join public.tenants t on t.id = s.tenant_id and t.kind <> 'platform') on s.days = 365
          and s.last_day = x.day
          group by 1) n
    where n.day = o.day and n.last_used <> o.last_used; end $$;
alter function app.sum_usage owner to mirante_gate;
revoke all on function app.sum_usage from public;

-- Recounts the visits since an instant into usage_days, by day in each tenant's own time zone, and updates the sums.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on usage_days, visits.
create or replace function app.count_usage(p_since timestamptz)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{job}');
  -- purge_unit takes this lock before it locks a unit: both write the sums of many rows, in different orders.
  perform pg_advisory_xact_lock(hashtextextended('usage', 0));
  insert into public.usage_days as d (tenant_id, day, views, viewers, seconds)
    select v.tenant_id, (v.started_at at time zone t.zone)::date, count(*)::int, count(distinct v.user_id)::int,
      sum(app.visit_seconds(v.started_at, v.last_at, v.ended_at))::bigint
      from public.visits v join public.tenants t on t.id = v.tenant_id
      where v.started_at >= ((p_since at time zone t.zone)::date)::timestamp at time zone t.zone
        and v.started_at >= p_since - interval '1 day'
      group by 1, 2
  on conflict (tenant_id, day) do update set views = excluded.views, viewers = excluded.viewers, seconds = excluded.seconds;
  -- West of Greenwich the instant falls on the previous local day.
  perform app.sum_usage((p_since at time zone 'utc')::date - 1);
  delete from public.visits where started_at < app.now() - interval '400 days'; end $$;
alter function app.count_usage owner to mirante_gate;
revoke all on function app.count_usage from public;
grant execute on function app.count_usage to mirante_job;

-- Enforces the user limit where the row is written, so neither single nor bulk writes can exceed it (Spec 5).
-- Trigger on users.
-- Raises: user_limit.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.count_users()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_used int; v_limit int; begin
  for d in execute 'select tenant_id, sum(n)::int as n from ('
      || case when tg_op <> 'DELETE' then $q$
        select tenant_id, 1 as n
        from fresh
        where status in ('A','B','T') and seat is null and deleted_at is null$q$ else '' end
      || case when tg_op = 'UPDATE' then ' union all ' else '' end
      || case when tg_op <> 'INSERT' then $q$
        select tenant_id, -1 as n
        from gone
        where status in ('A','B','T') and seat is null and deleted_at is null$q$ else '' end
      || ') x group by tenant_id having sum(n) <> 0 order by tenant_id' loop
    update public.tenants set users_used = users_used + d.n where id = d.tenant_id returning users_used, user_limit into v_used, v_limit;
    if d.n > 0 and v_used > v_limit then raise exception 'user_limit' using errcode = 'MR422'; end if;
  end loop;
  return null; end $$;
alter function app.count_users owner to mirante_gate;
revoke all on function app.count_users from public;

create or replace trigger users_counted after update on users referencing old table as gone new table as fresh for each statement
  execute function app.count_users();
create or replace trigger users_counted_in after insert on users referencing new table as fresh for each statement
  execute function app.count_users();
create or replace trigger users_counted_out after delete on users referencing old table as gone for each statement
  execute function app.count_users();

-- Returns the custom fields in force in a tenant: its own, and the global ones of the tenants above it.
-- Internal: called by custom_fields_above, custom_use, identity_values and 2 more.
create or replace function app.custom_fields_of(p_tenant uuid)
returns setof public.custom_fields
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.parent_id, 1 as n
    from public.tenants t
    where t.id = p_tenant
    union all select t.parent_id, n + 1
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select f.* from public.custom_fields f where f.tenant_id = p_tenant
  union all select f.*
  from up join lateral (select x.* from public.custom_fields x where x.tenant_id = up.parent_id and x.global offset 0) f on true $$;
alter function app.custom_fields_of owner to mirante_gate;
revoke all on function app.custom_fields_of from public;

-- Returns a tenant and all tenants below it.
-- Internal: called by custom_use, new_custom_key, purge_custom_fields, refill_custom_values.
create or replace function app.tenants_below(p_tenant uuid)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive down as (select p_tenant as id union all select t.id from down join public.tenants t on t.parent_id = down.id) select id
    from down $$;
alter function app.tenants_below owner to mirante_gate;
revoke all on function app.tenants_below from public;

-- Returns how many users or reports have a value of a custom field (the row without an option), and how often each option is chosen.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers may not execute custom_fields_of, tenants_below.
create or replace function app.custom_use(p_id uuid)
returns table (option text, n bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; begin
  perform app.need('{own,remote,partner}');
  select x.* into f from app.custom_fields_of(app.tenant_id()) x where x.id = p_id;
  if f.id is null then return; end if;
  v_where := case
    when f.global and f.tenant_id = app.tenant_id() then array(select app.tenants_below(f.tenant_id))
    else array[app.tenant_id()] end;
  return query with c as materialized (select u.custom -> f.key as v
    from public.users u
    where f.of = 'user' and u.tenant_id = any (v_where) and u.deleted_at is null and u.custom ? f.key
      union all select r.custom -> f.key from public.reports r where f.of = 'report' and r.tenant_id = any (v_where) and r.custom ? f.key)
    select null::text, count(*) from c
    union all (select x.o, count(*)
      from c,
        lateral (select jsonb_array_elements_text(c.v) as o
          where jsonb_typeof(c.v) = 'array'
          union all select c.v #>> '{}'
          where jsonb_typeof(c.v) = 'string') x
      where f.type in ('text', 'list', 'multiple', 'single') group by 1 order by 2 desc, 1 limit 1000); end $$;
alter function app.custom_use owner to mirante_gate;
revoke all on function app.custom_use from public;
grant execute on function app.custom_use to mirante_app;

-- Records a refused call of a display, at most once a minute.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit.
create or replace function app.display_refused(p_tenant uuid, p_device uuid, p_code text, p_address text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('device ' || coalesce(p_device::text, p_tenant::text), 0));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'device.refused', p_device, jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a
       where a.tenant_id = p_tenant and a.row_id is not distinct from p_device and a.what = 'device.refused'
         and a.at > app.now() - interval '1 minute');
end $$;
alter function app.display_refused owner to mirante_gate;
revoke all on function app.display_refused from public;
grant execute on function app.display_refused to mirante_door;

-- Deletes the searchable values of deleted users and reports.
-- Trigger on reports, users.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.drop_custom_values()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.custom_values v using gone g where v.tenant_id = g.tenant_id and v.row_id = g.id; return null; end $$;
alter function app.drop_custom_values owner to mirante_gate;
revoke all on function app.drop_custom_values from public;

create or replace trigger reports_custom_gone after delete on reports referencing old table as gone for each statement
  execute function app.drop_custom_values();
create or replace trigger users_custom_gone after delete on users referencing old table as gone for each statement
  execute function app.drop_custom_values();

-- Deletes the factors bound to a user in this unit when the user joins an account or is removed, so nothing that was planted before carries
-- over. Each deletion is audited under the user themselves: a user who accepts an invitation has no session yet.
-- Trigger on users.
-- Security definer: callers lack the grants on devices, factors.
create or replace function app.drop_factors()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  with gone as (delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id returning f.kind, f.name)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
    select new.tenant_id, coalesce(app.user_id(), case when new.deleted_at is null then new.id end), app.actor_id(),
      coalesce(app.home_id(), new.tenant_id), 'factor.removed', new.id,
        jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', g.kind, 'name', g.name)))
      from gone g where g.kind <> 'recovery';
  update public.devices d
    set trusted_at = null, trusted_by = null
    where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
  return null; end $$;
alter function app.drop_factors owner to mirante_gate;
revoke all on function app.drop_factors from public;

create or replace trigger users_bound_factors after update of account_id, deleted_at on users for each row
  when ((new.account_id is not null and old.account_id is distinct from new.account_id)
    or (old.deleted_at is null and new.deleted_at is not null))
  execute function app.drop_factors();

-- Returns the name of the app through which a provider identity is known, an active one first; null when no app has this provider any more.
-- Internal: called by drop_planted, identity_unlink.
create or replace function app.provider_name(p_tenant uuid, p_kind text, p_issuer text)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.name
    from public.sso_apps a
    where a.tenant_id = p_tenant and a.kind = p_kind and (a.kind = 'entra' or a.settings->>'issuer' = p_issuer)
    order by a.status, a.position, a.id
    limit 1 $$;
alter function app.provider_name owner to mirante_gate;
revoke all on function app.provider_name from public;

-- Removes the provider identifiers that an administrator linked for an ordinary user when that user gets a higher profile. If one was used,
-- the sessions, factors and remembered devices that only the unit vouched for go too. The user then confirms once with a sign-in method of
-- their own.
-- Trigger on users.
-- Security definer: callers lack the grants on devices, factors, identities, sessions.
create or replace function app.drop_planted()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.identities; v_used boolean := false; v_n int := 0; v_factors int := 0; v_provider text; begin
  select coalesce(bool_or(x.last_at is not null), false) into v_used
    from public.identities x
    where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null;
  if v_used then
    delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id and f.kind <> 'recovery';
    get diagnostics v_factors = row_count;
    delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id;
    update public.devices d
      set trusted_at = null, trusted_by = null
      where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
    update public.sessions s
      set revoked_at = app.now()
      where s.home_id = new.tenant_id and s.user_id = new.id and s.kind = 'own' and s.vouched = 'unit' and s.revoked_at is null;
    get diagnostics v_n = row_count;
  end if;
  for i in delete from public.identities x
  where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null
  returning x.* loop
    v_provider := coalesce(app.provider_name(i.tenant_id, i.kind, i.issuer), i.issuer);
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
      values (new.tenant_id, app.user_id(), app.actor_id(), coalesce(app.home_id(), new.tenant_id), 'user.unlink', new.id,
        jsonb_build_object('before', jsonb_build_object('provider', v_provider, 'identity', i.subject, 'profile', old.profile),
        'after', jsonb_build_object('sessions', v_n, 'factors', v_factors, 'profile', new.profile)));
    perform app.act_tell(new.tenant_id, new.id, 'identity_unlinked',
      jsonb_build_object('person', coalesce((select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()),
        ''),
        'provider', v_provider),
      '/?account=sessions');
  end loop;
  return null; end $$;
alter function app.drop_planted owner to mirante_gate;
revoke all on function app.drop_planted from public;

create or replace trigger users_planted_links after update of profile on users for each row
  when (old.profile = 'user' and new.profile <> 'user')
  execute function app.drop_planted();

-- Returns maintenance windows whose next step is due: announce, open or close. The step itself writes the mark that claims it.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_windows(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select m.tenant_id, m.id
    from public.maintenance m
    where m.closed_at is null and m.cancelled_at is null and m.starts_at <= app.now() + interval '168 hours'
    and ((m.announced_at is null and m.starts_at - make_interval(hours => m.announce_hours) <= app.now())
      or (m.opened_at is null and m.starts_at <= app.now()) or m.ends_at <= app.now())
  order by m.starts_at limit least(p_n, 100) $$;
alter function app.due_windows owner to mirante_gate;
revoke all on function app.due_windows from public;
grant execute on function app.due_windows to mirante_job;

-- Returns service accounts whose secret expires within 30, 7 or 1 day(s) and whose warning hasn't been sent. Sending the warning marks it
-- as sent.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_secrets(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select a.tenant_id, a.id from public.service_accounts a
   where a.secret_ends_at > app.now() and a.secret_ends_at <= app.now() + interval '30 days' and not a.disabled
     and a.secret_warned_days is distinct from case
       when a.secret_ends_at <= app.now() + interval '1 day' then '1'
       when a.secret_ends_at <= app.now() + interval '7 days' then '7'
       else '30' end
   order by a.secret_ends_at limit least(p_n, 100) $$;
alter function app.due_secrets owner to mirante_gate;
revoke all on function app.due_secrets from public;
grant execute on function app.due_secrets to mirante_job;

-- Returns displays that expire within 30, 7 or 1 day(s) and whose warning hasn't been sent. Sending the warning marks it as sent.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_devices(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select d.tenant_id, d.id from public.playlist_devices d
   where d.revoked_at is null and d.approved_at is not null and d.expires_at > app.now() and d.expires_at <= app.now() + interval '30 days'
     and d.warned_days is distinct from case
       when d.expires_at <= app.now() + interval '1 day' then 1
       when d.expires_at <= app.now() + interval '7 days' then 7
       else 30 end
   order by d.expires_at limit least(p_n, 100) $$;
alter function app.due_devices owner to mirante_gate;
revoke all on function app.due_devices from public;
grant execute on function app.due_devices to mirante_job;

-- Returns imports whose message was lost or whose Worker was stopped; the next batch of each is due.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_user_imports(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select i.tenant_id, i.id
    from public.user_imports i
    where i.state = 'running' and (i.taken_until is null or i.taken_until < app.now())
    order by i.taken_until nulls first
    limit least(p_n, 200) $$;
alter function app.due_user_imports owner to mirante_gate;
revoke all on function app.due_user_imports from public;
grant execute on function app.due_user_imports to mirante_job;

-- Returns remote-access requests that expired and sessions whose grant is gone; the job settles each.
-- Callers: mirante_job (job).
-- Security definer: callers may not execute may_act.
create or replace function app.due_remote(p_n int)
returns table (tenant_id uuid, id uuid, session_id uuid, by text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select r.tenant_id, r.id, case r.state when 'active' then r.session_id end,
    case when r.state = 'active' then case when r.ends_at <= app.now() then 'time' else 'rights' end else 'time' end
    from public.remote_requests r
    where (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now())
      or (r.state = 'active' and app.may_act(r.session_id) is null) order by r.expires_at limit least(p_n, 200) $$;
alter function app.due_remote owner to mirante_gate;
revoke all on function app.due_remote from public;
grant execute on function app.due_remote to mirante_job;

-- Returns users who have expired or are due an expiry notice.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_people(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select u.tenant_id, u.id from public.users u
   where u.expires_at <= app.now() + interval '7 days' and u.expires_at is not null and u.status in ('A', 'T') and u.deleted_at is null
     and (u.expires_at <= app.now()
       or u.expiry_told is distinct from case when u.expires_at <= app.now() + interval '1 day' then 1 else 7 end)
   order by u.expires_at limit least(p_n, 500) $$;
alter function app.due_people owner to mirante_gate;
revoke all on function app.due_people from public;
grant execute on function app.due_people to mirante_job;

-- Returns tenants that crossed 80% or 100% of their user limit, or dropped below it again.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_limits(p_n int)
returns table (tenant_id uuid, parent_id uuid, level int, told int, used int, user_limit int, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select t.id, t.parent_id, l.level, t.users_told, t.users_used, t.user_limit, t.name from public.tenants t,
    lateral (select case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end as level) l
   where t.user_limit is not null
     and t.users_told <> (case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end)
     and t.deleted_at is null and (l.level > t.users_told or t.users_used * 100 < t.user_limit * (t.users_told - 5))
       order by t.id
       limit least(p_n, 100) $$;
alter function app.due_limits owner to mirante_gate;
revoke all on function app.due_limits from public;
grant execute on function app.due_limits to mirante_job;

-- Returns catalog requests with something due: a reminder, an expiry, the end of a grant, or a user who may no longer act.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_requests(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  (select c.tenant_id, c.id from public.catalog_requests c join public.users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where c.state = 'pending'
      and (u.status not in ('A', 'T')
        or c.asked_at <= app.now() - (array[interval '3 days', interval '10 days', interval '25 days',
        interval '30 days'])[least(c.reminded, 3) + 1])
    order by c.asked_at
    limit least(p_n, 100))
  union all (select c.tenant_id, c.id
    from public.catalog_requests c
    where c.state = 'granted' and c.valid_until <= app.now()
    order by c.valid_until
    limit least(p_n, 100)) $$;
alter function app.due_requests owner to mirante_gate;
revoke all on function app.due_requests from public;
grant execute on function app.due_requests to mirante_job;

-- Returns units with partner sessions in a month that has ended in the unit's time zone and hasn't been reported yet.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_partner_months(p_n int)
returns table (tenant_id uuid, begins timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select q.tenant_id, date_trunc('month', app.now() at time zone t.zone) at time zone t.zone
    from public.remote_requests q join public.tenants t on t.id = q.tenant_id
   where q.kind = 'partner' and q.started_at is not null and q.digest_at is null and t.deleted_at is null
     and q.started_at < date_trunc('month', app.now() at time zone t.zone) at time zone t.zone
   group by q.tenant_id, t.zone order by min(q.started_at) limit least(p_n, 200) $$;
alter function app.due_partner_months owner to mirante_gate;
revoke all on function app.due_partner_months from public;
grant execute on function app.due_partner_months to mirante_job;

-- Returns tenants deleted more than 30 days ago that have no tenants below them; they can be purged.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_units(p_n int)
returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select t.id
    from public.tenants t
    where t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days'
      and not exists (select from public.tenants c where c.parent_id = t.id)
    order by t.deleted_at
    limit least(p_n, 20) $$;
alter function app.due_units owner to mirante_gate;
revoke all on function app.due_units from public;
grant execute on function app.due_units to mirante_job;

-- Returns, of the jobs that a tick names, those that have work, aren't leased and whose slot has come, with that slot. One round trip
-- covers a minute in which nothing is due. p_jobs is [{name, every, at, missed}] in minutes. A job without a case of its own always counts
-- as having work.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on job_marks.
create or replace function app.due(p_jobs jsonb, p_check_every interval)
returns table (name text, slot timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with planned as materialized (
      select x.n, x.j->>'name' as name, m.done_for, m.taken_until,
          case
            when x.j->>'missed' = 'each' and m.done_for is not null then least(l.latest, date_bin(p.every, m.done_for, p.origin) + p.every)
            else l.latest end as slot
        from jsonb_array_elements(p_jobs) with ordinality x (j, n)
          cross join lateral (select make_interval(mins => (x.j->>'every')::int) as every,
          timestamptz '2000-01-01 00:00:00+00' + make_interval(mins => (x.j->>'at')::int) as origin) p
          cross join lateral (select date_bin(p.every, app.now(), p.origin) as latest) l
          left join public.job_marks m on m.name = x.j->>'name'),
    free as materialized (select *
      from planned q
      where (q.done_for is null or q.slot > q.done_for) and (q.taken_until is null or q.taken_until <= app.now()))
  select f.name, f.slot from free f where case f.name
      when 'announce-and-close-windows' then exists (select from app.due_windows(1))
      when 'read-data-times'
        then exists (select from public.reports r
          where r.kind = 'powerbi' and r.dataset_id is not null and (r.checked_at is null or r.checked_at < app.now() - p_check_every))
      when 'warn-of-secrets' then exists (select from app.due_secrets(1))
      when 'warn-of-displays' then exists (select from app.due_devices(1))
      when 'resume-exports' then exists (select from app.due_exports(1))
      when 'resume-user-imports' then exists (select from app.due_user_imports(1))
      when 'remove-old-exports'
        then exists (select from public.exports e
          where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null)))
        or exists (select from public.exports e
          where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing'))
      when 'settle-addresses'
        then exists (select from public.settings s
          where s."values"->'ip_trial'->>'until' is not null and (s."values"->'ip_trial'->>'until')::timestamptz <= app.now())
      when 'settle-remote' then exists (select from app.due_remote(1))
      when 'expire-people' then exists (select from app.due_people(1))
      when 'warn-of-limits' then exists (select from app.due_limits(1))
      when 'settle-requests' then exists (select from app.due_requests(1))
      when 'tell-of-partners' then exists (select from app.due_partner_months(1))
      when 'tell-of-trials'
        then exists (select from public.tenants t where t.status = 'T' and t.trial_ends_at <= app.now() + interval '7 days')
      when 'fan-out-mailings'
        then exists (select from public.mailings m
          join public.tenants t on t.id = m.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
          where m.state in ('queued', 'running') and (m.taken_until is null or m.taken_until < app.now()))
      when 'deliver-outbox'
        then exists (select from public.outbox o where o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now()))
      when 'forget-units' then exists (select from app.due_units(1))
      else true end order by f.n $$;
alter function app.due owner to mirante_gate;
revoke all on function app.due from public;
grant execute on function app.due to mirante_job;

-- Changes the fields of a tenant that only the layer above decides; a tenant never changes them itself. Fields that aren't named stay
-- unchanged. A partner can't give more than the limits that the platform set. Raises the name of a limit with its maximum when one is
-- exceeded. Returns the new version and the tenant's hosts.
-- Callers: mirante_app (own).
-- Raises: changed, not_found, party, the limit.
-- Security definer: callers lack the grants on domains.
create or replace function app.edit_tenant(p_id uuid, p_version int, p jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_me uuid := app.tenant_id(); o public.tenants; n public.tenants; v_up public.tenants; b record; v_host text; v_shown boolean;
  v_hidden text[]; v_field text; v_most int;
begin
  perform app.need('{own}');
  if app.below(p_id) is not true then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into o from public.tenants where id = p_id and deleted_at is null for no key update;
  if not found then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version is distinct from p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  foreach v_field in array array['user_limit', 'bonus_users', 'domain_limit', 'report_limit'] loop
    v_most := (o.platform_limits->>v_field)::int;
    if app.scope() is distinct from 'platform' and p ? v_field and v_most is not null and coalesce((p->>v_field)::int > v_most, true) then
      raise exception '% %', v_field, v_most using errcode = 'MT403';
    end if;
    if app.scope() = 'platform' and p ? v_field and p->v_field is distinct from to_jsonb(o)->v_field then
      o.platform_limits := case
        when p->>v_field is null then o.platform_limits - v_field
        else o.platform_limits || jsonb_build_object(v_field, p->v_field) end;
    end if;
  end loop;
  select * into b from app.tree_use(v_up.id, p->>'product');
  if p->>'payer_id' is not null
    and not exists (select from public.parties c
      where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  if (p->>'default_directory')::boolean and not o.default_directory then
    update public.tenants
      set default_directory = false, version = version + 1
      where parent_id = o.parent_id and default_directory and deleted_at is null;
  end if;
  v_hidden := case when p ? 'hidden_menu' then array(select jsonb_array_elements_text(p->'hidden_menu') order by 1) end;
  update public.tenants t set name = coalesce(p->>'name', t.name), sort_key = coalesce(p->>'sort_key', t.sort_key),
      user_limit = case when p ? 'user_limit' then (p->>'user_limit')::int else t.user_limit end,
      bonus_users = coalesce((p->>'bonus_users')::int, t.bonus_users),
      domain_limit = case when p ? 'domain_limit' then (p->>'domain_limit')::int else t.domain_limit end,
      report_limit = case when p ? 'report_limit' then (p->>'report_limit')::int else t.report_limit end,
      platform_limits = o.platform_limits,
      default_directory = coalesce((p->>'default_directory')::boolean, t.default_directory),
      restrict_accounts = coalesce((p->>'restrict_accounts')::boolean, t.restrict_accounts),
      allow_reports = coalesce((p->>'allow_reports')::boolean, t.allow_reports),
      own_domain = case when p ? 'own_domain' then p->>'own_domain' else t.own_domain end,
      payer_tenant_id = case
        when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_tenant_id
        when p->>'payer_id' is null then null
        else v_me end,
      payer_id = case when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_id else (p->>'payer_id')::uuid end,
      hidden_by_platform = case when app.scope() = 'platform' then coalesce(v_hidden, t.hidden_by_platform) else t.hidden_by_platform end,
      hidden_by_partner = case when app.scope() = 'partner' then coalesce(v_hidden, t.hidden_by_partner) else t.hidden_by_partner end,
      version = t.version + 1
    where t.id = p_id returning * into n;
  if (n.hidden_by_platform, n.hidden_by_partner) is distinct from (o.hidden_by_platform, o.hidden_by_partner) then
    update public.tenants set epoch = epoch + 1 where id = p_id;
  end if;
  select d.host into v_host from public.domains d where d.tenant_id = p_id and d.main limit 1;
  if p->>'host' is not null and p->>'host' is distinct from v_host then
    if not exists (select from public.domains d where d.host = p->>'host' and d.tenant_id = p_id) then
      insert into public.domains (host, tenant_id, main) values (p->>'host', p_id, false);
    end if;
    update public.domains set main = (host = p->>'host') where tenant_id = p_id; end if;
  select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean into v_shown from public.settings s where s.tenant_id = p_id;
  if p ? 'last_update' and (p->>'last_update')::boolean is distinct from coalesce(v_shown, true) then
    insert into public.settings as s (tenant_id, "values")
      values (p_id, jsonb_build_object('mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean))
      on conflict (tenant_id) do update set "values" = s."values" || excluded."values", version = s.version + 1; end if;
  perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, v_me, 'tenant.edit', p_id,
      (select jsonb_build_object('before', coalesce(jsonb_object_agg(k.key, k.value), '{}') || case
        when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', v_host)
        else '{}' end,
        'after',
        coalesce(jsonb_object_agg(k.key, to_jsonb(n)->k.key), '{}') || case
          when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', p->>'host')
          else '{}' end)
          || case
            when p ? 'last_update'
              and (p->>'last_update')::boolean is distinct from coalesce(v_shown,
                true) then jsonb_build_object('last_update', p->'last_update')
            else '{}' end
        from jsonb_each(to_jsonb(o)) k
        where k.key not in ('version', 'epoch', 'sort_key', 'users_used', 'payer_tenant_id', 'platform_limits')
          and to_jsonb(n)->k.key is distinct from k.value),
        p->>'ip', p->>'request'
      from unnest(array[v_me, p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id));
end $$;
alter function app.edit_tenant owner to mirante_gate;
revoke all on function app.edit_tenant from public;
grant execute on function app.edit_tenant to mirante_app;

-- Takes a proof exactly once: of any number of concurrent calls, one gets its content, and the row is deleted. Null if it is used, expired,
-- invalidated by a new account epoch, or of another host.
-- Internal: called by embed_begin, entra_arrive, handoff_make and 3 more.
create or replace function app.proof_take(p_hash bytea, p_purpose text, p_tenant uuid, p_host text)
returns jsonb
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.tickets t
    where t.hash = p_hash and t.purpose = p_purpose and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.body $$;
alter function app.proof_take owner to mirante_gate;
revoke all on function app.proof_take from public;

-- Starts an embedded session from the proof of the step that read its key. A token is single use: of sixty concurrent calls, one succeeds.
-- A user's proof goes on to start their session; an anonymous one ends here.
-- Callers: mirante_door.
-- Raises: link_used, session_gone.
-- Security definer: callers lack the grants on attempts, audit, embed_keys and 2 more.
create or replace function app.embed_begin(p_proof bytea, p_tenant uuid, p_host text, p_sid uuid, p_once bytea, p_identity jsonb,
  p_filters jsonb, p_until timestamptz, p_address text, p_request text)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  b jsonb := app.proof_take(p_proof, 'proof.embed', p_tenant, p_host); v_key uuid := (b->>'key')::uuid; v_user uuid := (b->>'userId')::uuid;
begin
  if b is null then raise exception 'session_gone' using errcode = 'MR401'; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at, used_at)
    values (p_once, 'embedded', p_tenant, p_host, '{}', app.now() + interval '20 minutes', app.now())
    on conflict do nothing;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  perform from public.embed_keys k where k.tenant_id = p_tenant and k.id = v_key and k.revoked_at is null for share;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.embed_keys k
    set last_used_at = app.now()
    where k.tenant_id = p_tenant and k.id = v_key and (k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute');
  insert into public.embed_sessions (tenant_id, id, key_id, user_id, report_id, identity, filters, address, expires_at)
    values (p_tenant, p_sid, v_key, v_user, (b->>'report')::uuid, p_identity, p_filters, p_address, p_until);
  update public.attempts set n = greatest(n - 1, 0) where key = 'em ' || p_address;
  if v_user is null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'embedded.start', app.session_mark(p_sid),
        jsonb_build_object('key', v_key, 'report', b->'report', 'username', p_identity->>'username'), p_address, p_request);
  else
    perform app.proof_make(p_proof, 'proof', p_tenant, p_host, b);
  end if;
  return true; end $$;
alter function app.embed_begin owner to mirante_gate;
revoke all on function app.embed_begin from public;
grant execute on function app.embed_begin to mirante_door;

-- Ends an embedded session and the user session behind it.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, embed_sessions, sessions.
create or replace function app.embed_end(p_tenant uuid, p_sid uuid, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with e as (update public.embed_sessions
    set ended_at = app.now()
    where tenant_id = p_tenant and id = p_sid and ended_at is null
    returning user_id),
    s as (update public.sessions set revoked_at = app.now() where id = p_sid and tenant_id = p_tenant and revoked_at is null),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, e.user_id, null,
      p_tenant, 'embedded.end', app.session_mark(p_sid), p_address, p_request
      from e)
  select exists (select from e) $$;
alter function app.embed_end owner to mirante_gate;
revoke all on function app.embed_end from public;
grant execute on function app.embed_end to mirante_door;

-- Returns what decides about an embed token before its signature is verified, and creates the proof of this step, bound to the key, user
-- and report that the token names. Only failures stay counted, so many users behind one address get in.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on embed_keys, reports, settings and 2 more.
create or replace function app.embed_facts(p_tenant uuid, p_key uuid, p_sub text, p_report uuid, p_host text, p_address text, p_proof bytea)
returns table (state text, enabled boolean, sealed text, revoked boolean, origins jsonb, acts boolean, person_id uuid, report_known boolean,
  settings_of jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_person uuid; begin
  if not app.attempt('em ' || p_address, 240, '15 min') then
    return query select 'limited', false, null::text, false, null::jsonb, false, null::uuid, false, null::jsonb; return;
  end if;
  select case when count(*) = 1 then min(u.id::text)::uuid end into v_person
    from public.users u
    where u.tenant_id = p_tenant and u.deleted_at is null and u.seat is null
      and (u.email = lower(p_sub) or u.external_id = p_sub
        or u.id = case when p_sub ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then p_sub::uuid end);
  if v_person is not null or p_sub is null then
    perform app.proof_make(p_proof, 'proof.embed', p_tenant, p_host,
      jsonb_build_object('way', 'embedded', 'userId', v_person, 'key', k.id, 'report', p_report))
      from public.embed_keys k
      where k.tenant_id = p_tenant and k.id = p_key and k.revoked_at is null;
  end if;
  return query
    select 'ok', coalesce(s."values"->>'enable_embedded', 'N') = 'S', k.secret_sealed, k.revoked_at is not null,
      coalesce(s."values"->'embed_origins', '[]'), app.acts(t.status, t.trial_ends_at),
      v_person,
      p_report is null
        or exists (select from public.reports r where r.tenant_id = p_tenant and r.id = p_report and not r.hidden), s."values"
    from public.tenants t
      left join public.settings s on s.tenant_id = t.id
      left join public.embed_keys k on k.tenant_id = t.id and k.id = p_key
    where t.id = p_tenant and t.deleted_at is null;
end $$;
alter function app.embed_facts owner to mirante_gate;
revoke all on function app.embed_facts from public;
grant execute on function app.embed_facts to mirante_door;

-- Returns the origins that may frame a tenant's embedded pages, for the frame-ancestors policy of those pages alone; null means none.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on settings.
create or replace function app.embed_origins(p_tenant uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when s."values"->>'enable_embedded' = 'S' then coalesce(s."values"->'embed_origins', '[]') end
    from public.settings s
    where s.tenant_id = p_tenant $$;
alter function app.embed_origins owner to mirante_gate;
revoke all on function app.embed_origins from public;
grant execute on function app.embed_origins to mirante_public;

-- Returns the user of a single-report embedded session and the access hours that apply; no row for an anonymous session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on embed_sessions, users.
create or replace function app.embed_person(p_tenant uuid, p_sid uuid)
returns table (user_id uuid, profile text, flags text[], access_hours jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.profile, u.flags, u.access_hours
    from public.embed_sessions e join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
    where e.tenant_id = p_tenant and e.id = p_sid $$;
alter function app.embed_person owner to mirante_gate;
revoke all on function app.embed_person from public;
grant execute on function app.embed_person to mirante_door;

-- Records a call refused during an embedded session: in the user's sign-in log, or in the audit log when the session is anonymous. At most
-- once a minute.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, embed_sessions.
create or replace function app.embed_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; begin
  select e.user_id into v_user from public.embed_sessions e where e.tenant_id = p_tenant and e.id = p_sid;
  if v_user is not null then perform app.refused_once(p_tenant, v_user, p_code, p_address, p_agent, p_request); return; end if;
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('embedded ' || coalesce(p_sid::text, p_tenant::text) || ' ' || coalesce(p_address, ''),
    0));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'embedded.refused', app.session_mark(p_sid), jsonb_build_object('code', p_code), p_address,
      p_request
     where not exists (select from public.audit a
       where a.tenant_id = p_tenant and a.row_id is not distinct from app.session_mark(p_sid) and a.what = 'embedded.refused'
         and a.ip is not distinct from p_address and a.at > app.now() - interval '1 minute');
end $$;
alter function app.embed_refused owner to mirante_gate;
revoke all on function app.embed_refused from public;
grant execute on function app.embed_refused to mirante_door;

-- Returns the claims of a new token for a live embedded session; no row once it or the user's own session has ended.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on embed_sessions, sessions, tenants, users.
create or replace function app.embed_session(p_tenant uuid, p_sid uuid)
returns table (state text, report_id uuid, exempt boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when u.status not in ('A', 'T') then 'user_blocked'
    when app.acts(t.status, t.trial_ends_at) is not true then 'tenant_blocked'
    else 'ok' end,
    e.report_id, coalesce(u.ip_exempt, false)
    from public.embed_sessions e
      join public.tenants t on t.id = e.tenant_id
      left join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
   where e.tenant_id = p_tenant and e.id = p_sid and e.ended_at is null and e.expires_at > app.now()
     and (e.user_id is null
       or exists (select from public.sessions s where s.id = e.id and s.revoked_at is null and s.expires_at > app.now())) $$;
alter function app.embed_session owner to mirante_gate;
revoke all on function app.embed_session from public;
grant execute on function app.embed_session to mirante_door;

-- Signs a user out everywhere and revokes their links when they may no longer act or the row now belongs to another person. Links about an
-- account's factors keep working: no unit can stop a user from undoing a change.
-- Trigger on users.
-- Security definer: callers lack the grants on devices, sessions, tokens.
create or replace function app.end_access()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.sessions set revoked_at = app.now() where home_id = new.tenant_id and user_id = new.id and revoked_at is null;
  delete from public.devices where tenant_id = new.tenant_id and user_id = new.id;
  update public.tokens
    set used_at = app.now()
    where tenant_id = new.tenant_id and user_id = new.id and used_at is null
      and purpose not in ('account.undo', 'account.lost', 'account.keep');
  return null; end $$;
alter function app.end_access owner to mirante_gate;
revoke all on function app.end_access from public;

create or replace trigger users_ended after update on users for each row
  when ((old.status in ('A', 'T') and new.status not in ('A', 'T')) or new.deleted_at is distinct from old.deleted_at
    or new.email <> old.email)
  execute function app.end_access();

-- Ends embedded sessions when their key is revoked, or all of them when embedding is turned off.
-- Trigger on embed_keys, settings.
-- Security definer: callers lack the grants on embed_sessions, sessions.
create or replace function app.end_embedded()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key uuid; begin
  if tg_table_name = 'embed_keys' then v_key := new.id; end if;
  with e as (update public.embed_sessions x
    set ended_at = app.now()
    where x.tenant_id = new.tenant_id and (v_key is null or x.key_id = v_key) and x.ended_at is null
    returning x.id)
  update public.sessions s set revoked_at = app.now() where s.id in (select e.id from e) and s.revoked_at is null;
  return null; end $$;
alter function app.end_embedded owner to mirante_gate;
revoke all on function app.end_embedded from public;

create or replace trigger embed_keys_revoked after update of revoked_at on embed_keys for each row
  when (old.revoked_at is null and new.revoked_at is not null)
  execute function app.end_embedded();
create or replace trigger settings_embedded_off after update of "values" on settings for each row
  when (old."values"->>'enable_embedded' = 'S' and new."values"->>'enable_embedded' is distinct from 'S')
  execute function app.end_embedded();

-- Revokes a user's links when they are blocked, removed or get another address; reinstating the user doesn't bring the links back.
-- Trigger on users.
-- Security definer: callers lack the grants on tokens.
create or replace function app.end_links()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.tokens t set used_at = app.now() from gone o join fresh n on n.tenant_id = o.tenant_id and n.id = o.id
   where (n.status <> o.status or n.deleted_at is distinct from o.deleted_at or n.email <> o.email)
     and (n.status not in ('A','T') or n.deleted_at is not null or n.email <> o.email)
     and t.tenant_id = n.tenant_id and t.user_id = n.id and t.used_at is null
     and t.purpose in ('account.invite', 'account.reset', 'account.change');
  return null; end $$;
alter function app.end_links owner to mirante_gate;
revoke all on function app.end_links from public;

create or replace trigger users_links after update on users referencing old table as gone new table as fresh for each statement
  execute function app.end_links();

-- Ends the caller's other sessions, or one of them, in every unit of their account where the account is theirs to reach. Ending all also
-- forgets remembered devices except the current one.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on sessions.
create or replace function app.end_own_sessions(p_id uuid, p_device bytea, p_address text, p_request text)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with w as (update public.sessions s set revoked_at = app.now() from app.own_rows() o
      where s.home_id = o.tenant_id and s.user_id = o.user_id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null
        and s.expires_at > app.now()
        and s.id <> app.my_session() and (p_id is null or s.id = p_id) returning s.id, s.tenant_id, s.user_id),
    d as (select case
      when p_id is null
        and app.actor_id() is null then app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), p_device) end as n),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, w.user_id,
      null, w.tenant_id, 'session.end', null, p_address, p_request
      from w)
  select count(w.id)::int from d left join w on true $$;
alter function app.end_own_sessions owner to mirante_gate;
revoke all on function app.end_own_sessions from public;
grant execute on function app.end_own_sessions to mirante_app;

-- Refuses to change an administrator from a session that isn't a user's own: an act-as session, an embedded page or a display.
-- Internal: called by end_person_sessions, lift_lock, spare_addressed, spare_administrators.
-- Raises: administrator_spared.
create or replace function app.spare_administrator(p_user uuid)
returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.caller_kind() not in ('own', 'directory', 'job', 'door', 'owner')
     and exists (select from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.profile <> 'user') then
    raise exception 'administrator_spared' using errcode = 'MR425';
  end if; end $$;
alter function app.spare_administrator owner to mirante_gate;
revoke all on function app.spare_administrator from public;

-- Ends every session of a user of this tenant and forgets their devices.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on devices, sessions.
create or replace function app.end_person_sessions(p_user uuid)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; begin
  perform app.need('{own,remote,partner}');
  perform app.spare_administrator(p_user);
  update public.sessions
    set revoked_at = app.now()
    where home_id = app.tenant_id() and user_id = p_user and revoked_at is null and expires_at > app.now();
  get diagnostics v_n = row_count;
  delete from public.devices where tenant_id = app.tenant_id() and user_id = p_user;
  return v_n; end $$;
alter function app.end_person_sessions owner to mirante_gate;
revoke all on function app.end_person_sessions from public;
grant execute on function app.end_person_sessions to mirante_app;

-- Files kept longer than 24 hours and those of failed exports; exports older than ninety days are deleted.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on exports.
create or replace function app.ended_exports(p_n int)
returns table (tenant_id uuid, id uuid)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.exports e
    where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing');
  select e.tenant_id, e.id
    from public.exports e
    where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null))
    order by e.expires_at nulls first
    limit least(p_n, 500) $$;
alter function app.ended_exports owner to mirante_gate;
revoke all on function app.ended_exports from public;
grant execute on function app.ended_exports to mirante_job;

-- Seals the caller's identity into app.me for this transaction.
-- Internal: called by enter, enter_embed, enter_job and 2 more.
create or replace function app.set_me(p_tenant uuid, p_user uuid, p_actor uuid, p_profile text, p_home uuid, p_scope text, p_reach text,
  p_kind text, p_account uuid, p_sid uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  b text := concat_ws(' ', coalesce(p_tenant::text, '-'), coalesce(p_user::text, '-'), coalesce(p_actor::text, '-'), p_profile,
    coalesce(p_home::text, '-'), p_scope, p_reach, p_kind, coalesce(p_account::text, '-'), coalesce(p_sid::text, '-'));
  k bytea;
begin
  select v into k from app.secret;
  perform set_config('app.me', encode(sha256(k || timestamptz_send(now()) || convert_to(b, 'UTF8') || k), 'hex') || ' ' || b, true); end $$;
alter function app.set_me owner to mirante_gate;
revoke all on function app.set_me from public;

-- The first statement of every transaction of a session: checks the session, the user, the tenant and the rights version, then seals the
-- caller's identity. In an embedded portal every user is a viewer: the profile is user and no flag counts. The account is sealed only in an
-- own session that the account itself vouched for, or in which it was proved within the last 15 minutes. Blocking a user ends their
-- sessions, but the next request of such a session still gets the reason (Spec 8, 'User is blocked!').
-- Callers: mirante_app, mirante_wide.
-- Raises: rights_stale, session_gone, tenant_blocked, user_blocked.
-- Security definer: callers lack the grants on relations, sessions.
create or replace function app.enter(p_sid uuid, p_rights bigint, p_tenant uuid, p_action text default null)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_actor uuid; v_above boolean; v_may boolean := false; v_limited boolean := false; begin
  select se.tenant_id, se.home_id, se.user_id, se.actor_sid, se.relation_id, se.reach, se.kind as session_kind,
    case
      when se.kind = 'own'
        and (se.vouched = 'account' or se.proved_at > app.now() - interval '15 minutes') then u.account_id end as account_id,
         se.revoked_at is not null as revoked, se.last_seen < app.now() - interval '1 minute' as old,
         case se.kind when 'embed_portal' then 'user' else u.profile end as profile,
           case se.kind when 'embed_portal' then '{}' else u.flags end as flags, u.status, app.acts(h.status, h.trial_ends_at) as home_acts,
           app.acts(t.status, t.trial_ends_at) as tenant_acts,
         u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0) as rights, t.kind
    into s from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id
    join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
    join public.tenants t on t.id = p_tenant
   where se.id = p_sid and se.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  -- Blocking ended the session too. The next request still gets the reason; later ones only see an ended session.
  if s.status not in ('A', 'T') and s.actor_sid is null then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.revoked then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.status not in ('A', 'T') then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.actor_sid is not null then                        -- acting as: whatever allows the visit must still stand
    v_actor := app.may_act(p_sid);
    if v_actor is null or s.tenant_id <> p_tenant then raise exception 'session_gone' using errcode = 'MR401'; end if;
  end if;
  if s.rights is distinct from p_rights then raise exception 'rights_stale' using errcode = 'MR409'; end if;
  if p_action is not null then
    select coalesce(bool_or(c.above), false), coalesce(bool_or(c.limited), false) into v_may, v_limited
      from app.actions c where c.action = p_action and c.profile = s.profile and (c.flag is null or c.flag = any (s.flags));
  end if;
  v_above := s.tenant_id <> p_tenant;                    -- from above: a declared action, its profile and flag, a live relation
  if v_above
    and not (v_may
      and exists (select from public.relations r
        where r.tenant_id = p_tenant and r.above_id = s.home_id and r.kind = 'partner' and r.ended_at is null and r.until > app.now())) then
    raise exception 'session_gone' using errcode = 'MR401';
  end if;
  if (not s.home_acts or (not s.tenant_acts and not v_above)) and not v_limited then
    raise exception 'tenant_blocked' using errcode = 'MR404';
  end if;
  perform app.set_me(p_tenant, s.user_id, v_actor, s.profile, s.home_id, s.kind, s.reach, s.session_kind, s.account_id, p_sid);
  if s.old and current_setting('transaction_read_only') = 'off' then
    update public.sessions
      set last_seen = app.now()
      where id = (select id
        from public.sessions
        where id = p_sid and last_seen < app.now() - interval '1 minute'
        for no key update skip locked);
  end if;
  if s.reach = 'view' then perform set_config('transaction_read_only', 'on', true); end if; end $$;
alter function app.enter owner to mirante_gate;
revoke all on function app.enter from public;
grant execute on function app.enter to mirante_app, mirante_wide;

-- The first statement of every transaction of a single-report embedded page: its session must be live. It acts as its user, or anonymously.
-- Callers: mirante_app.
-- Raises: session_gone, tenant_blocked, user_blocked.
-- Security definer: callers lack the grants on embed_sessions.
create or replace function app.enter_embed(p_sid uuid, p_tenant uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select e.user_id, e.last_seen < app.now() - interval '1 minute' as old, x.state into s
    from app.embed_session(p_tenant, p_sid) x join public.embed_sessions e on e.tenant_id = p_tenant and e.id = p_sid
    where x.report_id is not null;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.state = 'user_blocked' then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.state <> 'ok' then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, s.user_id, null, 'embedded', p_tenant, 'embedded', 'act', 'embed_report', null, p_sid);
  if s.old then update public.embed_sessions set last_seen = app.now() where tenant_id = p_tenant and id = p_sid; end if; end $$;
alter function app.enter_embed owner to mirante_gate;
revoke all on function app.enter_embed from public;
grant execute on function app.enter_embed to mirante_app;

-- The first statement of a job's transaction: one tenant and no user, or no tenant while it claims what is due.
-- Callers: mirante_job.
-- Raises: tenant_gone.
-- Security definer: callers may not execute set_me.
create or replace function app.enter_job(p_tenant uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_tenant is not null and not exists (select from public.tenants where id = p_tenant) then
    raise exception 'tenant_gone' using errcode = 'MR404';
  end if;
  perform app.set_me(p_tenant, null, null, 'job', p_tenant, 'job', 'act', 'job', null, null); end $$;
alter function app.enter_job owner to mirante_gate;
revoke all on function app.enter_job from public;
grant execute on function app.enter_job to mirante_job;

-- The first statement of every transaction of a display: its player, device and tenant must be active. It seals a device and no user. A
-- player that was away too long loses its slot to another one.
-- Callers: mirante_app.
-- Raises: session_gone, tenant_blocked.
-- Security definer: callers may not execute acts, set_me.
create or replace function app.enter_player(p_sid uuid, p_tenant uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select p.device_id, p.last_seen < app.now() - interval '3 minutes' as away, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.players p
      join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
      join public.tenants t on t.id = p.tenant_id
   where p.tenant_id = p_tenant and p.id = p_sid and p.ended_at is null and p.generation = d.generation and d.approved_at is not null
     and d.revoked_at is null and d.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.acts is not true then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  if s.away
    and (select count(*)
      from public.players o
      where o.tenant_id = p_tenant and o.device_id = s.device_id and o.id <> p_sid and o.ended_at is null
        and o.last_seen >= app.now() - interval '3 minutes') >= 3 then
    raise exception 'session_gone' using errcode = 'MR401';
  end if;
  perform app.set_me(p_tenant, null, null, 'device', p_tenant, 'device', 'act', 'player', null, p_sid); end $$;
alter function app.enter_player owner to mirante_gate;
revoke all on function app.enter_player from public;
grant execute on function app.enter_player to mirante_app;

-- The first statement of every SCIM request: the token and its tenant must be active. It seals a directory and no user, and returns a row
-- so that a statement can take its tenant from it.
-- Callers: mirante_app.
-- Raises: session_gone, tenant_blocked.
-- Security definer: callers may not execute acts, set_me.
create or replace function app.enter_scim(p_hash bytea, p_tenant uuid, p_address text)
returns table (tenant uuid, token uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select k.id, k.last_used_at is null
    or k.last_used_at < app.now() - interval '1 minute' as old, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.scim_tokens k join public.tenants t on t.id = k.tenant_id
   where k.tenant_id = p_tenant and k.hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > app.now());
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.acts is not true then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, null, null, 'scim', p_tenant, 'scim', 'act', 'directory', null, null);
  if s.old then
    update public.scim_tokens
      set last_used_at = app.now(), last_ip = p_address
      where tenant_id = p_tenant
        and id = (select id from public.scim_tokens where tenant_id = p_tenant and id = s.id for no key update skip locked);
  end if;
  return query select p_tenant, s.id; end $$;
alter function app.enter_scim owner to mirante_gate;
revoke all on function app.enter_scim from public;
grant execute on function app.enter_scim to mirante_app;

-- Returns whether the unit lets administrators enter accounts without asking each time; its sign-in page says so.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on settings.
create or replace function app.enters_unasked(p_tenant uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.settings s
    where s.tenant_id = p_tenant and s."values"->>'allow_access_remote' = 'S' and s."values"->>'remote_consent' = 'none')
    and app.left_to(p_tenant, 'remote') $$;
alter function app.enters_unasked owner to mirante_gate;
revoke all on function app.enters_unasked from public;
grant execute on function app.enters_unasked to mirante_public;

-- Returns whether an Entra app is active and accepts this directory.
-- Internal: called by entra_arrive.
create or replace function app.entra_admits(a public.sso_apps, p_tid text)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.kind = 'entra' and a.status = 'A'
    and exists (select from jsonb_array_elements(a.settings->'directories') e where e->>'id' = p_tid) $$;
alter function app.entra_admits owner to mirante_gate;
revoke all on function app.entra_admits from public;

-- Returns whether an identifier that an administrator linked signs this user in: only an ordinary user of a business unit whose account, if
-- any, has no user in another tenant. Everyone else confirms once with a sign-in method of their own. Checked when the identifier is linked
-- and at every sign-in with it.
-- Internal: called by entra_person, identity_link, linkable and 2 more.
create or replace function app.link_holds(p_tenant uuid, p_user uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u join public.tenants t on t.id = u.tenant_id and t.kind = 'unit'
    where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null and u.profile = 'user'
      and not exists (select from public.users o
        where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null)) $$;
alter function app.link_holds owner to mirante_gate;
revoke all on function app.link_holds from public;

-- Returns the user that a directory provisioned under a provider's stable id, if an administrator tied that directory to this very provider
-- and the tie still holds; null when there is none or more than one.
-- Internal: called by entra_person, saml_arrive.
create or replace function app.provisioned(p_tenant uuid, p_kind text, p_issuer text, p_subject text)
returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (array_agg(u.id))[1]
    from public.users u
      join public.scim_tokens k on k.tenant_id = u.tenant_id and k.id = u.scim_token_id and k.provider_kind = p_kind
        and k.provider_issuer = p_issuer
   where u.tenant_id = p_tenant and u.external_id in (p_subject, case p_kind when 'entra' then upper(p_subject) end)
     and u.deleted_at is null and u.seat is null
     and exists (select from public.scim_tokens x
       where x.tenant_id = p_tenant and x.revoked_at is null and x.provider_kind = p_kind and x.provider_issuer = p_issuer)
  having count(*) = 1 $$;
alter function app.provisioned owner to mirante_gate;
revoke all on function app.provisioned from public;

-- Returns whether an address alone links a provider or directory identity to an existing user: only an ordinary user of a business unit, in
-- a domain that is listed on that very provider, without a link to another provider, and whose account, if any, has no second factor and no
-- user in another tenant. Otherwise the administrator of a unit's provider could take over its administrators or users of other units.
-- Internal: called by entra_person, saml_arrive, scim_adopts.
create or replace function app.may_link(p_tenant uuid, p_user uuid, p_kind text, p_issuer text, p_subject text, p_email text,
  p_domains text[])
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.link_holds(p_tenant, p_user) and exists (select from public.users u
    where u.tenant_id = p_tenant and u.id = p_user and u.email = p_email and split_part(p_email, '@', 2) = any (p_domains)
      and not exists (select from public.identities i
        where i.tenant_id = u.tenant_id and i.user_id = u.id
          and (i.kind, i.issuer, i.subject) is distinct from (p_kind, p_issuer, p_subject))
      and not exists (select from public.factors f where f.account_id = u.account_id)) $$;
alter function app.may_link owner to mirante_gate;
revoke all on function app.may_link from public;

-- Returns whether a new user with this address may be created just in time: in an active business unit, in a listed domain. Partners and
-- the platform have administrators only, and a provider can't create those.
-- Internal: called by entra_person, saml_arrive.
create or replace function app.may_join(p_tenant uuid, p_email text, p_domains text[])
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p_email <> '' and split_part(p_email, '@', 2) = any (p_domains)
    and exists (select from public.tenants t where t.id = p_tenant and t.kind = 'unit' and t.deleted_at is null)
    and not exists (select from public.users u where u.tenant_id = p_tenant and u.email = p_email and u.deleted_at is null) $$;
alter function app.may_join owner to mirante_gate;
revoke all on function app.may_join from public;

-- Synchronizes the mapped user groups with the directory's groups and leaves all other groups alone.
-- Internal: called by entra_person, link_bind.
create or replace function app.entra_groups(a public.sso_apps, p_user uuid, p_groups jsonb, p_address text, p_request text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select from public.user_groups g
    where g.tenant_id = a.tenant_id and g.id in (select (m->>'group')::uuid from jsonb_array_elements(a.settings->'groups') m)
    order by g.id
    for no key update;
  with had as materialized (select g.id, g.name, g.sort_key
    from public.user_group_members m
      join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
    where m.tenant_id = a.tenant_id and m.user_id = p_user),
    mapped as (select g.id, g.name, g.sort_key, bool_or(p_groups ? (m->>'claim')) as has
      from jsonb_array_elements(a.settings->'groups') m
        join public.user_groups g on g.tenant_id = a.tenant_id and g.id = (m->>'group')::uuid and g.deleted_at is null
      group by g.id, g.name, g.sort_key),
    gone as (delete from public.user_group_members x using mapped
      where x.tenant_id = a.tenant_id and x.user_id = p_user and x.user_group_id = mapped.id and not mapped.has
      returning x.user_group_id),
    come as (insert into public.user_group_members (tenant_id, user_group_id, user_id) select a.tenant_id, mapped.id, p_user
      from mapped
      where mapped.has
      on conflict do nothing
      returning user_group_id)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select a.tenant_id, p_user, null, a.tenant_id, 'entra.groups', p_user,
      jsonb_build_object('before', jsonb_build_object('groups', (select coalesce(jsonb_agg(h.name order by h.sort_key), '[]') from had h)),
        'after',
        jsonb_build_object('groups', (select coalesce(jsonb_agg(n.name order by n.sort_key), '[]')
          from (select h.id, h.name, h.sort_key
            from had h
            where h.id not in (select user_group_id from gone)
            union select p.id, p.name, p.sort_key
            from mapped p
            where p.has) n))),
        p_address, p_request
     where exists (select from come) or exists (select from gone) $$;
alter function app.entra_groups owner to mirante_gate;
revoke all on function app.entra_groups from public;

-- Finds the tenant's user for a directory identity: already linked, provisioned by the directory, linked now by an address that may link,
-- or created just in time. `waits` means that the user has to confirm the link first.
-- Internal: called by entra_arrive.
create or replace function app.entra_person(a public.sso_apps, p_tid text, p_oid text, p_person jsonb, p_address text, p_request text)
returns table (user_id uuid, refusal text, waits boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_user uuid; v_here uuid; v_gone boolean; v_void boolean; v_held uuid; v_how text; h public.tenants; v_email text := p_person->>'email';
  v_guest boolean := (p_person->>'guest')::boolean is not false; v_vouched boolean := (p_person->>'vouched')::boolean is true;
begin
  if v_guest and a.settings->>'guests' is distinct from 'S' then
    return query select null::uuid, 'error_azure_not_companies', false;
    return;
  end if;
  select i.user_id, u.deleted_at is not null, i.linked_by is not null and u.deleted_at is null
    and app.link_holds(a.tenant_id, u.id) is not true into v_user, v_gone, v_void
    from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
  -- An identifier that an administrator linked and that is no longer valid can only be used by its own user, who confirms it.
  if v_void then v_held := v_user; end if;
  if v_gone or v_void then v_user := null; end if;
  if v_user is null then
    select u.id into v_user
      from public.users u
      where u.tenant_id = a.tenant_id and u.id = app.provisioned(a.tenant_id, 'entra', p_tid, p_oid) and (v_held is null or u.id = v_held)
      for update;
    if v_user is not null then v_how := 'identity.bind'; end if;
  end if;
  -- A guest's address belongs to another organization, so it never links to an existing user.
  if v_user is null and v_vouched and not v_guest then
    select u.id into v_here
      from public.users u
      where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null and u.seat is null
        and (v_held is null or u.id = v_held)
      for update;
    if v_here is not null then
      if a.settings->>'link' is distinct from 'S'
        or app.may_link(a.tenant_id, v_here, 'entra', p_tid, p_oid, v_email, a.domains) is not true then
        return query select v_here, null::text, true;
        return;
      end if;
      v_user := v_here; v_how := 'identity.bind';
    end if;
  end if;
  if v_user is null and v_gone is null and v_vouched and a.settings->>'jit' = 'S' and app.may_join(a.tenant_id, v_email, a.domains) then
    select * into h from public.tenants t where t.id = a.tenant_id;
    if app.acts(h.status, h.trial_ends_at) is not true then
      return query select null::uuid, case when h.status = 'T' then 'finish_test' else 'tenant_blocked' end, false;
      return;
    end if;
    v_user := gen_random_uuid(); v_how := 'user.add';
  end if;
  if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  begin
    if v_how = 'user.add' then
      insert into public.users (tenant_id, id, email, name, sort_key, profile, status, added_by_id)
        values (a.tenant_id, v_user, v_email, p_person->>'name', p_person->>'sortKey', 'user', a.settings->>'jitStatus', null);
    end if;
    if v_how is not null then
      delete from public.identities i
        where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and (v_gone or v_void);
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, last_at)
        values (a.tenant_id, gen_random_uuid(), v_user, 'entra', p_tid, p_oid, app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (a.tenant_id, v_user, null, a.tenant_id, v_how, v_user,
          jsonb_build_object('after', jsonb_build_object('name', p_person->>'name', 'email', v_email, 'by', 'entra', 'directory', p_tid)),
          p_address, p_request);
    else
      update public.identities i
        set last_at = app.now()
        where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
    end if;
  exception
    when sqlstate 'MR422' then return query select null::uuid, 'user_limit_reached', false; return;
    -- A concurrent first sign-in of the same user created the row.
    when unique_violation then
      select i.user_id into v_user
        from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
       where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
      if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  end;
  if jsonb_typeof(p_person->'groups') = 'array' then perform app.entra_groups(a, v_user, p_person->'groups', p_address, p_request); end if;
  return query select v_user, null::text, false; end $$;
alter function app.entra_person owner to mirante_gate;
revoke all on function app.entra_person from public;

-- Completes a sign-in at Entra by the proof of its request and creates a code for the host where it started, bound to the browser that
-- started it; the code says where sign-in continues. A user without a unit of their own goes to another unit of the same partner that knows
-- them, else to the partner's default unit (Spec 3); only between units that use the product's own app registration.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, domains, identities and 4 more.
create or replace function app.entra_arrive(p_proof bytea, p_tenant uuid, p_host text, p_person jsonb, p_hash bytea, p_address text,
  p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  c jsonb := app.proof_take(p_proof, 'proof.entra', p_tenant, p_host); v_app uuid := (c->>'app')::uuid; v_tid text := p_person->>'tid';
  v_oid text := p_person->>'oid'; a public.sso_apps; b public.sso_apps; v_root uuid; v_user uuid; v_refusal text; v_waits boolean;
  v_host text; v_onward jsonb;
begin
  if c is null then return null; end if;
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = v_app and x.kind = 'entra' and x.status = 'A';
  if a.id is null or p_person is null then v_refusal := 'error_saml';
  elsif app.entra_admits(a, v_tid) is not true then v_refusal := 'domain_not_allowed';
  else
    select e.user_id, e.refusal, e.waits into v_user, v_refusal, v_waits
      from app.entra_person(a, v_tid, v_oid, p_person, p_address, p_request) e;
    if v_refusal = 'error_azure_not_companies' and a.settings->>'own' = 'N' then
      select p.id into v_root
        from public.tenants t join public.tenants p on p.id in (t.id, t.parent_id) and p.kind = 'partner' and p.deleted_at is null
        where t.id = p_tenant;
      select x.* into b from public.tenants t join public.sso_apps x on x.tenant_id = t.id
        left join public.identities i on i.tenant_id = t.id and i.kind = 'entra' and i.issuer = v_tid and i.subject = v_oid
          and exists (select from public.users u where u.tenant_id = t.id and u.id = i.user_id and u.deleted_at is null)
       where t.parent_id = v_root and t.id <> p_tenant and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
         and app.entra_admits(x, v_tid) and x.settings->>'own' = 'N' and (i.id is not null or t.default_directory)
       order by i.last_at desc nulls last, i.id limit 1;
      if b.id is not null then
        select d.host into v_host from public.domains d where d.tenant_id = b.tenant_id order by d.main desc, d.host limit 1;
        if v_host is not null then
          select e.user_id, e.refusal, e.waits into v_user, v_refusal, v_waits
            from app.entra_person(b, v_tid, v_oid, p_person, p_address, p_request) e;
        end if;
        if v_user is not null then a := b; v_onward := jsonb_build_object('tenant', b.tenant_id, 'host', v_host); end if;
      end if;
    end if;
  end if;
  update public.sso_apps x
    set last_used_at = app.now()
    where x.tenant_id = a.tenant_id and x.id = a.id and v_user is not null
      and coalesce(x.last_used_at < app.now() - interval '1 minute', true);
  if p_person is not null and (v_refusal is not null or v_waits) then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'entra.refused', v_app,
        jsonb_build_object('code', coalesce(v_refusal, 'redirect_confirm_link'), 'directory', v_tid, 'email', p_person->>'email'),
        p_address, p_request);
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, 'sso.code', p_tenant, c->>'host',
      (c - '{app,host,epoch}'::text[]) || jsonb_strip_nulls(jsonb_build_object('userId', v_user, 'refusal', v_refusal, 'onward', v_onward,
    'confirm',
    case
      when v_waits
        then jsonb_build_object('app', a.id, 'name', a.name, 'kind', 'entra', 'issuer', v_tid, 'subject', v_oid,
        'email', p_person->>'email', 'groups', p_person->'groups') end)),
    app.now() + interval '1 minute');
  return c->>'host'; end $$;
alter function app.entra_arrive owner to mirante_gate;
revoke all on function app.entra_arrive from public;
grant execute on function app.entra_arrive to mirante_door;

-- Uses the request's ticket when the provider answers and returns the tenant it was for. Creates the proof that this request was answered,
-- which the rest of the sign-in requires.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on sso_apps, tickets.
create or replace function app.entra_request(p_hash bytea, p_host text, p_proof bytea)
returns table (tenant_id uuid, body jsonb, app jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; begin
  update public.tickets t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'sso.request' and t.host = p_host and t.body->>'way' = 'entra' and t.used_at is null
      and t.expires_at > app.now()
    returning t.* into k;
  if not found then return; end if;
  perform app.proof_make(p_proof, 'proof.entra', k.tenant_id, p_host,
    jsonb_build_object('way', 'entra', 'app', k.body->'app', 'host', k.body->'host', 'redirect', k.body->'redirect',
    'binding', k.body->'binding'));
  return query
    select k.tenant_id, k.body,
      (select jsonb_build_object('id', a.id, 'settings', a.settings)
        from public.sso_apps a
        where a.tenant_id = k.tenant_id and a.id = (k.body->>'app')::uuid and a.kind = 'entra' and a.status = 'A');
end $$;
alter function app.entra_request owner to mirante_gate;
revoke all on function app.entra_request from public;
grant execute on function app.entra_request to mirante_door;

-- Returns what decides about the user of a proof, or of a pending step, on its own host.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on devices, maintenance, settings and 3 more.
create or replace function app.entrant(p_hash bytea, p_tenant uuid, p_host text, p_device bytea)
returns table (user_id uuid, email text, account_id uuid, status text, rights bigint, profile text, flags text[], name text, language text,
  department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean,
               ip_exempt boolean, access_hours jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, u.account_id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags,
    u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m
        where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
          and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant),
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id), u.ip_exempt,
      u.access_hours
    from public.tickets k join public.users u on u.tenant_id = k.tenant_id and u.id = (k.body->>'userId')::uuid
    join public.tenants h on h.id = u.tenant_id and h.deleted_at is null
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where k.hash = p_hash and k.tenant_id = p_tenant and k.host = p_host and (k.purpose like 'proof%' or k.purpose in ('factor', 'sso.link'))
     and k.used_at is null and k.expires_at > app.now()
     and u.deleted_at is null and u.seat is null $$;
alter function app.entrant owner to mirante_gate;
revoke all on function app.entrant from public;
grant execute on function app.entrant to mirante_door;

-- Records a change of an account's factors and queues the platform's e-mail about it, with a link that undoes it. The inbox gets it too;
-- the e-mail names the account, so changes to the user meanwhile can't redirect or suppress it.
-- Internal: called by factor_use, factor_write, wipe_factors.
create or replace function app.factor_changed(p_account uuid, p_tenant uuid, p_user uuid, p_what text, p_name text, p_added uuid[],
  p_removed jsonb)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.notifications (tenant_id, id, user_id, kind, vars, link)
    select p_tenant, gen_random_uuid(), p_user, 'factor_' || p_what, jsonb_build_object('name', p_name), '/?account=security'
      where p_what in ('added', 'removed');
  with c as (insert into public.factor_changes (id, account_id, tenant_id, user_id, what, name, added, removed)
    values (gen_random_uuid(), p_account, p_tenant, p_user, p_what, coalesce(p_name, ''), coalesce(p_added, '{}'),
      coalesce(p_removed, '[]'))
    returning id, at)
  insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.factor',
    jsonb_build_object('user_id', p_user, 'account', p_account, 'change', c.id, 'what', p_what, 'name', p_name, 'at', c.at)
    from c $$;
alter function app.factor_changed owner to mirante_gate;
revoke all on function app.factor_changed from public;

-- Replaces the recovery codes of an account or, without one, of a user in this unit alone.
-- Internal: called by factor_use, factor_write.
create or replace function app.factor_codes(p_account uuid, p_tenant uuid, p_user uuid, p_codes jsonb)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.factors f where f.holder = coalesce(p_account, p_user) and f.kind = 'recovery';
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, hash)
    select gen_random_uuid(), coalesce(p_account, p_user), p_account, case when p_account is null then p_tenant end,
      case when p_account is null then p_user end, 'recovery', c::bytea
      from jsonb_array_elements_text(p_codes) c; end $$;
alter function app.factor_codes owner to mirante_gate;
revoke all on function app.factor_codes from public;

-- Returns whether the caller has a second factor, of the account or of their own, and didn't give it in this session within the last 15
-- minutes.
-- Internal: called by factor_write, guard_keys.
create or replace function app.factor_due() returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u
    join public.factors f on (f.account_id = u.account_id or (f.tenant_id = u.tenant_id and f.user_id = u.id)) and f.kind <> 'recovery'
      where u.tenant_id = app.home_id() and u.id = app.user_id())
    and not exists (select from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes') $$;
alter function app.factor_due owner to mirante_gate;
revoke all on function app.factor_due from public;

-- Returns what vouches for a session by its sign-in method: the account, if its own secret was given and p_vouched (the host, the factor)
-- lets it count; otherwise only the unit.
-- Internal: called by factor_gate, session_begin, session_start.
create or replace function app.vouched_by(p_tenant uuid, p_user uuid, p_way text, p_vouched text)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when p_vouched = 'account' and p_way in ('password', 'passkey', 'invitation', 'company')
    and exists (select from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.account_id is not null) then 'account'
      else 'unit' end $$;
alter function app.vouched_by owner to mirante_gate;
revoke all on function app.vouched_by from public;

-- Returns the factors of an account, for a change that removes some: all, one, or the recovery codes.
-- Internal: called by factor_write, wipe_factors.
create or replace function app.factor_rows(p_account uuid, p_id uuid, p_kind text)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(to_jsonb(f)), '[]')
    from public.factors f
    where f.account_id = p_account and (p_id is null or f.id = p_id) and (p_kind is null or f.kind = p_kind) $$;
alter function app.factor_rows owner to mirante_gate;
revoke all on function app.factor_rows from public;

-- Wipes the factors of an account whose user has lost them all: every session ends, and each membership in a tenant that requires a factor
-- waits until an administrator there readmits the user (p_waits; not when the platform's operator vouches for it). The account is mailed
-- what was wiped, with a link that undoes it.
-- Internal: called by factor_gate, release_account.
create or replace function app.wipe_factors(p_account uuid, p_waits boolean)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_gone jsonb; v_member public.users; begin
  perform from public.accounts a where a.id = p_account for no key update;
  v_gone := app.factor_rows(p_account, null, null);
  delete from public.factors f where f.account_id = p_account;
  update public.accounts a set lost_at = null where a.id = p_account;
  update public.users u
    set waits_at = case when p_waits and app.factor_required(u.tenant_id, u.profile) then app.now() end
    where (u.account_id = p_account or u.removed_account_id = p_account) and (p_waits or u.waits_at is not null);
  perform app.raise_epoch(p_account);
  select x.* into v_member
    from public.users x
    where x.account_id = p_account
    order by x.deleted_at is not null, x.status not in ('A', 'T'), x.created_at, x.id
    limit 1;
  if v_member.id is not null and v_gone <> '[]' then
    perform app.factor_changed(p_account, v_member.tenant_id, v_member.id, 'wiped', null, null, v_gone);
  end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id) select u.tenant_id, u.id, null, u.tenant_id,
    'factor.wiped', u.id
    from public.users u
    where u.account_id = p_account;
end $$;
alter function app.wipe_factors owner to mirante_gate;
revoke all on function app.wipe_factors from public;

-- Decides before every session start whether a second factor is still required, and when one was last given. If one is required, it creates
-- a ticket for that step, which records whether the account or the unit vouches for this sign-in and so which factors count
-- (app.factor_holders).
-- Internal: called by session_begin.
-- Raises: account_waits.
create or replace function app.factor_gate(p_tenant uuid, p_user uuid, p_way text, p_vouched text, p_given boolean, p_device bytea,
  p_from bytea, p_ticket bytea, p_host text, p_body jsonb)
returns table (due boolean, at timestamptz, remember boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_vouched text := app.vouched_by(p_tenant, p_user, p_way, p_vouched); v_profile text; v_account uuid; v_waits timestamptz;
  v_at timestamptz; v_remember boolean := false; v_trusted boolean := false;
begin
  -- The party that vouches for this sign-in has already applied its own two-factor policy.
  if not p_given
    and (p_way = 'embedded'
      or (p_way in ('saml', 'entra')
        and coalesce((select s."values"->>'mfa_trust_sso' from public.settings s where s.tenant_id = p_tenant), 'S') = 'S')) then
    v_trusted := true;
  else
    -- All factors were reported lost 24 hours ago and no one objected.
    select u.account_id into v_account
      from public.users u join public.accounts a on a.id = u.account_id
      where u.tenant_id = p_tenant and u.id = p_user and a.lost_at <= app.now() - interval '24 hours';
    if found then perform app.wipe_factors(v_account, true); end if;
  end if;
  select u.profile, u.account_id, u.waits_at into v_profile, v_account, v_waits
    from public.users u
    where u.tenant_id = p_tenant and u.id = p_user;
  if v_waits is not null and not v_trusted then raise exception 'account_waits' using errcode = 'MR420'; end if;
  if p_given then return query select false, app.now(), false; return; end if;
  -- A device that was remembered when only the unit vouched doesn't replace the account's factor.
  select d.trusted_at into v_at
    from public.devices d
    where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and d.trusted_at > app.now() - interval '30 days'
      and (d.trusted_by = 'account' or v_vouched = 'unit');
  if v_at is null and p_from is not null then
    -- Another unit's session of the same account in which the account's factor was given: one that the account vouched for, or one in which
    -- the account was proved, which requires a factor if the account has one.
    select case s.vouched when 'account' then s.factor_at else s.proved_at end into v_at
      from public.tokens k join public.sessions s on s.id = k.source_sid join public.users o on o.tenant_id = s.home_id and o.id = s.user_id
      where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'company'
        and s.factor_at > app.now() - interval '30 days' and o.account_id = v_account
        and (s.vouched = 'account' or (s.proved_at is not null and exists (select from public.factors f where f.account_id = v_account)));
    if v_at is null then
      -- The link of a forced password change; the factor was given before it was created.
      select (k.body->>'factor_at')::timestamptz, coalesce((k.body->>'remember')::boolean, false) into v_at, v_remember from public.tokens k
        where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'account.change';
    end if;
  end if;
  if v_at is not null then return query select false, v_at, v_remember; return; end if;
  if v_trusted then return query select false, null::timestamptz, false; return; end if;
  -- Before a forced password change only an existing factor can be asked for; a first one is set up afterwards.
  if not exists (select from public.factors f where f.holder = any (app.factor_holders(p_tenant, p_user, v_vouched)))
    and (coalesce((p_body->>'change')::boolean, false) or app.factor_required(p_tenant, v_profile) is false) then
    return query select false, null::timestamptz, false;
    return;
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_ticket, 'factor', p_tenant, p_host, p_body || jsonb_build_object('userId', p_user, 'vouched', v_vouched),
      app.now() + interval '10 minutes');
  return query select true, null::timestamptz, false; end $$;
alter function app.factor_gate owner to mirante_gate;
revoke all on function app.factor_gate from public;

-- Helps with the second step of a sign-in that the account vouches for: mails a code for the first factor ('code') or, when the user has
-- lost every factor, a link that starts the waiting period after which they are wiped ('lost'). Returns 'ok', 'over' or 'limited'.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on factors, outbox, tickets, users.
create or replace function app.factor_help(p_hash bytea, p_tenant uuid, p_host text, p_what text, p_address text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; v_account uuid; v_any boolean; begin
  if not app.attempt('f2 ' || p_address, 200, '15 min') then return 'limited'; end if;
  select * into k
    from public.tickets t
    where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now() and t.body->>'vouched' = 'account';
  select u.account_id into v_account
    from public.users u
    where u.tenant_id = k.tenant_id and u.id = (k.body->>'userId')::uuid and u.deleted_at is null and u.seat is null;
  if v_account is null then return 'over'; end if;
  v_any := exists (select from public.factors f where f.account_id = v_account);
  if p_what = 'code' and not v_any then
    return case when app.code_mail(v_account, k.tenant_id, (k.body->>'userId')::uuid) then 'ok' else 'limited' end;
  end if;
  if p_what is distinct from 'lost' or not v_any then return 'over'; end if;
  if not app.attempt('fl ' || v_account, 3, '1 hour') then return 'limited'; end if;
  insert into public.outbox (tenant_id, kind, body)
    values (k.tenant_id, 'account.lost', jsonb_build_object('user_id', k.body->>'userId', 'account', v_account));
  return 'ok'; end $$;
alter function app.factor_help owner to mirante_gate;
revoke all on function app.factor_help from public;
grant execute on function app.factor_help to mirante_door;

-- Records on a new session when its factor was given and whether its device is remembered, for sign-ins with the same vouching party.
-- Internal: called by session_begin.
create or replace function app.factor_mark(p_sid uuid, p_at timestamptz, p_device bytea, p_remember boolean)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.sessions s set factor_at = p_at where s.id = p_sid and p_at is not null;
  if p_remember then
    update public.devices d
      set trusted_at = p_at, trusted_by = s.vouched
      from public.sessions s
      where s.id = p_sid and d.hash = p_device and d.tenant_id = s.tenant_id and d.user_id = s.user_id;
  end if;
end $$;
alter function app.factor_mark owner to mirante_gate;
revoke all on function app.factor_mark from public;

-- Opens the second step of a sign-in and counts this guess; the state says when it is over, tried too often or limited. `holder` is the
-- owner of a first factor, null when the address is rate limited. The body contains this guess's number. Guesses at a sign-in that only a
-- unit vouches for are counted in that unit, so they can't use up those of another.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, devices and 3 more.
create or replace function app.factor_open(p_hash bytea, p_tenant uuid, p_host text, p_address text, p_device bytea, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, holder uuid, address text, person_name text, totps jsonb, passkeys jsonb,
  recovery int, ends_at timestamptz, vouched text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_key text; v_body jsonb; v_holders uuid[]; begin
  select * into k
    from public.tickets t
    where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now();
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.deleted_at is null and x.seat is null;
  person := u.id; body := k.body;
  if not app.attempt('f2 ' || p_address, 200, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait
      from public.attempts x
      where x.key = 'f2 ' || p_address;
    return next;
    return;
  end if;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  v_holders := app.factor_holders(u.tenant_id, u.id, k.body->>'vouched');
  holder := v_holders[cardinality(v_holders)];
  v_body := k.body;
  if p_guess is not false then
    v_key := case
      when exists (select from public.devices d where d.hash = p_device and d.tenant_id = u.tenant_id and d.user_id = u.id)
        then 'md ' || encode(p_device, 'hex')
      else 'm ' || holder end;
    if not app.attempt(v_key, 10, '30 min') then
      state := 'limited';
      select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = v_key;
      return next;
      return;
    end if;
    update public.tickets t
      set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1)
      where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5
      returning t.body into v_body;
    if not found then state := 'over'; return next; return; end if;
  end if;
  return query
    select 'ok', 0, v_body, u.id, factor_open.holder, coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email),
      u.name,
    (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step))
      from public.factors f
      where f.holder = any (v_holders) and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder,
      'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports))
      from public.factors f
      where f.holder = any (v_holders) and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null),
    k.expires_at, k.body->>'vouched';
end $$;
alter function app.factor_open owner to mirante_gate;
revoke all on function app.factor_open from public;
grant execute on function app.factor_open to mirante_door;

-- Stores a new factor of an account or, without one, of a user in this unit alone; the holder never changes.
-- Internal: called by factor_use, factor_write.
create or replace function app.factor_put(p_account uuid, p_tenant uuid, p_user uuid, p_factor jsonb)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, name, secret, step, host, credential, public_key, counter,
    transports, last_used_at)
    select (p_factor->>'id')::uuid, coalesce(p_account, p_user), p_account, case when p_account is null then p_tenant end,
      case when p_account is null then p_user end, p_factor->>'kind', p_factor->>'name', p_factor->>'secret',
        coalesce((p_factor->>'step')::bigint, 0), p_factor->>'host', p_factor->>'credential', p_factor->>'publicKey',
        coalesce((p_factor->>'counter')::bigint, 0),
        array(select jsonb_array_elements_text(coalesce(p_factor->'transports', '[]'))),
        case when p_factor->>'kind' = 'totp' then app.now() end $$;
alter function app.factor_put owner to mirante_gate;
revoke all on function app.factor_put from public;

-- Records a failed second step of its user in the sign-in log and the audit log; when the step is over, e-mails the user, at most once an
-- hour. The proof of a passkey with a wrong answer ends.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts, outbox, sign_ins and 2 more.
create or replace function app.factor_refused(p_hash bytea, p_tenant uuid, p_host text, p_code text, p_over boolean, p_address text,
  p_agent text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_way text; v_code text; begin
  delete from public.tickets t
    where t.hash = p_hash and t.purpose = 'proof.passkey' and t.tenant_id = p_tenant and t.host = p_host
    returning t.body into b;
  if b is null then
    select t.body into b
      from public.tickets t
      where t.hash = p_hash and t.purpose in ('factor', 'sso.link') and t.tenant_id = p_tenant and t.host = p_host;
  end if;
  v_user := (b->>'userId')::uuid; v_way := b->>'way';
  if v_user is null then return false; end if;
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('factor ' || v_user || ' ' || coalesce(p_address, ''), 0));
  foreach v_code in array case
    when p_over and p_code <> 'too_many_attempts' then array[p_code, 'too_many_attempts']
    else array[p_code] end loop
    -- Recorded once a minute per user and address, however many calls follow.
    if v_code <> 'too_many_attempts'
      or not exists (select from public.sign_ins r
        where r.tenant_id = p_tenant and r.user_id = v_user and r.way = v_way and r.outcome = v_code
          and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute') then
      perform app.sign_in_refused(p_tenant, v_user, v_code, v_way, p_address, p_agent, p_request);
    end if;
  end loop;
  if p_over is not true then return false; end if;
  insert into public.attempts as x (key, n, until) select 'nf ' || coalesce(u.account_id, u.id), 1, app.now() + interval '1 hour'
    from public.users u
    where u.tenant_id = p_tenant and u.id = v_user and u.deleted_at is null and u.seat is null
    on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now();
  if not found then return false; end if;
  insert into public.outbox (tenant_id, kind, body)
    values (p_tenant, 'account.guessed', jsonb_build_object('user_id', v_user, 'at', app.now(), 'address', p_address, 'agent', p_agent));
  return true; end $$;
alter function app.factor_refused owner to mirante_gate;
revoke all on function app.factor_refused from public;
grant execute on function app.factor_refused to mirante_door;

-- Returns whether any tenant in which the holder is active requires a second factor. A holder that is not an account is a user of the
-- caller's tenant; the two lookups are separate because an "or" between them would use neither index.
-- Internal: called by factor_write, own_factors.
create or replace function app.factor_required_of(p_holder uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u
    where u.account_id = p_holder and u.status in ('A','T') and u.deleted_at is null and app.factor_required(u.tenant_id, u.profile))
    or exists (select from public.users u
      where u.tenant_id = app.tenant_id() and u.id = p_holder and u.status in ('A','T') and u.deleted_at is null
        and app.factor_required(u.tenant_id, u.profile)) $$;
alter function app.factor_required_of owner to mirante_gate;
revoke all on function app.factor_required_of from public;

-- Completes the second step of a sign-in: its ticket becomes the proof that starts the session. Success gives back the attempt that it took
-- from the address's limit, so an office behind one address gets in.
-- Callers: mirante_door.
-- Raises: factor_mail_code, factor_over, factor_wrong.
-- Security definer: callers lack the grants on accounts, attempts, audit and 3 more.
create or replace function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text,
  p_request text, p_proof bytea)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_account uuid; v_vouched text; v_way text; v_holders uuid[]; v_holder uuid; begin
  update public.tickets t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.body into b;
  v_user := (b->>'userId')::uuid; v_vouched := b->>'vouched'; v_way := b->>'way';
  -- Same lock order as everywhere else, which prevents deadlocks.
  perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
  v_holders := app.factor_holders(p_tenant, v_user, v_vouched);
  v_holder := v_holders[cardinality(v_holders)];
  perform from public.accounts a where a.id = any (v_holders) for no key update;
  if v_holder is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if p_use->>'kind' = 'setup' then
    select a.id into v_account from public.accounts a where a.id = v_holder;
    if exists (select from public.factors f where f.holder = any (v_holders)) then
      raise exception 'factor_over' using errcode = 'MR412';
    end if;
    -- A password alone can't set up an account's first factor. An invitation needs no mailed code: it arrived by the platform's own mail.
    if v_account is not null and v_way is distinct from 'invitation'
      and app.code_take(v_account, (p_use->>'mailed')::bytea) is not true then
      raise exception 'factor_mail_code' using errcode = 'MR426';
    end if;
    perform app.factor_put(v_account, p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(v_account, p_tenant, v_user, p_use->'codes');
    if v_account is null then
      perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
    else
      perform app.factor_changed(v_account, p_tenant, v_user, 'added', p_use->'factor'->>'name',
        array(select f.id from public.factors f where f.account_id = v_account), '[]');
    end if;
  elsif app.factor_spend(v_holders, p_use) is not true then raise exception 'factor_wrong' using errcode = 'MR413';
  elsif p_use->>'kind' = 'recovery' then
    perform app.act_tell(p_tenant, v_user, 'recovery_used',
      jsonb_build_object('left', (select count(*)
        from public.factors f
        where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null)),
      '/?account=security');
  end if;
  perform app.lock_attempts(array['f2 ' || p_address, 'm ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex')]);
  delete from public.attempts x where x.key in ('m ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex'));
  update public.attempts x set n = greatest(x.n - 2, 0) where x.key = 'f2 ' || p_address;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, v_user, null, p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user,
      jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address, p_request);
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, (b - 'tries') || '{"given": true}'); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_door;

-- Returns whether an account's first factor requires a mailed code: not in a session that started from the platform's own mailed link
-- within the last 15 minutes.
-- Internal: called by factor_write, own_factors.
create or replace function app.needs_code(p_account uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.factors f where f.account_id = p_account)
    and not exists (select from public.sessions s
      where s.id = app.my_session() and s.auth_type = 'invitation' and s.created_at > app.now() - interval '15 minutes') $$;
alter function app.needs_code owner to mirante_gate;
revoke all on function app.needs_code from public;

-- Changes a user's own factors: the account's if app.my_account() reaches it, else those bound to the user in this unit ('prove' when the
-- caller meant the other holder). The proof is a passkey, the verified password with a code, or nothing if the user has neither. A password
-- alone counts only within 15 minutes of a factor given in this session, or if the account has no factors; a code alone only if the account
-- has no password, or for a change that alters nothing ('confirm'). The first factor of a user with nothing to prove themselves by requires
-- a sign-in within the last 15 minutes. Returns 'ok' or the reason.
-- Callers: mirante_app (own).
-- Raises: factor_due.
-- Security definer: callers lack the grants on accounts, attempts, devices and 3 more.
create or replace function app.factor_write(p_proof jsonb, p_what text, p_body jsonb, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  u public.users; a public.accounts; v_account uuid := app.my_account(); v_holder uuid; v_holders uuid[]; v_at timestamptz; v_any boolean;
  v_held boolean; v_name text; v_kind text; v_ticket jsonb; v_gone jsonb := '[]'; v_made uuid[];
begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null
    for no key update;
  if u.id is null then return 'none'; end if;
  if p_what <> 'rename' and p_body->>'bound' is distinct from (case when v_account is null then 'unit' else 'account' end) then
    return 'prove';
  end if;
  select s.factor_at into v_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes';
  select x.* into a from public.accounts x where x.id = v_account for no key update;
  v_holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[v_holder, case when p_what = 'confirm' and v_account is null then u.account_id end], null);
  v_any := exists (select from public.factors f where f.holder = v_holder);
  v_held := exists (select from public.factors f where f.holder in (u.id, u.account_id));
  -- Checked first, so a change that can't happen uses up no proof.
  if p_what = 'remove' then
    if not exists (select from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') then
      return 'none';
    end if;
    if not exists (select from public.factors f where f.id <> (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery')
      and app.factor_required_of(v_holder) then
      return 'required';
    end if;
  end if;
  if p_what = 'passkey' then
    -- Whether the user may add it, and for the account or this unit, was checked when the challenge was created.
    v_ticket := app.ticket_take((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host');
    if v_ticket->>'userId' is distinct from u.id::text or v_ticket->>'holder' is distinct from v_holder::text then return 'over'; end if;
  elsif p_what <> 'rename' then
    case p_proof->>'kind'
      when 'none' then
        if v_any or a.password is not null then return 'proof'; end if;
        -- A stolen session can't plant a factor: an existing one must be given first, and a user without any must just have signed in
        -- through the unit's own method.
        if app.factor_due() is not false then raise exception 'factor_due' using errcode = 'MR424'; end if;
        if v_at is null
          and not exists (select from public.sessions s
            where s.id = app.my_session() and s.created_at > app.now() - interval '15 minutes') then
          return 'again';
        end if;
      when 'password' then
        if v_any and v_at is null then return 'code'; end if;
        if a.password is null or a.password is distinct from p_proof->>'seen' then return 'wrong'; end if;
      else
        if p_what <> 'confirm' and p_proof->>'kind' is distinct from 'passkey' and a.password is not null
          and p_proof->>'seen' is distinct from a.password then
          return case when p_proof->>'seen' is null then 'proof' else 'wrong' end;
        end if;
        -- A passkey's answer counts only for this user and host, and once.
        if p_proof->>'kind' = 'passkey'
          and app.ticket_take((p_proof->>'ticket')::bytea, 'passkey', u.tenant_id,
            p_proof->>'host')->>'proves' is distinct from u.id::text then
          return 'over';
        end if;
        if app.factor_spend(v_holders, p_proof) is not true then return 'wrong'; end if;
        v_at := app.now(); end case;
    if p_what in ('totp', 'challenge') and v_account is not null and app.needs_code(v_account)
      and app.code_take(v_account, (p_body->>'mailed')::bytea) is not true then
      return 'mail';
    end if;
    delete from public.attempts x where x.key = 'mp ' || v_holder;
  end if;
  case p_what
    when 'challenge' then
      if (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'passkey') >= 20 then return 'full'; end if;
      insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
        values ((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host', jsonb_build_object('userId', u.id, 'holder', v_holder),
          app.now() + interval '10 minutes');
    when 'totp', 'passkey' then
      if p_what = 'totp' and exists (select from public.factors f where f.holder = v_holder and f.kind = 'totp') then return 'full'; end if;
      if exists (select from public.factors f
        where f.id = (p_body->'factor'->>'id')::uuid or f.credential = p_body->'factor'->>'credential') then
        return 'over';
      end if;
      v_name := p_body->'factor'->>'name'; v_kind := p_what;
      perform app.factor_put(v_account, u.tenant_id, u.id, p_body->'factor');
      if not v_any then perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); end if;
      -- The very first factor counts as given. One that is added beside a factor that wasn't given grants nothing.
      if not v_held then v_at := app.now(); end if;
      v_made := array(select f.id
        from public.factors f
        where f.holder = v_holder and (not v_any or f.id = (p_body->'factor'->>'id')::uuid));
      if v_account is null then
        perform app.act_tell(u.tenant_id, u.id, 'factor_added', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'added', v_name, v_made, '[]'); end if;
    when 'rename' then
      update public.factors f
        set name = p_body->>'name'
        where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery'
        returning f.name, f.kind into v_name, v_kind;
      if not found then return 'none'; end if;
    when 'remove' then
      v_gone := app.factor_rows(v_account, (p_body->>'id')::uuid, null);
      delete from public.factors f
        where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery'
        returning f.name, f.kind into v_name, v_kind;
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then
        v_gone := v_gone || app.factor_rows(v_account, null, null);
        delete from public.factors f where f.holder = v_holder;
      end if;
      update public.devices d
        set trusted_at = null, trusted_by = null
        from public.users o
        where (o.account_id = v_holder or (o.tenant_id = u.tenant_id and o.id = v_holder)) and d.tenant_id = o.tenant_id
          and d.user_id = o.id;
      if v_account is null then
        perform app.act_tell(u.tenant_id, u.id, 'factor_removed', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'removed', v_name, null, v_gone); end if;
    when 'codes' then
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
      v_gone := app.factor_rows(v_account, null, 'recovery');
      perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); v_kind := 'recovery';
      if v_account is not null then
        perform app.factor_changed(v_account, u.tenant_id, u.id, 'codes', null,
          array(select f.id from public.factors f where f.account_id = v_account and f.kind = 'recovery'), v_gone);
      end if;
    when 'confirm' then if p_proof->>'kind' not in ('totp', 'recovery', 'passkey') then return 'code'; end if; v_kind := p_proof->>'kind';
  end case;
  update public.sessions s set factor_at = v_at where s.id = app.my_session() and v_at is not null and s.factor_at is distinct from v_at;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, u.id, null, app.home_id(),
      'factor.' || case p_what
        when 'totp' then 'added'
        when 'passkey' then 'added'
        when 'remove' then 'removed'
        when 'rename' then 'renamed'
        else p_what end,
      u.id, jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', v_kind, 'name', v_name))), p_address, p_request);
  return 'ok'; end $$;
alter function app.factor_write owner to mirante_gate;
revoke all on function app.factor_write from public;
grant execute on function app.factor_write to mirante_app;

-- Clears directory data when a user is purged.
-- Trigger on users.
-- Security definer: like every function of the gate.
create or replace function app.forget_directory()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.user_name := null; new.user_name_key := null; new.external_id := null; new.scim := null; return new; end $$;
alter function app.forget_directory owner to mirante_gate;
revoke all on function app.forget_directory from public;

create or replace trigger users_directory_forgotten before update on users for each row
  when (new.purged_at is distinct from old.purged_at)
  execute function app.forget_directory();

-- Removes a purged user's identities at every provider.
-- Trigger on users.
-- Security definer: callers lack the grants on identities.
create or replace function app.forget_identities()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.identities where tenant_id = new.tenant_id and user_id = new.id;
  return null; end $$;
alter function app.forget_identities owner to mirante_gate;
revoke all on function app.forget_identities from public;

create or replace trigger users_identities_forgotten after update of purged_at on users for each row
  when (new.purged_at is not null and old.purged_at is null)
  execute function app.forget_identities();

-- Returns how many of the caller's devices are remembered, in every unit of their account if the session reaches it.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on devices.
create or replace function app.own_remembered() returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select count(*)::int
    from app.own_rows() o
      join lateral (select from public.devices x
        where x.tenant_id = o.tenant_id and x.user_id = o.user_id and x.trusted_at > app.now() - interval '30 days' offset 0) d on true $$;
alter function app.own_remembered owner to mirante_gate;
revoke all on function app.own_remembered from public;
grant execute on function app.own_remembered to mirante_app;

-- Forgets all of the caller's remembered devices, including this one.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute forget_devices.
create or replace function app.forget_own_devices(p_address text, p_request text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int := 0; begin
  perform app.need('{own}');
  if app.actor_id() is not null then return 0; end if;
  v_n := app.own_remembered();
  perform app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), null);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'factor.forgotten', app.user_id(),
      jsonb_build_object('after', jsonb_build_object('devices', v_n)), p_address, p_request;
  return v_n; end $$;
alter function app.forget_own_devices owner to mirante_gate;
revoke all on function app.forget_own_devices from public;
grant execute on function app.forget_own_devices to mirante_app;

-- Deletes a purged user's questionnaire answers.
-- Trigger on users.
-- Security definer: callers lack the grants on questionnaires.
create or replace function app.forget_questionnaire()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.questionnaires q where q.tenant_id = new.tenant_id and q.user_id = new.id;
  return null; end $$;
alter function app.forget_questionnaire owner to mirante_gate;
revoke all on function app.forget_questionnaire from public;

create or replace trigger users_forgotten after update of purged_at on users for each row
  when (new.purged_at is not null and old.purged_at is null)
  execute function app.forget_questionnaire();

-- Deletes imported rows: drafts after 30 days, finished imports after 90.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on user_imports.
create or replace function app.forget_user_imports(p_n int)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with old as (select i.tenant_id, i.id from public.user_imports i where i.state <> 'running'
      and coalesce(i.ended_at, i.created_at) < app.now() - case when i.ended_at is null then interval '30 days' else interval '90 days' end
        limit least(p_n, 500)),
    gone as (delete from public.user_imports i using old where i.tenant_id = old.tenant_id and i.id = old.id returning 1)
  select count(*)::int from gone $$;
alter function app.forget_user_imports owner to mirante_gate;
revoke all on function app.forget_user_imports from public;
grant execute on function app.forget_user_imports to mirante_job;

-- Stamps changed_at when a user group gets a new version.
-- Trigger on user_groups.
-- Security definer: like every function of the gate.
create or replace function app.group_changed()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.changed_at := app.now(); return new; end $$;
alter function app.group_changed owner to mirante_gate;
revoke all on function app.group_changed from public;

create or replace trigger user_groups_changed before update on user_groups for each row
  when (old.version <> new.version)
  execute function app.group_changed();

-- Makes members of a directory group that is mapped to administrator administrators if the directory itself added them. Users who are
-- administrators only for that reason become ordinary users again when they leave the last such group. Joining the group in any other way
-- grants nothing.
-- Internal: called by group_mapping_changed, group_members_changed.
create or replace function app.keep_mapped_profiles(p_tenant uuid, p_people uuid[])
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select from public.users u
    where u.tenant_id = p_tenant and u.id = any (p_people) and u.user_name is not null
    order by u.id
    for no key update;
  with meant as materialized (select u.id, u.profile,
    exists (select from public.user_group_members m
      join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile = 'admin'
        and m.by_directory
        join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
          where m.tenant_id = p_tenant and m.user_id = u.id) as mapped
      from public.users u
      where u.tenant_id = p_tenant and u.id = any (p_people) and u.user_name is not null and u.seat is null and u.deleted_at is null),
    w as (update public.users t
      set profile = case when x.mapped then 'admin' else 'user' end, raised = x.mapped, rights = t.rights + 1, version = t.version + 1
      from meant x
      where t.tenant_id = p_tenant and t.id = x.id
        and ((x.mapped and t.profile = 'user') or (not x.mapped and t.raised and t.profile = 'admin'))
      returning t.id, t.profile, x.profile as was)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
    select p_tenant, app.user_id(), app.actor_id(), app.home_id(), 'user.edit', w.id,
      jsonb_build_object('before', jsonb_build_object('profile', w.was), 'after', jsonb_build_object('profile', w.profile, 'by', 'scim'))
      from w $$;
alter function app.keep_mapped_profiles owner to mirante_gate;
revoke all on function app.keep_mapped_profiles from public;

-- Recomputes mapped profiles when a group's profile mapping changes or its group is removed.
-- Trigger on scim_groups, user_groups.
-- Security definer: callers may not execute keep_mapped_profiles.
create or replace function app.group_mapping_changed()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenant uuid := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end; v_groups uuid[]; begin
  if app.tenant_id() is null then return null; end if;
  if tg_table_name = 'user_groups' then
    -- Without a profile the group changes no user's profile. Users are locked before groups (functions/request/lock-people.ts).
    if not exists (select from public.scim_groups s
      where s.tenant_id = v_tenant and s.user_group_id = new.id and s.profile is not null) then
      return null;
    end if;
    v_groups := array[new.id];
  elsif tg_op = 'DELETE' then v_groups := array[old.user_group_id];
  else v_groups := array[old.user_group_id, new.user_group_id]; end if;
  -- Users who left in the same statement are found by their raised flag.
  perform app.keep_mapped_profiles(v_tenant,
    array(select m.user_id from public.user_group_members m where m.tenant_id = v_tenant and m.user_group_id = any (v_groups)
    union select u.id from public.users u where u.tenant_id = v_tenant and u.raised));
  return null; end $$;
alter function app.group_mapping_changed owner to mirante_gate;
revoke all on function app.group_mapping_changed from public;

create or replace trigger scim_groups_mapped after update on scim_groups for each row
  when (old.profile is distinct from new.profile or old.user_group_id <> new.user_group_id)
  execute function app.group_mapping_changed();
create or replace trigger scim_groups_unmapped after delete on scim_groups for each row
  when (old.profile is not null)
  execute function app.group_mapping_changed();
create or replace trigger user_groups_gone after update on user_groups for each row
  when (old.deleted_at is distinct from new.deleted_at)
  execute function app.group_mapping_changed();

-- Keeps a group's member version and the profiles mapped from it when members join or leave.
-- Trigger on user_group_members.
-- Security definer: callers may not execute keep_mapped_profiles.
create or replace function app.group_members_changed()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; begin
  -- One group at a time, in the global lock order (functions/request/lock-people.ts). A join with rows of unknown number would make the
  -- planner scan every tenant's groups.
  for d in select distinct m.tenant_id, m.user_group_id from moved m order by m.tenant_id, m.user_group_id loop
    update public.user_groups g
      set members_version = g.members_version + 1, changed_at = app.now()
      where g.tenant_id = d.tenant_id and g.id = d.user_group_id;
  end loop;
  if app.tenant_id() is null then return null; end if;
  for d in
  select m.tenant_id, array_agg(distinct m.user_id) as people
  from moved m join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile is not null
  group by m.tenant_id loop
    perform app.keep_mapped_profiles(d.tenant_id, d.people);
  end loop;
  return null; end $$;
alter function app.group_members_changed owner to mirante_gate;
revoke all on function app.group_members_changed from public;

create or replace trigger user_group_members_added after insert on user_group_members referencing new table as moved for each statement
  execute function app.group_members_changed();
create or replace trigger user_group_members_taken_over after update on user_group_members referencing new table as moved for each statement
  execute function app.group_members_changed();
create or replace trigger user_group_members_gone after delete on user_group_members referencing old table as moved for each statement
  execute function app.group_members_changed();

-- Returns the names of a user's groups, as the user's audit rows store them.
-- Internal: called by saml_groups.
create or replace function app.group_names(p_tenant uuid, p_user uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(g.name order by g.sort_key), '[]')
    from public.user_group_members m
      join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
    where m.tenant_id = p_tenant and m.user_id = p_user $$;
alter function app.group_names owner to mirante_gate;
revoke all on function app.group_names from public;

-- Refuses a change of the tenant's protected configuration (sign-in providers, keys, mail, rights) unless it comes from the user's own
-- session, with a fresh second factor if they have one, or from one of the kinds named. Sign-in functions have no seal; they count as door.
-- Internal: called by keep_house, keep_import, keep_import_row and 3 more.
-- Raises: factor_due, keys_closed.
create or replace function app.guard_keys(p_also text[])
returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_kind text := app.caller_kind(); begin
  if v_kind = 'own' then
    if app.factor_due() is not false then raise exception 'factor_due' using errcode = 'MR424'; end if;
  elsif v_kind <> 'owner' and (v_kind = any (p_also)) is not true then
    raise exception 'keys_closed' using errcode = 'MR425';
  end if;
end $$;
alter function app.guard_keys owner to mirante_gate;
revoke all on function app.guard_keys from public;

-- Lets a provider's answer continue on the host of the unit that it named, carried by this browser and from this origin only.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.handoff_make(p_proof bytea, p_tenant uuid, p_host text, p_hash bytea, p_origin text, p_seconds int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.onward', p_tenant, p_host); begin
  if b is null then return false; end if;
  -- The epoch belongs to an account of this tenant; the user in the target tenant is another row.
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, 'sso.handoff', (b->'onward'->>'tenant')::uuid, b->'onward'->>'host',
      (b - '{onward,epoch}'::text[]) || jsonb_build_object('origin', p_origin), app.now() + make_interval(secs => p_seconds));
  return true; end $$;
alter function app.handoff_make owner to mirante_gate;
revoke all on function app.handoff_make from public;
grant execute on function app.handoff_make to mirante_door;

-- Takes an answer that was handed on, from the origin that it was given to, and creates a code for this host and this browser.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.handoff_take(p_hash bytea, p_tenant uuid, p_host text, p_origin text, p_code bytea, p_browser text,
  p_seconds int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.ticket_take(p_hash, 'sso.handoff', p_tenant, p_host); begin
  if b is null or b->>'origin' is distinct from p_origin then return false; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_code, 'sso.code', p_tenant, p_host, (b - 'origin') || jsonb_build_object('browser', p_browser),
      app.now() + make_interval(secs => p_seconds));
  return true; end $$;
alter function app.handoff_take owner to mirante_gate;
revoke all on function app.handoff_take from public;
grant execute on function app.handoff_take to mirante_door;

-- Returns what the layers above hide from the caller's tenant, and which layer does; the tenant can see it but not change it.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.hidden_from_above()
returns table (name text, by text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  with recursive up as (select t.id, t.parent_id, t.kind, 0 as n, t.hidden_by_partner as p, t.hidden_by_platform as o
    from public.tenants t
    where t.id = app.tenant_id()
      union all select t.id, t.parent_id, t.kind, n + 1, t.hidden_by_partner, t.hidden_by_platform
      from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select h, min(b) from (select unnest(up.p) as h, 'partner' as b from up union all select unnest(up.o), 'platform' from up
    union all select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu')
      when 'array' then s."values"->'hidden_menu'
      else '[]' end),
      up.kind
    from up join lateral (select y."values" from public.settings y where y.tenant_id = up.id offset 0) s on true
    where up.n > 0) x
      group by h $$;
alter function app.hidden_from_above owner to mirante_gate;
revoke all on function app.hidden_from_above from public;
grant execute on function app.hidden_from_above to mirante_app;

-- Returns the settings that belong to a tenant's protected configuration, with the form's defaults: saving a default explicitly, or an
-- empty list for none, is not a change.
-- Internal: called by keep_settings.
create or replace function app.house_settings()
returns jsonb
language sql immutable security definer set search_path = pg_catalog, pg_temp as $$
  select '{"password_sign_in":"S","enable_password":"N","min_character":null,"capital_letter":"N","special_characters":"N",
    "expiry_time_password":null,"login_timeout":8,"ip":"N","listIp":[],"ip_trial":null,"mfa_master":"N","mfa_required":"all",
    "mfa_trust_sso":"S","allow_access_remote":"N","remote_consent":"each",
    "enable_embedded":"N","embed_origins":[],"below_user_import":true,"below_saml":true,"below_mfa":true,"below_remote":true}'::jsonb $$;
alter function app.house_settings owner to mirante_gate;
revoke all on function app.house_settings from public;

-- Links a user of this tenant to a provider by the identifier that the provider has for them, so their first sign-in works. The platform
-- notifies the user. A removed user's identifier may be linked to another user. The trigger on identities requires a fresh factor.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on identities.
create or replace function app.identity_link(p_user uuid, p_app uuid, p_directory text, p_subject text, p_identity uuid, p_address text,
  p_request text)
returns table (state text, holder text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.sso_apps; v_issuer text; v_subject text := p_subject; v_holder text; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.profile() <> 'user'
    for no key update;
  if u.id is null then return query select 'none', null::text; return; end if;
  if app.left_to(u.tenant_id, 'saml') is not true then return query select 'closed', null::text; return; end if;
  select x.* into a from public.sso_apps x where x.tenant_id = u.tenant_id and x.id = p_app;
  if a.kind = 'entra' then
    select e->>'id' into v_issuer from jsonb_array_elements(a.settings->'directories') e where e->>'id' = p_directory;
    v_subject := lower(p_subject);
    if (v_subject ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$') is not true then return query select 'shape', null::text; return; end if;
  else
    v_issuer := a.settings->>'issuer';
  end if;
  if v_issuer is null then return query select 'provider', null::text; return; end if;
  if app.link_holds(u.tenant_id, u.id) is not true then return query select 'confirms', null::text; return; end if;
  if exists (select from public.identities i
    where i.tenant_id = u.tenant_id and i.user_id = u.id and i.kind = a.kind and i.issuer = v_issuer) then
    return query select 'there', u.name;
    return;
  end if;
  delete from public.identities i using public.users o
    where i.tenant_id = u.tenant_id and i.kind = a.kind and i.issuer = v_issuer and i.subject = v_subject and o.tenant_id = i.tenant_id
      and o.id = i.user_id and o.deleted_at is not null;
  insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, linked_by)
    values (u.tenant_id, p_identity, u.id, a.kind, v_issuer, v_subject, app.user_id())
    on conflict (tenant_id, kind, issuer, subject) do nothing;
  if not found then
    select o.name into v_holder
      from public.identities i join public.users o on o.tenant_id = i.tenant_id and o.id = i.user_id
      where i.tenant_id = u.tenant_id and i.kind = a.kind and i.issuer = v_issuer and i.subject = v_subject;
    return query select 'taken', v_holder; return;
  end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, app.user_id(), null, app.home_id(), 'user.link', u.id,
      jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('name', u.name, 'provider', a.name,
        'directory', case when a.kind = 'entra' then v_issuer end, 'identity', v_subject))),
      p_address, p_request);
  perform app.act_tell(u.tenant_id, u.id, 'identity_linked',
    jsonb_build_object('person', (select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()),
      'provider', a.name),
    '/?account=sessions');
  return query select 'ok', null::text; end $$;
alter function app.identity_link owner to mirante_gate;
revoke all on function app.identity_link from public;
grant execute on function app.identity_link to mirante_app;

-- Unlinks a user of this tenant from a provider. For another user than the caller, sessions and known devices end too, and the platform
-- notifies them. Returns how many sessions ended; null if there is no such identity.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on identities.
create or replace function app.identity_unlink(p_user uuid, p_identity uuid, p_address text, p_request text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.identities; v_provider text; v_ended int := 0; begin
  perform app.need('{own}');
  delete from public.identities x using public.users u
    where x.tenant_id = app.tenant_id() and x.id = p_identity and x.user_id = p_user and u.tenant_id = x.tenant_id and u.id = x.user_id
      and u.deleted_at is null and app.profile() <> 'user'
    returning x.* into i;
  if i.id is null then return null; end if;
  v_provider := coalesce(app.provider_name(i.tenant_id, i.kind, i.issuer), i.issuer);
  if p_user <> app.user_id() then v_ended := app.end_person_sessions(p_user); end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (i.tenant_id, app.user_id(), null, app.home_id(), 'user.unlink', p_user,
      jsonb_build_object('before', jsonb_build_object('provider', v_provider, 'identity', i.subject),
        'after', jsonb_build_object('sessions', v_ended)),
      p_address, p_request);
  perform app.act_tell(i.tenant_id, p_user, 'identity_unlinked',
    jsonb_build_object('person', (select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()),
      'provider', v_provider),
    '/?account=sessions');
  return v_ended; end $$;
alter function app.identity_unlink owner to mirante_gate;
revoke all on function app.identity_unlink from public;
grant execute on function app.identity_unlink to mirante_app;

-- Returns the values of a user that may be part of an RLS identity: those of the active identity fields, except values that the user wrote
-- (p_own) and no administrator has accepted.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers may not execute custom_fields_of.
create or replace function app.identity_values(p_custom jsonb, p_own text[])
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  select coalesce(jsonb_object_agg(f.key, p_custom ->> f.key) filter (where p_custom ? f.key and not coalesce(f.key = any (p_own), false)),
    '{}')
    from app.custom_fields_of(app.tenant_id()) f
    where f.identity and f.of = 'user' and f.disabled_at is null and f.deleted_at is null and f.type <> 'multiple' $$;
alter function app.identity_values owner to mirante_gate;
revoke all on function app.identity_values from public;
grant execute on function app.identity_values to mirante_app, mirante_job;

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

-- Returns active users of a unit that can be imported, by the beginning of a word of the name or of the e-mail; either those named, or one
-- keyset page.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.import_people(p_unit uuid, p_search text, p_email text, p_ids uuid[], p_after text, p_after_id uuid, p_n int)
  returns table (id uuid, name text, email text, phone text, department text, "position" text, language text, sort_key text, here boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with me as materialized (select app.tenant_id() as tenant, (select i.id from app.import_units() i where i.id = p_unit) as unit)
  select u.id, u.name, u.email, u.phone, u.department, u."position", u.language, u.sort_key,
      exists (select from public.users h where h.tenant_id = me.tenant and h.email = u.email)
    from me join public.users u on u.tenant_id = me.unit
   where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null and (p_ids is null or u.id = any (p_ids))
     and (p_search = '' or starts_with(u.sort_key, p_search) or position(' ' || p_search in u.sort_key) > 0
       or starts_with(u.email, p_email))
     and (p_after is null or (u.sort_key, u.id) > (p_after, p_after_id))
   order by u.sort_key, u.id limit least(p_n, 5001) $$;
alter function app.import_people owner to mirante_gate;
revoke all on function app.import_people from public;
grant execute on function app.import_people to mirante_app;

-- Returns the first user who was invited to administer a tenant in which no administrator has an account, a provider identity or a sign-in.
-- Null if the tenant has an administrator.
-- Internal: called by reinvite_administrator, tenant_facts.
create or replace function app.invitee(p_tenant uuid)
returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with a as (select u.id, u.created_at, u.status in ('A', 'T') as acts, u.account_id is not null or u.last_sign_in_at is not null
    or exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id) as known
    from public.users u where u.tenant_id = p_tenant and u.profile in ('admin', 'master') and u.seat is null and u.deleted_at is null)
  select a.id from a where a.acts and not exists (select from a k where k.known) order by a.created_at, a.id limit 1 $$;
alter function app.invitee owner to mirante_gate;
revoke all on function app.invitee from public;

-- Refuses a change that would leave a tenant without an active administrator, even when several are blocked concurrently.
-- Trigger on users.
-- Raises: last_administrator.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_administrator()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.tenant_id() is null then return null; end if;
  perform from public.tenants where id = new.tenant_id for no key update;
  if not exists (select from public.users u
    where u.tenant_id = new.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.seat is null
      and u.deleted_at is null) then
    raise exception 'last_administrator' using errcode = 'MR418';
  end if;
  return null; end $$;
alter function app.keep_administrator owner to mirante_gate;
revoke all on function app.keep_administrator from public;

create or replace trigger users_administered after update on users for each row
  when (old.profile in ('a2m', 'master', 'admin') and old.status in ('A', 'T') and old.seat is null and old.deleted_at is null
    and not (new.profile in ('a2m', 'master', 'admin') and new.status in ('A', 'T')
      and new.deleted_at is null)) execute function app.keep_administrator();

-- Checks that a request to act as another user is allowed when it is made. It records the user's profile and flags then and again at
-- consent, so a later promotion isn't covered.
-- Trigger on remote_requests.
-- Raises: not_allowed.
-- Security definer: callers may not execute may_visit.
create or replace function app.keep_consented()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.user_id is not null then
    select u.profile, u.flags into new.profile, new.flags from public.users u where u.tenant_id = new.tenant_id and u.id = new.user_id;
  end if;
  if tg_op = 'INSERT' and app.tenant_id() is not null and app.may_visit(new, new.asker_sid) is not true then
    raise exception 'not_allowed' using errcode = 'MR410';
  end if;
  return new; end $$;
alter function app.keep_consented owner to mirante_gate;
revoke all on function app.keep_consented from public;

create or replace trigger remote_requests_made before insert on remote_requests for each row execute function app.keep_consented();
create or replace trigger remote_requests_consented before update on remote_requests for each row
  when (old.person_at is null and new.person_at is not null)
  execute function app.keep_consented();

-- Records which custom values a user wrote about themselves. A value that another user overwrites no longer counts as their own; the rest
-- await review.
-- Trigger on users.
-- Security definer: like every function of the gate.
create or replace function app.keep_custom_own()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_changed text[]; begin
  v_changed := array(select k
    from (select jsonb_object_keys(new.custom) union select jsonb_object_keys(old.custom)) x (k)
    where new.custom -> k is distinct from old.custom -> k);
  if app.user_id() is not distinct from new.id and app.profile() is not distinct from 'user' then
    new.custom_own := array(select distinct k from unnest(new.custom_own || v_changed) k where new.custom ? k order by 1);
  else
    new.custom_own := array(select k from unnest(new.custom_own) k where new.custom ? k and not k = any (v_changed));
  end if;
  return new; end $$;
alter function app.keep_custom_own owner to mirante_gate;
revoke all on function app.keep_custom_own from public;

create or replace trigger users_custom_written before update of custom on users for each row
  when (old.custom is distinct from new.custom)
  execute function app.keep_custom_own();

-- Maintains the searchable custom field values of users and reports, for single and bulk writes.
-- Trigger on reports, users.
-- Security definer: callers may not execute custom_fields_of, custom_found.
create or replace function app.keep_custom_values()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.custom_values v where v.tenant_id = new.tenant_id and v.row_id = new.id;
  insert into public.custom_values (tenant_id, row_id, key, value) select new.tenant_id, new.id, f.key, x.v
    from app.custom_fields_of(new.tenant_id) f, lateral app.custom_found(f.type, new.custom -> f.key) x (v)
    where f.searchable and new.custom ? f.key
    on conflict do nothing;
  return null; end $$;
alter function app.keep_custom_values owner to mirante_gate;
revoke all on function app.keep_custom_values from public;

create or replace trigger reports_custom_added after insert on reports for each row
  when (new.custom <> '{}')
  execute function app.keep_custom_values();
create or replace trigger reports_custom_changed after update of custom on reports for each row
  when (old.custom is distinct from new.custom)
  execute function app.keep_custom_values();
create or replace trigger users_custom_added after insert on users for each row
  when (new.custom <> '{}')
  execute function app.keep_custom_values();
create or replace trigger users_custom_changed after update of custom on users for each row
  when (old.custom is distinct from new.custom)
  execute function app.keep_custom_values();

-- Guards a tenant's protected configuration: identity providers, embedding keys, directory tokens and mappings, the mail server, service
-- accounts, domains, the partner's rights, and users' rights. Each trigger names the kinds of sessions that may change it besides users'
-- own. Connection tests, last-used marks and renames don't count.
-- Trigger on domains, embed_keys, identities and 7 more.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_house()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.guard_keys(tg_argv);
  return null; end $$;
alter function app.keep_house owner to mirante_gate;
revoke all on function app.keep_house from public;

create or replace trigger sso_apps_kept after insert or delete on sso_apps for each row execute function app.keep_house('job', 'door');
create or replace trigger sso_apps_changed after update on sso_apps for each row
  when ((old.kind, old.status, old.settings, old.domains) is distinct from (new.kind, new.status, new.settings, new.domains))
  execute function app.keep_house('job', 'door');
create or replace trigger identities_kept after insert on identities for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_kept after insert or delete on embed_keys for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_changed after update on embed_keys for each row
  when ((old.secret_sealed, old.replaced_at, old.revoked_at) is distinct from (new.secret_sealed, new.replaced_at, new.revoked_at))
  execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_kept after insert or delete on scim_tokens for each row
  execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_changed after update on scim_tokens for each row
  when ((old.hash, old.slot, old.expires_at, old.revoked_at) is distinct from (new.hash, new.slot, new.expires_at, new.revoked_at))
  execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_kept after insert on scim_groups for each row
  when (new.profile is not null)
  execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_changed after update on scim_groups for each row
  when ((old.profile, old.user_group_id) is distinct from (new.profile, new.user_group_id))
  execute function app.keep_house('job', 'directory', 'door');
create or replace trigger mail_servers_kept after insert or delete on mail_servers for each row
  execute function app.keep_house('job', 'door');
create or replace trigger mail_servers_changed after update on mail_servers for each row
  when ((old.email, old.user_name, old.password_sealed, old.host, old.port, old.protocol, old.enabled) is distinct from (new.email,
    new.user_name, new.password_sealed, new.host, new.port, new.protocol, new.enabled))
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_kept after insert or delete on service_accounts for each row
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_changed after update on service_accounts for each row
  when ((old.directory_id, old.app_id, old.object_id, old.secret_sealed, old.profile_id, old.disabled) is distinct from (new.directory_id,
    new.app_id, new.object_id, new.secret_sealed, new.profile_id, new.disabled))
  execute function app.keep_house('job', 'door');
create or replace trigger domains_kept after insert or delete on domains for each row execute function app.keep_house('job', 'door');
create or replace trigger domains_changed after update on domains for each row
  when (old.main is distinct from new.main)
  execute function app.keep_house('job', 'door');
create or replace trigger relations_kept after insert on relations for each row
  when (new.kind = 'partner')
  execute function app.keep_house('job', 'door');
-- Suspending or ending a partner is an emergency switch, so it never requires a fresh factor.
create or replace trigger relations_changed after update on relations for each row
  when (new.kind = 'partner'
    and ((old.role, old.verify, old.until) is distinct from (new.role, new.verify, new.until)
      or (new.status = 'active' and old.status <> 'active')
    or (new.standing_until is not null and old.standing_until is distinct from new.standing_until))) execute function app.keep_house('job',
    'door');
create or replace trigger users_kept_added after insert on users for each row
  when (new.seat is null and (new.profile <> 'user' or new.flags <> '{}' or new.ip_exempt or new.allow_remote))
  execute function app.keep_house('job', 'directory', 'door');
create or replace trigger users_kept_changed after update on users for each row
  when (old.seat is null and (old.email, old.profile, old.flags, old.ip_exempt, old.access_hours, old.allow_remote, old.remote_until)
    is distinct from (new.email, new.profile, new.flags, new.ip_exempt, new.access_hours, new.allow_remote,
    new.remote_until)) execute function app.keep_house('job',
    'directory', 'door');

-- Fires when an import begins and, while it runs, when its choices change. A job applies the rows later, so the permissions for what they
-- do (set a profile above user, change existing users) are checked here, against the user who begins or changes it.
-- Trigger on user_imports.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_import()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if coalesce((new.options->'choices'->>'update')::boolean, false) or coalesce(new.options->'fixed'->>'profile', 'user') <> 'user'
    or exists (select from public.user_import_rows r
      where r.tenant_id = new.tenant_id and r.import_id = new.id and not r.removed
        and coalesce(r.person->>'profile', 'user') <> 'user') then
    perform app.guard_keys('{job}');
  end if;
  return null; end $$;
alter function app.keep_import owner to mirante_gate;
revoke all on function app.keep_import from public;

create or replace trigger user_imports_begun after insert on user_imports for each row
  when (new.state = 'running')
  execute function app.keep_import();
create or replace trigger user_imports_kept after update on user_imports for each row
  when (new.state = 'running' and ((old.state, old.options) is distinct from (new.state, new.options))) execute function app.keep_import();

-- Fires when the user that an import row describes is edited. While the import runs, only its job and users who may change protected
-- configuration can do that.
-- Trigger on user_import_rows.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_import_row()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.user_imports i where i.tenant_id = new.tenant_id and i.id = new.import_id and i.state = 'running') then
    perform app.guard_keys('{job}');
  end if;
  return null; end $$;
alter function app.keep_import_row owner to mirante_gate;
revoke all on function app.keep_import_row from public;

create or replace trigger user_import_rows_kept after update on user_import_rows for each row
  when ((old.import_id, old.person, old.email, old.phone, old.removed) is distinct from (new.import_id, new.person, new.email, new.phone,
    new.removed))
  execute function app.keep_import_row();

-- Fires when rows are added to imports, which happens before one runs.
-- Trigger on user_import_rows.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_import_rows()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from written w join public.user_imports i on i.tenant_id = w.tenant_id and i.id = w.import_id
    where i.state = 'running') then
    perform app.guard_keys('{job}');
  end if;
  return null; end $$;
alter function app.keep_import_rows owner to mirante_gate;
revoke all on function app.keep_import_rows from public;

create or replace trigger user_import_rows_added after insert on user_import_rows referencing new table as written for each statement
  execute function app.keep_import_rows();

-- Refuses to remove a unit's limit when its partner has one.
-- Trigger on tenants.
-- Raises: domains, reports, users.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_limits()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up public.tenants; begin
  select * into v_up from public.tenants where id = new.parent_id;
  if v_up.kind = 'partner' and ((new.user_limit is null and v_up.user_limit is not null and old.user_limit is not null)) then
    raise exception 'users 0' using errcode = 'MT422';
  end if;
  if v_up.kind = 'partner' and new.domain_limit is null and v_up.domain_limit is not null and old.domain_limit is not null then
    raise exception 'domains 0' using errcode = 'MT422';
  end if;
  if v_up.kind = 'partner' and new.report_limit is null and v_up.report_limit is not null and old.report_limit is not null then
    raise exception 'reports 0' using errcode = 'MT422';
  end if;
  return new; end $$;
alter function app.keep_limits owner to mirante_gate;
revoke all on function app.keep_limits from public;

create or replace trigger tenants_limits_kept before update of user_limit, domain_limit, report_limit on tenants for each row
  execute function app.keep_limits();

-- Keeps profiles to their kind of tenant: operators in the platform, masters in partners. Enforced for every role that the product signs in
-- as; the owner, which sets databases up, is exempt.
-- Trigger on users.
-- Raises: profile.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_profile()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if pg_has_role(session_user, 'mirante_gate', 'member') then return new; end if;
  if not exists (select from public.tenants t
    where t.id = new.tenant_id
      and case new.profile when 'a2m' then t.kind = 'platform' when 'master' then t.kind = 'partner' else true end) then
    raise exception 'profile' using errcode = '23514'; end if;
  return new; end $$;
alter function app.keep_profile owner to mirante_gate;
revoke all on function app.keep_profile from public;

create or replace trigger users_profile_fits before insert or update of profile on users for each row execute function app.keep_profile();

-- Enforces the report limit that the layer above set, where the row is written.
-- Trigger on reports.
-- Raises: report_limit.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_reports()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; begin
  for d in
  select f.tenant_id, t.report_limit
  from (select distinct tenant_id from fresh) f join public.tenants t on t.id = f.tenant_id
  where t.report_limit is not null
  order by 1 loop
    perform 1 from public.tenants t where t.id = d.tenant_id for no key update;
    if (select count(*) from public.reports r where r.tenant_id = d.tenant_id) > d.report_limit then
      raise exception 'report_limit' using errcode = 'MT423';
    end if;
  end loop;
  return null; end $$;
alter function app.keep_reports owner to mirante_gate;
revoke all on function app.keep_reports from public;

create or replace trigger reports_within after insert on reports referencing new table as fresh for each statement
  execute function app.keep_reports();

-- Fires when settings are saved: the protected ones (app.house_settings) are guarded like every other key.
-- Trigger on settings.
-- Security definer: callers may not execute guard_keys, house_settings.
create or replace function app.keep_settings()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_keys jsonb := app.house_settings(); v_before jsonb := '{}'; v_after jsonb := new."values"; begin
  if tg_op = 'UPDATE' then v_before := old."values"; end if;
  if exists (select from jsonb_object_keys(v_keys) k
    where coalesce(nullif(v_before->k, 'null'), v_keys->k) is distinct from coalesce(nullif(v_after->k, 'null'), v_keys->k)) then
    perform app.guard_keys('{job,door}');
  end if;
  return null; end $$;
alter function app.keep_settings owner to mirante_gate;
revoke all on function app.keep_settings from public;

create or replace trigger settings_kept after insert or update on settings for each row execute function app.keep_settings();

-- Returns the counters that lock a user out of this tenant: the user's own and those of their known browsers. Counters of an address or of
-- all tenants only expire. `rows` keeps the estimate low, so that a join with the counters looks each one up.
-- Internal: called by lift_lock, person_lock.
create or replace function app.lock_keys(p_user uuid)
returns table (key text)
language sql stable rows 4 security definer set search_path = pg_catalog, pg_temp as $$
  select 'u ' || u.tenant_id || ' ' || e
    from public.users u left join public.accounts a on a.id = u.account_id, lateral unnest(array[u.email, a.email]) e
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null and e is not null
  union select 'd ' || encode(d.hash, 'hex') from public.users u join public.devices d on d.tenant_id = u.tenant_id and d.user_id = u.id
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null $$;
alter function app.lock_keys owner to mirante_gate;
revoke all on function app.lock_keys from public;

-- Removes the lockout of a user in this tenant; returns whether there was one.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on attempts.
create or replace function app.lift_lock(p_user uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  perform app.spare_administrator(p_user);
  delete from public.attempts x where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now();
  return found; end $$;
alter function app.lift_lock owner to mirante_gate;
revoke all on function app.lift_lock from public;
grant execute on function app.lift_lock to mirante_app;

-- Synchronizes the groups that a SAML app's rules name with the provider's assertion, and leaves all other groups alone.
-- Internal: called by link_bind, saml_arrive.
create or replace function app.saml_groups(p_tenant uuid, p_user uuid, p_groups jsonb, p_mapped jsonb, p_provider text, p_address text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_before jsonb; v_after jsonb; begin
  perform
    from public.user_groups g
    where g.tenant_id = p_tenant and g.id in (select e::uuid from jsonb_array_elements_text(p_groups || p_mapped) e)
    order by g.id
    for no key update;
  v_before := app.group_names(p_tenant, p_user);
  insert into public.user_group_members (tenant_id, user_group_id, user_id)
    select p_tenant, q.id, p_user
      from public.user_groups q
      where q.tenant_id = p_tenant and q.deleted_at is null and q.id in (select e::uuid from jsonb_array_elements_text(p_groups) e)
      on conflict do nothing;
  delete from public.user_group_members m
    where m.tenant_id = p_tenant and m.user_id = p_user and m.user_group_id in (select e::uuid from jsonb_array_elements_text(p_mapped) e)
    and m.user_group_id not in (select e::uuid from jsonb_array_elements_text(p_groups) e);
  v_after := app.group_names(p_tenant, p_user);
  if v_before <> v_after then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, p_user, null, p_tenant, 'user.groups', p_user,
        jsonb_build_object('before', jsonb_build_object('groups', v_before),
          'after', jsonb_build_object('groups', v_after, 'provider', p_provider)),
        p_address, p_request);
  end if; end $$;
alter function app.saml_groups owner to mirante_gate;
revoke all on function app.saml_groups from public;

-- Links a provider's stable id to the user who has confirmed it: by the account's password (p_given.seen is the hash that was verified)
-- plus a factor if the account has one, by one of the account's passkeys, or, without an account, by the mailed code. Creates the proof
-- that starts the session in the same transaction; a condition that no longer holds rolls everything back.
-- Callers: mirante_door.
-- Raises: factor_over, factor_wrong.
-- Security definer: callers lack the grants on accounts, attempts, audit and 5 more.
create or replace function app.link_bind(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_given jsonb, p_identity uuid,
  p_address text, p_request text, p_proof bytea)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; c jsonb; u public.users; a public.accounts; s public.sso_apps; begin
  update public.tickets t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now() and t.body->>'browser' = p_browser
    returning t.body into b;
  c := b->'confirm';
  select x.* into u
    from public.users x
    where x.tenant_id = p_tenant and x.id = (b->>'userId')::uuid and x.email = c->>'email' and x.deleted_at is null and x.seat is null
    for no key update;
  select x.* into s
    from public.sso_apps x
    where x.tenant_id = p_tenant and x.id = (c->>'app')::uuid and x.kind = c->>'kind' and x.status = 'A';
  if u.id is null or s.id is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if u.account_id is null then
    if p_given->>'kind' is distinct from 'code' or b->>'code' is null or b->>'code' is distinct from p_given->>'code' then
      raise exception 'factor_wrong' using errcode = 'MR413';
    end if;
  else
    select x.* into a from public.accounts x where x.id = u.account_id for no key update;
    if p_given->>'kind' = 'password' then
      if (a.password is not null and sha256(convert_to(a.password, 'UTF8')) = (p_given->>'seen')::bytea) is not true
        or (p_given->'use' is null and exists (select from public.factors f where f.account_id = a.id)) then
        raise exception 'factor_wrong' using errcode = 'MR413';
      end if;
    elsif p_given->>'kind' is distinct from 'passkey' or p_given->'use'->>'kind' is distinct from 'passkey' then
      raise exception 'factor_wrong' using errcode = 'MR413';
    end if;
    if p_given->'use' is not null and app.factor_spend(array[a.id], p_given->'use') is not true then
      raise exception 'factor_wrong' using errcode = 'MR413';
    end if;
  end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email)]);
  delete from public.attempts x where x.key in ('u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email));
  -- A removed user's identifier may be reassigned; an active user's may not.
  delete from public.identities i using public.users o
    where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject'
      and o.tenant_id = i.tenant_id and o.id = i.user_id and o.deleted_at is not null;
  if exists (select from public.identities i
    where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject'
      and i.user_id <> u.id) then
    raise exception 'factor_over' using errcode = 'MR412';
  end if;
  insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at)
    values (p_tenant, p_identity, u.id, c->>'kind', c->>'issuer', c->>'subject', c->>'nameId', app.now())
    on conflict (tenant_id, kind, issuer, subject) do update set linked_by = null, name_id = excluded.name_id, last_at = excluded.last_at;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, u.id, null, p_tenant, 'user.identity', u.id,
      jsonb_build_object('after', jsonb_build_object('provider', s.name, 'identity', c->>'subject', 'confirmed', p_given->>'kind')),
      p_address, p_request);
  if c->>'kind' = 'saml' then perform app.saml_groups(p_tenant, u.id, c->'groups', c->'mapped', s.name, p_address, p_request);
  elsif jsonb_typeof(c->'groups') = 'array' then perform app.entra_groups(s, u.id, c->'groups', p_address, p_request); end if;
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host,
    (b - '{confirm,browser,tries,code}'::text[]) || case when p_given->'use' is not null then '{"given": true}'::jsonb else '{}' end);
end $$;
alter function app.link_bind owner to mirante_gate;
revoke all on function app.link_bind from public;
grant execute on function app.link_bind to mirante_door;

-- Stores the digest of the code that is about to be mailed to a user without an account and invalidates the previous one. Returns false
-- when the pending answer is over, so nothing is mailed.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on tickets.
create or replace function app.link_code(p_user uuid, p_hash bytea, p_code text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{job}');
  update public.tickets t
    set body = t.body || jsonb_build_object('code', p_code)
    where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = app.tenant_id() and t.body->>'userId' = p_user::text
      and t.used_at is null and t.expires_at > app.now()
    and exists (select from public.users u
      where u.tenant_id = t.tenant_id and u.id = p_user and u.account_id is null and u.email = t.body->'confirm'->>'email');
  return found; end $$;
alter function app.link_code owner to mirante_gate;
revoke all on function app.link_code from public;
grant execute on function app.link_code to mirante_job;

-- Opens a provider's answer that is pending until its user confirms it, in the browser where it waits. A guess counts like a wrong password
-- at sign-in, so a provider's answer brings no extra guesses; the state says when the answer is over or the guesses are used up.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, factors and 2 more.
create or replace function app.link_open(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_address text, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, person_name text, account uuid, password text, totp jsonb, passkeys jsonb,
  recovery int, ends_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_email text; begin
  if not app.attempt('lo ' || p_address, 200, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait
      from public.attempts x
      where x.key = 'lo ' || p_address;
    return next;
    return;
  end if;
  select * into k
    from public.tickets t
    where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now() and t.body->>'browser' = p_browser;
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.email = k.body->'confirm'->>'email' and x.deleted_at is null
      and x.seat is null;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  if p_guess is not false then
    -- Counted by the account's own address, which no unit can change: a second address of the same user brings no extra guesses.
    v_email := coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email);
    if not (app.attempt('u ' || p_tenant || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then
      state := 'limited';
      select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int into wait
        from public.attempts x
        where x.until > app.now()
          and ((x.key = 'u ' || p_tenant || ' ' || v_email and x.n >= 5) or (x.key = 'g ' || v_email and x.n >= 20));
      return next;
      return;
    end if;
    update public.tickets t
      set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1)
      where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5
      returning t.body into k.body;
    if not found then state := 'over'; return next; return; end if;
  end if;
  return query select 'ok', 0, k.body, u.id, u.name, u.account_id, (select a.password from public.accounts a where a.id = u.account_id),
    (select jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step)
      from public.factors f
      where f.account_id = u.account_id and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder,
      'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports))
      from public.factors f
      where f.account_id = u.account_id and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.account_id = u.account_id and f.kind = 'recovery' and f.used_at is null),
    k.expires_at;
end $$;
alter function app.link_open owner to mirante_gate;
revoke all on function app.link_open from public;
grant execute on function app.link_open to mirante_door;

-- Mails a code to a user without an account, who confirms with it that a provider's answer is theirs. Returns 'sent', 'over', 'limited', or
-- 'account' if the user has a sign-in method of their own.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts, outbox.
create or replace function app.link_send(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_address text)
returns table (state text, wait int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o record; begin
  select * into o from app.link_open(p_hash, p_tenant, p_host, p_browser, p_address, false);
  if o.state <> 'ok' then state := o.state; wait := o.wait; return next; return; end if;
  if o.account is not null then state := 'account'; return next; return; end if;
  if not app.attempt('lm ' || o.person, 3, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'lm ' || o.person;
    return next;
    return;
  end if;
  insert into public.outbox (tenant_id, kind, body)
    values (p_tenant, 'account.link_code', jsonb_build_object('user_id', o.person, 'ticket', encode(p_hash, 'hex')));
  state := 'sent'; return next; end $$;
alter function app.link_send owner to mirante_gate;
revoke all on function app.link_send from public;
grant execute on function app.link_send to mirante_door;

-- Keeps a provider's answer pending in one browser until its user has confirmed that it is theirs.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.link_wait(p_proof bytea, p_tenant uuid, p_host text, p_hash bytea, p_browser text, p_seconds int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.confirm', p_tenant, p_host); begin
  if b is null then return false; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, 'sso.link', p_tenant, p_host, b || jsonb_build_object('browser', p_browser),
      app.now() + make_interval(secs => p_seconds));
  return true; end $$;
alter function app.link_wait owner to mirante_gate;
revoke all on function app.link_wait from public;
grant execute on function app.link_wait to mirante_door;

-- Handles the right password on a host where the user is unknown, by the proof of the step that read it: returns the most recently used
-- unit, if any. Creates no ticket if the password is no longer the account's; on a host whose DNS a unit controls, it only names the unit.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts.
create or replace function app.login_elsewhere(p_proof bytea, p_tenant uuid, p_host text, p_ours boolean, p_hash bytea)
returns table (host text, made boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.elsewhere', p_tenant, p_host); v_email text := b->>'email'; begin
  perform
    from public.accounts a
    where a.id = (b->>'account')::uuid and sha256(convert_to(a.password, 'UTF8')) = (b->>'seen')::bytea
    for no key update;
  if not found then return; end if;
  select t.host, t.made into host, made
    from app.company_ticket((b->>'account')::uuid, p_tenant, null, null, case when p_ours then p_hash end) t;
  if host is null then return; end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || v_email, 'g ' || v_email]);
  delete from public.attempts where key in ('u ' || p_tenant || ' ' || v_email, 'g ' || v_email);
  return next; end $$;
alter function app.login_elsewhere owner to mirante_gate;
revoke all on function app.login_elsewhere from public;
grant execute on function app.login_elsewhere to mirante_door;

-- Records for the platform's administrators that a queue message failed, or failed for the last time (p_dead). Does nothing in a portal
-- without a platform.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on failed_messages.
create or replace function app.message_failed(p_queue text, p_kind text, p_unit uuid, p_body jsonb, p_whole boolean, p_attempts int,
  p_error text, p_dead boolean)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  insert into public.failed_messages as m (tenant_id, id, key, queue, kind, unit_id, unit_name, body, whole, attempts, first_error,
    last_error, first_at, last_at, dead_at)
    select p.id, gen_random_uuid(), md5((p_body - 'at')::text), p_queue, p_kind, p_unit,
      (select u.name from public.tenants u where u.id = p_unit), p_body, p_whole, p_attempts,
        p_error, p_error, app.now(), app.now(), case when p_dead then app.now() end
      from (select app.platform_id() as id) p where p.id is not null
    on conflict (tenant_id, key) do update set queue = coalesce(excluded.queue, m.queue), body = excluded.body,
      unit_name = coalesce(excluded.unit_name, m.unit_name),
      attempts = case when p_dead then greatest(m.attempts, p_attempts) else greatest(m.attempts + 1, p_attempts) end,
      first_error = coalesce(m.first_error, p_error), last_error = coalesce(p_error, m.last_error), last_at = excluded.last_at,
      dead_at = coalesce(excluded.dead_at, m.dead_at) $$;
alter function app.message_failed owner to mirante_gate;
revoke all on function app.message_failed from public;
grant execute on function app.message_failed to mirante_job;

-- Aborts the transaction unless what the first trip loaded still holds; the Worker answers MR419 with changed_meanwhile. Null counts as
-- false.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, directory, job).
-- Raises: changed_meanwhile.
-- Security definer: like every function of the gate.
create or replace function app.must_hold(p_holds boolean)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  if p_holds is not true then raise exception 'changed_meanwhile' using errcode = 'MR419'; end if; end $$;
alter function app.must_hold owner to mirante_gate;
revoke all on function app.must_hold from public;
grant execute on function app.must_hold to mirante_app, mirante_job;

-- Returns a key for a new field that no tenant above, beside or below uses; null when there are already fifty. Fields are created one at a
-- time.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers may not execute custom_fields_of, tenants_below.
create or replace function app.new_custom_key(p_base text, p_global boolean)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key text := p_base; n int := 1; begin
  perform app.need('{own,remote,partner}');
  perform pg_advisory_xact_lock(hashtextextended('custom_fields', 0));
  if (select count(*) from app.custom_fields_of(app.tenant_id()) f where f.global = p_global and f.deleted_at is null) >= 50 then
    return null;
  end if;
  while exists (select from app.custom_fields_of(app.tenant_id()) f where f.key = v_key)
      or exists (select from app.tenants_below(app.tenant_id()) t (id)
        join lateral (select from public.custom_fields f where f.tenant_id = t.id and f.key = v_key offset 0) f on true) loop
    n := n + 1; v_key := p_base || '_' || n; end loop;
  return v_key; end $$;
alter function app.new_custom_key owner to mirante_gate;
revoke all on function app.new_custom_key from public;
grant execute on function app.new_custom_key to mirante_app;

-- Returns the account of app.my_account() with the rules of its tenants; no row when the session can't reach it. Counts guesses.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, sessions.
create or replace function app.own_account(p_guess boolean)
returns table (wait int, email text, password text, password_at timestamptz, rules jsonb, others int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.accounts; begin
  perform app.need('{own}');
  select x.* into a from public.accounts x where x.id = app.my_account();
  if not found then return; end if;
  if p_guess is not false and not app.attempt('c ' || a.id, 5, '30 min') then
    return query
      select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::timestamptz, null::jsonb,
        null::int
      from public.attempts x
      where x.key = 'c ' || a.id;
    return;
  end if;
  return query select 0, a.email, a.password, coalesce(a.password_at, a.created_at), app.account_rules(a.id, app.tenant_id()),
    (select count(*)::int
      from public.sessions s join app.own_rows() o on o.tenant_id = s.home_id and o.user_id = s.user_id
      where s.revoked_at is null and s.expires_at > app.now() and s.actor_sid is null and s.id <> app.my_session());
end $$;
alter function app.own_account owner to mirante_gate;
revoke all on function app.own_account from public;
grant execute on function app.own_account to mirante_app;

-- Mails a code for the first factor of the caller's account. Returns 'none' when there is no account, 'limited' when there were too many.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on factors.
create or replace function app.own_code_mail()
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own}');
  if app.my_account() is null or exists (select from public.factors f where f.account_id = app.my_account()) then return 'none'; end if;
  return case when app.code_mail(app.my_account(), app.tenant_id(), app.user_id()) then 'ok' else 'limited' end; end $$;
alter function app.own_code_mail owner to mirante_gate;
revoke all on function app.own_code_mail from public;
grant execute on function app.own_code_mail to mirante_app;

-- Returns the caller's factors, to show them and to verify a change: the account's if app.my_account() reaches it, else those bound to the
-- user in this unit. With p_confirm, in a session that only the unit vouched for, the account's count too; they are compared and never
-- shown. Counts guesses.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, factors, sessions.
create or replace function app.own_factors(p_guess boolean, p_confirm boolean)
returns table (wait int, bound text, prove boolean, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb,
  passkeys jsonb, recovery int, required boolean, mail boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_account uuid := app.my_account(); v_holders uuid[]; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null;
  if not found then return; end if;
  holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[holder, case when p_confirm and v_account is null then u.account_id end], null);
  if p_guess is not false and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder;
    return next;
    return;
  end if;
  return query
    select 0, case when v_account is null then 'unit' else 'account' end, app.may_prove(), own_factors.holder, coalesce(a.email, u.email),
      u.name, a.password,
      (select s.factor_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'secret', f.secret,
        'step', f.step))
        from public.factors f
        where f.holder = any (v_holders) and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'host', f.host,
        'credential', f.credential, 'holder', f.holder, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)
        order by f.created_at, f.id)
        from public.factors f
        where f.holder = any (v_holders) and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null),
        app.factor_required_of(own_factors.holder), v_account is not null
        and app.needs_code(v_account)
    from (select 1) one left join public.accounts a on a.id = v_account; end $$;
alter function app.own_factors owner to mirante_gate;
revoke all on function app.own_factors from public;
grant execute on function app.own_factors to mirante_app;

-- Changes the password of app.my_account() if p_seen is still the current one, then ends the account's other sessions and forgets its other
-- devices.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts.
create or replace function app.own_password(p_seen text, p_new text, p_device bytea, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  perform app.need('{own}');
  update public.accounts a
    set password = p_new, password_at = app.now(), must_change = false
    where a.id = app.my_account() and a.password = p_seen
    returning a.id into v_account;
  if v_account is null then return false; end if;
  perform app.end_account(v_account, app.my_session());
  perform app.forget_devices(v_account, app.tenant_id(), app.user_id(), p_device);
  delete from public.attempts where key = 'c ' || v_account;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (app.tenant_id(), app.user_id(), null, app.home_id(), 'account.password', app.user_id(), p_address, p_request);
  insert into public.outbox (tenant_id, kind, body)
    values (app.tenant_id(), 'account.changed', jsonb_build_object('user_id', app.user_id()));
  return true; end $$;
alter function app.own_password owner to mirante_gate;
revoke all on function app.own_password from public;
grant execute on function app.own_password to mirante_app;

-- Returns the caller's own live sessions, in every unit of their account if the session reaches it.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on sessions.
create or replace function app.own_sessions()
returns table (id uuid, unit text, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, vouched text,
  mine boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select s.id, t.name, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched, s.id = app.my_session()
    from app.own_rows() o
      join lateral (select *
        from public.sessions x
        where x.home_id = o.tenant_id and x.user_id = o.user_id offset 0) s on s.tenant_id = s.home_id
        and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
    join lateral (select x.name from public.tenants x where x.id = s.tenant_id offset 0) t on true
   order by s.id = app.my_session() desc, s.last_seen desc, s.id limit 100 $$;
alter function app.own_sessions owner to mirante_gate;
revoke all on function app.own_sessions from public;
grant execute on function app.own_sessions to mirante_app;

-- Returns what the caller's tenant and those below it use, and its limits.
-- Callers: mirante_app, mirante_wide (own).
-- Security definer: callers may not execute tree_use.
create or replace function app.own_tree(p_product text)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select to_jsonb(u) || jsonb_build_object('user_limit', t.user_limit, 'domain_limit', t.domain_limit, 'report_limit', t.report_limit,
    'directory_holder', (select c.name from public.tenants c where c.parent_id = t.id and c.default_directory and c.deleted_at is null))
    from public.tenants t, lateral app.tree_use(t.id, p_product) u where t.id = app.tenant_id() $$;
alter function app.own_tree owner to mirante_gate;
revoke all on function app.own_tree from public;
grant execute on function app.own_tree to mirante_app, mirante_wide;

-- Adds a player to a device that the caller has locked; at most three at a time.
-- Internal: called by pair_poll, playlist_login.
create or replace function app.start_player(p_tenant uuid, p_device uuid, p_generation int, p_sid uuid, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*)
    from public.players p
    where p.tenant_id = p_tenant and p.device_id = p_device and p.generation = p_generation and p.ended_at is null
      and p.last_seen >= app.now() - interval '3 minutes') >= 3 then
    return 'full';
  end if;
  delete from public.players p
    where p.tenant_id = p_tenant and p.device_id = p_device
      and (p.ended_at is not null or p.generation < p_generation or p.last_seen < app.now() - interval '90 days')
      and p.last_seen < app.now() - interval '1 hour';
  insert into public.players (tenant_id, id, device_id, generation, address, last_seen, created_at)
    values (p_tenant, p_sid, p_device, p_generation, p_address, app.now(), app.now());
  update public.playlist_devices d set last_seen = app.now(), last_ip = p_address where d.tenant_id = p_tenant and d.id = p_device;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (p_tenant, null, null, p_tenant, 'device.play', p_device, p_address, p_request);
  return 'ok'; end $$;
alter function app.start_player owner to mirante_gate;
revoke all on function app.start_player from public;

-- Returns whether a display's pairing code was approved; the secret works once.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on playlist_devices, tenants.
create or replace function app.pair_poll(p_tenant uuid, p_secret bytea, p_sid uuid, p_address text, p_request text)
returns table (state text, device_id uuid, playlist_id uuid, name text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_state text; begin
  select x.id, x.playlist_id, x.name, x.generation, x.approved_at, x.code_ends_at, x.revoked_at,
    app.acts(t.status, t.trial_ends_at) as acts into d
    from public.playlist_devices x join public.tenants t on t.id = x.tenant_id
    where x.tenant_id = p_tenant and x.pair_hash = p_secret
    for update of x;
  v_state := case
    when not found or d.revoked_at is not null or d.code_ends_at + interval '10 minutes' < app.now()
      or (d.approved_at is null and d.code_ends_at < app.now()) then 'ended'
    when d.approved_at is null then 'waiting' when d.acts is not true then 'tenant_blocked' else 'ok' end;
  if v_state <> 'ok' then return query select v_state, null::uuid, null::uuid, null::text; return; end if;
  v_state := app.start_player(p_tenant, d.id, d.generation, p_sid, p_address, p_request);
  if v_state = 'ok' then update public.playlist_devices x set pair_hash = null where x.tenant_id = p_tenant and x.id = d.id; end if;
  return query select v_state, d.id, d.playlist_id, d.name; end $$;
alter function app.pair_poll owner to mirante_gate;
revoke all on function app.pair_poll from public;
grant execute on function app.pair_poll to mirante_door;

-- Creates a pairing code for a display; earlier requests that were never approved are removed.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on playlist_devices.
create or replace function app.pair_start(p_tenant uuid, p_id uuid, p_code bytea, p_secret bytea, p_address text, p_life interval)
returns table (state text, ends_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_ends timestamptz := app.now() + p_life; begin
  if not (app.attempt('pa ' || p_address, 20, '10 min') and app.attempt('pt ' || p_tenant, 300, '10 min')) then
    return query select 'limited', null::timestamptz; return;
  end if;
  delete from public.playlist_devices d where d.tenant_id = p_tenant and d.approved_at is null and d.code_ends_at < app.now();
  insert into public.playlist_devices (tenant_id, id, sort_key, code_hash, code_ends_at, pair_hash, expires_at, last_ip, created_at)
    values (p_tenant, p_id, '', p_code, v_ends, p_secret, v_ends, p_address, app.now())
    on conflict do nothing;
  return query
    select case when exists (select from public.playlist_devices d where d.tenant_id = p_tenant and d.id = p_id) then 'ok' else 'again' end,
      v_ends;
end $$;
alter function app.pair_start owner to mirante_gate;
revoke all on function app.pair_start from public;
grant execute on function app.pair_start to mirante_door;

-- Keeps the account apart from administrators' edits: a new address unlinks it, removal sets it aside, restoring the user links it again.
-- Trigger on users.
-- Security definer: like every function of the gate.
create or replace function app.part_account()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    new.removed_account_id := old.account_id; new.account_id := null;
  elsif new.deleted_at is null and old.deleted_at is not null then
    new.account_id := old.removed_account_id; new.removed_account_id := null;
  elsif new.email <> old.email and app.tenant_id() is not null and app.user_id() is distinct from new.id then
    new.account_id := null;
  end if;
  return new; end $$;
alter function app.part_account owner to mirante_gate;
revoke all on function app.part_account from public;

create or replace trigger users_parted before update on users for each row
  when (new.deleted_at is distinct from old.deleted_at or new.email <> old.email) execute function app.part_account();

-- Returns where the partner came from, while the session that acts for them is live.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on domains, relations, sessions.
create or replace function app.partner_home(p_sid uuid)
returns table (host text, partner_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select d.host from public.domains d where d.tenant_id = r.above_id order by d.main desc, d.host limit 1), r.above_id
    from public.sessions s join public.relations r on r.tenant_id = s.tenant_id and r.id = s.relation_id and r.kind = 'partner'
    where s.id = p_sid and s.actor_sid is not null $$;
alter function app.partner_home owner to mirante_gate;
revoke all on function app.partner_home from public;
grant execute on function app.partner_home to mirante_door;

-- Returns the answer of the partner_access_remote call (Spec 3), decided by the session and never by the browser.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers lack the grants on relations.
create or replace function app.partner_access(p_sid uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select case
    when app.scope() = 'partner'
      and app.profile() = 'master' then jsonb_build_object('is_partner_with_admin_company', exists (select from public.relations r
        where r.above_id = app.tenant_id() and r.kind = 'partner'
        and r.role = 'admin' and r.status = 'active' and r.ended_at is null and r.until > app.now()), 'is_partner_admin', false,
        'is_partner_user', false, 'partner_id', app.tenant_id())
    else
      (select jsonb_build_object('is_partner_with_admin_company', false, 'is_partner_admin', app.profile() = 'admin',
        'is_partner_user', app.profile() = 'user', 'partner_id', h.partner_id)
        from app.partner_home(p_sid) h
        where app.actor_id() is not null) end $$;
alter function app.partner_access owner to mirante_gate;
revoke all on function app.partner_access from public;
grant execute on function app.partner_access to mirante_app;

-- Turns a partner's ticket into a session and notifies the unit's administrators.
-- Callers: mirante_door.
-- Raises: not_allowed.
-- Security definer: callers lack the grants on remote_requests, sessions, tokens, users.
create or replace function app.partner_arrive(p_tenant uuid, p_hash bytea, p_host text, p_sid uuid, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; q public.remote_requests; v_until timestamptz; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'partner' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant
      and t.host = p_host
    returning t.* into k;
  if not found then return false; end if;
  select r.* into q
    from public.remote_requests r
    where r.tenant_id = p_tenant and r.id = (k.body->>'request')::uuid and r.state = 'authorized' and r.enter_by > app.now()
    for update;
  if not found then return false; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  if app.act_open(p_sid, p_tenant, k.user_id, k.source_sid, q.relation_id, q.reach, v_until, p_address, p_request) is not true then
    return false;
  end if;
  update public.remote_requests r
    set state = 'active', session_id = p_sid, started_at = app.now(),
      ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = r.version + 1
    where r.tenant_id = p_tenant and r.id = q.id;
  if app.may_act(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  perform app.act_tell(p_tenant, a.id, 'partner_entered',
    jsonb_build_object('person', q.asker_name, 'partner', q.asker_from, 'reason', q.reason), '/remote/authorization?id=' || q.id)
    from public.users a
    where a.tenant_id = p_tenant and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null;
  if q.user_id is not null and not q.needs_person then
    perform app.act_tell(p_tenant, q.user_id, 'remote_started',
      jsonb_build_object('person', q.asker_name || ' (' || q.asker_from || ')', 'reason', q.reason, 'minutes', q.minutes),
      '/?account=access');
  end if;
  return true; end $$;
alter function app.partner_arrive owner to mirante_gate;
revoke all on function app.partner_arrive from public;
grant execute on function app.partner_arrive to mirante_door;

-- Returns a partner's overview of the tenants below: units that need attention, each list short and read by an index, and the caller's last
-- entries.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.partner_overview(p_n int)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select jsonb_build_object(
    'units',
    (select count(*)
      from (select from public.tenants t where t.parent_id = app.tenant_id() and t.kind = 'unit' and t.deleted_at is null limit 1) c),
    'people', (select coalesce(sum(t.users_used), 0) from public.tenants t where t.parent_id = app.tenant_id() and t.deleted_at is null),
    'trials', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (select t.id, t.name, t.trial_ends_at as at from public.tenants t
      where t.parent_id = app.tenant_id() and t.status = 'T' and t.deleted_at is null and t.trial_ends_at <= app.now() + interval '14 days'
      order by t.trial_ends_at, t.id
      limit least(p_n, 20)) n),
    'seats',
    (select coalesce(jsonb_agg(to_jsonb(n)), '[]')
      from (select t.id, t.name, t.users_used as used, t.user_limit as "limit" from public.tenants t
      where t.parent_id = app.tenant_id() and t.status in ('A', 'T') and t.deleted_at is null and t.user_limit is not null
        and t.users_used * 10 >= t.user_limit * 9
      order by t.id
      limit least(p_n, 20)) n),
    -- The newest units in which no administrator has ever signed in.
    'invited', (select coalesce(jsonb_agg(to_jsonb(n) order by n.at), '[]') from (select t.id, t.name, t.created_at as at from
      (select * from public.tenants x where x.parent_id = app.tenant_id() order by x.created_at desc, x.id limit 50) t
      where t.status in ('A', 'T') and t.deleted_at is null and t.created_at <= app.now() - interval '2 days'
        and not exists (select from public.users u
          where u.tenant_id = t.id and u.profile in ('admin', 'master') and u.account_id is not null and u.deleted_at is null)
          limit least(p_n, 20)) n),
    'entries',
    (select coalesce(jsonb_agg(to_jsonb(n) order by n.asked desc), '[]')
      from (select q.id, t.id as unit_id, t.name as unit, q.created_at as asked,
        case
          when (q.state = 'requested' and q.expires_at <= app.now()) or (q.state = 'authorized' and q.enter_by <= app.now()) then 'expired'
          when q.state = 'active' and q.ends_at <= app.now() then 'ended'
          else q.state end as state,
        (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id) as person,
        case
          when q.admin_at is not null
            then (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.admin_id) end as allowed_by,
        nullif(q.refusal, '') as refusal, q.started_at, least(coalesce(q.ended_at, app.now()), q.ends_at) as until
      from public.remote_requests q join public.tenants t on t.id = q.tenant_id
      where q.kind = 'partner' and q.asker_id = app.user_id() and q.asker_home_id = app.tenant_id()
      order by q.created_at desc, q.id desc
      limit least(p_n, 20)) n))
  where app.scope() = 'partner' and app.actor_id() is null $$;
alter function app.partner_overview owner to mirante_gate;
revoke all on function app.partner_overview from public;
grant execute on function app.partner_overview to mirante_app;

-- Returns the users of a unit that a partner may ask to act as.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.partner_people(p_unit uuid, p_search text)
returns table (id uuid, name text, email text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select u.id, u.name, u.email
    from public.users u
    where u.tenant_id = p_unit and u.profile = 'user' and u.allow_remote and u.status in ('A', 'T') and u.seat is null
      and u.deleted_at is null
    and (starts_with(u.sort_key, p_search) or starts_with(u.email, p_search)) and app.actor_id() is null
    and exists (select from public.relations r
      where r.tenant_id = p_unit and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status = 'active'
        and r.role in ('admin', 'user') and r.ended_at is null and r.until > app.now())
    and exists (select from public.settings s where s.tenant_id = p_unit and s."values"->>'allow_access_remote' = 'S')
    and app.left_to(p_unit, 'remote')
   order by u.sort_key, u.id limit 20 $$;
alter function app.partner_people owner to mirante_gate;
revoke all on function app.partner_people from public;
grant execute on function app.partner_people to mirante_app;

-- Returns the relation between a unit and its partner, as the unit's administrators see and change it.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.partner_relations()
returns table (id uuid, partner text, role text, verify boolean, status text, until timestamptz, standing_until timestamptz, set_by text,
  inside int, version int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select r.id, t.name, r.role, r.verify, case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end, r.until,
    case when r.standing_until > app.now() then r.standing_until end,
      (select u.name from public.users u where u.id = r.set_by_id and u.tenant_id in (r.tenant_id, r.above_id) limit 1),
      (select count(*)::int from public.remote_requests q where q.tenant_id = r.tenant_id and q.relation_id = r.id and q.state = 'active'),
      r.version
    from public.relations r join public.tenants t on t.id = r.above_id
    where r.tenant_id = app.tenant_id() and r.kind = 'partner' and app.actor_id() is null
    order by r.created_at $$;
alter function app.partner_relations owner to mirante_gate;
revoke all on function app.partner_relations from public;
grant execute on function app.partner_relations to mirante_app;

-- Returns the unit's stand-in user for a partner's user. Its address is unique among users that aren't deleted.
-- Internal: called by switch_ticket.
create or replace function app.seat_of(p_unit uuid, p_home uuid, p_user uuid)
returns uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.users as x (tenant_id, id, email, name, sort_key, profile, status, language, seat, added_by_id)
    select p_unit, gen_random_uuid(), u.id || '@seat.invalid', u.name, u.sort_key, 'admin', 'A', u.language, 'partner', null
      from public.users u
      where u.tenant_id = p_home and u.id = p_user
  on conflict (tenant_id, email)
  where deleted_at is null do update set name = excluded.name, sort_key = excluded.sort_key, language = excluded.language, status = 'A'
  returning x.id $$;
alter function app.seat_of owner to mirante_gate;
revoke all on function app.seat_of from public;

-- Creates the ticket with which an approved partner arrives on the unit's host: single use, one minute.
-- Internal: called by partner_switch, switch_enter.
create or replace function app.switch_ticket(q public.remote_requests, p_sid uuid, p_hash bytea)
returns text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
    select p_hash, 'partner', q.tenant_id, coalesce(q.user_id, app.seat_of(q.tenant_id, q.asker_home_id, q.asker_id)), d.host, p_sid,
      app.now() + interval '60 seconds', jsonb_build_object('request', q.id)
      from public.domains d where d.tenant_id = q.tenant_id order by d.main desc, d.host limit 1 returning host $$;
alter function app.switch_ticket owner to mirante_gate;
revoke all on function app.switch_ticket from public;

-- Starts a partner's entry into one of its units, as administrator or as one of its users: immediately when no approval is needed,
-- otherwise as a request. Without verification (p_at_once) no administrator is asked; the user whose view is opened still is, unless the
-- unit doesn't ask its users.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations, sessions.
create or replace function app.partner_switch(p_sid uuid, p_unit uuid, p_user uuid, p_reason text, p_ticket text, p_reach text,
  p_minutes int, p_at_once boolean, p_wait bytea, p_hash bytea, p_address text, p_request text)
returns table (state text, host text, id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.relations; t public.tenants; u public.users; v_set jsonb; v_admin boolean; v_person boolean; q public.remote_requests;
  v_name text; v_from text;
begin
  perform app.need('{own}');
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id()
    or not exists (select from public.sessions s
      where s.id = p_sid and s.home_id = app.home_id() and s.user_id = app.user_id() and s.actor_sid is null) then
    return query select 'none', null::text, null::uuid; return; end if;
  select x.* into r
    from public.relations x
    where x.tenant_id = p_unit and x.above_id = app.tenant_id() and x.kind = 'partner' and x.status = 'active' and x.ended_at is null
      and x.until > app.now()
    limit 1;
  select x.* into t from public.tenants x where x.id = p_unit and x.deleted_at is null;
  if r.id is null or t.id is null then return query select 'none', null::text, null::uuid; return; end if;
  if app.acts(t.status, t.trial_ends_at) is not true then return query select 'closed', null::text, null::uuid; return; end if;
  if r.role = 'billing' or (r.role = 'user' and p_user is null) then return query select 'role', null::text, null::uuid; return; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = p_unit;
  if p_user is not null then
    select x.* into u
      from public.users x
      where x.tenant_id = p_unit and x.id = p_user and x.profile = 'user' and x.seat is null and x.deleted_at is null
        and x.status in ('A', 'T');
    if u.id is null then return query select 'none', null::text, null::uuid; return; end if;
    if u.allow_remote is not true or v_set->>'allow_access_remote' is distinct from 'S' or app.left_to(p_unit, 'remote') is not true then
      return query select 'person', null::text, null::uuid;
      return;
    end if;
  end if;
  v_admin := r.verify and coalesce(r.standing_until <= app.now(), true);
  v_person := p_user is not null and coalesce(v_set->>'remote_consent', 'each') = 'each' and coalesce(u.remote_until <= app.now(), true);
  if p_at_once is not false and v_admin then return query select 'verify', null::text, null::uuid; return; end if;
  select me.name, h.name into v_name, v_from
    from public.users me join public.tenants h on h.id = me.tenant_id
    where me.tenant_id = app.tenant_id() and me.id = app.user_id();
  -- A new request replaces the pending one.
  update public.remote_requests x set state = 'cancelled', decided_at = app.now(), version = x.version + 1
    where x.tenant_id = p_unit and x.kind = 'partner' and x.asker_id = app.user_id() and x.state in ('requested', 'authorized');
  insert into public.remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_sid, asker_name, asker_from, user_id, reason,
    ticket, reach, minutes, state, needs_admin, needs_person, decided_at, wait_hash, expires_at, enter_by, relation_id)
    values (p_unit, gen_random_uuid(), 'partner', app.home_id(), app.user_id(), p_sid, v_name, v_from, p_user, p_reason, p_ticket, p_reach,
      p_minutes,
      case when v_admin or v_person then 'requested' else 'authorized' end, v_admin, v_person,
        case when v_admin or v_person then null else app.now() end, p_wait,
      app.now() + interval '30 minutes', case when v_admin or v_person then null else app.now() + interval '5 minutes' end, r.id)
        returning * into q;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, case when x = p_unit then null else app.user_id() end, case when x = p_unit then app.user_id() end, app.home_id(),
      'partner.ask', q.id,
      jsonb_build_object('unit', t.name, 'as', case when p_user is null then 'admin' else 'user' end, 'reason', p_reason,
        'minutes', p_minutes),
        p_address, p_request
        from unnest(array[app.home_id(), p_unit]) x;
  if v_admin then
    perform app.act_tell(p_unit, a.id, 'partner_asks', jsonb_build_object('person', v_name, 'partner', v_from, 'reason', p_reason),
      '/remote/authorization?id=' || q.id)
      from public.users a
      where a.tenant_id = p_unit and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null;
    end if;
  if v_person then
    perform app.act_tell(p_unit, p_user, 'remote_requested',
      jsonb_build_object('person', v_name || ' (' || v_from || ')', 'reason', p_reason, 'ticket', coalesce(p_ticket, ''),
        'minutes', p_minutes),
      '/remote/authorization?id=' || q.id);
  end if;
  if v_admin or v_person then return query select 'wait', null::text, q.id; return; end if;
  return query select 'ok', app.switch_ticket(q, p_sid, p_hash), q.id; end $$;
alter function app.partner_switch owner to mirante_gate;
revoke all on function app.partner_switch from public;
grant execute on function app.partner_switch to mirante_app;

-- Returns the units a partner may enter: most recently entered first, then by name.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.partner_units(p_search text, p_n int)
returns table (id uuid, name text, role text, verify boolean, status text, entered_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select t.id, t.name, r.role, r.verify
    and coalesce(r.standing_until <= app.now(), true), case when app.acts(t.status, t.trial_ends_at) then r.status else 'closed' end,
      (select max(q.started_at)
        from public.remote_requests q
        where q.tenant_id = t.id and q.asker_id = app.user_id() and q.kind = 'partner') as entered_at
    from public.tenants t
      join public.relations r on r.tenant_id = t.id and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status <> 'ended'
        and r.ended_at is null and r.until > app.now()
   where t.parent_id = app.tenant_id() and t.kind = 'unit' and t.deleted_at is null and starts_with(t.sort_key, p_search)
     and app.scope() = 'partner' and app.actor_id() is null
   order by entered_at desc nulls last, t.sort_key, t.id limit least(p_n, 50) $$;
alter function app.partner_units owner to mirante_gate;
revoke all on function app.partner_units from public;
grant execute on function app.partner_units to mirante_app;

-- Creates a single-use ticket for a host, for a purpose that doesn't identify a user: a ticket that does is created by the step that proves
-- it.
-- Callers: mirante_door.
-- Raises: purpose.
-- Security definer: callers lack the grants on tickets.
create or replace function app.ticket_make(p_hash bytea, p_purpose text, p_tenant uuid, p_host text, p_body jsonb, p_seconds int)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (p_purpose in ('sso.request', 'saml.test', 'passkey')) is not true then raise exception 'purpose' using errcode = 'MR500'; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, p_purpose, p_tenant, p_host, p_body, app.now() + make_interval(secs => p_seconds));
end $$;
alter function app.ticket_make owner to mirante_gate;
revoke all on function app.ticket_make from public;
grant execute on function app.ticket_make to mirante_door;

-- Creates the challenge for signing in with a passkey, which the sign-in page requests when a field gets focus. At most 600 in 15 minutes
-- from one address, which may be a whole office. Returns the seconds to wait, 0 when the challenge was created.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts.
create or replace function app.passkey_offer(p_tenant uuid, p_address text, p_hash bytea, p_host text, p_seconds int)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.attempt('po ' || p_tenant || ' ' || p_address, 600, '15 min') then
    return (select greatest(1, ceil(extract(epoch from x.until - app.now())))::int
      from public.attempts x
      where x.key = 'po ' || p_tenant || ' ' || p_address);
  end if;
  perform app.ticket_make(p_hash, 'passkey', p_tenant, p_host, '{}', p_seconds);
  return 0; end $$;
alter function app.passkey_offer owner to mirante_gate;
revoke all on function app.passkey_offer from public;
grant execute on function app.passkey_offer to mirante_door;

-- Uses a passkey challenge and finds the tenant's user with this credential on this host, and whether the account or only the unit vouches
-- for signing in with it. Creates the proof that this passkey was asked for, which counts once its answer is verified (passkey_use).
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts, factors, users.
create or replace function app.passkey_open(p_hash bytea, p_tenant uuid, p_host text, p_credential text, p_address text, p_proof bytea)
returns table (state text, wait int, id uuid, holder uuid, credential text, public_key text, counter bigint, transports text[], person uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.attempt('pk ' || p_address, 100, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait
      from public.attempts x
      where x.key = 'pk ' || p_address;
    return next;
    return;
  end if;
  if app.ticket_take(p_hash, 'passkey', p_tenant, p_host) is distinct from '{}'::jsonb then state := 'over'; return next; return; end if;
  select 'ok', 0, f.id, f.holder, f.credential, f.public_key, f.counter, f.transports,
      (select u.id
        from public.users u
        where u.tenant_id = p_tenant and (u.account_id = f.account_id or (f.tenant_id = u.tenant_id and f.user_id = u.id))
          and u.deleted_at is null and u.seat is null)
    into state, wait, id, holder, credential, public_key, counter, transports, person
    from public.factors f where f.kind = 'passkey' and f.credential = p_credential and f.host = p_host;
  if not found then return; end if;
  if person is not null then
    perform app.proof_make(p_proof, 'proof.passkey', p_tenant, p_host,
      jsonb_build_object('way', 'passkey', 'userId', person, 'factor', id,
      'vouched', (select case when f.account_id is null then 'unit' else 'account' end
        from public.factors f
        where f.id = passkey_open.id)));
  end if;
  return next; end $$;
alter function app.passkey_open owner to mirante_gate;
revoke all on function app.passkey_open from public;
grant execute on function app.passkey_open to mirante_door;

-- Completes a passkey sign-in whose answer was verified: the proof of the challenge becomes the proof that starts the session. Success
-- gives back the attempt that it took from the address's limits.
-- Callers: mirante_door.
-- Raises: factor_over, factor_wrong.
-- Security definer: callers lack the grants on accounts, attempts, tickets, users.
create or replace function app.passkey_use(p_proof bytea, p_tenant uuid, p_host text, p_use jsonb, p_address text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_holders uuid[]; begin
  update public.tickets t
    set purpose = 'proof', body = t.body || '{"given": true}'
    where t.hash = p_proof and t.purpose = 'proof.passkey' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    and t.body->>'factor' = p_use->>'id' and p_use->>'kind' = 'passkey' returning t.body into b;
  if b is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  v_user := (b->>'userId')::uuid;
  -- Same lock order as everywhere else, which prevents deadlocks.
  perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
  v_holders := app.factor_holders(p_tenant, v_user, 'unit');
  perform from public.accounts a where a.id = any (v_holders) for no key update;
  if app.factor_spend(v_holders, p_use) is not true then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  perform app.lock_attempts(array['po ' || p_tenant || ' ' || p_address, 'pk ' || p_address]);
  update public.attempts x set n = greatest(x.n - 1, 0) where x.key in ('pk ' || p_address, 'po ' || p_tenant || ' ' || p_address); end $$;
alter function app.passkey_use owner to mirante_gate;
revoke all on function app.passkey_use from public;
grant execute on function app.passkey_use to mirante_door;

-- Returns whether the basis of a sign-in step still holds: the account's password, and its epoch if the step read it. Locks the account
-- until the session has started, so a new password or epoch either comes first or ends the session.
-- Internal: called by session_begin.
create or replace function app.password_stands(p_tenant uuid, p_user uuid, p_seen bytea, p_epoch bigint)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  if p_seen is null and p_epoch is null then return true; end if;
  select u.account_id into v_account from public.users u where u.tenant_id = p_tenant and u.id = p_user for no key update;
  perform
    from public.accounts a
    where a.id = v_account and (p_seen is null or sha256(convert_to(a.password, 'UTF8')) = p_seen)
      and (p_epoch is null or a.epoch = p_epoch)
    for no key update;
  return found; end $$;
alter function app.password_stands owner to mirante_gate;
revoke all on function app.password_stands from public;

-- Returns what administrators of a tenant see of a user's factors, and how many are bound to this tenant, the only ones they can reset.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on factors.
create or replace function app.person_factors(p_user uuid)
returns table (authenticator boolean, passkeys int, recovery int, last_used_at timestamptz, bound int, required boolean,
  waits_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select count(*) filter (where f.kind = 'totp') > 0, count(*) filter (where f.kind = 'passkey')::int,
    count(*) filter (where f.kind = 'recovery' and f.used_at is null)::int, max(f.last_used_at),
      count(*) filter (where f.kind <> 'recovery' and f.account_id is null)::int, app.factor_required(u.tenant_id, u.profile), u.waits_at
    from public.users u left join public.factors f on f.holder in (u.account_id, u.id)
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null
    group by u.tenant_id, u.id, u.profile, u.waits_at $$;
alter function app.person_factors owner to mirante_gate;
revoke all on function app.person_factors from public;
grant execute on function app.person_factors to mirante_app;

-- Returns until when wrong passwords lock a user out of this tenant; null when they don't.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on attempts.
create or replace function app.person_lock(p_user uuid)
returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select max(x.until)
    from public.attempts x
    where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now() $$;
alter function app.person_lock owner to mirante_gate;
revoke all on function app.person_lock from public;
grant execute on function app.person_lock to mirante_app;

-- Returns the live sessions of one user of this tenant, for its administrators.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on sessions.
create or replace function app.person_sessions(p_user uuid)
returns table (id uuid, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, vouched text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select s.id, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched from public.sessions s
   where s.home_id = app.tenant_id() and s.tenant_id = s.home_id and s.user_id = p_user and s.actor_sid is null and s.revoked_at is null
     and s.expires_at > app.now()
   order by s.last_seen desc
   limit 50 $$;
alter function app.person_sessions owner to mirante_gate;
revoke all on function app.person_sessions from public;
grant execute on function app.person_sessions to mirante_app;

-- Ends a player's session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, players.
create or replace function app.player_end(p_sid uuid, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with p as (update public.players set ended_at = app.now() where id = p_sid and ended_at is null returning tenant_id, device_id),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p.tenant_id, null, null,
      p.tenant_id, 'device.stop', p.device_id, p_address, p_request
      from p)
  select exists (select from p) $$;
alter function app.player_end owner to mirante_gate;
revoke all on function app.player_end from public;
grant execute on function app.player_end to mirante_door;

-- Returns the claims of a new token for a live player; recreating a display's link ends the players of the old one.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on players, playlist_devices, tenants.
create or replace function app.player_facts(p_sid uuid)
returns table (state text, tenant_id uuid, device_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when app.acts(t.status, t.trial_ends_at) then 'ok' else 'tenant_blocked' end, p.tenant_id, p.device_id
    from public.players p
      join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
      join public.tenants t on t.id = p.tenant_id
   where p.id = p_sid and p.ended_at is null and p.generation = d.generation and d.approved_at is not null and d.revoked_at is null
     and d.expires_at > app.now() $$;
alter function app.player_facts owner to mirante_gate;
revoke all on function app.player_facts from public;
grant execute on function app.player_facts to mirante_door;

-- Signs a display in with the token of its link. Only failures are counted, so many displays behind one address get in.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on playlist_devices, tenants.
create or replace function app.playlist_login(p_tenant uuid, p_hash bytea, p_sid uuid, p_address text, p_request text)
returns table (state text, device_id uuid, playlist_id uuid, name text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_state text; begin
  select x.id, x.playlist_id, x.name, x.generation, app.acts(t.status, t.trial_ends_at) as acts into d
    from public.playlist_devices x join public.tenants t on t.id = x.tenant_id
   where x.tenant_id = p_tenant and x.token_hash = p_hash and x.approved_at is not null and x.revoked_at is null
     and x.expires_at > app.now()
   for update of x;
  if not found then
    v_state := case when app.attempt('w ' || p_address, 30, '15 min') then 'unknown' else 'limited' end;
  elsif d.acts is not true then
    v_state := 'tenant_blocked';
  else
    v_state := app.start_player(p_tenant, d.id, d.generation, p_sid, p_address, p_request);
    return query select v_state, d.id, d.playlist_id, d.name;
    return;
  end if;
  return query select v_state, null::uuid, null::uuid, null::text; end $$;
alter function app.playlist_login owner to mirante_gate;
revoke all on function app.playlist_login from public;
grant execute on function app.playlist_login to mirante_door;

-- Ends the proof of a refused sign-in, such as one with a wrong password, and records the refusal if it belongs to a user of this tenant.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.proof_refused(p_hash bytea, p_tenant uuid, p_host text, p_code text, p_address text, p_agent text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; begin
  delete from public.tickets t
    where t.hash = p_hash and t.purpose like 'proof%' and t.tenant_id = p_tenant and t.host = p_host
    returning t.body into b;
  -- A step that awaits a factor or a confirmation stays open.
  if b is null then
    select t.body into b
      from public.tickets t
      where t.hash = p_hash and t.purpose in ('factor', 'sso.link') and t.tenant_id = p_tenant and t.host = p_host;
  end if;
  if b->>'userId' is null then return; end if;
  perform app.sign_in_refused(p_tenant, (b->>'userId')::uuid, p_code, b->>'way', p_address, p_agent, p_request); end $$;
alter function app.proof_refused owner to mirante_gate;
revoke all on function app.proof_refused from public;
grant execute on function app.proof_refused to mirante_door;

-- Purges fields deleted more than thirty days ago, with all their values.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on custom_fields.
create or replace function app.purge_custom_fields()
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; n int := 0; begin
  perform app.need('{job}');
  for f in
  select x.*
  from public.custom_fields x
  where x.deleted_at <= app.now() - interval '30 days'
  order by x.deleted_at
  limit 50
  for update skip locked loop
    v_where := case when f.global then array(select app.tenants_below(f.tenant_id)) else array[f.tenant_id] end;
    update public.users u set custom = u.custom - f.key where u.tenant_id = any (v_where) and u.custom ? f.key;
    update public.reports r set custom = r.custom - f.key where r.tenant_id = any (v_where) and r.custom ? f.key;
    delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = f.key;
    delete from public.custom_fields x where x.tenant_id = f.tenant_id and x.id = f.id;
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
      values (f.tenant_id, null, null, null, 'custom_field.purge', f.id, jsonb_build_object('key', f.key, 'labels', f.labels));
    n := n + 1;
  end loop;
  return n; end $$;
alter function app.purge_custom_fields owner to mirante_gate;
revoke all on function app.purge_custom_fields from public;
grant execute on function app.purge_custom_fields to mirante_job;

-- Clears all personal data 30 days after a user was removed; the row stays for the audit log. Returns the pictures whose files must be
-- deleted too.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on accounts, audit, favorites and 9 more.
create or replace function app.purge_removed(p_n int)
returns table (tenant_id uuid, picture text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p record; begin
  perform app.need('{job}');
  for p in
  select u.tenant_id, u.id, u.picture, u.removed_account_id, t.language as words
  from public.users u join public.tenants t on t.id = u.tenant_id
      where u.deleted_at < app.now() - interval '30 days' and u.purged_at is null
      order by u.deleted_at
      limit least(p_n, 200)
      for update of u skip locked loop
    delete from public.notifications x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.mails x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.favorites x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.viewers x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.user_group_members x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_states x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_view_defaults x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.fresh_waiters x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.list_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.custom_values x where x.tenant_id = p.tenant_id and x.row_id = p.id;
    delete from public.tokens x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    update public.sessions x set address = null, agent = null where x.home_id = p.tenant_id and x.user_id = p.id;
    update public.audit x set change = '{}' where x.tenant_id = p.tenant_id and x.row_id = p.id and x.what like 'user.%';
    update public.users u
      set name = case p.words
        when 'en-US' then 'Removed person'
        when 'es' then 'Persona eliminada'
        when 'pt-PT' then 'Pessoa removida'
        else 'Pessoa removida' end,
        sort_key = '', email = 'removed-' || u.id || '@removed.invalid', phone = null, department = null, "position" = null,
        language = null, rls_username = null, rls_roles = '{}', flags = '{}',
        preferences = '{}', custom = '{}', picture = null, home_page = null, access_hours = null, status_reason = null,
        removed_account_id = null, purged_at = app.now()
      where u.tenant_id = p.tenant_id and u.id = p.id;
    delete from public.accounts a
      where a.id = p.removed_account_id and not exists (select from public.users o where o.account_id = a.id)
        and not exists (select from public.users o where o.removed_account_id = a.id);
    tenant_id := p.tenant_id; picture := p.picture; return next;
  end loop; end $$;
alter function app.purge_removed owner to mirante_gate;
revoke all on function app.purge_removed from public;
grant execute on function app.purge_removed to mirante_job;

-- Deletes everything of a unit in rounds: a table that others still reference is retried in the next round. The audit log stays without its
-- details; an account stays if another tenant uses it. Raises 'held' with the tables that couldn't be emptied.
-- Callers: mirante_job (job).
-- Raises: held.
-- Security definer: callers lack the grants on accounts, audit, failed_messages and 4 more.
create or replace function app.purge_unit(p_id uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up uuid; v_accounts uuid[]; v_left text[]; v_next text[]; v_table text; begin
  perform app.need('{job}');
  -- Taken before the unit is locked, in the same order as in count_usage.
  perform pg_advisory_xact_lock(hashtextextended('usage', 0));
  select t.parent_id into v_up
    from public.tenants t
    where t.id = p_id and t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days'
    and not exists (select from public.tenants c where c.parent_id = t.id) for update of t skip locked;
  if not found then return false; end if;
  v_accounts := array(select distinct a
    from public.users u, unnest(array[u.account_id, u.removed_account_id]) a
    where u.tenant_id = p_id and a is not null);
  update public.audit x set change = '{}' where x.tenant_id = p_id;
  update public.parties c set of_tenant_id = null where c.of_tenant_id = p_id;
  delete from public.relations r where r.above_id = p_id;
  delete from public.sessions s where s.home_id = p_id;
  delete from public.failed_messages f where f.unit_id = p_id;
  v_left := array(select c.relname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'audit'
    order by c.relname);
  loop
    v_next := '{}';
    foreach v_table in array v_left loop
      begin execute format('delete from public.%I where tenant_id = $1', v_table) using p_id;
      exception when foreign_key_violation then v_next := v_next || v_table; end;
    end loop;
    exit when cardinality(v_next) = 0;
    if cardinality(v_next) = cardinality(v_left) then raise exception 'held: %', v_next using errcode = 'MT409'; end if;
    v_left := v_next;
  end loop;
  delete from public.tenants t where t.id = p_id;
  delete from public.accounts a
    where a.id = any (v_accounts) and not exists (select from public.users o where o.account_id = a.id or o.removed_account_id = a.id);
  if v_up is not null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id) values (v_up, null, null, null, 'tenant.purge', p_id);
  end if;
  return true; end $$;
alter function app.purge_unit owner to mirante_gate;
revoke all on function app.purge_unit from public;
grant execute on function app.purge_unit to mirante_job;

-- Readmits a user whose account's factors were wiped, by an administrator: they can sign in here again and set up a new factor.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.readmit(p_user uuid, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own}');
  if app.my_kind() is distinct from 'own' or app.profile() = 'user' or p_user = app.user_id() then return false; end if;
  update public.users u
    set waits_at = null
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.waits_at is not null;
  if not found then return false; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (app.tenant_id(), app.user_id(), null, app.home_id(), 'user.readmit', p_user, p_address, p_request);
  return true; end $$;
alter function app.readmit owner to mirante_gate;
revoke all on function app.readmit from public;
grant execute on function app.readmit to mirante_app;

-- Rebuilds the searchable values of a field that became searchable or changed its type.
-- Trigger on custom_fields.
-- Security definer: callers may not execute custom_found, tenants_below.
create or replace function app.refill_custom_values()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_where uuid[] := case when new.global then array(select app.tenants_below(new.tenant_id)) else array[new.tenant_id] end; begin
  delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = new.key;
  if new.searchable and new.of = 'user' then
    insert into public.custom_values (tenant_id, row_id, key, value) select u.tenant_id, u.id, new.key, x.v
      from public.users u, lateral app.custom_found(new.type, u.custom -> new.key) x (v)
      where u.tenant_id = any (v_where) and u.custom ? new.key on conflict do nothing;
  elsif new.searchable then
    insert into public.custom_values (tenant_id, row_id, key, value) select r.tenant_id, r.id, new.key, x.v
      from public.reports r, lateral app.custom_found(new.type, r.custom -> new.key) x (v)
      where r.tenant_id = any (v_where) and r.custom ? new.key on conflict do nothing;
  end if;
  return null; end $$;
alter function app.refill_custom_values owner to mirante_gate;
revoke all on function app.refill_custom_values from public;

create or replace trigger custom_fields_searched after update of searchable, type on custom_fields for each row
  when (old.searchable is distinct from new.searchable or old.type is distinct from new.type)
  execute function app.refill_custom_values();

-- Sends the first administrator's invitation again, optionally to another address, as long as no administrator of the tenant has an account
-- or has ever signed in. It is the only change that the layer above can make to users of a tenant below without entering it, and it is
-- recorded in both audit logs.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute acts, below, invitee.
create or replace function app.reinvite_administrator(p_id uuid, p_user uuid, p jsonb)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t public.tenants; u public.users; begin
  perform app.need('{own}');
  if app.below(p_id) is not true then return 'none'; end if;
  select x.* into t from public.tenants x where x.id = p_id and x.deleted_at is null for no key update;
  if not found or app.acts(t.status, t.trial_ends_at) is not true then return 'none'; end if;
  select x.* into u
    from public.users x
    where x.tenant_id = p_id and x.id = p_user and x.profile in ('admin', 'master') and x.status in ('A', 'T') and x.seat is null
      and x.deleted_at is null
    for update;
  if not found then return 'none'; end if;
  if app.invitee(p_id) is distinct from p_user then return 'accepted'; end if;
  update public.users x
    set email = coalesce(p->>'email', x.email), invited_at = app.now(), version = x.version + 1
    where x.tenant_id = p_id and x.id = p_user;
  insert into public.outbox (tenant_id, kind, body) values (p_id, 'account.invite', jsonb_build_object('user_id', p_user));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, app.tenant_id(), 'tenant.invite', p_id,
      jsonb_build_object('before', jsonb_build_object('administrator', u.email),
        'after', jsonb_build_object('name', t.name, 'administrator', coalesce(p->>'email', u.email))),
      p->>'ip', p->>'request'
      from unnest(array[app.tenant_id(), p_id]) x;
  return 'ok'; end $$;
alter function app.reinvite_administrator owner to mirante_gate;
revoke all on function app.reinvite_administrator from public;
grant execute on function app.reinvite_administrator to mirante_app;

-- Wipes an account's factors at once, by a platform operator, and readmits its user everywhere, for a reason that is recorded in every
-- tenant of the account. Operators can't do this for themselves. It removes a user's protection, so it requires a fresh second factor.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts.
create or replace function app.release_account(p_email text, p_reason text, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  perform app.need('{own}');
  if app.my_kind() is distinct from 'own' or app.profile() is distinct from 'a2m' or app.my_account() is null
    or coalesce(trim(p_reason), '') = '' then
    return false;
  end if;
  perform app.guard_keys('{}');
  select a.id into v_account from public.accounts a where a.email = p_email and a.id <> app.my_account() for no key update;
  if v_account is null then return false; end if;
  perform app.wipe_factors(v_account, false);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select t.tenant_id, app.user_id(), null, app.home_id(), 'factor.released', t.id,
      jsonb_build_object('after', jsonb_build_object('reason', p_reason)), p_address, p_request
      from (select u.tenant_id, u.id
        from public.users u
        where u.account_id = v_account
        union all select app.tenant_id(), app.user_id()
        where not exists (select from public.users u where u.account_id = v_account and u.tenant_id = app.tenant_id())) t;
  return true; end $$;
alter function app.release_account owner to mirante_gate;
revoke all on function app.release_account from public;
grant execute on function app.release_account to mirante_app;

-- Removes the factors that are bound to a user in this tenant, by an administrator, which ends the user's sessions here. Never one's own,
-- and never an account's: no tenant resets what protects other tenants too.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on factors.
create or replace function app.reset_factors(p_user uuid, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_n int; v_who text; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.actor_id() is null
      and app.profile() <> 'user'
    for no key update;
  if u.id is null then return 'none'; end if;
  if u.id = app.user_id() then return 'own'; end if;
  delete from public.factors f where f.tenant_id = u.tenant_id and f.user_id = u.id and f.kind <> 'recovery';
  get diagnostics v_n = row_count;
  if v_n = 0 then
    return case when exists (select from public.factors f where f.account_id = u.account_id) then 'account' else 'empty' end;
  end if;
  delete from public.factors f where f.tenant_id = u.tenant_id and f.user_id = u.id;
  perform app.end_person_sessions(p_user);
  select x.name into v_who from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id();
  perform app.act_tell(u.tenant_id, u.id, 'factors_reset', jsonb_build_object('person', coalesce(v_who, '')), '/?account=security');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, app.user_id(), null, app.home_id(), 'factor.reset', u.id,
      jsonb_build_object('after', jsonb_build_object('factors', v_n)), p_address, p_request);
  return 'ok'; end $$;
alter function app.reset_factors owner to mirante_gate;
revoke all on function app.reset_factors from public;
grant execute on function app.reset_factors to mirante_app;

-- Returns what decides about a SAML response: the app, and the request it answers if that is still open.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on sso_apps, tickets.
create or replace function app.saml_app(p_tenant uuid, p_id uuid, p_host text, p_request bytea)
returns table (name text, status text, settings jsonb, request jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.name, a.status, a.settings,
      (select t.body
        from public.tickets t
        where t.hash = p_request and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
          and t.expires_at > app.now() and t.body->>'app' = a.id::text)
    from public.sso_apps a where a.tenant_id = p_tenant and a.id = p_id and a.kind = 'saml' $$;
alter function app.saml_app owner to mirante_gate;
revoke all on function app.saml_app from public;
grant execute on function app.saml_app to mirante_door;

-- Records a refused SAML response by the check that failed, at most once in p_seconds per app and check, so the log can't be flooded.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit.
create or replace function app.saml_refused(p_tenant uuid, p_app uuid, p_name text, p_check text, p_seconds int, p_address text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.attempt('sr ' || p_app || ' ' || p_check || ' ' || p_seconds, 1, make_interval(secs => p_seconds)) then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'saml.refused', p_app,
        jsonb_build_object('name', p_name, 'code', 'error_saml', 'check', p_check), p_address, p_request);
  end if; end $$;
alter function app.saml_refused owner to mirante_gate;
revoke all on function app.saml_refused from public;
grant execute on function app.saml_refused to mirante_door;

-- Completes a SAML sign-in. Refused and replayed responses are recorded, and the session is bounded by the end of the provider's own
-- session. Returns the host on which sign-in continues, null when the response was refused.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, identities, sso_apps and 3 more.
create or replace function app.saml_arrive(p_tenant uuid, p jsonb)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_request jsonb;
  v_user public.users;
  v_changed public.users;
  v_host text := p->>'host';
  v_redirect text := p->>'redirect';
  v_browser text;
  v_refusal text;
  v_n int;
  a public.sso_apps;
  w jsonb := p->'person';
  v_before jsonb;
  v_bound boolean := false;
  v_new boolean := false;
  v_gone boolean := false;
  v_waits uuid;
  v_void uuid;
begin
  if p->>'request' is not null then
    update public.tickets t
      set used_at = app.now()
      where t.hash = (p->>'request')::bytea and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p->>'host'
      and t.used_at is null and t.expires_at > app.now() and t.body->>'app' = p->>'app' and t.body->>'test' is null
        returning t.body into v_request;
    if v_request is null then
      perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'request', 60, p->>'address', p->>'requestId');
      return null;
    end if;
    v_host := v_request->>'host'; v_redirect := v_request->>'redirect'; v_browser := v_request->>'browser';
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at)
    values ((p->>'seen')::bytea, 'sso.seen', p_tenant, p->>'host', app.now() + make_interval(secs => (p->>'seenSeconds')::int), app.now())
    on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then
    perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'replay', 60, p->>'address', p->>'requestId');
    return null;
  end if;
  -- Serializes concurrent first sign-ins of the same user.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant || ' ' || (w->>'email'), 0));
  select u.* into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject' and u.deleted_at is null
      and u.seat is null and (i.linked_by is null or app.link_holds(p_tenant, u.id) is true);
  if v_user.id is null then
    select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = (p->>'app')::uuid;
    -- A removed user doesn't come back through the provider. If the address was given to another person, that person is a new user.
    v_gone := exists (select from public.identities i
      where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject');
    -- An identifier that an administrator linked and that is no longer valid can only be used by its own user, who confirms it.
    select u.id into v_void
      from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
      where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject'
        and i.linked_by is not null;
    select u.* into v_user
      from public.users u
      where u.tenant_id = p_tenant and u.id = app.provisioned(p_tenant, 'saml', w->>'issuer', w->>'subject')
        and (v_void is null or u.id = v_void)
      for update;
    if v_user.id is not null then v_bound := true;
    else
      select u.* into v_user
        from public.users u
        where u.tenant_id = p_tenant and u.email = w->>'email' and u.deleted_at is null and u.seat is null
          and (v_void is null or u.id = v_void)
        for update;
      if v_user.id is not null then
        if app.may_link(p_tenant, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'email', a.domains) then v_bound := true;
        else v_waits := v_user.id; v_user := null; end if;
      elsif not v_gone and (p->>'jit')::boolean and app.may_join(p_tenant, w->>'email', a.domains)
        and exists (select from public.tenants t where t.id = p_tenant and app.acts(t.status, t.trial_ends_at)) then
        begin
          -- New users have no account and never get the administrator profile.
          insert into public.users (tenant_id, id, email, name, sort_key, profile, status, phone, department, "position")
            values (p_tenant, (p->>'newUser')::uuid, w->>'email', w->>'name', w->>'sortKey', 'user', 'A',
              (select w->>'phone'
                where not exists (select from public.users x
                  where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null)),
              w->>'department', w->>'position')
                returning * into v_user;
          v_bound := true; v_new := true;
        exception when sqlstate 'MR422' then v_refusal := 'user_limit_reached'; when unique_violation then v_refusal := 'error_saml'; end;
      else
        v_refusal := 'not_found_companies';
      end if;
    end if;
    if v_bound then
      delete from public.identities i
        where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject';
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at)
        values (p_tenant, (p->>'newIdentity')::uuid, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'nameId', app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        select p_tenant, v_user.id, null, p_tenant, case when v_new then 'user.add' else 'user.identity' end, v_user.id,
          jsonb_build_object('after', jsonb_build_object('provider', p->>'appName', 'identity', w->>'subject')
            || case
              when v_new
                then jsonb_build_object('name', v_user.name, 'email', v_user.email, 'profile', v_user.profile, 'status', v_user.status,
                  'department', v_user.department, 'position', v_user."position")
              else '{}' end),
            p->>'address', p->>'requestId';
    end if;
  else
    update public.identities
      set last_at = app.now(), name_id = w->>'nameId'
      where tenant_id = p_tenant and kind = 'saml' and issuer = w->>'issuer' and subject = w->>'subject';
  end if;
  if v_user.id is not null then
    if not v_new and (p->>'sync')::boolean then
      v_before := jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department,
        'position', v_user."position");
      update public.users u
        set name = coalesce(nullif(w->>'name', ''), u.name), sort_key = coalesce(nullif(w->>'sortKey', ''), u.sort_key),
          department = coalesce(w->>'department', u.department), "position" = coalesce(w->>'position', u."position"),
          phone = case
            when w->>'phone' is null
              or exists (select from public.users x
                where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null and x.id <> u.id) then u.phone
            else w->>'phone' end,
          version = u.version + 1
        where u.tenant_id = p_tenant and u.id = v_user.id
          and (u.name, coalesce(u.phone, ''), coalesce(u.department, ''), coalesce(u."position", ''))
          is distinct from (coalesce(nullif(w->>'name', ''), u.name), coalesce(w->>'phone', u.phone, ''),
            coalesce(w->>'department', u.department, ''), coalesce(w->>'position', u."position", ''))
            returning u.* into v_changed;
      if found then
        v_user := v_changed;
        insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
          values (p_tenant, v_user.id, null, p_tenant, 'user.edit', v_user.id,
            jsonb_build_object('before', v_before,
              'after', jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department,
              'position', v_user."position", 'provider', p->>'appName')),
            p->>'address', p->>'requestId');
      end if;
    end if;
    perform app.saml_groups(p_tenant, v_user.id, w->'groups', w->'mapped', p->>'appName', p->>'address', p->>'requestId');
  end if;
  if v_refusal is not null or v_waits is not null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'saml.refused', (p->>'app')::uuid,
        jsonb_build_object('name', p->>'appName', 'code', coalesce(v_refusal, 'redirect_confirm_link'), 'email', w->>'email'),
        p->>'address', p->>'requestId');
  end if;
  update public.sso_apps set last_used_at = app.now() where tenant_id = p_tenant and id = (p->>'app')::uuid;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values ((p->>'code')::bytea, 'sso.code', p_tenant, v_host,
      jsonb_strip_nulls(jsonb_build_object('way', 'saml', 'redirect', v_redirect, 'userId', coalesce(v_user.id, v_waits),
        'refusal', v_refusal, 'browser', v_browser, 'ends', case when v_refusal is null then p->>'ends' end,
        'provider', case when v_refusal is null then p->'provider' end,
      'confirm',
      case
        when v_waits is not null
          then jsonb_build_object('app', a.id, 'name', a.name, 'kind', 'saml', 'issuer', w->>'issuer', 'subject', w->>'subject',
          'nameId', w->>'nameId', 'email', w->>'email', 'groups', w->'groups', 'mapped', w->'mapped') end)),
      app.now() + make_interval(secs => (p->>'codeSeconds')::int));
  return v_host;
end $$;
alter function app.saml_arrive owner to mirante_gate;
revoke all on function app.saml_arrive from public;
grant execute on function app.saml_arrive to mirante_door;

-- Returns which of the caller's tenant and the units below it have SAML apps.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.saml_companies()
returns table (id uuid, name text, apps int, active int, people int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select t.id, t.name, count(a.id)::int, count(a.id) filter (where a.status = 'A')::int,
    (select count(distinct i.user_id)::int from public.identities i where i.tenant_id = t.id and i.kind = 'saml')
    from public.tenants t join public.sso_apps a on a.tenant_id = t.id and a.kind = 'saml'
   where t.deleted_at is null
     and (t.id = app.tenant_id()
       or (t.parent_id = app.tenant_id()
         and exists (select from public.relations r
           where r.tenant_id = t.id and r.above_id = app.tenant_id() and r.status = 'active' and r.ended_at is null
             and r.until > app.now())))
   group by t.id, t.name, t.sort_key order by t.id = app.tenant_id() desc, t.sort_key, t.id limit 500 $$;
alter function app.saml_companies owner to mirante_gate;
revoke all on function app.saml_companies from public;
grant execute on function app.saml_companies to mirante_app;

-- Unlinks the users of a provider that a tenant removed, and ends the sessions it started.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on identities, sessions.
create or replace function app.saml_end(p_issuer text)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with i as (delete from public.identities where tenant_id = app.tenant_id() and kind = 'saml' and issuer = p_issuer returning user_id),
    s as (update public.sessions
      set revoked_at = app.now()
      where home_id = app.tenant_id() and auth_type = 'saml' and revoked_at is null and user_id in (select i.user_id from i)
      returning 1)
  select count(*)::int from s $$;
alter function app.saml_end owner to mirante_gate;
revoke all on function app.saml_end from public;
grant execute on function app.saml_end to mirante_app;

-- Handles a provider's logout request, once per request: ends the sessions that the provider started and no others.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, identities, sessions, tickets.
create or replace function app.saml_logout(p_tenant uuid, p_issuer text, p_name_id text, p_host text, p_seen bytea, p_seconds int,
  p_indexes jsonb, p_address text, p_request text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; v_user uuid; begin
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at)
    values (p_seen, 'sso.seen', p_tenant, p_host, app.now() + make_interval(secs => p_seconds), app.now())
    on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then return null; end if;
  select i.user_id into v_user
    from public.identities i
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = p_issuer and i.name_id = p_name_id
    limit 1;
  -- The provider's session index is stored on the ticket kept for logout. A session without such a ticket ends too.
  update public.sessions s
    set revoked_at = app.now()
    where s.home_id = p_tenant and s.user_id = v_user and s.auth_type = 'saml' and s.revoked_at is null
    and (p_indexes = '[]'
      or not exists (select from public.tickets t
        where t.hash = sha256(convert_to(s.id::text, 'UTF8')) and t.purpose = 'saml.session' and t.tenant_id = p_tenant
      and t.body->>'sessionIndex' is not null and not p_indexes ? (t.body->>'sessionIndex')));
  get diagnostics v_n = row_count;
  if v_n > 0 then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, v_user, null, p_tenant, 'saml.logout', v_user, jsonb_build_object('after', jsonb_build_object('sessions', v_n)),
        p_address, p_request);
  end if;
  return v_n;
end $$;
alter function app.saml_logout owner to mirante_gate;
revoke all on function app.saml_logout from public;
grant execute on function app.saml_logout to mirante_door;

-- Returns the public metadata of a tenant's SAML app, none of which is secret.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on sso_apps.
create or replace function app.saml_page(p_tenant uuid, p_id uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('host', a.settings->'host', 'certificate', a.settings->'own'->'pem', 'signRequests', a.settings->'signRequests',
    'singleLogout', a.settings->'singleLogout')
    from public.sso_apps a where a.tenant_id = p_tenant and a.id = p_id and a.kind = 'saml' $$;
alter function app.saml_page owner to mirante_gate;
revoke all on function app.saml_page from public;
grant execute on function app.saml_page to mirante_public;

-- Limits starts of a SAML sign-in ('se') and responses ('sa') to 600 in 15 minutes per address, as for Entra. Returns the seconds to wait;
-- 0 when the call may proceed.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts.
create or replace function app.saml_wait(p_tenant uuid, p_address text, p_step text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.attempt(p_step || ' ' || p_tenant || ' ' || p_address, 600, '15 min') then return 0; end if;
  return (select greatest(1, ceil(extract(epoch from x.until - app.now())))::int
    from public.attempts x
    where x.key = p_step || ' ' || p_tenant || ' ' || p_address);
end $$;
alter function app.saml_wait owner to mirante_gate;
revoke all on function app.saml_wait from public;
grant execute on function app.saml_wait to mirante_door;

-- Returns whether the calling directory may take over a user of this tenant that it did not create: by the same rule as a provider's
-- address, in the domains of the very provider that an administrator tied its token to.
-- Callers: mirante_app (directory).
-- Security definer: callers may not execute may_link.
create or replace function app.scim_adopts(p_hash bytea, p_user uuid, p_external text, p_email text)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{directory}');
  select exists (select from public.scim_tokens k where k.tenant_id = app.tenant_id() and k.hash = p_hash and k.revoked_at is null
    and app.may_link(k.tenant_id, p_user, k.provider_kind, k.provider_issuer, p_external, p_email,
      array(select d from public.sso_apps x, unnest(x.domains) d where x.tenant_id = k.tenant_id and x.kind = k.provider_kind
      and case k.provider_kind
        when 'saml' then x.settings->>'issuer' = k.provider_issuer
        else exists (select from jsonb_array_elements(x.settings->'directories') e where e->>'id' = k.provider_issuer) end))) $$;
alter function app.scim_adopts owner to mirante_gate;
revoke all on function app.scim_adopts from public;
grant execute on function app.scim_adopts to mirante_app;

-- Returns the name of a partner's user who acted in the unit, for its histories.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.seat_name(p_user uuid)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select u.name || coalesce(' (' || (select q.asker_from
    from public.remote_requests q
    where q.tenant_id = u.tenant_id and u.email = q.asker_id || '@seat.invalid'
    limit 1) || ')',
    '')
    from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is not null $$;
alter function app.seat_name owner to mirante_gate;
revoke all on function app.seat_name from public;
grant execute on function app.seat_name to mirante_app;

-- Returns how many users may still be added. Locks the tenant's row, so a batch can't take more than that.
-- Callers: mirante_app, mirante_job (own, remote, partner, directory, job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.seats_left() returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,directory,job}');
  select case when t.user_limit is null then 2147483647 else greatest(0, t.user_limit - t.users_used) end
    from public.tenants t
    where t.id = app.tenant_id()
    for no key update $$;
alter function app.seats_left owner to mirante_gate;
revoke all on function app.seats_left from public;
grant execute on function app.seats_left to mirante_app, mirante_job;

-- Starts a session after sign-in. A new browser is announced to the user by e-mail, at most once an hour in all units of their account.
-- Internal: called by session_begin.
create or replace function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz,
  p_device bytea, p_new_device bytea, p_rehash text, p_way text, p_vouched text, p_agent text, p_request text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at, auth_type, kind, vouched, address, agent)
      select p_sid, u.tenant_id, u.tenant_id, u.id, p_until, p_way, case p_way when 'embedded' then 'embed_portal' else 'own' end,
        app.vouched_by(u.tenant_id, u.id, p_way, p_vouched), p_address, p_agent
        from public.users u join public.tenants t on t.id = u.tenant_id
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and app.acts(t.status, t.trial_ends_at) returning vouched),
    locked as materialized (select app.lock_attempts(array['u ' || p_tenant || ' ' || p_email,
      'd ' || encode(coalesce(p_device, ''), 'hex'), 'g ' || p_email, 'a ' || p_address, 't ' || p_tenant])
      from s),
    d as (delete from public.attempts
      where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex'))
        and exists (select from locked)),
    b as (update public.attempts
      set n = greatest(n - 1, 0)
      where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from locked)),
    k as (insert into public.devices (hash, tenant_id, user_id) select p_new_device, p_tenant, p_user
      from s
      where p_new_device is not null
      on conflict do nothing),
    n as (insert into public.attempts as x (key, n, until) select 'n ' || coalesce(u.account_id, u.id), 1, app.now() + interval '1 hour'
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
    r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, vouched, address, agent, sid) select p_tenant, p_sid, p_user,
      p_way, 'ok', s.vouched, p_address, p_agent, p_sid
      from s),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, p_user, null,
      p_tenant, 'session.start', app.session_mark(p_sid), p_address, p_request
      from s)
  select exists (select from s) $$;
alter function app.session_start owner to mirante_gate;
revoke all on function app.session_start from public;

-- Limits a session by an end that its provider or its link sets; the first limit holds.
-- Internal: called by session_begin.
create or replace function app.session_bound(p_sid uuid, p_end timestamptz)
returns timestamptz
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.sessions s
    set ends_by = p_end, expires_at = least(s.expires_at, p_end)
    where s.id = p_sid and s.ends_by is null and s.revoked_at is null
    returning s.ends_by $$;
alter function app.session_bound owner to mirante_gate;
revoke all on function app.session_bound from public;

-- The only function that starts a user's session. The proof, which it uses up, says whose session it is, the sign-in method and the factor
-- given. Returns 'ok'; 'due' with a ticket for the second factor; 'change' with a link to a new password; 'stale' when the proof is used up
-- or its basis changed meanwhile; 'blocked' when the user may no longer sign in. A new password can only be chosen where the account
-- vouches: on a host whose DNS a unit controls, the unit could choose it.
-- Callers: mirante_door.
-- Raises: account_elsewhere.
-- Security definer: callers lack the grants on accounts, tickets, users.
create or replace function app.session_begin(p_proof bytea, p_tenant uuid, p_host text, p jsonb)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  b jsonb := app.proof_take(p_proof, 'proof', p_tenant, p_host); g record; v_user uuid; v_way text; v_vouched text; v_email text;
  v_device bytea; v_last timestamptz; v_until timestamptz;
  v_change boolean := coalesce((p->>'change')::boolean, false) or coalesce((b->>'change')::boolean, false);
  v_remember boolean := coalesce((p->>'remember')::boolean, false);
begin
  v_user := (b->>'userId')::uuid; v_way := b->>'way';
  if v_user is null or v_way is null or (v_way = 'password' and b->>'seen' is null) then return 'stale'; end if;
  v_vouched := app.vouched_by(p_tenant, v_user, v_way,
    case when (p->>'ours')::boolean is true and b->>'vouched' is distinct from 'unit' then 'account' else 'unit' end);
  if app.password_stands(p_tenant, v_user, (b->>'seen')::bytea, (b->>'epoch')::bigint) is not true then return 'stale'; end if;
  if v_change and v_vouched is distinct from 'account' then raise exception 'account_elsewhere' using errcode = 'MR427'; end if;
  select * into g
    from app.factor_gate(p_tenant, v_user, v_way, v_vouched, (b->>'given')::boolean is true, (p->>'device')::bytea, (b->>'from')::bytea,
      (p->>'ticket')::bytea, p_host,
    jsonb_strip_nulls((b - '{given,from}'::text[]) || jsonb_build_object('change', nullif(v_change, false))));
  if g.due is not false then return 'due'; end if;
  if v_change then
    return case when app.change_link(p_tenant, v_user, (p->>'link')::bytea, p_host, g.at, v_remember) then 'change' else 'blocked' end;
  end if;
  -- Only one of the account's own secrets resets the guess counter: a unit's own provider must not give its administrator new guesses.
  v_email := coalesce(b->>'email',
    (select a.email
      from public.users u join public.accounts a on a.id = u.account_id
      where u.tenant_id = p_tenant and u.id = v_user and v_way = 'passkey' and b->>'vouched' = 'account'));
  v_last := least((b->>'ends')::timestamptz, (p->>'last')::timestamptz);
  v_until := least((p->>'until')::timestamptz, v_last);
  v_device := (p->>'newDevice')::bytea;
  if app.session_start((p->>'sid')::uuid, p_tenant, v_user, v_email, p->>'address', v_until, (p->>'device')::bytea, v_device, p->>'rehash',
    v_way, v_vouched, p->>'agent', p->>'requestId') is not true then
    return 'blocked';
  end if;
  perform app.factor_mark((p->>'sid')::uuid, g.at, coalesce(v_device, (p->>'device')::bytea), g.remember or v_remember);
  if v_last is not null then perform app.session_bound((p->>'sid')::uuid, v_last); end if;
  -- What the provider needs for logout, kept as long as the session can live.
  if b->'provider' is not null then
    insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
      values ((p->>'kept')::bytea, 'saml.session', p_tenant, p_host, b->'provider', least((p->>'longest')::timestamptz, v_last));
  end if;
  return 'ok'; end $$;
alter function app.session_begin owner to mirante_gate;
revoke all on function app.session_begin from public;
grant execute on function app.session_begin to mirante_door;

-- Signs out: ends the session, the sessions entered from it and the grants its user gave in it. act_end records the end of an act-as
-- session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, remote_requests, sessions.
create or replace function app.session_end(p_sid uuid, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_ended boolean; begin
  for d in select se.id, 'asker' as who from public.sessions se where se.actor_sid = p_sid and se.revoked_at is null
      union select p_sid, 'asker' from public.sessions se where se.id = p_sid and se.actor_sid is not null
      union select r.session_id, 'person' from public.remote_requests r where r.person_sid = p_sid and r.state = 'active' loop
    perform app.act_end(d.id, d.who, p_address, p_request);
  end loop;
  with s as (update public.sessions
    set revoked_at = coalesce(revoked_at, app.now())
    where id = p_sid and (revoked_at is null or actor_sid is not null)
    returning tenant_id, home_id, user_id, actor_sid),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
      select s.tenant_id, s.user_id, e.user_id, s.home_id, 'session.end', app.session_mark(p_sid), p_address, p_request
        from s left join public.sessions e on e.id = s.actor_sid
        where not exists (select from public.audit r
          where r.tenant_id = s.tenant_id and r.row_id = app.session_mark(p_sid) and r.what = 'remote.end'))
  select exists (select from s) into v_ended;
  return v_ended; end $$;
alter function app.session_end owner to mirante_gate;
revoke all on function app.session_end from public;
grant execute on function app.session_end to mirante_door;

-- Returns the claims of a new token for a live session; for an act-as session also the acting user, their reach and the grant. In an
-- embedded portal every user is a viewer: the profile is user and flags don't count.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on remote_requests, sessions, tenants, users.
create or replace function app.session_facts(p_sid uuid)
returns table (state text, tenant_id uuid, user_id uuid, kind text, profile text, flags text[], rights bigint, until timestamptz,
  reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when u.status not in ('A', 'T') then 'user_blocked'
    when app.acts(h.status, h.trial_ends_at) is not true then 'tenant_blocked'
    else 'ok' end,
      se.tenant_id, se.user_id, se.kind, case se.kind when 'embed_portal' then 'user' else u.profile end,
      case se.kind when 'embed_portal' then '{}' else u.flags end, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0),
      se.expires_at, se.reach, e.user_id,
      case
        when se.actor_sid is not null
          then coalesce((select q.kind from public.remote_requests q where q.session_id = se.id), 'partner') end,
        app.hidden_menu(se.tenant_id),
      u.name, u.email, u.language, u.department, u."position"
    from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id
    left join public.tenants g on g.id = p.parent_id
    left join public.sessions e on e.id = se.actor_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now()
     and (se.actor_sid is null or app.may_act(se.id) is not null) $$;
alter function app.session_facts owner to mirante_gate;
revoke all on function app.session_facts from public;
grant execute on function app.session_facts to mirante_door;

-- Returns the address exemption and access hours of a live session. A user who acts as another keeps their own exemption within the unit
-- and gets the other user's access hours.
-- Callers: mirante_app, mirante_door (own, door).
-- Security definer: callers lack the grants on sessions, users.
create or replace function app.session_limits(p_sid uuid)
returns table (ip_exempt boolean, access_hours jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,door}');
  select case
    when s.actor_sid is null then u.ip_exempt
    else coalesce((select a.ip_exempt
      from public.sessions e join public.users a on a.tenant_id = e.home_id and a.id = e.user_id
      where e.id = s.actor_sid and e.home_id = s.tenant_id),
    false) end,
      u.access_hours
    from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid $$;
alter function app.session_limits owner to mirante_gate;
revoke all on function app.session_limits from public;
grant execute on function app.session_limits to mirante_app, mirante_door;

-- Returns when a session ends and extends one that is in use, at most to three times its unit's hours from the start.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers lack the grants on sessions, sign_ins.
create or replace function app.session_used(p_sid uuid, p_used boolean)
returns table (ends_at timestamptz, last_at timestamptz)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  with h as (select make_interval(hours => coalesce((select (s."values"->>'login_timeout')::int
    from public.settings s
    where s.tenant_id = app.tenant_id()),
    8)) as hours),
    w as (update public.sessions s
      set last_seen = app.now(), expires_at = greatest(s.expires_at, least(s.created_at + 3 * h.hours, app.now() + h.hours, s.ends_by))
      from h
      where p_used and s.id = p_sid and s.tenant_id = app.tenant_id() and s.user_id = app.user_id() and s.actor_sid is null
        and s.revoked_at is null and s.expires_at > app.now()
      returning s.expires_at),
    r as (update public.sign_ins i set seen_at = app.now() where i.sid = p_sid and i.tenant_id = app.tenant_id() and exists (select from w))
  select coalesce((select w.expires_at from w), s.expires_at), least(greatest(s.expires_at, s.created_at + 3 * h.hours), s.ends_by)
    from public.sessions s, h
    where s.id = p_sid and s.user_id = app.user_id() $$;
alter function app.session_used owner to mirante_gate;
revoke all on function app.session_used from public;
grant execute on function app.session_used to mirante_app;

-- Verifies, suspends, resumes or ends a partner's relation, by the unit's administrator. Suspending and ending also end the partner's live
-- sessions.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.set_partner_relation(p_id uuid, p_version int, p_action text, p_verify boolean, p_hours int, p_address text,
  p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.relations; n public.relations; d record; begin
  perform app.need('{own}');
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() then return 'none'; end if;
  select r.* into o from public.relations r where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' for update;
  if not found then return 'none'; end if;
  if o.version is distinct from p_version or o.ended_at is not null or o.until <= app.now()
    or (p_action = 'resume' and o.status <> 'suspended') or (p_action = 'suspend' and o.status <> 'active') then
    return 'changed';
  end if;
  update public.relations r set version = r.version + 1, set_by_id = app.user_id(),
      verify = case p_action when 'verify' then p_verify else r.verify end,
      standing_until = case p_action
        when 'stand' then app.now() + make_interval(hours => least(greatest(p_hours, 0), 8))
        when 'suspend' then null
        when 'end' then null
        else r.standing_until end,
      status = case p_action when 'suspend' then 'suspended' when 'resume' then 'active' when 'end' then 'ended' else r.status end,
      ended_at = case p_action when 'end' then app.now() else r.ended_at end
    where r.tenant_id = o.tenant_id and r.id = o.id returning * into n;
  -- The emergency switch: live partner sessions end within this call.
  if p_action in ('suspend', 'end') then
    for d in
    select q.session_id
    from public.remote_requests q
    where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state = 'active' loop
      perform app.act_end(d.session_id, 'admin', p_address, p_request);
    end loop;
    update public.remote_requests q
      set state = 'cancelled', decided_at = app.now(), version = q.version + 1
      where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state in ('requested', 'authorized');
  end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (app.tenant_id(), app.user_id(), null, app.home_id(), 'partner.' || p_action, o.id,
    jsonb_build_object('before', jsonb_build_object('verify', o.verify, 'status', o.status, 'standing_until', o.standing_until),
      'after', jsonb_build_object('verify', n.verify, 'status', n.status, 'standing_until', n.standing_until)),
    p_address, p_request);
  perform app.act_tell(o.above_id, m.id, 'partner_relation',
    jsonb_build_object('unit', (select t.name from public.tenants t where t.id = o.tenant_id), 'state', p_action), '/companies')
    from public.users m
    where p_action in ('suspend', 'resume', 'end') and m.tenant_id = o.above_id and m.profile = 'master' and m.status in ('A', 'T')
      and m.deleted_at is null;
  return 'ok'; end $$;
alter function app.set_partner_relation owner to mirante_gate;
revoke all on function app.set_partner_relation from public;
grant execute on function app.set_partner_relation to mirante_app;

-- Blocks, unblocks, extends or ends a trial, deletes and restores a tenant. A deleted tenant keeps its data for 30 days and answers on none
-- of its hosts. What the platform blocked, deleted or put on trial only the platform can undo, end or extend.
-- Callers: mirante_app (own).
-- Raises: above, changed, not_found, state, units.
-- Security definer: callers lack the grants on sessions.
create or replace function app.set_tenant_status(p_id uuid, p_version int, p_action text, p jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.tenants; n public.tenants; v_up public.tenants; b record; v_layer text := app.scope(); begin
  perform app.need('{own}');
  if app.below(p_id) is not true then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into b from app.tree_use(v_up.id, p->>'product');
  select * into o from public.tenants where id = p_id for no key update;
  if o.deleted_at is not null and (p_action <> 'restore' or o.deleted_at < app.now() - interval '30 days') then
    raise exception 'not_found' using errcode = 'MT404';
  end if;
  if o.version is distinct from p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  if v_layer is distinct from 'platform'
    and 'platform' = (case p_action
      when 'unblock' then o.blocked_by
      when 'restore' then o.deleted_by
      when 'convert' then o.trial_by
      when 'extend' then o.trial_by end) then
    raise exception 'above' using errcode = 'MT403'; end if;
  if p_action = 'delete' and exists (select from public.tenants c where c.parent_id = p_id and c.deleted_at is null) then
    raise exception 'units' using errcode = 'MT410';
  end if;
  update public.tenants t set version = t.version + 1, epoch = t.epoch + 1,
      status = case p_action when 'block' then 'B' when 'delete' then 'D' when 'convert' then 'A' when 'extend' then 'T'
        else case
          when p_action = 'restore' and (t.blocked_by is not null or t.status_reason is not null) then 'B'
          when t.trial_ends_at is not null then 'T'
          else 'A' end end,
      status_reason = case p_action when 'block' then p->>'reason' when 'unblock' then null else t.status_reason end,
      blocked_by = case p_action when 'block' then v_layer when 'unblock' then null else t.blocked_by end,
      deleted_by = case p_action when 'delete' then v_layer when 'restore' then null else t.deleted_by end,
      trial_by = case p_action when 'convert' then null when 'extend' then v_layer else t.trial_by end,
      trial_ends_at = case p_action when 'convert' then null when 'extend' then (p->>'until')::timestamptz else t.trial_ends_at end,
      trial_told = case when p_action in ('convert', 'extend') then null else t.trial_told end,
      default_directory = t.default_directory and p_action <> 'delete',
      deleted_at = case p_action when 'delete' then app.now() when 'restore' then null else t.deleted_at end
    where t.id = p_id
      and case p_action
        when 'block' then t.status in ('A', 'T', 'I')
        when 'unblock' then t.status in ('B', 'I')
        when 'extend' then t.status = 'T'
        when 'convert' then t.status = 'T'
      when 'delete' then t.deleted_at is null when 'restore' then t.deleted_at is not null else false end returning * into n;
  if not found then raise exception 'state' using errcode = 'MT409'; end if;
  if p_action = 'restore' then
    perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  end if;
  if p_action = 'delete' then update public.sessions set revoked_at = app.now() where tenant_id = p_id and revoked_at is null; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, app.tenant_id(), 'tenant.' || p_action, p_id,
      jsonb_build_object('before', jsonb_build_object('status', o.status, 'trial_ends_at', o.trial_ends_at), 'after',
      jsonb_build_object('name', n.name, 'status', n.status, 'trial_ends_at', n.trial_ends_at, 'reason', p->>'reason')), p->>'ip',
      p->>'request'
        from unnest(array[app.tenant_id(), p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id));
end $$;
alter function app.set_tenant_status owner to mirante_gate;
revoke all on function app.set_tenant_status from public;
grant execute on function app.set_tenant_status to mirante_app;

-- Returns the settings of the tenants above the caller's, nearest first.
-- Callers: mirante_app (own, remote, partner, embed_portal, embed_report, player, directory, job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.settings_above()
returns setof jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  with recursive up as (select t.parent_id, 1 as n
    from public.tenants t
    where t.id = app.tenant_id()
    union all select t.parent_id, n + 1
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select s."values"
    from up join lateral (select x."values" from public.settings x where x.tenant_id = up.parent_id offset 0) s on true
    order by n $$;
alter function app.settings_above owner to mirante_gate;
revoke all on function app.settings_above from public;
grant execute on function app.settings_above to mirante_app;

-- Reverts changes of the allowed addresses that were not confirmed in time.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on settings.
create or replace function app.settle_addresses()
returns table (tenant_id uuid, hosts text[])
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_before jsonb; begin
  perform app.need('{job}');
  for s in
  select x.tenant_id, x."values"
  from public.settings x
  where x."values"->'ip_trial'->>'until' is not null and (x."values"->'ip_trial'->>'until')::timestamptz <= app.now()
  for update of x skip locked loop
    v_before := s."values"->'ip_trial'->'before';
    update public.settings x set "values" = (x."values" - 'ip_trial') || v_before, version = x.version + 1 where x.tenant_id = s.tenant_id;
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
      values (s.tenant_id, null, null, s.tenant_id, 'settings.edit', s.tenant_id,
      jsonb_build_object('before', jsonb_build_object('ip', s."values"->'ip', 'listIp', s."values"->'listIp'), 'after', v_before,
      'rolled_back', true));
    perform app.act_tell(s.tenant_id, u.id, 'addresses_undone', '{}', '/setting?area=security')
      from public.users u
      where u.tenant_id = s.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.deleted_at is null
        and u.seat is null;
    tenant_id := s.tenant_id; hosts := array(select d.host from public.domains d where d.tenant_id = s.tenant_id); return next;
  end loop; end $$;
alter function app.settle_addresses owner to mirante_gate;
revoke all on function app.settle_addresses from public;
grant execute on function app.settle_addresses to mirante_job;

-- Counts the attempt before any hash is computed, always in the same order to prevent deadlocks. A known browser has its own counter, so
-- strangers' guesses can't lock the user out of it. If there is a password to compare, it creates the proof that the step ran, bound to the
-- user and to the hash that was read; the proof doesn't say whether the typed password is right, and a wrong one ends it (proof_refused).
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, devices and 4 more.
create or replace function app.sign_in_facts(p_tenant uuid, p_host text, p_email text, p_address text, p_device bytea, p_proof bytea)
returns table (state text, retry_seconds int, account_id uuid, password text, user_id uuid, status text, rights bigint, profile text,
  flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean,
               ip_exempt boolean, access_hours jsonb,
               passwords boolean, must_change boolean, password_at timestamptz, rules jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_known boolean; v_personal text; v_takes boolean; begin
  select exists (select from public.devices d join public.users u on u.tenant_id = d.tenant_id and u.id = d.user_id
    where d.hash = p_device and d.tenant_id = p_tenant and u.email = p_email) into v_known;
  v_personal := case when v_known then 'd ' || encode(p_device, 'hex') else 'u ' || p_tenant || ' ' || p_email end;
  v_takes := app.takes_passwords(p_tenant);
  if not (app.attempt(v_personal, 5, '30 min')
      and (v_known or app.attempt('g ' || p_email, 20, '30 min'))
      and app.attempt('a ' || p_address, 100, '15 min')
      and (v_known or app.attempt('t ' || p_tenant, 3000, '15 min'))) then
    state := 'limited'; device_known := v_known; passwords := v_takes;
    select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int into retry_seconds
      from public.attempts x
      where x.until > app.now()
        and ((x.key = v_personal and x.n >= 5) or (x.key = 'g ' || p_email and x.n >= 20) or (x.key = 'a ' || p_address and x.n >= 100)
          or (x.key = 't ' || p_tenant and x.n >= 3000));
    return next; return;
  end if;
  perform app.proof_make(p_proof, case when u.id is null then 'proof.elsewhere' else 'proof' end, p_tenant, p_host,
      jsonb_build_object('way', 'password', 'email', p_email, 'account', a.id, 'userId', u.id,
      'seen', '\x' || encode(sha256(convert_to(a.password, 'UTF8')), 'hex')))
    from public.accounts a left join public.users u on u.account_id = a.id and u.tenant_id = p_tenant
    where a.email = p_email and a.password is not null and v_takes;
  return query
    select 'ok', 0, a.id, a.password, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags,
      u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m
        where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
          and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant), v_known, u.ip_exempt,
      u.access_hours,
      v_takes, a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant)
    from public.tenants h left join public.accounts a on a.email = p_email
    left join public.users u on u.account_id = a.id and u.tenant_id = h.id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = p_tenant; end $$;
alter function app.sign_in_facts owner to mirante_gate;
revoke all on function app.sign_in_facts from public;
grant execute on function app.sign_in_facts to mirante_door;

-- Returns the notices and the maintenance window that the sign-in page shows. A window that was cancelled or only warns blocks no sign-in;
-- one with a login notice is announced here.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on maintenance, notices.
create or replace function app.sign_in_page(p_tenant uuid)
returns table (notices jsonb, maintenance jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'text', n.text, 'severity', n.severity,
    'texts', n.texts, 'startsAt', n.window_start, 'endsAt', n.window_end))
    from (
      select id, title, text, severity, '{}'::jsonb as texts, null::timestamptz as window_start, null::timestamptz as window_end, starts_at
        from public.notices
        where tenant_id = p_tenant and at_login and starts_at <= app.now() and (ends_at is null or ends_at > app.now())
      union all select id, title, text, 'warning', texts, m.starts_at, m.ends_at, m.starts_at from public.maintenance m
        where m.tenant_id = p_tenant and m.target = 'unit' and m.login_notice and m.cancelled_at is null and m.ends_at > app.now()
          and m.starts_at - make_interval(hours => m.announce_hours) <= app.now()
          and not (m.blocks and m.starts_at <= app.now())
      order by starts_at limit 2) n), '[]'),
    (select jsonb_build_object('title', m.title, 'text', m.text, 'texts', m.texts, 'until', m.ends_at) from public.maintenance m
      where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
        and m.ends_at > app.now()
      order by m.ends_at desc
      limit 1) $$;
alter function app.sign_in_page owner to mirante_gate;
revoke all on function app.sign_in_page from public;
grant execute on function app.sign_in_page to mirante_public;

-- Fires when a password link or an invitation is about to be mailed.
-- Trigger on outbox.
-- Security definer: callers may not execute spare_administrator.
create or replace function app.spare_addressed()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.spare_administrator((new.body->>'user_id')::uuid);
  return null; end $$;
alter function app.spare_addressed owner to mirante_gate;
revoke all on function app.spare_addressed from public;

create or replace trigger outbox_administrators_spared after insert on outbox for each row
  when (new.kind in ('account.invite', 'account.reset'))
  execute function app.spare_addressed();

-- Fires when an administrator changes, is removed or restored. Users can always change their own row: an administrator's preferences in an
-- embedded portal are saved there.
-- Trigger on users.
-- Security definer: callers may not execute spare_administrator.
create or replace function app.spare_administrators()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.id is distinct from app.user_id() then perform app.spare_administrator(new.id); end if;
  return null; end $$;
alter function app.spare_administrators owner to mirante_gate;
revoke all on function app.spare_administrators from public;

create or replace trigger users_administrators_spared after update on users for each row
  when (old.profile <> 'user' and old.seat is null)
  execute function app.spare_administrators();

-- Uses the code that a provider's answer left, in the browser that started the sign-in, and returns the outcome. If the answer identifies a
-- user, it creates a proof: of this user, of one who has to confirm the link first, or for the host on which sign-in continues.
-- Callers: mirante_door.
-- Security definer: callers may not execute proof_make.
create or replace function app.sso_take(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_binding text, p_proof bytea)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.ticket_take(p_hash, 'sso.code', p_tenant, p_host); begin
  if (b->>'browser' is not null and b->>'browser' is distinct from p_browser)
    or (b->>'binding' is not null and b->>'binding' is distinct from p_binding) then
    return null;
  end if;
  if b->>'userId' is not null and b->>'refusal' is null then
    perform app.proof_make(p_proof,
      case when b->'onward' is not null then 'proof.onward' when b->'confirm' is not null then 'proof.confirm' else 'proof' end, p_tenant,
      p_host, b - '{browser,binding}'::text[]);
  end if;
  return b; end $$;
alter function app.sso_take owner to mirante_gate;
revoke all on function app.sso_take from public;
grant execute on function app.sso_take to mirante_door;

-- Nightly: deletes what has expired. Groups deleted 30 days ago leave their reports without a group.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on attempts, embed_tokens, factor_changes and 7 more.
create or replace function app.sweep() returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare gone record; begin
  perform app.need('{job}');
  delete from public.failed_messages where last_at < app.now() - interval '30 days';
  delete from public.attempts where until < app.now() - interval '1 day';
  delete from public.factor_changes where at < app.now() - interval '7 days';
  delete from public.tokens where expires_at < app.now() - interval '7 days';
  delete from public.embed_tokens where (refused_at is null or refused_at < app.now() - interval '30 days')
    and (expires_at < app.now() - interval '1 hour'
      or (expires_at is null and coalesce(minting_until, refused_at) < app.now() - interval '1 hour'));
  delete from public.sessions s
    where expires_at < app.now() - interval '90 days' and not exists (select from public.sessions a where a.actor_sid = s.id);
  -- The audience of a deleted group or sub-group outlives it: grants to everyone become grants to its viewers, and grants to other users
  -- are removed.
  for gone in
    select r.tenant_id, r.id as report_id, g.id as target_id
      from public.reports r join public.groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
      where g.audience = 'chosen' and g.deleted_at < app.now() - interval '30 days'
    union all
    select r.tenant_id, r.id, s.id from public.reports r join public.subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      join public.groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
      where s.audience = 'chosen' and (s.deleted_at < app.now() - interval '30 days' or g.deleted_at < app.now() - interval '30 days')
  loop
    insert into public.grants (tenant_id, id, report_id, subject, user_id, identity, valid_until, source)
      select e.tenant_id, gen_random_uuid(), e.report_id, 'user', v.user_id, e.identity, e.valid_until, 'group' from public.grants e
        join public.viewers v on v.tenant_id = e.tenant_id and v.target_id = gone.target_id
        where e.tenant_id = gone.tenant_id and e.report_id = gone.report_id and e.subject = 'everyone' on conflict do nothing;
    delete from public.grants e where e.tenant_id = gone.tenant_id and e.report_id = gone.report_id
      and (e.subject = 'everyone'
        or not exists (select from public.viewers v
          where v.tenant_id = e.tenant_id and v.target_id = gone.target_id and v.user_id = e.user_id));
  end loop;
  update public.reports r
    set hidden = true
    from public.groups g
    where g.tenant_id = r.tenant_id and g.id = r.group_id and g.hidden and g.deleted_at < app.now() - interval '30 days';
  update public.reports r set hidden = true from public.subgroups s join public.groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and s.hidden
      and (s.deleted_at < app.now() - interval '30 days' or g.deleted_at < app.now() - interval '30 days');
  update public.reports r set subgroup_id = null from public.subgroups s
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and (s.deleted_at < app.now() - interval '30 days'
      or exists (select from public.groups g
        where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days'));
  update public.reports r
    set group_id = null
    from public.groups g
    where g.tenant_id = r.tenant_id and g.id = r.group_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.groups g
    where g.tenant_id = v.tenant_id and g.id = v.target_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.subgroups s
    where s.tenant_id = v.tenant_id and s.id = v.target_id and s.deleted_at < app.now() - interval '30 days';
  delete from public.subgroups s
    where s.deleted_at < app.now() - interval '30 days'
      or exists (select from public.groups g
        where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days');
  delete from public.groups where deleted_at < app.now() - interval '30 days'; end $$;
alter function app.sweep owner to mirante_gate;
revoke all on function app.sweep from public;
grant execute on function app.sweep to mirante_job;

-- Deletes embedded sessions a week after they expired and revoked keys after 180 days.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on embed_keys, embed_sessions.
create or replace function app.sweep_embedded()
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.embed_sessions where expires_at < app.now() - interval '7 days';
  delete from public.embed_keys k
    where k.revoked_at < app.now() - interval '180 days'
      and not exists (select from public.embed_sessions e where e.tenant_id = k.tenant_id and e.key_id = k.id) $$;
alter function app.sweep_embedded owner to mirante_gate;
revoke all on function app.sweep_embedded from public;
grant execute on function app.sweep_embedded to mirante_job;

-- Deletes old rows of the provisioning log, 20,000 at a time.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on scim_log.
create or replace function app.sweep_scim(p_days int)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with d as (delete from public.scim_log x using (select l.tenant_id, l.id
    from public.scim_log l
    where l.at < app.now() - make_interval(days => p_days)
    order by l.at
    limit 20000) o
    where x.tenant_id = o.tenant_id and x.id = o.id
    returning 1)
  select count(*)::int from d $$;
alter function app.sweep_scim owner to mirante_gate;
revoke all on function app.sweep_scim from public;
grant execute on function app.sweep_scim to mirante_job;

-- Turns an approved partner request into the ticket to enter.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on sessions.
create or replace function app.switch_enter(p_wait bytea, p_sid uuid, p_hash bytea)
returns table (state text, host text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; begin
  perform app.need('{own}');
  select r.* into q
    from public.remote_requests r
    where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind = 'partner'
      and app.actor_id() is null
    for update;
  if not found
    or not exists (select from public.sessions s where s.id = p_sid and s.user_id = app.user_id() and s.home_id = app.home_id()) then
    return;
  end if;
  if q.state is distinct from 'authorized' or (q.enter_by > app.now()) is not true then
    return query select case when q.state = 'authorized' then 'expired' else q.state end, null::text;
    return;
  end if;
  if app.may_visit(q, p_sid) is not true then return query select 'expired', null::text; return; end if;
  return query select q.state, app.switch_ticket(q, p_sid, p_hash); end $$;
alter function app.switch_enter owner to mirante_gate;
revoke all on function app.switch_enter from public;
grant execute on function app.switch_enter to mirante_app;

-- Leases due mail of one lane, round-robin over tenants: `p_per_tenant` rows of each, in random order; repeated when few tenants have any.
-- Bulk mail (lane 3) gets a slot on its server's row, which all isolates share, so the server's rate isn't exceeded; a server that another
-- claim is reserving is skipped. A slot far in the future comes from a clock that was set back and is ignored.
-- Internal: called by claim_mail.
create or replace function app.take_mail(p_lane int, p_n int, p_per_tenant int, p_lease interval, p_tenant uuid, p_rate float8)
returns table (tenant_id uuid, id uuid, lane int, wait_ms int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenants uuid[]; v_each int; begin
  if p_n <= 0 then return; end if;
  if p_tenant is not null then v_tenants := array[p_tenant];
  else
    with recursive t as ((select o.tenant_id as at from public.outbox o where o.lane = p_lane order by o.tenant_id limit 1)
        union all select (select o.tenant_id from public.outbox o where o.lane = p_lane and o.tenant_id > t.at order by o.tenant_id limit 1)
        from t
        where t.at is not null)
    select array(select t.at from t where t.at is not null
        and exists (select from public.outbox o
          where o.lane = p_lane and o.tenant_id = t.at and o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now()))
      order by random() limit p_n) into v_tenants;
  end if;
  v_each := case when cardinality(v_tenants) * p_per_tenant < p_n then p_n else p_per_tenant end;
  if p_lane = 3 then insert into public.mail_paces (server, free_at) values ('platform', app.now()) on conflict do nothing; end if;
  return query with t as materialized (select x.at, x.place from unnest(v_tenants) with ordinality as x (at, place)),
      own as materialized (select v.tenant_id as at, v.bulk_per_second as rate, v.bulk_free_at as free_at
        from public.mail_servers v
        where p_lane = 3 and v.enabled and v.tenant_id = any (v_tenants)
        for update skip locked),
      pace as materialized (select p.free_at from public.mail_paces p where p_lane = 3 and p.server = 'platform' for update skip locked),
      s as (select t.at, t.place, own.at as server, coalesce(own.rate, p_rate) as rate,
      coalesce(case when own.at is null then pace.free_at else own.free_at end, app.now()) as free_at
        from t left join own on own.at = t.at left join pace on own.at is null
        where p_lane < 3 or own.at is not null
          or (pace.free_at is not null and not exists (select from public.mail_servers v where v.tenant_id = t.at and v.enabled))),
      r as (select s.at, s.place, s.server, s.rate, f.begins,
      case
        when p_lane < 3 then p_n
        else greatest(ceil(extract(epoch from app.now() + interval '5 seconds' - f.begins) * s.rate), 0)::int end as room
        from s,
        lateral (select case
          when s.free_at > app.now() + interval '30 seconds' then app.now()
          else greatest(s.free_at, app.now()) end as begins) f),
      f as (select r.*, x.row_id, x.n, (x.n - 1) / p_per_tenant as turn
        from r, lateral (select y.id as row_id, row_number() over (order by y.due_at, y.id) as n from
        (select o.id, o.due_at
          from public.outbox o
          where o.lane = p_lane and o.tenant_id = r.at and o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now())
          order by o.due_at limit least(v_each, r.room) for update skip locked) y) x),
      q as (select f.*, row_number() over (partition by f.server order by f.turn, f.place, f.n) as slot from f),
      g as materialized (select q.* from q where q.slot <= q.room order by q.turn, q.place, q.n limit p_n),
      w as (update public.outbox o set taken_until = app.now() + p_lease from g where o.tenant_id = g.at and o.id = g.row_id),
      used as (select g.server, min(g.begins) + make_interval(secs => count(*) / min(g.rate)) as free_at
        from g
        where p_lane = 3
        group by g.server),
      servers as (update public.mail_servers v set bulk_free_at = used.free_at from used where v.tenant_id = used.server),
      platform as (update public.mail_paces p set free_at = used.free_at from used where used.server is null and p.server = 'platform')
    select g.at, g.row_id, p_lane,
      case when p_lane < 3 then 0 else (extract(epoch from g.begins - app.now()) * 1000 + (g.slot - 1) * 1000 / g.rate)::int end
      from g
      order by g.turn, g.place, g.n;
end $$;
alter function app.take_mail owner to mirante_gate;
revoke all on function app.take_mail from public;

-- Handles trials: notices 7, 3 and 1 day(s) before the end, at the end, and 7 days before the data is deleted. 30 days after the end the
-- tenant is deleted, and can be restored for 30 more.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on sessions.
create or replace function app.tell_trials()
returns table (tenant_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; r record; v_kind text; v_id uuid; begin
  perform app.need('{job}');
  -- Trials that were already notified are excluded before the limit; otherwise two hundred of them would block all later ones.
  for t in select x.*, p.kind as up_kind, d.days, s.step from public.tenants x left join public.tenants p on p.id = x.parent_id,
      lateral (select ceil(extract(epoch from x.trial_ends_at - app.now()) / 86400)::int as days) d,
      lateral (select case
        when d.days > 3 then 7
        when d.days > 1 then 3
        when d.days = 1 then 1
        when d.days > -23 then 0
        else -23 end as step) s
     where x.status = 'T' and x.trial_ends_at <= app.now() + interval '7 days'
       and (x.trial_told is null or x.trial_told > s.step or (x.trial_told = -23 and d.days <= -30))
     order by x.trial_ends_at limit 200 for no key update of x skip locked loop
    if t.trial_told = -23 and t.days <= -30 then
      update public.tenants
        set status = 'D', deleted_at = app.now(), deleted_by = t.trial_by, version = version + 1, epoch = epoch + 1,
          default_directory = false
        where id = t.id;
      update public.sessions s set revoked_at = app.now() where s.tenant_id = t.id and s.revoked_at is null;
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) select x, null, null, null,
        'tenant.trial_over', t.id, jsonb_build_object('after', jsonb_build_object('name', t.name))
        from unnest(array[t.parent_id, t.id]) x;
      tenant_id := t.id; return next; continue;
    end if;
    update public.tenants set trial_told = t.step where id = t.id;
    v_kind := case when t.step > 0 then 'trial_ending' when t.step = 0 then 'trial_over' else 'trial_deleting' end;
    for r in
    select u.tenant_id as house, u.id, u.profile
    from public.users u
    where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
        and ((u.tenant_id = t.id and u.profile in ('admin', 'master'))
          or (u.tenant_id = t.parent_id and u.profile in ('master', 'a2m'))) loop
      v_id := gen_random_uuid();
      insert into public.notifications (tenant_id, id, user_id, kind, vars, link) values (r.house, v_id, r.id, v_kind,
        jsonb_build_object('unit', t.name,
        'days', case when t.step = 0 then 30 when t.step < 0 then greatest(1, 30 + t.days) else greatest(1, t.days) end),
        case when r.house = t.id then '/' when t.up_kind = 'platform' then '/partners?id=' || t.id else '/companies?id=' || t.id end);
      insert into public.outbox (tenant_id, kind, body, lane) values (r.house, 'notification', jsonb_build_object('id', v_id), 2);
    end loop;
    tenant_id := t.id; return next;
  end loop; end $$;
alter function app.tell_trials owner to mirante_gate;
revoke all on function app.tell_trials from public;
grant execute on function app.tell_trials to mirante_job;

-- Returns everything the layer above sees of one tenant below it, in one read; null if there is none.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.tenant_facts(p_id uuid, p_product text)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select jsonb_build_object('id', t.id, 'kind', t.kind, 'name', t.name, 'status', t.status, 'status_reason', t.status_reason,
    'language', t.language, 'zone', t.zone, 'trial_days', t.trial_days, 'trial_ends_at', t.trial_ends_at,
      'users_used', t.users_used, 'user_limit', t.user_limit, 'bonus_users', t.bonus_users, 'domain_limit', t.domain_limit, 'report_limit',
      t.report_limit, 'default_directory', t.default_directory,
      'restrict_accounts', t.restrict_accounts, 'allow_reports', t.allow_reports, 'own_domain', t.own_domain, 'created_at', t.created_at,
      'deleted_at', t.deleted_at, 'version', t.version,
      'held', app.held_above(t), 'limits_above', case when app.scope() = 'platform' then '{}' else t.platform_limits end,
      'hidden_by_partner', t.hidden_by_partner, 'hidden_by_platform', t.hidden_by_platform, 'hidden_above', app.hidden_menu(t.parent_id),
      'hidden_by_itself', coalesce((select s."values"->'hidden_menu' from public.settings s where s.tenant_id = t.id), '[]'),
      'last_update',
      coalesce((select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean from public.settings s where s.tenant_id = t.id),
        true),
      'parent', (select jsonb_build_object('id', p.id, 'name', p.name, 'kind', p.kind) from public.tenants p where p.id = t.parent_id),
      'hosts',
      coalesce((select jsonb_agg(jsonb_build_object('host', d.host, 'main', d.main) order by d.main desc, d.host)
        from public.domains d
        where d.tenant_id = t.id),
        '[]'),
      'payer',
      (select jsonb_build_object('id', c.id, 'name', c.fantasy_name, 'document', c.document, 'mine', c.tenant_id = app.tenant_id())
        from public.parties c
        where c.tenant_id = t.payer_tenant_id and c.id = t.payer_id and c.deleted_at is null),
      'party', (select c.id from public.parties c where c.tenant_id = app.tenant_id() and c.of_tenant_id = t.id and c.deleted_at is null),
      'relation',
      (select jsonb_build_object('role', r.role, 'verify', r.verify,
        'status', case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end,
        'until', case when isfinite(r.until) then r.until end, 'since', r.created_at)
        from public.relations r where r.tenant_id = t.id and r.kind = 'partner' order by r.ended_at nulls first, r.created_at desc limit 1),
      'admins',
      coalesce((select jsonb_agg(jsonb_build_object('name', u.name, 'email', u.email, 'waiting', u.account_id is null,
        'last', u.last_sign_in_at)
        order by u.sort_key)
        from (select * from public.users a
        where a.tenant_id = t.id and a.profile in ('admin', 'master') and a.seat is null and a.deleted_at is null and a.status in ('A', 'T')
        order by a.sort_key
        limit 5) u),
        '[]'),
      'invitee',
      (select jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email)
        from public.users u
        where u.tenant_id = t.id and u.id = app.invitee(t.id)),
      'last_activity', (select max(u.last_sign_in_at) from public.users u where u.tenant_id = t.id and u.seat is null),
      'groups', (select count(*) from public.groups g where g.tenant_id = t.id and g.deleted_at is null), 'units',
      (select count(*) from public.tenants c where c.parent_id = t.id and c.deleted_at is null),
      'directory_holder',
      (select c.name from public.tenants c where c.parent_id = t.parent_id and c.default_directory and c.deleted_at is null),
      'tree', (select to_jsonb(u) from app.tree_use(t.id, p_product) u))
    from public.tenants t
    where t.id = p_id and app.below(p_id) and (t.deleted_at is null or t.deleted_at > app.now() - interval '30 days') $$;
alter function app.tenant_facts owner to mirante_gate;
revoke all on function app.tenant_facts from public;
grant execute on function app.tenant_facts to mirante_app;

-- Returns the tenant of a host name; none for a deleted tenant.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on domains, tenants, themes.
create or replace function app.tenant_of_host(p_host text)
returns table (id uuid, name text, kind text, status text, language text, zone text, theme jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.kind, t.status, t.language, t.zone,
    (select h."values" from public.themes h where h.tenant_id = t.id and h.published limit 1)
    from public.domains d join public.tenants t on t.id = d.tenant_id where d.host = p_host and t.deleted_at is null $$;
alter function app.tenant_of_host owner to mirante_gate;
revoke all on function app.tenant_of_host from public;
grant execute on function app.tenant_of_host to mirante_public;

-- Returns the units that a client of the caller's tenant pays for.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.units_of_party(p_party uuid)
returns table (id uuid, name text, status text, users int, user_limit int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select t.id, t.name, t.status, t.users_used, t.user_limit
    from public.tenants t
    where t.payer_tenant_id = app.tenant_id() and t.payer_id = p_party and t.deleted_at is null
    order by t.sort_key
    limit 200 $$;
alter function app.units_of_party owner to mirante_gate;
revoke all on function app.units_of_party from public;
grant execute on function app.units_of_party to mirante_app;

-- Cancels the request that the asker's page waits for.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.wait_cancel(p_wait bytea, p_address text, p_request text)
returns text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with q as (select r.tenant_id, r.id, r.state
    from public.remote_requests r
    where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id()),
    w as (update public.remote_requests r set state = 'cancelled', decided_at = app.now(), version = version + 1 from q
      where r.tenant_id = q.tenant_id and r.id = q.id and r.state in ('requested', 'authorized') returning r.tenant_id, r.id),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, app.user_id(),
      null, app.home_id(), 'remote.cancel', w.id, p_address, p_request
      from w)
  select case when exists (select from w) then 'cancelled' else (select q.state from q) end $$;
alter function app.wait_cancel owner to mirante_gate;
revoke all on function app.wait_cancel from public;
grant execute on function app.wait_cancel to mirante_app;

-- Returns what the asker's waiting page shows, whichever tenant the request belongs to; no row for other users' requests.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute may_act.
create or replace function app.wait_of(p_wait bytea)
returns table (tenant_id uuid, id uuid, kind text, state text, person text, tenant_name text, reason text, ticket text, reach text,
  minutes int, needs_admin boolean, needs_person boolean, admin_at timestamptz, person_at timestamptz,
    refusal text, created_at timestamptz, expires_at timestamptz, enter_by timestamptz, ends_at timestamptz,
    ended_by text) language sql stable security definer
      set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select r.tenant_id, r.id, r.kind,
    case when (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now()) then 'expired'
      when r.state = 'active' and app.may_act(r.session_id) is null then 'ended' else r.state end,
      u.name, t.name, r.reason, r.ticket, r.reach, r.minutes, r.needs_admin, r.needs_person, r.admin_at, r.person_at, r.refusal,
      r.created_at, r.expires_at, r.enter_by, r.ends_at, r.ended_by
    from public.remote_requests r
      join public.tenants t on t.id = r.tenant_id
      left join public.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
   where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() $$;
alter function app.wait_of owner to mirante_gate;
revoke all on function app.wait_of from public;
grant execute on function app.wait_of to mirante_app;

-- Returns how users of the caller's tenant sign in, for e-mails and the user page.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers may not execute takes_passwords, ways_in.
create or replace function app.ways_told() returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,job}');
  select jsonb_build_object('passwords', app.takes_passwords((select app.tenant_id())),
    'names', (select coalesce(jsonb_agg(w.way->'name' order by w.at), '[]')
    from jsonb_array_elements(app.ways_in((select app.tenant_id()))) with ordinality w (way, at))) $$;
alter function app.ways_told owner to mirante_gate;
revoke all on function app.ways_told from public;
grant execute on function app.ways_told to mirante_app, mirante_job;

revoke create on schema app from mirante_gate;
