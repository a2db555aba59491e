-- Returns the name of the app through which a provider identity is known, an active one first; null when no app has this provider any more.
-- Internal: called by drop_planted, identity_unlink.
create or replace function app.provider_name(p_tenant uuid, p_kind text, p_issuer text)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.name
    from public.sso_apps a
    where a.tenant_id = p_tenant and a.kind = p_kind and (a.kind = 'entra' or a.settings->>'issuer' = p_issuer)
    order by a.status, a.position, a.id
    limit 1 $$;
alter function app.provider_name owner to mirante_gate;
revoke all on function app.provider_name from public;
