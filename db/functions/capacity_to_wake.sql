-- Returns the capacity of a report with all that decides whether the caller may wake it, in its owner's zone; no row if it isn't
-- controlled.
-- "flagged": whether the caller may wake what only some people may: by the flag, or as an administrator, who is a viewer in an embedded
-- portal. "asked_at": since when the caller waits; "waiters": people of the caller's unit.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.capacity_to_wake(p_report uuid)
returns table (id uuid, state text, observed_at timestamptz, starting_at timestamptz, problem text, wake_seconds jsonb,
  follow_shifts boolean, wake_outside boolean, wake_by text, reason text, reason_until timestamptz, override jsonb, zone text, shifts jsonb,
  holidays jsonb, flagged boolean, tell boolean, opening_asked_at timestamptz, asked_at timestamptz, waiters int)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  select c.id, c.observed_state, c.observed_at, case when c.operation = 'resume' then c.operation_at end, c.problem,
      to_jsonb(c.wake_seconds),
      c.follow_shifts, c.wake_outside, c.wake_by, case when c.desired_state = 'paused' then c.reason end, c.reason_until, c.override,
      k.v ->> 'zone', k.v -> 'shifts', k.v -> 'holidays',
      coalesce((select (u.profile <> 'user' and app.my_kind() <> 'embed_portal') or 'wake' = any (u.flags) from public.users u
        where u.tenant_id = app.tenant_id() and u.id = app.user_id()),
        false),
      coalesce(q.tell, false), q.opening_asked_at,
      case when coalesce(q.asked_at > q.opening_asked_at, true) then q.asked_at end,
      app.capacity_waiting(c.id, app.tenant_id())
    from app.report_capacity(p_report) f
      join public.capacities c on c.id = f.id
      cross join lateral (select app.capacity_calendar(c.id) as v offset 0) k
      left join public.capacity_waiters q on q.tenant_id = app.tenant_id() and q.capacity_id = c.id and q.user_id = app.user_id() $$;
alter function app.capacity_to_wake owner to mirante_gate;
revoke all on function app.capacity_to_wake from public;
grant execute on function app.capacity_to_wake to mirante_app, mirante_job;
