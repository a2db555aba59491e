-- Starts a sign-in at Entra. The ticket is bound to the product's host, the only one the provider knows. At most 600 starts in 15 minutes
-- from one address, which may be a whole office. Returns the app's id and settings, {limited: true} when the address is rate limited, null
-- when the tenant has no active Entra app.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on sso_apps.
create or replace function app.entra_start(p_tenant uuid, p_address text, p_hash bytea, p_host text, p_body jsonb, p_seconds int)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.sso_apps; begin
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.kind = 'entra' and x.status = 'A';
  if not found then return null; end if;
  if not app.attempt('e ' || p_tenant || ' ' || p_address, 600, '15 min') then return jsonb_build_object('limited', true); end if;
  perform app.ticket_make(p_hash, 'sso.request', p_tenant, p_host, p_body || jsonb_build_object('way', 'entra', 'app', a.id), p_seconds);
  return jsonb_build_object('id', a.id, 'settings', a.settings); end $$;
alter function app.entra_start owner to mirante_gate;
revoke all on function app.entra_start from public;
grant execute on function app.entra_start to mirante_door;
