-- Returns the public metadata of a tenant's SAML app, none of which is secret.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on sso_apps.
create or replace function app.saml_page(p_tenant uuid, p_id uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('host', a.settings->'host', 'certificate', a.settings->'own'->'pem', 'signRequests', a.settings->'signRequests',
    'singleLogout', a.settings->'singleLogout')
    from public.sso_apps a where a.tenant_id = p_tenant and a.id = p_id and a.kind = 'saml' $$;
alter function app.saml_page owner to mirante_gate;
revoke all on function app.saml_page from public;
grant execute on function app.saml_page to mirante_public;
