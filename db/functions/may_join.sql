-- Returns whether a new user with this address may be created just in time: in an active business unit, in a listed domain. Partners and
-- the platform have administrators only, and a provider can't create those.
-- Internal: called by entra_person, saml_arrive.
create or replace function app.may_join(p_tenant uuid, p_email text, p_domains text[])
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p_email <> '' and split_part(p_email, '@', 2) = any (p_domains)
    and exists (select from public.tenants t where t.id = p_tenant and t.kind = 'unit' and t.deleted_at is null)
    and not exists (select from public.users u where u.tenant_id = p_tenant and u.email = p_email and u.deleted_at is null) $$;
alter function app.may_join owner to mirante_gate;
revoke all on function app.may_join from public;
