-- Closed reports count as demand, and guesses for the account they are about.

-- ### Tables

ALTER TABLE "capacity_waiters" ALTER COLUMN "asked_at" DROP NOT NULL;
ALTER TABLE "capacity_demand" ADD COLUMN "barred" integer DEFAULT 0 NOT NULL;
ALTER TABLE "capacity_waiters" ADD COLUMN "closed_at" timestamp with time zone;

-- ### Functions

grant create on schema app to mirante_gate;

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
  delete from public.attempts x where x.key = coalesce('mp ' || app.my_account(), 'ma ' || u.id);
  update public.sessions s set proved_at = app.now() where s.id = app.my_session();
  perform app.write_audit(u.tenant_id, 'account.proved', u.id,
    jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->>'kind', 'password'))), p_address, p_request,
    p_user => u.id, p_home => u.tenant_id);
  return 'ok'; end $$;
alter function app.account_prove owner to mirante_gate;
revoke all on function app.account_prove from public;
grant execute on function app.account_prove to mirante_app;

-- Returns the secrets that prove the caller's account, its password hash and factors, to an own session. It deliberately reads an account
-- that isn't proved yet; the result is compared and never shown. Guesses are counted: `wait` is the number of seconds when rate limited.
-- Where only this unit vouches they are counted in it, so that its provider can't use up those of another unit, and apart from guesses at
-- the unit's own factors, so that one of these gives none back.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, factors.
create or replace function app.account_to_prove(p_guess boolean)
returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb, passkeys jsonb,
  recovery int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_key text; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.account_id is not null
      and x.seat is null;
  if not found then return; end if;
  holder := u.account_id;
  v_key := coalesce('mp ' || app.my_account(), 'ma ' || u.id);
  if p_guess is not false and not app.attempt(v_key, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = v_key;
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

-- Returns when tasks next refresh a report that runs on a capacity, in all units that reach it and aren't suspended, if that is within
-- fifteen minutes: by their timetables, or a run that waits for an attempt. What is overdue for longer keeps nothing on. Null where none
-- does.
-- Internal: called by capacity_demand.
create or replace function app.capacity_due(p_id uuid)
returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select min(d.at)
    from (select distinct m.tenant_id
        from public.capacity_members m join public.tenants t on t.id = m.tenant_id and t.deleted_at is null
        where m.capacity_id = p_id and app.acts(t.status, t.trial_ends_at)) u
      cross join lateral (select k.id, k.target_id
        from public.tasks k
        where k.tenant_id = u.tenant_id and k.action = 'refresh' and k.state = 'active' offset 0) k
      cross join lateral (select g.next_at as at
          from public.task_triggers g
          where g.tenant_id = u.tenant_id and g.task_id = k.id
            and g.next_at between app.now() - interval '15 minutes' and app.now() + interval '15 minutes'
        union all select r.next_try_at
          from public.task_runs r
          where r.tenant_id = u.tenant_id and r.task_id = k.id and r.state in ('claimed', 'running')
            and r.next_try_at between app.now() - interval '15 minutes' and app.now() + interval '15 minutes' offset 0) d
    where app.on_capacity(p_id, u.tenant_id, k.target_id) $$;
alter function app.capacity_due owner to mirante_gate;
revoke all on function app.capacity_due from public;

-- Returns the demand for a capacity, in numbers over all units that reach it: {viewers, recent, aliveAt, waiters, exports,
-- maintenance, due, schedules, telling}. `recent` are the viewers of the last five minutes, `due` is when tasks next refresh something on
-- it, `schedules` the refresh schedules of its reports where it wakes for them, `telling` the units with people to notify once it runs.
-- Only a job and who controls it get them; null for any other.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.capacity_demand(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; v_idle int; v_live record; begin
  perform app.need('{own,remote,partner,job}');
  if app.caller_kind() <> 'job' and app.controls_capacity(p_id) is not true then return null; end if;
  select x.* into c from public.capacities x where x.id = p_id;
  select greatest(c.idle_minutes, max(s.idle_minutes)) into v_idle
    from public.shifts s
    where s.capacity_id = p_id and s.tenant_id = c.owner_tenant_id;
  v_live := app.capacity_viewers(p_id, app.now() - make_interval(mins => coalesce(v_idle, c.idle_minutes)), null);
  return jsonb_build_object('viewers', v_live.viewers, 'aliveAt', v_live.alive_at,
    'recent', (app.capacity_viewers(p_id, app.now() - interval '5 minutes', null)).viewers,
    'waiters', app.capacity_waiting(p_id, null), 'exports', app.capacity_exports(p_id),
    'maintenance', app.capacity_maintained_until(p_id), 'due', app.capacity_due(p_id),
    'schedules', case
      when c.wake_for_refreshes then (select coalesce(jsonb_agg(distinct r.load_schedule), '[]')
        from app.capacity_reports(p_id) o join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
        where r.load_schedule is not null)
      else '[]' end,
    'telling', array(select distinct w.tenant_id from public.capacity_waiters w where w.capacity_id = p_id and w.tell)); end $$;
alter function app.capacity_demand owner to mirante_gate;
revoke all on function app.capacity_demand from public;
grant execute on function app.capacity_demand to mirante_app, mirante_job;

-- Returns the demand for a capacity since p_from as [at, viewers, work, barred], for who controls it; null for any other.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacity_demand.
create or replace function app.capacity_past(p_id uuid, p_from timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  if app.controls_capacity(p_id) is not true then return null; end if;
  return (select coalesce(jsonb_agg(jsonb_build_array(extract(epoch from d.at)::int, d.viewers, d.work, d.barred) order by d.at), '[]')
    from public.capacity_demand d
    where d.capacity_id = p_id and d.at >= p_from); end $$;
alter function app.capacity_past owner to mirante_gate;
revoke all on function app.capacity_past from public;
grant execute on function app.capacity_past to mirante_app;

-- Returns the counter of wrong second steps in a known browser: one for sign-ins that the account vouches for, another one for those that
-- only the unit vouches for. A factor that the unit knows completes the latter alone, and so gives back their guesses alone.
-- Internal: called by factor_open, factor_use.
create or replace function app.factor_browser(p_device bytea, p_vouched text) returns text language sql immutable parallel safe
return case p_vouched when 'account' then 'md ' else 'mu ' end || encode(coalesce(p_device, ''), 'hex');
revoke all on function app.factor_browser from public;
grant execute on function app.factor_browser to mirante_gate;

-- Opens the second step of a sign-in and counts this guess; the state says when it is over, tried too often or limited. `holder` is the
-- owner of a first factor, null when the address is rate limited. The body contains this guess's number. Guesses at a sign-in that only a
-- unit vouches for are counted in that unit, so they can't use up those of another. `lost_at`: since when a reset of the account's lost
-- factors is running.
-- The ticket is locked before any counter, as in factor_use; in two orders, two answers to one step would deadlock.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, devices and 3 more.
create or replace function app.factor_open(p_hash bytea, p_tenant uuid, p_host text, p_address text, p_device bytea, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, holder uuid, address text, person_name text, totps jsonb, passkeys jsonb,
  recovery int, ends_at timestamptz, vouched text, lost_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_key text; v_body jsonb; v_holders uuid[]; begin
  perform from public.tickets t where t.hash = p_hash for no key update;
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
      when exists (select from public.devices d
        where d.hash = p_device and d.tenant_id = u.tenant_id and d.user_id = u.id and d.account_id = u.account_id)
        then app.factor_browser(p_device, k.body->>'vouched')
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
  else
    update public.tickets t set body = t.body || '{"opened": true}' where t.hash = p_hash and not t.body ? 'opened';
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
    k.expires_at, k.body->>'vouched',
    (select a.lost_at from public.accounts a where a.id = u.account_id and k.body->>'vouched' = 'account');
end $$;
alter function app.factor_open owner to mirante_gate;
revoke all on function app.factor_open from public;
grant execute on function app.factor_open to mirante_door;

-- Completes the second step of a sign-in: its ticket becomes the proof that starts the session. Success gives back what the step took from
-- the address's limit, its page and this answer, so an office behind one address gets in.
-- Callers: mirante_door.
-- Raises: factor_mail_code, factor_over, factor_wrong.
-- Security definer: callers lack the grants on accounts, attempts, factors and 2 more.
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
  -- Same lock order as everywhere else, which prevents deadlocks: ticket, user, account, counters.
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
  perform app.lock_attempts(array['f2 ' || p_address, 'm ' || v_holder, app.factor_browser(p_device, v_vouched)]);
  delete from public.attempts x where x.key in ('m ' || v_holder, app.factor_browser(p_device, v_vouched));
  update public.attempts x set n = greatest(x.n - case when b ? 'opened' then 2 else 1 end, 0) where x.key = 'f2 ' || p_address;
  perform app.write_audit(p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user,
    jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address,
    p_request, p_user => v_user, p_home => p_tenant);
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, (b - '{tries,opened}'::text[]) || '{"given": true}'); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_door;

-- Forgets a user's remembered devices except the one in use and, with p_account, the account's in every tenant: after a new password or
-- "end all sessions", each must give the second factor again, and counts guesses with those of strangers until the password is given in it.
-- Returns how many were remembered.
-- Internal: called by account_take, end_own_sessions, forget_own_devices, own_password.
create or replace function app.forget_devices(p_account uuid, p_tenant uuid, p_user uuid, p_but bytea)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with o as (select u.tenant_id, u.id from public.users u where u.account_id = p_account union select p_tenant, p_user),
    f as materialized (select d.hash, d.trusted_at
      from o join public.devices d on d.tenant_id = o.tenant_id and d.user_id = o.id
      where d.hash is distinct from p_but and (d.trusted_at is not null or d.account_id is not null)
      for no key update of d),
    w as (update public.devices d
      set trusted_at = null, trusted_by = null, account_id = null
      from f
      where d.hash = f.hash)
  select count(f.trusted_at)::int from f $$;
alter function app.forget_devices owner to mirante_gate;
revoke all on function app.forget_devices from public;

-- Keeps profiles to their kind of tenant: operators in the platform, masters in partners, administrators and ordinary users in units.
-- Enforced for every role that the product signs in as; the owner, which sets databases up, is exempt.
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
      and t.kind = case new.profile when 'a2m' then 'platform' when 'master' then 'partner' else 'unit' end) then
    raise exception 'profile' using errcode = '23514'; end if;
  return new; end $$;
alter function app.keep_profile owner to mirante_gate;
revoke all on function app.keep_profile from public;

create or replace trigger users_profile_fits before insert or update of profile on users for each row execute function app.keep_profile();

-- Removes the lockout of a user in this tenant; returns whether there was one. A known browser whose own counter is removed isn't known
-- until the right password is given in it: otherwise an administrator with such a browser could guess a password without end.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on attempts, devices.
create or replace function app.lift_lock(p_user uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; begin
  perform app.need('{own,remote,partner}');
  perform app.spare_administrator(p_user);
  with w as (delete from public.attempts x
      where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now()
      returning x.key),
    d as (update public.devices d
      set account_id = null
      from w
      where d.tenant_id = app.tenant_id() and d.user_id = p_user and w.key = 'd ' || encode(d.hash, 'hex'))
  select count(*)::int into v_n from w;
  return v_n > 0; end $$;
alter function app.lift_lock owner to mirante_gate;
revoke all on function app.lift_lock from public;
grant execute on function app.lift_lock to mirante_app;

-- Counts the caller, who finds a capacity closed, as demand of the present five minutes, at most once in five minutes; returns whether it
-- did. p_barred: only others may start it.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers lack the grants on capacity_demand.
create or replace function app.note_closed(p_capacity uuid, p_report uuid, p_barred boolean)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal}');
  if not exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
    where m.tenant_id = app.tenant_id() and m.capacity_id = p_capacity and app.acts(t.status, t.trial_ends_at)) then
    return false;
  end if;
  insert into public.capacity_waiters as w (tenant_id, capacity_id, user_id, report_id, asked_at, closed_at)
    values (app.tenant_id(), p_capacity, app.user_id(), p_report, null, app.now())
    on conflict (tenant_id, capacity_id, user_id) do update set closed_at = excluded.closed_at
      where coalesce(w.closed_at <= app.now() - interval '5 minutes', true);
  if not found then return false; end if;
  insert into public.capacity_demand as d (capacity_id, at, viewers, barred, work, wakes)
    values (p_capacity, date_bin('5 minutes', app.now(), 'epoch'), (not p_barred)::int, p_barred::int, 0, 0)
    on conflict (capacity_id, at) do update set viewers = d.viewers + excluded.viewers, barred = d.barred + excluded.barred;
  return true; end $$;
alter function app.note_closed owner to mirante_gate;
revoke all on function app.note_closed from public;
grant execute on function app.note_closed to mirante_app;

-- Starts a session after sign-in. p_email is null unless one of the account's own secrets was given: only then are guesses given back.
-- The browser becomes known for the account then, or if the account vouches (an invitation, a change of unit): on a unit's own host the
-- administrators of its DNS could keep the cookie. A new browser is announced to the user by e-mail, at most once an hour: in all units of
-- the account where it vouched, else in this unit.
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
  select count(*) > 0 from a $$;
alter function app.session_start owner to mirante_gate;
revoke all on function app.session_start from public;

-- Deletes old entries of capacities' logs, old demand, and people who waited long ago.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on capacity_demand, capacity_log.
create or replace function app.sweep_capacities()
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{job}');
  delete from public.capacity_log l where l.at < app.now() - interval '400 days';
  delete from public.capacity_demand d where d.at < app.now() - interval '35 days';
  delete from public.capacity_waiters w where greatest(w.asked_at, w.closed_at) < app.now() - interval '1 day'; end $$;
alter function app.sweep_capacities owner to mirante_gate;
revoke all on function app.sweep_capacities from public;
grant execute on function app.sweep_capacities to mirante_job;

revoke create on schema app from mirante_gate;
