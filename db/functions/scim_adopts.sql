-- Returns whether the calling directory may take over a user of this tenant that it did not create: by the same rule as a provider's
-- address, in the domains of the very provider that an administrator tied its token to.
-- Callers: mirante_app (directory).
-- Security definer: callers may not execute may_link.
create or replace function app.scim_adopts(p_hash bytea, p_user uuid, p_external text, p_email text)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{directory}');
  select exists (select from public.scim_tokens k where k.tenant_id = app.tenant_id() and k.hash = p_hash and k.revoked_at is null
    and app.may_link(k.tenant_id, p_user, k.provider_kind, k.provider_issuer, p_external, p_email,
      array(select d from public.sso_apps x, unnest(x.domains) d where x.tenant_id = k.tenant_id and x.kind = k.provider_kind
      and case k.provider_kind
        when 'saml' then x.settings->>'issuer' = k.provider_issuer
        else exists (select from jsonb_array_elements(x.settings->'directories') e where e->>'id' = k.provider_issuer) end))) $$;
alter function app.scim_adopts owner to mirante_gate;
revoke all on function app.scim_adopts from public;
grant execute on function app.scim_adopts to mirante_app;
