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
