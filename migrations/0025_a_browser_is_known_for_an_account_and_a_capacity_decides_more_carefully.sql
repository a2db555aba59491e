-- A browser is known for an account, and a capacity decides more carefully.

-- ### What goes

drop function app.capacity_in_maintenance(uuid);
drop function app.report_capacity(uuid);
drop function app.task_capacities();

-- ### Tables

ALTER TABLE "capacity_hours" ALTER COLUMN "cents_per_hour" DROP NOT NULL;
ALTER TABLE "capacities" ADD COLUMN "controlled_at" timestamp with time zone;
ALTER TABLE "capacities" ADD COLUMN "stop_at" timestamp with time zone;
ALTER TABLE "capacities" ADD COLUMN "retry_at" timestamp with time zone;
ALTER TABLE "devices" ADD COLUMN "account_id" uuid;

-- ### Functions

grant create on schema app to mirante_gate;

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
          and m.ends_at > app.now() and u.profile = 'user'),
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
  delete from public.attempts x where x.key = 'mp ' || coalesce(app.my_account(), u.id);
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
-- Where only this unit vouches they are counted in it, so that its provider can't use up those of another unit.
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
  v_key := 'mp ' || coalesce(app.my_account(), u.id);
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
          and m.ends_at > app.now() and u.profile = 'user'),
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

-- Notifies the administrators of the unit that owns a capacity that people of the caller's unit want it opened: without their names, and at
-- most once in p_minutes for the unit. Called right after the caller asked; does nothing where the caller's own unit owns it.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers lack the grants on capacities.
create or replace function app.ask_owner(p_capacity uuid, p_minutes int)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal}');
  perform app.act_tell(u.tenant_id, u.id, 'opening_wanted', jsonb_build_object('capacity', c.name), '/powerbi/resources?id=' || c.id)
    from public.capacities c
      join public.users u on u.tenant_id = c.owner_tenant_id and u.profile in ('admin', 'master', 'a2m') and u.deleted_at is null
    where c.id = p_capacity and c.owner_tenant_id <> app.tenant_id()
      and exists (select from public.capacity_waiters w
        where w.tenant_id = app.tenant_id() and w.capacity_id = c.id and w.user_id = app.user_id() and w.opening_asked_at = app.now())
      and not exists (select from public.capacity_waiters w
        where w.tenant_id = app.tenant_id() and w.capacity_id = c.id and w.user_id <> app.user_id()
          and w.opening_asked_at > app.now() - make_interval(mins => p_minutes)); end $$;
alter function app.ask_owner owner to mirante_gate;
revoke all on function app.ask_owner from public;
grant execute on function app.ask_owner to mirante_app;

-- Returns until when maintenance that pauses the capacity runs on all its reports, with its owner taking part; null where it doesn't.
-- Another unit's maintenance alone never pauses it. An owner without reports on it takes part by maintenance of its whole unit.
-- Internal: called by capacity_demand.
create or replace function app.capacity_maintained_until(p_id uuid)
returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_windows jsonb; v_owner uuid; v_until timestamptz; v_own timestamptz; v_takes_part boolean; begin
  select jsonb_agg(jsonb_build_object('tenant', w.tenant_id, 'target', w.target, 'id', w.target_id, 'until', w.ends_at)) into v_windows
    from (select distinct m.tenant_id from public.capacity_members m where m.capacity_id = p_id) u
      cross join lateral (select x.tenant_id, x.target, x.target_id, x.ends_at
        from public.maintenance x
        where x.tenant_id = u.tenant_id and x.ends_at > app.now() and x.starts_at <= app.now() and x.pauses_capacity and x.blocks
          and x.cancelled_at is null and x.closed_at is null offset 0) w;
  if v_windows is null then return null; end if;
  select c.owner_tenant_id into v_owner from public.capacities c where c.id = p_id;
  -- Without any report nothing is maintained, and one report that isn't keeps the capacity on.
  select case when bool_and(w.until is not null) then min(w.until) end, bool_or(o.tenant_id = v_owner) into v_until, v_takes_part
    from app.capacity_reports(p_id) o
      join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
      left join public.subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      cross join lateral (select max(x.until) as until
        from jsonb_to_recordset(v_windows) x (tenant uuid, target text, id uuid, until timestamptz)
        where x.tenant = r.tenant_id
          and (x.target = 'unit' or (x.target = 'report' and x.id = r.id) or (x.target = 'subgroup' and x.id = r.subgroup_id)
            or (x.target = 'group' and x.id in (r.group_id, s.group_id)))) w;
  if v_until is null or v_takes_part then return v_until; end if;
  select max(x.until) into v_own
    from jsonb_to_recordset(v_windows) x (tenant uuid, target text, until timestamptz)
    where x.tenant = v_owner and x.target = 'unit';
  return case when v_own is not null then least(v_until, v_own) end; end $$;
alter function app.capacity_maintained_until owner to mirante_gate;
revoke all on function app.capacity_maintained_until from public;

-- Returns the demand for a capacity, in numbers over all units that reach it: {viewers, recent, aliveAt, waiters, exports,
-- maintenance, schedules, telling}. `recent` are the viewers of the last five minutes, `schedules` the refresh schedules of its
-- reports where it wakes for them, `telling` the units with people to notify once it runs. Only a job and who controls it get them;
-- null for any other.
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
    'maintenance', app.capacity_maintained_until(p_id),
    'schedules', case
      when c.wake_for_refreshes then (select coalesce(jsonb_agg(distinct r.load_schedule), '[]')
        from app.capacity_reports(p_id) o join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
        where r.load_schedule is not null)
      else '[]' end,
    'telling', array(select distinct w.tenant_id from public.capacity_waiters w where w.capacity_id = p_id and w.tell)); end $$;
alter function app.capacity_demand owner to mirante_gate;
revoke all on function app.capacity_demand from public;
grant execute on function app.capacity_demand to mirante_app, mirante_job;

-- Returns what the caller may know of one capacity that it reaches, or of all of them (p_id null). Every member learns state and
-- reason, and whether shifts decide, with the numbers of its own unit and no name of another one; who controls it also the rules, the
-- override and who asked for it. Of a single one the platform also learns the other units to which it can be moved.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities, capacity_log.
create or replace function app.capacity_facts(p_id uuid)
returns setof jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_ids uuid[]; v_platform boolean := app.scope() = 'platform'; begin
  perform app.need('{own,remote,partner}');
  if p_id is not null then v_ids := array[p_id];
  elsif v_platform then v_ids := array(select c.id from public.capacities c);
  else v_ids := array(select distinct m.capacity_id from public.capacity_members m where m.tenant_id = app.tenant_id());
  end if;
  return query
    select jsonb_build_object('id', c.id, 'armId', c.arm_id, 'name', c.name, 'kind', c.kind, 'resourceGroup', c.resource_group,
        'region', c.region, 'serviceCapacityId', c.service_capacity_id, 'controls', k.controls, 'owned', c.owner_tenant_id is not null,
        'owner', case when v_platform or c.owner_tenant_id = app.tenant_id() then t.name end,
        'ownedByOther', c.owner_tenant_id is not null and c.owner_tenant_id <> app.tenant_id(),
        'state', c.observed_state, 'size', c.observed_size, 'observedAt', c.observed_at, 'problem', c.problem, 'reason', c.reason,
        'reasonVars', case when k.controls then c.reason_vars else '{}' end, 'reasonUntil', c.reason_until, 'pauseAt', c.pause_at,
        'operation', c.operation, 'wakeSeconds', c.wake_seconds, 'followShifts', c.follow_shifts,
        'since', (select l.at
          from public.capacity_log l
          where l.capacity_id = c.id and l.what in ('on', 'off', 'external')
          order by l.at desc, l.id desc limit 1),
        'sizeSince', (select case when l.what = 'size' and l.is_on then l.at end
          from public.capacity_log l
          where l.capacity_id = c.id and l.what in ('on', 'off', 'external', 'size')
          order by l.at desc, l.id desc limit 1),
        -- Without an id at the service nothing is known to run on it.
        'viewers', case when c.service_capacity_id is null then 0
          else (app.capacity_viewers(c.id, app.now() - make_interval(mins => c.idle_minutes), k.unit)).viewers end,
        'waiters', app.capacity_waiting(c.id, k.unit), 'version', c.version,
        'members', case when v_platform and p_id is not null then (select coalesce(jsonb_agg(jsonb_build_object('tenantId', m.id,
            'name', m.name) order by m.name, m.id), '[]')
          from public.tenants m
          where m.deleted_at is null and m.id is distinct from c.owner_tenant_id
            and m.id in (select x.tenant_id from public.capacity_members x where x.capacity_id = c.id)) end)
      || case
        when k.controls then jsonb_build_object('ownerTenantId', c.owner_tenant_id, 'ownerAccountId', c.owner_account_id,
          'autoPause', c.auto_pause, 'idleMinutes', c.idle_minutes, 'forceStop', c.force_stop,
          'wakeOutside', c.wake_outside, 'wakeBy', c.wake_by, 'wakeForRefreshes', c.wake_for_refreshes,
          'paidByReservation', c.paid_by_reservation, 'baseSize', c.base_size, 'prices', c.prices, 'currency', c.currency,
          'budgetCents', c.budget_cents, 'budgetStop', c.budget_stop,
          'override', case when (c.override->>'until')::timestamptz > app.now() then c.override end,
          'overrideName', coalesce(
            (select x.name from public.tasks x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'taskId')::uuid),
            (select x.name from public.users x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'userId')::uuid)))
        else '{}' end
      from public.capacities c
        left join public.tenants t on t.id = c.owner_tenant_id
        cross join lateral (select y.controls, case when y.controls then null else app.tenant_id() end as unit
          from (select app.controls_capacity(c.id) as controls offset 0) y) k
      where c.id = any (v_ids) and app.sees_capacity(c.id)
      order by c.name, c.id; end $$;
alter function app.capacity_facts owner to mirante_gate;
revoke all on function app.capacity_facts from public;
grant execute on function app.capacity_facts to mirante_app;

-- Returns what the money of a capacity is computed from, for who controls it: the hours of the ledger between two instants, the log since
-- they were last written, and when that was; null for any other.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities, capacity_hours.
create or replace function app.capacity_ledger(p_id uuid, p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  if app.controls_capacity(p_id) is not true then return null; end if;
  return (select jsonb_build_object('since', coalesce(c.hours_until, c.created_at), 'controlledAt', coalesce(c.controlled_at, c.created_at),
      'log', app.capacity_intervals(p_id, coalesce(c.hours_until, c.created_at)),
      'hours', (select coalesce(jsonb_agg(jsonb_build_object('hour', h.hour, 'size', h.size, 'cause', h.cause, 'seconds', h.seconds,
            'centsPerHour', h.cents_per_hour)
          order by h.hour, h.size, h.cause), '[]')
        from public.capacity_hours h
        where h.capacity_id = p_id and h.hour >= p_from and h.hour < p_until))
    from public.capacities c where c.id = p_id); end $$;
alter function app.capacity_ledger owner to mirante_gate;
revoke all on function app.capacity_ledger from public;
grant execute on function app.capacity_ledger to mirante_app;

-- Leases a capacity to one look and returns all that is stored of it: its row, the account of its owner, the shifts, the last state
-- that was seen, wakes of the last hour, the log since the ledger was last written, and what this month has cost so far. Null while
-- another look has it, and for one that isn't due, unless p_again. One that is changing is asked for at most once in two seconds, and
-- one that Azure refused not before its retry_at, whatever number of people wait.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on capacities, capacity_hours, capacity_log.
create or replace function app.claim_capacity(p_id uuid, p_lease interval, p_again boolean)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; t public.tenants; v_last record; begin
  perform app.need('{job}');
  update public.capacities x
    set taken_until = app.now() + p_lease, next_look_at = app.now() + p_lease
    where x.id = p_id and x.owner_tenant_id is not null and (x.taken_until is null or x.taken_until <= app.now())
      and (x.retry_at is null or x.retry_at <= app.now())
      and (p_again or (x.next_look_at <= app.now()
        and (x.operation is null or x.observed_at is null or x.observed_at <= app.now() - interval '2 seconds')))
    returning x.* into c;
  if c.id is null then return null; end if;
  select x.* into t from public.tenants x where x.id = c.owner_tenant_id;
  select l.is_on, l.size, l.at, l.cause into v_last
    from public.capacity_log l
    where l.capacity_id = p_id and l.what in ('on', 'off', 'size', 'kept', 'external')
    order by l.at desc, l.id desc limit 1;
  return to_jsonb(c) || app.capacity_calendar(p_id) || jsonb_build_object(
    'acts', t.deleted_at is null and app.acts(t.status, t.trial_ends_at),
    'account', (select jsonb_build_object('id', a.id, 'directoryId', a.directory_id, 'appId', a.app_id, 'secretSealed', a.secret_sealed,
        'profileId', a.profile_id, 'disabled', a.disabled)
      from public.service_accounts a
      where a.tenant_id = c.owner_tenant_id and a.id = c.owner_account_id),
    'last', case when v_last.at is not null then to_jsonb(v_last) end,
    'wakes', array(select l.at from public.capacity_log l
      where l.capacity_id = p_id and l.what = 'on' and l.cause = 'waiters' and l.at > app.now() - interval '1 hour'),
    'log', app.capacity_intervals(p_id, coalesce(c.hours_until, c.created_at)),
    'closed_cents', (select coalesce(sum(round(h.seconds * coalesce(h.cents_per_hour, (c.prices->>h.size)::int) / 3600.0)), 0)::int
      from public.capacity_hours h
      where h.capacity_id = p_id and h.hour >= date_trunc('month', app.now() at time zone t.zone) at time zone t.zone)); end $$;
alter function app.claim_capacity owner to mirante_gate;
revoke all on function app.claim_capacity from public;
grant execute on function app.claim_capacity to mirante_job;

-- Lets one caller ask Azure whether a capacity that was last seen not running, or couldn't be observed, runs by now; false while an
-- observation or another claim is younger than p_seconds.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.claim_look(p_capacity uuid, p_seconds int)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  with claimed as (update public.capacities c set observed_at = app.now()
      where c.id = p_capacity and c.observed_state in ('paused', 'stopping', 'starting', 'unknown')
        and coalesce(c.observed_at <= app.now() - make_interval(secs => p_seconds), true)
        and exists (select from public.capacity_members m where m.tenant_id = app.tenant_id() and m.capacity_id = c.id)
      returning c.id)
    select exists (select from claimed) $$;
alter function app.claim_look owner to mirante_gate;
revoke all on function app.claim_look from public;
grant execute on function app.claim_look to mirante_app, mirante_job;

-- Returns capacities that are due to be looked at, the longest waiting first. Looking itself claims them (claim_capacity).
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.due_capacities(p_n int)
returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select c.id
    from public.capacities c
    where c.next_look_at <= app.now() and (c.taken_until is null or c.taken_until <= app.now())
      and (c.retry_at is null or c.retry_at <= app.now())
    order by c.next_look_at limit least(p_n, 100) $$;
alter function app.due_capacities owner to mirante_gate;
revoke all on function app.due_capacities from public;
grant execute on function app.due_capacities to mirante_job;

-- Returns active tasks whose end is due for a notice or has come, those of a partner that is suspended or whose relation has ended, and
-- those that start a maintenance which is to be announced now, or was announced for a time that their calendar has moved.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on relations.
create or replace function app.due_tasks(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.ends_at <= app.now() + interval '30 days'
      and (k.ends_at <= app.now() or k.ends_told is null
        or (k.ends_told > 7 and k.ends_at <= app.now() + interval '7 days')
        or (k.ends_told > 1 and k.ends_at <= app.now() + interval '1 day'))
    order by k.ends_at limit least(p_n, 500))
  union
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.relation_id is not null
      and not exists (select from public.relations r
          join public.tenants h on h.id = r.above_id and h.deleted_at is null and app.acts(h.status, h.trial_ends_at)
        where r.tenant_id = k.tenant_id and r.id = k.relation_id and r.kind = 'partner' and r.role = 'admin' and r.status = 'active'
          and r.ended_at is null and r.until > app.now())
    limit least(p_n, 500))
  union
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.action = 'start'
      and (exists (select from public.task_triggers g
          where g.tenant_id = k.tenant_id and g.task_id = k.id and g.next_at > app.now()
            and g.next_at <= app.now() + make_interval(hours => coalesce((k.options->>'announceHours')::int, 0))
            and not exists (select from public.task_runs r
              where r.tenant_id = g.tenant_id and r.task_id = g.task_id and r.trigger_id = g.id and r.due_at = g.next_at))
        or exists (select from public.task_runs r
            join public.task_triggers g on g.tenant_id = r.tenant_id and g.id = r.trigger_id
          where r.tenant_id = k.tenant_id and r.task_id = k.id and r.state = 'claimed' and r.due_at > app.now()
            and (g.next_at is null or (g.next_at > app.now() and g.next_at <> r.due_at))))
    limit least(p_n, 500)) $$;
alter function app.due_tasks owner to mirante_gate;
revoke all on function app.due_tasks from public;
grant execute on function app.due_tasks to mirante_job;

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
          and m.ends_at > app.now() and u.profile = 'user'),
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
  insert into public.attempts as x (key, n, until)
    select 'nf ' || case b->>'vouched' when 'account' then coalesce(u.account_id, u.id) else u.id end, 1, app.now() + interval '1 hour'
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
  perform app.lock_attempts(array['f2 ' || p_address, 'm ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex')]);
  delete from public.attempts x where x.key in ('m ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex'));
  update public.attempts x set n = greatest(x.n - case when b ? 'opened' then 2 else 1 end, 0) where x.key = 'f2 ' || p_address;
  perform app.write_audit(p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user,
    jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address,
    p_request, p_user => v_user, p_home => p_tenant);
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, (b - '{tries,opened}'::text[]) || '{"given": true}'); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_door;

-- Gives control of a capacity to one of its members, with its shifts and tasks. No one of the new unit took the tasks, so they have no
-- owner and rest until an administrator takes them over; a null member leaves it to no unit, without shifts and tasks.
-- The unit that gets it, and the one from which the platform takes it, have it in their audit logs.
-- Internal: called by keep_capacity_owner, move_capacity.
create or replace function app.hand_capacity(p_id uuid, p_tenant uuid, p_account uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_old uuid; begin
  select c.owner_tenant_id into v_old from public.capacities c where c.id = p_id for update;
  update public.capacities c
    set owner_tenant_id = p_tenant, owner_account_id = p_account, override = null, version = c.version + 1,
      next_look_at = case when p_tenant is null then null else app.now() end
    where c.id = p_id;
  if v_old is not distinct from p_tenant then return; end if;
  -- In the order of keep_runs.
  perform from public.tasks k
    where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id order by k.tenant_id, k.id for update;
  if p_tenant is null then
    delete from public.shifts s where s.tenant_id = v_old and s.capacity_id = p_id;
    update public.tasks k set state = 'suspended', reason = 'target_gone'
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id and k.state <> 'ended';
    return;
  end if;
  update public.shifts s set tenant_id = p_tenant where s.tenant_id = v_old and s.capacity_id = p_id;
  insert into public.tasks (tenant_id, id, name, sort_key, type, action, target_kind, target_id, owner_id, state, reason, starts_at,
      ends_at, ends_told, failures, last_sent_at, wake_outside, options, condition, version, created_at)
    select p_tenant, k.id, k.name, k.sort_key, k.type, k.action, k.target_kind, k.target_id, null,
        case when k.state = 'ended' then 'ended' else 'suspended' end, case when k.state <> 'ended' then 'owner_gone' end, k.starts_at,
        k.ends_at, k.ends_told, k.failures, k.last_sent_at, k.wake_outside, k.options, k.condition, k.version + 1, k.created_at
      from public.tasks k
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  insert into public.task_triggers (tenant_id, id, task_id, frequency, date, days, month_day, short_month, business_day, on_holiday, times,
      every_minutes, from_time, until_time, next_at)
    select p_tenant, g.id, g.task_id, g.frequency, g.date, g.days, g.month_day, g.short_month, g.business_day, g.on_holiday, g.times,
        g.every_minutes, g.from_time, g.until_time, null
      from public.task_triggers g join public.tasks k on k.tenant_id = g.tenant_id and k.id = g.task_id
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  delete from public.tasks k where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  -- The unit that gets control learns of it, and so does the one from which the platform takes it. Neither is told a person of the other.
  perform app.write_audit(x, 'capacity.move', p_id, jsonb_build_object('capacity', c.name),
        p_user => case when app.scope() = 'platform' then app.user_id() end,
        p_home => case when app.scope() = 'platform' then app.home_id() end, p_actor => null)
      from public.capacities c, unnest(array[p_tenant, v_old]) x
      where c.id = p_id and (x = p_tenant or (x = v_old and app.scope() = 'platform'));
  perform app.note_capacity(p_id, 'owner', 'owner', '{}'); end $$;
alter function app.hand_capacity owner to mirante_gate;
revoke all on function app.hand_capacity from public;

-- Guards a tenant's protected configuration: identity providers, embedding keys, directory tokens and mappings, the mail server, service
-- accounts, domains, the partner's rights, and users' rights. Each trigger names the kinds of sessions that may change it besides users'
-- own. Connection tests, last-used marks and renames don't count.
-- Trigger on capacity_members, domains, embed_keys and 10 more.
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
  when ((old.hash, old.slot, old.expires_at, old.revoked_at, old.provider_kind, old.provider_issuer)
    is distinct from (new.hash, new.slot, new.expires_at, new.revoked_at, new.provider_kind, new.provider_issuer))
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
-- Users' access hours are read in it.
create or replace trigger tenants_zone_changed after update of zone on tenants for each row
  when (old.zone is distinct from new.zone)
  execute function app.keep_house('job', 'door');
create or replace trigger domains_kept after insert or delete on domains for each row execute function app.keep_house('job', 'door');
create or replace trigger domains_changed after update on domains for each row
  when (old.main is distinct from new.main)
  execute function app.keep_house('job', 'door');
create or replace trigger capacity_members_kept after insert on capacity_members for each row
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
create or replace trigger shifts_kept after insert on shifts for each row
  when (new.purpose <> 'capacity')
  execute function app.keep_house('job', 'door');
create or replace trigger shifts_changed after update or delete on shifts for each row
  when (old.purpose <> 'capacity')
  execute function app.keep_house('job', 'door');

-- Writes the runs of claimed triggers and moves each to its next run, unless it was changed since the claim; done twice, it does nothing
-- more. Tasks are locked first and then triggers, each in order of their ids, as where a task is edited, retimed or removed.
-- p_claims is [{tenant, task, trigger, old, next, runs: [{due, state, reason, notes}]}]. Returns the runs to do.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_runs(p_claims jsonb)
returns table (tenant_id uuid, id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform app.need('{job}');
  perform from (select distinct x.tenant, x.task from jsonb_to_recordset(p_claims) x (tenant uuid, task uuid) order by 1, 2) x
    cross join lateral (select from public.tasks k where k.tenant_id = x.tenant and k.id = x.task for key share) k;
  perform from (select distinct x.tenant, x.trigger from jsonb_to_recordset(p_claims) x (tenant uuid, trigger uuid) order by 1, 2) x
    cross join lateral (select from public.task_triggers g where g.tenant_id = x.tenant and g.id = x.trigger for update) g;
  return query with c as materialized (select x.*
      from jsonb_to_recordset(p_claims) x (tenant uuid, task uuid, trigger uuid, old timestamptz, next timestamptz, runs jsonb)),
    moved as (update public.task_triggers g set next_at = c.next, taken_until = null
      from c where g.tenant_id = c.tenant and g.id = c.trigger and g.next_at = c.old returning c.tenant, c.task, c.trigger, c.runs),
    ran as (insert into public.task_runs as r (tenant_id, task_id, trigger_id, due_at, state, reason, notes, next_try_at, ended_at)
      select c.tenant, c.task, c.trigger, o.due, o.state, o.reason, coalesce(o.notes, '{}'),
          case o.state when 'claimed' then app.now() end, case o.state when 'claimed' then null else app.now() end
        from moved c
          cross join lateral jsonb_to_recordset(c.runs) o (due timestamptz, state text, reason text, notes jsonb)
      on conflict (tenant_id, task_id, trigger_id, due_at) do nothing returning r.tenant_id, r.id, r.state)
  select r.tenant_id, r.id from ran r where r.state = 'claimed'; end $$;
alter function app.keep_runs owner to mirante_gate;
revoke all on function app.keep_runs from public;
grant execute on function app.keep_runs to mirante_job;

-- A task that isn't active has no next run. Triggers are locked in the order of keep_runs.
-- Trigger on tasks.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_triggers()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.task_triggers g
    where g.tenant_id = new.tenant_id and g.task_id = new.id and g.next_at is not null order by g.tenant_id, g.id for update;
  update public.task_triggers g set next_at = null, taken_until = null
    where g.tenant_id = new.tenant_id and g.task_id = new.id and g.next_at is not null;
  return null; end $$;
alter function app.keep_triggers owner to mirante_gate;
revoke all on function app.keep_triggers from public;

create or replace trigger tasks_triggers after update of state on tasks for each row
  when (new.state <> 'active') execute function app.keep_triggers();

-- Writes the result of one look at a capacity: what was seen and decided (p_row, by column), log entries, hours of the ledger and
-- demand. An override that was set since the claim stays, and so does a wish to look again sooner. Waiting people are let in once it
-- runs; those who asked for a notification stay until they get it. With p_release the lease ends. Returns when it is looked at next.
-- Callers: mirante_job (job).
-- Raises: claim_lost.
-- Security definer: callers lack the grants on capacities, capacity_demand, capacity_hours, capacity_log.
create or replace function app.record_observed(p_id uuid, p_claim timestamptz, p_row jsonb, p_seen jsonb, p_log jsonb, p_hours jsonb,
  p_demand jsonb, p_release boolean)
returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; n public.capacities; begin
  perform app.need('{job}');
  select x.* into c from public.capacities x where x.id = p_id and x.taken_until = p_claim for update;
  if c.id is null then raise exception 'claim_lost' using errcode = 'MR419'; end if;
  n := jsonb_populate_record(c, p_row);
  update public.capacities x
    set observed_state = n.observed_state, observed_size = n.observed_size, observed_at = n.observed_at, problem = n.problem,
      started_at = n.started_at, wake_seconds = n.wake_seconds, desired_state = n.desired_state, desired_size = n.desired_size,
      reason = n.reason, reason_vars = n.reason_vars, reason_until = n.reason_until, pause_at = n.pause_at, stop_at = n.stop_at,
      force_notice = n.force_notice, operation = n.operation, operation_at = n.operation_at, budget_told = n.budget_told,
      budget_month = n.budget_month, hours_until = n.hours_until, retry_at = n.retry_at,
      start_asked_at = case when n.observed_state = 'running' then null else c.start_asked_at end,
      override = case
        when c.override is not distinct from nullif(p_seen, 'null') then nullif(p_row->'override', 'null')
        else c.override end,
      next_look_at = case
        when c.next_look_at <> p_claim then least(c.next_look_at, n.next_look_at)
        when p_release then n.next_look_at
        else c.next_look_at end,
      taken_until = case when p_release then null else c.taken_until end
    where x.id = p_id returning x.next_look_at into n.next_look_at;
  insert into public.capacity_log (capacity_id, id, at, what, is_on, size, cause, vars, by_tenant_id, by_user_id)
    select p_id, e.id, e.at, e.what, e.is_on, e.size, e.cause, coalesce(e.vars, '{}'), c.owner_tenant_id, e.by_user_id
      from jsonb_to_recordset(p_log) e (id uuid, at timestamptz, what text, is_on boolean, size text, cause text, vars jsonb,
        by_user_id uuid);
  insert into public.capacity_hours (capacity_id, hour, size, cause, seconds, cents_per_hour)
    select p_id, e.hour, e.size, e.cause, e.seconds, e.cents_per_hour
      from jsonb_to_recordset(p_hours) e (hour timestamptz, size text, cause text, seconds smallint, cents_per_hour int)
    on conflict do nothing;
  insert into public.capacity_demand as d (capacity_id, at, viewers, work, wakes)
    select p_id, e.at, e.viewers, e.work, e.wakes
      from jsonb_to_record(nullif(p_demand, 'null')) e (at timestamptz, viewers int, work int, wakes int)
      where e.at is not null
    on conflict (capacity_id, at) do update set viewers = greatest(d.viewers, excluded.viewers), work = greatest(d.work, excluded.work),
      wakes = greatest(d.wakes, excluded.wakes);
  if n.observed_state = 'running' then delete from public.capacity_waiters w where w.capacity_id = p_id and not w.tell; end if;
  return n.next_look_at; end $$;
alter function app.record_observed owner to mirante_gate;
revoke all on function app.record_observed from public;
grant execute on function app.record_observed to mirante_job;

-- Joins a capacity with an account of the unit: the first unit to do so owns it, as does the next one after an owner is gone, with rules
-- that start and pause nothing yet. What another unit controls stays as that one knows it. Returns its id and whether the unit controls
-- it; an account that is gone or switched off is refused. A key of the unit: see keep_house.
-- Callers: mirante_app (own).
-- Raises: account_gone.
-- Security definer: callers lack the grants on capacities.
create or replace function app.register_capacity(p_id uuid, p_account uuid, p_capacity jsonb)
returns table (id uuid, controls boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_id uuid; v_owned boolean; begin
  perform app.need('{own}');
  if not exists (select from public.service_accounts a where a.tenant_id = app.tenant_id() and a.id = p_account and not a.disabled) then
    raise exception 'account_gone' using errcode = 'MR419';
  end if;
  -- A known capacity's membership is locked before its row, as where a unit leaves it.
  insert into public.capacity_members (tenant_id, capacity_id, account_id)
    select app.tenant_id(), c.id, p_account from public.capacities c where c.arm_id = lower(p_capacity->>'armId')
    on conflict (tenant_id, capacity_id, account_id) do update set account_id = excluded.account_id;
  insert into public.capacities as c (id, arm_id, kind, name, resource_group, region, service_capacity_id, base_size, observed_state,
      observed_size, observed_at)
    values (p_id, lower(p_capacity->>'armId'), p_capacity->>'kind', p_capacity->>'name', p_capacity->>'resourceGroup',
      p_capacity->>'region', p_capacity->>'serviceCapacityId', p_capacity->>'size', p_capacity->>'state', p_capacity->>'size', app.now())
    on conflict (arm_id) do update set name = excluded.name, resource_group = excluded.resource_group, region = excluded.region,
      service_capacity_id = coalesce(c.service_capacity_id, excluded.service_capacity_id)
    where c.owner_tenant_id is null or c.owner_tenant_id = app.tenant_id();
  select c.id into v_id from public.capacities c where c.arm_id = lower(p_capacity->>'armId');
  insert into public.capacity_members (tenant_id, capacity_id, account_id) values (app.tenant_id(), v_id, p_account) on conflict do nothing;
  update public.capacities c
    set owner_tenant_id = app.tenant_id(), owner_account_id = p_account, next_look_at = app.now(),
      controlled_at = app.now(), hours_until = app.now(), auto_pause = false, force_stop = false, wake_outside = false,
      wake_for_refreshes = false, budget_stop = false
    where c.id = v_id and c.owner_tenant_id is null;
  if found then perform app.note_capacity(v_id, 'owner', 'owner', '{}'); end if;
  select c.owner_tenant_id = app.tenant_id() into v_owned from public.capacities c where c.id = v_id;
  return query select v_id, v_owned;
exception when foreign_key_violation then
  -- The account was deleted at the same moment.
  raise exception 'account_gone' using errcode = 'MR419';
end $$;
alter function app.register_capacity owner to mirante_gate;
revoke all on function app.register_capacity from public;
grant execute on function app.register_capacity to mirante_app;

-- Returns the controlled capacity that a report of the caller's unit runs on, as it was last observed, and what its viewers are notified
-- of; no row if its account isn't a member of one. One that can't be observed counts as paused if it was off before, or was asked to pause.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities, capacity_log.
create or replace function app.report_capacity(p_report uuid)
returns table (id uuid, arm_id text, state text, observed_at timestamptz, pause_at timestamptz, stop_at timestamptz,
  force_notice int)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  select c.id, c.arm_id,
      case
        when c.observed_state = 'unknown' and (c.operation = 'suspend' or not coalesce((select l.is_on
            from public.capacity_log l
            where l.capacity_id = c.id and l.what in ('on', 'off', 'size', 'kept', 'external')
            order by l.at desc, l.id desc limit 1), true)) then 'paused'
        else c.observed_state end, c.observed_at,
      case when c.observed_state = 'running' and c.pause_at > app.now() then c.pause_at end,
      case when c.observed_state = 'running' and c.stop_at > app.now() then c.stop_at end,
      case when c.observed_state = 'running' and c.stop_at > app.now() then c.force_notice end
    from public.reports r
      join public.workspaces w on w.tenant_id = r.tenant_id and w.account_id = r.account_id and w.service_id = r.workspace_id
      join public.capacities c on c.service_capacity_id = w.capacity_id and c.owner_tenant_id is not null
      join public.capacity_members m on m.tenant_id = r.tenant_id and m.capacity_id = c.id and m.account_id = r.account_id
    where r.tenant_id = app.tenant_id() and r.id = p_report
    limit 1 $$;
alter function app.report_capacity owner to mirante_gate;
revoke all on function app.report_capacity from public;
grant execute on function app.report_capacity to mirante_app, mirante_job;

-- A unit's tasks keep the time on its clock: their next runs are computed again by the next tick, which finds them at the epoch. A run that
-- is due and not claimed yet stays. Triggers are locked in the order of keep_runs.
-- Trigger on tenants.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.retime_tasks()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.task_triggers g where g.tenant_id = new.id and g.next_at > app.now() order by g.tenant_id, g.id for update;
  update public.task_triggers g set next_at = 'epoch', taken_until = null where g.tenant_id = new.id and g.next_at > app.now();
  return null; end $$;
alter function app.retime_tasks owner to mirante_gate;
revoke all on function app.retime_tasks from public;

create or replace trigger tenants_tasks after update of zone on tenants for each row
  when (old.zone is distinct from new.zone) execute function app.retime_tasks();

-- Starts a session after sign-in. p_email is null unless one of the account's own secrets was given: only then are guesses given back and
-- the browser becomes known for the account. A new browser is announced to the user by e-mail, at most once an hour: in all units of the
-- account where it vouched, else in this unit.
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
    w as materialized (select case when p_email is not null or p_way = 'company' then u.account_id end as account_id
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

-- Stores what a person or a task asks of a capacity until p_until, and has it looked at now; nulls end what was asked before. A size
-- without a state joins a state that was asked for and still holds. With p_finished a pause waits until running work has ended. A paused
-- capacity that a task starts for a refresh rests after it. Returns false for a capacity that the caller doesn't control.
-- Callers: mirante_app, mirante_job (own, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.set_override(p_capacity uuid, p_state text, p_size text, p_until timestamptz, p_by text, p_task uuid,
  p_finished boolean default false)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_refreshes boolean; begin
  perform app.need('{own,job}');
  if app.controls_capacity(p_capacity) is not true then return false; end if;
  v_refreshes := exists (select from public.tasks k where k.tenant_id = app.tenant_id() and k.id = p_task and k.type = 'dataset');
  update public.capacities c
    set next_look_at = app.now(),
      override = case
        when p_state is null and p_size is null then null
        when p_state is null and c.override->>'state' is not null and (c.override->>'until')::timestamptz > app.now()
          then c.override || jsonb_build_object('size', p_size)
        else jsonb_strip_nulls(jsonb_build_object('until', p_until, 'by', p_by, 'userId', app.user_id(), 'taskId', p_task,
          'finished', nullif(p_finished, false), 'rests', nullif(v_refreshes and p_state = 'running'
            and (c.observed_state in ('paused', 'stopping') or coalesce((c.override->>'rests')::boolean, false)), false)))
          || jsonb_build_object('state', p_state, 'size', p_size) end
    where c.id = p_capacity;
  return found; end $$;
alter function app.set_override owner to mirante_gate;
revoke all on function app.set_override from public;
grant execute on function app.set_override to mirante_app, mirante_job;

-- Counts the attempt before any hash is computed, always in the same order to prevent deadlocks. A browser in which the account's own
-- secret was given before has its own counter, so strangers' guesses can't lock the user out of it; a unit's provider makes none known.
-- If there is a password to compare, it creates the proof that the step ran, bound to the user and to the hash that was read; the proof
-- doesn't say whether the typed password is right, and a wrong one ends it (proof_refused).
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
  select exists (select from public.devices d join public.accounts a on a.id = d.account_id
    where d.hash = p_device and d.tenant_id = p_tenant and a.email = p_email) into v_known;
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
          and m.ends_at > app.now() and u.profile = 'user'),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant), v_known, u.ip_exempt,
      u.access_hours,
      v_takes, a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant)
    from public.tenants h left join public.accounts a on a.email = p_email
    left join public.users u on u.account_id = a.id and u.tenant_id = h.id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = p_tenant; end $$;
alter function app.sign_in_facts owner to mirante_gate;
revoke all on function app.sign_in_facts from public;
grant execute on function app.sign_in_facts to mirante_door;

-- Returns the capacities that the unit reaches or controls, as tasks see them: controlled only by callers who may change them, and by its
-- jobs, who also learn what keeps it paused, and what was asked of it.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.task_capacities()
returns table (id uuid, name text, service_capacity_id text, is_controlled boolean, has_account boolean, follows_shifts boolean,
  observed_state text, reason text, override jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 5 as $$
  select app.need('{own,remote,partner,job}');
  select c.id, c.name, c.service_capacity_id, k.v,
      exists (select from public.service_accounts a
        where a.tenant_id = c.owner_tenant_id and a.id = c.owner_account_id and not a.disabled),
      c.follow_shifts, c.observed_state, case when k.v and c.desired_state = 'paused' then c.reason end, case when k.v then c.override end
    from (select m.capacity_id as id from public.capacity_members m where m.tenant_id = app.tenant_id()
      union select o.id from public.capacities o where o.owner_tenant_id = app.tenant_id()) x
      join lateral (select y.* from public.capacities y where y.id = x.id offset 0) c on true
      cross join lateral (select c.owner_tenant_id is not distinct from app.tenant_id() and app.controls_capacity(c.id) as v offset 0) k $$;
alter function app.task_capacities owner to mirante_gate;
revoke all on function app.task_capacities from public;
grant execute on function app.task_capacities to mirante_app, mirante_job;

revoke create on schema app from mirante_gate;
