-- Records a refused SAML response by the check that failed, at most once in p_seconds per app and check, so the log can't be flooded.
-- Callers: mirante_door.
-- Security definer: callers may not execute attempt, write_audit.
create or replace function app.saml_refused(p_tenant uuid, p_app uuid, p_name text, p_check text, p_seconds int, p_address text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.attempt('sr ' || p_app || ' ' || p_check || ' ' || p_seconds, 1, make_interval(secs => p_seconds)) then
    perform app.write_audit(p_tenant, 'saml.refused', p_app,
      jsonb_build_object('name', p_name, 'code', 'error_saml', 'check', p_check), p_address, p_request, p_user => null,
      p_home => p_tenant);
  end if; end $$;
alter function app.saml_refused owner to mirante_gate;
revoke all on function app.saml_refused from public;
grant execute on function app.saml_refused to mirante_door;
