-- Tells whether a user's account also acts in other tenants; its factors aren't this tenant's administrators' to remove.
create or replace function app.factor_shared(p_user uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u join public.users o on o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null where u.tenant_id = app.tenant_id() and u.id = p_user) $$;
alter function app.factor_shared owner to mirante_gate;
revoke all on function app.factor_shared from public;
