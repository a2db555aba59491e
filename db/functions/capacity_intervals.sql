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
