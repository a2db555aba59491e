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
