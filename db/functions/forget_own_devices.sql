-- Forgets all of the caller's remembered devices, including this one.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute forget_devices, write_audit.
create or replace function app.forget_own_devices(p_address text, p_request text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int := 0; begin
  perform app.need('{own}');
  if app.actor_id() is not null then return 0; end if;
  v_n := app.own_remembered();
  perform app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), null);
  perform app.write_audit(app.tenant_id(), 'factor.forgotten', app.user_id(),
    jsonb_build_object('after', jsonb_build_object('devices', v_n)), p_address, p_request);
  return v_n; end $$;
alter function app.forget_own_devices owner to mirante_gate;
revoke all on function app.forget_own_devices from public;
grant execute on function app.forget_own_devices to mirante_app;
