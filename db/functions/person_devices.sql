-- Returns how many devices a user of this tenant has.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on devices.
create or replace function app.person_devices(p_user uuid)
returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select count(*)::int from public.devices d where d.tenant_id = app.tenant_id() and d.user_id = p_user $$;
alter function app.person_devices owner to mirante_gate;
revoke all on function app.person_devices from public;
grant execute on function app.person_devices to mirante_app;
