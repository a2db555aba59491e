-- Returns the user that a directory provisioned under a provider's stable id, if an administrator tied that directory to this very provider
-- and the tie still holds; null when there is none or more than one.
-- Internal: called by entra_person, saml_arrive.
create or replace function app.provisioned(p_tenant uuid, p_kind text, p_issuer text, p_subject text)
returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (array_agg(u.id))[1]
    from public.users u
      join public.scim_tokens k on k.tenant_id = u.tenant_id and k.id = u.scim_token_id and k.provider_kind = p_kind
        and k.provider_issuer = p_issuer
   where u.tenant_id = p_tenant and u.external_id in (p_subject, case p_kind when 'entra' then upper(p_subject) end)
     and u.deleted_at is null and u.seat is null
     and exists (select from public.scim_tokens x
       where x.tenant_id = p_tenant and x.revoked_at is null and x.provider_kind = p_kind and x.provider_issuer = p_issuer)
  having count(*) = 1 $$;
alter function app.provisioned owner to mirante_gate;
revoke all on function app.provisioned from public;
