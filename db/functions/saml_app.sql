-- Returns what decides about a SAML response: the app, and the request it answers if that is still open.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on sso_apps, tickets.
create or replace function app.saml_app(p_tenant uuid, p_id uuid, p_host text, p_request bytea)
returns table (name text, status text, settings jsonb, request jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.name, a.status, a.settings,
      (select t.body
        from public.tickets t
        where t.hash = p_request and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
          and t.expires_at > app.now() and t.body->>'app' = a.id::text)
    from public.sso_apps a where a.tenant_id = p_tenant and a.id = p_id and a.kind = 'saml' $$;
alter function app.saml_app owner to mirante_gate;
revoke all on function app.saml_app from public;
grant execute on function app.saml_app to mirante_door;
