-- Records a refused call of a display, at most once a minute.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit.
create or replace function app.display_refused(p_tenant uuid, p_device uuid, p_code text, p_address text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('device ' || coalesce(p_device::text, p_tenant::text), 0));
  perform app.write_audit(p_tenant, 'device.refused', p_device, jsonb_build_object('code', p_code), p_address, p_request,
    p_user => null, p_home => p_tenant)
    where not exists (select from public.audit a
       where a.tenant_id = p_tenant and a.row_id is not distinct from p_device and a.what = 'device.refused'
         and a.at > app.now() - interval '1 minute');
end $$;
alter function app.display_refused owner to mirante_gate;
revoke all on function app.display_refused from public;
grant execute on function app.display_refused to mirante_door;
