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
