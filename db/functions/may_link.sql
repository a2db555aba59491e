-- Returns whether an address alone links a provider or directory identity to an existing user: only an ordinary user of a business unit, in
-- a domain that is listed on that very provider, without a link to another provider, and whose account, if any, has no second factor and no
-- user in another tenant. Otherwise the administrator of a unit's provider could take over its administrators or users of other units.
-- Internal: called by entra_person, saml_arrive, scim_adopts.
create or replace function app.may_link(p_tenant uuid, p_user uuid, p_kind text, p_issuer text, p_subject text, p_email text,
  p_domains text[])
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.link_holds(p_tenant, p_user) and exists (select from public.users u
    where u.tenant_id = p_tenant and u.id = p_user and u.email = p_email and split_part(p_email, '@', 2) = any (p_domains)
      and not exists (select from public.identities i
        where i.tenant_id = u.tenant_id and i.user_id = u.id
          and (i.kind, i.issuer, i.subject) is distinct from (p_kind, p_issuer, p_subject))
      and not exists (select from public.factors f where f.account_id = u.account_id)) $$;
alter function app.may_link owner to mirante_gate;
revoke all on function app.may_link from public;
