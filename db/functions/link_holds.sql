-- Returns whether an identifier that an administrator linked signs this user in: only an ordinary user of a business unit whose account, if
-- any, has no user in another tenant. Everyone else confirms once with a sign-in method of their own. Checked when the identifier is linked
-- and at every sign-in with it.
-- Internal: called by entra_person, identity_link, linkable and 2 more.
create or replace function app.link_holds(p_tenant uuid, p_user uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u join public.tenants t on t.id = u.tenant_id and t.kind = 'unit'
    where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null and u.profile = 'user'
      and not exists (select from public.users o
        where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null)) $$;
alter function app.link_holds owner to mirante_gate;
revoke all on function app.link_holds from public;
