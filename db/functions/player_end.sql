-- Ends a player's session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on players.
create or replace function app.player_end(p_sid uuid, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with p as (update public.players set ended_at = app.now() where id = p_sid and ended_at is null returning tenant_id, device_id),
    a as materialized (select app.write_audit(p.tenant_id, 'device.stop', p.device_id, p_ip => p_address, p_request => p_request,
      p_user => null, p_home => p.tenant_id) from p)
  select count(*) > 0 from a $$;
alter function app.player_end owner to mirante_gate;
revoke all on function app.player_end from public;
grant execute on function app.player_end to mirante_door;
