-- Functions read the caller's identity once.

-- ### Functions

grant create on schema app to mirante_gate;

-- Returns whether a tenant lies below the caller's, for a partner's master or a platform administrator who isn't acting as another user.
-- Internal: called by edit_tenant, reinvite_administrator, set_tenant_status, tenant_facts.
create or replace function app.below(p_id uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_tenant uuid := app.tenant_id();
  v_master boolean := app.scope() = 'partner' and app.profile() = 'master';
  v_operator boolean := app.scope() = 'platform' and app.profile() = 'a2m';
begin
  return app.home_id() = v_tenant and app.actor_id() is null and exists (
    select from public.tenants t left join public.tenants p on p.id = t.parent_id
      where t.id = p_id and t.kind <> 'platform'
        and ((v_master and t.parent_id = v_tenant) or (v_operator and v_tenant in (t.parent_id, p.parent_id)))); end $$;
alter function app.below owner to mirante_gate;
revoke all on function app.below from public;

-- Returns the shifts of a capacity's owner, and the zone and holidays by which they are read: {zone, holidays, shifts}.
-- Internal: called by capacity_plan, capacity_to_wake, claim_capacity.
create or replace function app.capacity_calendar(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select jsonb_build_object('zone', t.zone,
      'holidays', coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('day', h.day, 'month', h.month, 'monthDay', h.month_day)))
        from public.holidays h
        where h.tenant_id = t.id), '[]'),
      'shifts', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'days', s.days, 'starts', s.starts,
            'ends', s.ends, 'autoActivate', s.auto_activate, 'autoPause', s.auto_pause, 'idleMinutes', s.idle_minutes,
            'useSchedule', s.use_schedule, 'size', s.size)
          order by s.id)
        from public.shifts s
        where s.tenant_id = t.id and s.capacity_id = c.id and s.purpose = 'capacity'), '[]'))
    from public.capacities c join public.tenants t on t.id = c.owner_tenant_id
    where c.id = p_id); end $$;
alter function app.capacity_calendar owner to mirante_gate;
revoke all on function app.capacity_calendar from public;

-- Returns whether a report runs on a capacity.
-- Internal: called by capacity_due, capacity_exports, capacity_viewers.
create or replace function app.on_capacity(p_id uuid, p_tenant uuid, p_report uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from public.reports r
    join public.capacities c on c.id = p_id
    join public.capacity_members m on m.tenant_id = r.tenant_id and m.capacity_id = c.id and m.account_id = r.account_id
    join public.workspaces w on w.tenant_id = r.tenant_id and w.account_id = r.account_id and w.service_id = r.workspace_id
      and w.capacity_id = c.service_capacity_id
    where r.tenant_id = p_tenant and r.id = p_report); end $$;
alter function app.on_capacity owner to mirante_gate;
revoke all on function app.on_capacity from public;

-- Returns when tasks next refresh a report that runs on a capacity, in all units that reach it and aren't suspended, if that is within
-- fifteen minutes: by their timetables, or a run that waits for an attempt. What is overdue for longer keeps nothing on. Null where none
-- does.
-- Internal: called by capacity_demand.
create or replace function app.capacity_due(p_id uuid)
returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select min(d.at)
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
    where app.on_capacity(p_id, u.tenant_id, k.target_id)); end $$;
alter function app.capacity_due owner to mirante_gate;
revoke all on function app.capacity_due from public;

-- Returns how many exports of reports run on a capacity, in all units that reach it.
-- Internal: called by capacity_demand.
create or replace function app.capacity_exports(p_id uuid)
returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select count(*)::int
    from public.capacity_members m
      cross join lateral (select e.tenant_id, e.report_id
        from public.exports e
        where e.tenant_id = m.tenant_id and e.account_id = m.account_id and e.state in ('queued', 'running', 'finishing')
          and e.created_at > app.now() - interval '6 hours' offset 0) e
    where m.capacity_id = p_id and app.on_capacity(p_id, e.tenant_id, e.report_id)); end $$;
alter function app.capacity_exports owner to mirante_gate;
revoke all on function app.capacity_exports from public;

-- Returns the entries of state in a capacity's log from p_from on, and the one before it, oldest first: [{at, isOn, size, cause}].
-- Internal: called by capacity_ledger, claim_capacity.
create or replace function app.capacity_intervals(p_id uuid, p_from timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'isOn', e.is_on, 'size', e.size, 'cause', e.cause)
      order by e.at, e.id), '[]')
    from (
      select l.at, l.id, l.is_on, l.size, l.cause from public.capacity_log l
        where l.capacity_id = p_id and l.at >= p_from and l.what in ('on', 'off', 'size', 'kept', 'external')
      union all
      (select l.at, l.id, l.is_on, l.size, l.cause from public.capacity_log l
        where l.capacity_id = p_id and l.at < p_from and l.what in ('on', 'off', 'size', 'kept', 'external')
        order by l.at desc, l.id desc limit 1)) e); end $$;
alter function app.capacity_intervals owner to mirante_gate;
revoke all on function app.capacity_intervals from public;

-- Returns the people and displays that used a capacity since p_since: how many, and when the last of them gave a sign. p_tenant counts one
-- unit alone, null all that reach it and aren't suspended.
-- Internal: called by capacity_demand, capacity_facts.
create or replace function app.capacity_viewers(p_id uuid, p_since timestamptz, p_tenant uuid, out viewers int, out alive_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
begin
  with units as materialized (select distinct m.tenant_id
      from public.capacity_members m join public.tenants t on t.id = m.tenant_id and t.deleted_at is null
      where m.capacity_id = p_id and app.acts(t.status, t.trial_ends_at) and (p_tenant is null or m.tenant_id = p_tenant)),
    live as materialized (select u.tenant_id, v.report_id, coalesce(v.user_id, v.id) as who, v.alive_at
      from units u
        cross join lateral (select v.id, v.user_id, v.report_id, v.alive_at
          from public.visits v
          where v.tenant_id = u.tenant_id and v.alive_at > p_since offset 0) v),
    shown as (select distinct l.tenant_id, l.report_id from live l),
    here as materialized (select s.tenant_id, s.report_id from shown s where app.on_capacity(p_id, s.tenant_id, s.report_id)),
    players as (select d.tenant_id, d.id, d.last_seen
      from units u
        cross join lateral (select d.tenant_id, d.id, d.last_seen, d.playlist_id
          from public.playlist_devices d
          where d.tenant_id = u.tenant_id and coalesce(d.last_seen, '-infinity') > p_since and d.revoked_at is null offset 0) d
        join public.playlists p on p.tenant_id = d.tenant_id and p.id = d.playlist_id and p.keeps_capacity
      where exists (select from public.playlist_items i
        where i.tenant_id = d.tenant_id and i.playlist_id = d.playlist_id and app.on_capacity(p_id, i.tenant_id, i.report_id))),
    seen as (select l.tenant_id, l.who, l.alive_at from live l join here h on h.tenant_id = l.tenant_id and h.report_id = l.report_id
      union all select p.tenant_id, p.id, p.last_seen from players p)
  select count(distinct (s.tenant_id, s.who))::int, max(s.alive_at) into viewers, alive_at from seen s; end $$;
alter function app.capacity_viewers owner to mirante_gate;
revoke all on function app.capacity_viewers from public;

-- Returns how many people wait for a capacity to start, of one unit or of all that aren't suspended. People who asked their administrators
-- for an opening don't wait. Displays and embedded pages that may start it count as one, for all units only.
-- Internal: called by capacity_demand, capacity_facts, capacity_to_wake.
create or replace function app.capacity_waiting(p_id uuid, p_tenant uuid)
returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select (count(*) + (select count(*)
        from public.capacities c
        where c.id = p_id and p_tenant is null and c.start_asked_at > app.now() - interval '3 minutes'))::int
    from public.capacity_waiters w join public.tenants t on t.id = w.tenant_id and t.deleted_at is null
    where w.capacity_id = p_id and w.asked_at > app.now() - interval '30 minutes' and app.acts(t.status, t.trial_ends_at)
      and (w.opening_asked_at is null or w.asked_at > w.opening_asked_at) and (p_tenant is null or w.tenant_id = p_tenant)); end $$;
alter function app.capacity_waiting owner to mirante_gate;
revoke all on function app.capacity_waiting from public;

-- Returns whether the caller's unit reaches a capacity by an account that the caller may see. The platform sees those of the units below
-- it.
-- Internal: called by capacity_facts, capacity_history, controls_capacity and 2 more.
create or replace function app.sees_capacity(p_id uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenant uuid := app.tenant_id(); v_user uuid := app.user_id(); v_every boolean := app.profile() not in ('admin', 'user'); begin
  if app.scope() = 'platform'
    and exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
      left join public.tenants p on p.id = t.parent_id
      where m.capacity_id = p_id and v_tenant in (t.id, t.parent_id, p.parent_id)) then
    return true;
  end if;
  return exists (select from public.capacity_members m
    join public.service_accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
    where m.tenant_id = v_tenant and m.capacity_id = p_id
      and (v_every or a.registered_by_id = v_user
        or not (select t.restrict_accounts from public.tenants t where t.id = v_tenant))); end $$;
alter function app.sees_capacity owner to mirante_gate;
revoke all on function app.sees_capacity from public;

-- Returns whether the caller may change a capacity: the unit that owns it, by an account that the caller may see, its jobs, and the
-- platform.
-- Internal: called by capacity_demand, capacity_facts, capacity_ledger and 7 more.
create or replace function app.controls_capacity(p_id uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from public.capacities c
    where c.id = p_id
      and ((app.caller_kind() = 'job' and c.owner_tenant_id = app.tenant_id())
        or ((app.scope() = 'platform' or c.owner_tenant_id = app.tenant_id()) and app.sees_capacity(p_id)))); end $$;
alter function app.controls_capacity owner to mirante_gate;
revoke all on function app.controls_capacity from public;

-- Returns the custom fields in force in a tenant: its own, and the global ones of the tenants above it.
-- Internal: called by custom_fields_above, custom_use, identity_values and 2 more.
create or replace function app.custom_fields_of(p_tenant uuid)
returns setof public.custom_fields
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query with recursive up as (select t.parent_id, 1 as n
    from public.tenants t
    where t.id = p_tenant
    union all select t.parent_id, n + 1
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select f.* from public.custom_fields f where f.tenant_id = p_tenant
  union all select f.*
  from up join lateral (select x.* from public.custom_fields x where x.tenant_id = up.parent_id and x.global offset 0) f on true; end $$;
alter function app.custom_fields_of owner to mirante_gate;
revoke all on function app.custom_fields_of from public;

-- Returns the custom fields that the tenants above define for the caller's tenant.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, directory, job).
-- Security definer: callers may not execute custom_fields_of.
create or replace function app.custom_fields_above()
returns setof public.custom_fields
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  return query select f.*
    from app.custom_fields_of(app.tenant_id()) f
    where f.tenant_id <> app.tenant_id() and f.deleted_at is null; end $$;
alter function app.custom_fields_above owner to mirante_gate;
revoke all on function app.custom_fields_above from public;
grant execute on function app.custom_fields_above to mirante_app, mirante_job;

-- Returns whether the caller has a second factor, of the account or of their own, and didn't give it in this session within the last 15
-- minutes.
-- Internal: called by factor_write, guard_keys.
create or replace function app.factor_due()
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_home uuid := app.home_id(); v_user uuid := app.user_id(); v_session uuid := app.my_session(); begin
  return exists (select from public.users u
      join public.factors f on (f.account_id = u.account_id or (f.tenant_id = u.tenant_id and f.user_id = u.id)) and f.kind <> 'recovery'
      where u.tenant_id = v_home and u.id = v_user)
    and not exists (select from public.sessions s where s.id = v_session and s.factor_at > app.now() - interval '15 minutes'); end $$;
alter function app.factor_due owner to mirante_gate;
revoke all on function app.factor_due from public;

-- Returns what the layers above hide from the caller's tenant, and which layer does; the tenant can see it but not change it.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.hidden_from_above()
returns table (name text, by text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  return query with recursive up as (select t.id, t.parent_id, t.kind, 0 as n, t.hidden_by_partner as p, t.hidden_by_platform as o
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
      group by h; end $$;
alter function app.hidden_from_above owner to mirante_gate;
revoke all on function app.hidden_from_above from public;
grant execute on function app.hidden_from_above to mirante_app;

-- Returns all menu entries hidden from a tenant: by its own settings, by the settings of every tenant above it, and by the partner or the
-- platform.
-- Internal: called by account_opens, arrive, entrant and 5 more.
create or replace function app.hidden_menu(p_tenant uuid)
returns text[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (with recursive up as (select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform as given
    from public.tenants t
    where t.id = p_tenant
      union all select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform
      from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select coalesce(array_agg(distinct h), '{}') from (
    select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu')
      when 'array' then s."values"->'hidden_menu'
      else '[]' end) as h
      from up join lateral (select x."values" from public.settings x where x.tenant_id = up.id offset 0) s on true
    union all select unnest(up.given) from up) x); end $$;
alter function app.hidden_menu owner to mirante_gate;
revoke all on function app.hidden_menu from public;

-- Returns the values of a user that may be part of an RLS identity: those of the active identity fields, except values that the user wrote
-- (p_own) and no administrator has accepted.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers may not execute custom_fields_of.
create or replace function app.identity_values(p_custom jsonb, p_own text[])
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  return (select coalesce(jsonb_object_agg(f.key, p_custom ->> f.key)
        filter (where p_custom ? f.key and not coalesce(f.key = any (p_own), false)), '{}')
    from app.custom_fields_of(app.tenant_id()) f
    where f.identity and f.of = 'user' and f.disabled_at is null and f.deleted_at is null and f.type <> 'multiple'); end $$;
alter function app.identity_values owner to mirante_gate;
revoke all on function app.identity_values from public;
grant execute on function app.identity_values to mirante_app, mirante_job;

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

-- Returns the settings of the tenants above the caller's, nearest first.
-- Callers: mirante_app (own, remote, partner, embed_portal, embed_report, player, directory, job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.settings_above()
returns setof jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  return query with recursive up as (select t.parent_id, 1 as n
    from public.tenants t
    where t.id = app.tenant_id()
    union all select t.parent_id, n + 1
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select s."values"
    from up join lateral (select x."values" from public.settings x where x.tenant_id = up.parent_id offset 0) s on true
    order by n; end $$;
alter function app.settings_above owner to mirante_gate;
revoke all on function app.settings_above from public;
grant execute on function app.settings_above to mirante_app;

-- Leases due mail of one lane, round-robin over tenants: `p_per_tenant` rows of each, in random order; repeated when few tenants have any.
-- Bulk mail (lane 3) gets a slot on its server's row, which all isolates share, so the server's rate isn't exceeded; a server that another
-- claim is reserving is skipped. A slot far in the future comes from a clock that was set back and is ignored.
-- Internal: called by claim_mail.
create or replace function app.take_mail(p_lane int, p_n int, p_per_tenant int, p_lease interval, p_tenant uuid, p_rate float8)
returns table (tenant_id uuid, id uuid, lane int, wait_ms int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
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

revoke create on schema app from mirante_gate;
