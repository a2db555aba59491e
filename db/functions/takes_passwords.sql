-- Returns whether a unit accepts passwords. Turning them off only takes effect while another sign-in method is active, so removing a
-- provider can't lock everyone out.
-- Callers: mirante_door, mirante_public.
-- Security definer: callers lack the grants on settings, sso_apps.
create or replace function app.takes_passwords(p_tenant uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s."values"->>'password_sign_in' from public.settings s where s.tenant_id = p_tenant), 'S') <> 'N'
    or not exists (select from public.sso_apps a where a.tenant_id = p_tenant and a.status = 'A') $$;
alter function app.takes_passwords owner to mirante_gate;
revoke all on function app.takes_passwords from public;
grant execute on function app.takes_passwords to mirante_door, mirante_public;
