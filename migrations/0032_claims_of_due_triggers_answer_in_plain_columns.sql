-- Claims of due triggers answer in plain columns.

-- ### What goes

drop function app.claim_triggers(integer,interval);

-- ### Functions

grant create on schema app to mirante_gate;

-- Claims triggers that are due, over all units, under a lease: what the Worker needs to compute their runs. A trigger at the epoch is to be
-- computed again, because its unit's clock or holidays changed. Each value is a column of its own: jsonb costs a tenth more time.
-- PostgreSQL plans it once per connection: the limit is a parameter, for which it would make a new plan at each call, a fifth of the call's
-- time. Each trigger is found by its key: a batch is small, and any other join reads an index of all triggers.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.claim_triggers(p_n int, p_lease interval)
returns table (tenant_id uuid, id uuid, next_at timestamptz, task_id uuid, type text, state text, starts_at timestamptz,
  ends_at timestamptz, frequency text, date date, days smallint[], month_day smallint, short_month text, business_day text, on_holiday text,
  times text[], every_minutes smallint, from_time text, until_time text, zone text, holidays jsonb)
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
  select g.tenant_id, g.id, g.next_at, k.id, k.type, k.state, k.starts_at, k.ends_at, g.frequency, g.date, g.days, g.month_day,
      g.short_month, g.business_day, g.on_holiday, g.times, g.every_minutes, g.from_time, g.until_time, coalesce(k.zone, u.zone), u.holidays
    from taken g
      join units u on u.tenant_id = g.tenant_id
      join lateral (select x.id, x.type, x.state, x.starts_at, x.ends_at, x.zone from public.tasks x
        where x.tenant_id = g.tenant_id and x.id = g.task_id offset 0) k on true; end $$;
alter function app.claim_triggers owner to mirante_gate;
revoke all on function app.claim_triggers from public;
grant execute on function app.claim_triggers to mirante_job;

revoke create on schema app from mirante_gate;
