-- Whose second factors count for a user: the account's, or the user's own when there is no account.
create or replace function app.factor_holder(p_tenant uuid, p_user uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(u.account_id, u.id) from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null $$;
alter function app.factor_holder owner to mirante_gate;
revoke all on function app.factor_holder from public;
