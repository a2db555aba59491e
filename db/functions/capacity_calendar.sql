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
