-- A claim finds each trigger by its key, and who calls is planned once.

-- ### Functions

grant create on schema app to mirante_gate;

-- Returns the caller's kind: the sealed one, or door for sign-in functions, which run without a seal. 'none' means that the caller skipped
-- app.enter; 'owner' is any role that the Worker doesn't use. PL/pgSQL keeps its plan: nearly every function asks for it, and a plan for
-- each call was two thirds of what that cost.
-- Internal: called by ask_start, capacity_demand, capacity_plan and 4 more.
create or replace function app.caller_kind() returns text language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(app.my_kind(),
    case
      when session_user = 'mirante_door' then 'door'
      when session_user in ('mirante_app', 'mirante_wide', 'mirante_job', 'mirante_public') then 'none'
      else 'owner' end); end $$;
alter function app.caller_kind owner to mirante_gate;
revoke all on function app.caller_kind from public;

-- Claims triggers that are due, over all units, under a lease: what the Worker needs to compute their runs. A trigger at the epoch is to be
-- computed again, because its unit's clock or holidays changed.
-- PostgreSQL plans it once per connection: the limit is a parameter, for which it would make a new plan at each call, a fifth of the call's
-- time. Each trigger is found by its key: a batch is small, and any other join reads an index of all triggers.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.claim_triggers(p_n int, p_lease interval)
returns table (tenant_id uuid, id uuid, next_at timestamptz, task jsonb, fields jsonb, zone text, holidays jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
#variable_conflict use_column
begin
  perform app.need('{job}');
  return query with due as (select g.tenant_id, g.id from public.task_triggers g
      where g.next_at <= app.now() and (g.taken_until is null or g.taken_until <= app.now())
      order by g.next_at limit least(p_n, 200) for update skip locked),
    taken as (update public.task_triggers g set taken_until = app.now() + p_lease from due
      where g.tenant_id = due.tenant_id and g.id = due.id returning g.*),
    -- Once for each unit, however many of its triggers are due.
    units as materialized (select u.tenant_id, t.zone,
        (select coalesce(jsonb_agg(case
            when h.day is not null then jsonb_build_object('day', h.day)
            else jsonb_build_object('month', h.month, 'monthDay', h.month_day) end), '[]')
          from public.holidays h
          where h.tenant_id = u.tenant_id) as holidays
      from (select distinct g.tenant_id from taken g) u
        join lateral (select x.zone from public.tenants x where x.id = u.tenant_id offset 0) t on true)
  select g.tenant_id, g.id, g.next_at,
      jsonb_build_object('id', k.id, 'type', k.type, 'state', k.state, 'startsAt', k.starts_at, 'endsAt', k.ends_at),
      jsonb_build_object('frequency', g.frequency, 'date', g.date, 'days', g.days, 'monthDay', g.month_day, 'shortMonth', g.short_month,
        'businessDay', g.business_day, 'onHoliday', g.on_holiday, 'times', g.times, 'everyMinutes', g.every_minutes, 'from', g.from_time,
        'until', g.until_time),
      coalesce(k.zone, u.zone), u.holidays
    from taken g
      join units u on u.tenant_id = g.tenant_id
      join lateral (select x.* from public.tasks x where x.tenant_id = g.tenant_id and x.id = g.task_id offset 0) k on true; end $$;
alter function app.claim_triggers owner to mirante_gate;
revoke all on function app.claim_triggers from public;
grant execute on function app.claim_triggers to mirante_job;

-- Writes the runs of claimed triggers and moves each to its next run, unless it was changed since the claim; done twice, it does nothing
-- more. Triggers are locked in the order of their ids, each after its task, as where a task is edited, retimed or removed.
-- Each trigger is found by its key: a batch is small, and any other join reads all triggers.
-- p_claims is [{tenant, task, trigger, old, next, runs: [{due, state, reason, notes}]}]. Returns the runs to do.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_runs(p_claims jsonb)
returns table (tenant_id uuid, id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
#variable_conflict use_column
begin
  perform app.need('{job}');
  perform from (select x.* from jsonb_to_recordset(p_claims) x (tenant uuid, task uuid, trigger uuid) order by x.tenant, x.trigger) x
    cross join lateral (select k.id from public.tasks k where k.tenant_id = x.tenant and k.id = x.task for key share) k
    cross join lateral (select from public.task_triggers g
      where g.tenant_id = x.tenant and g.id = x.trigger and g.task_id = k.id for update) g;
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

revoke create on schema app from mirante_gate;
