-- What the administrators of a tenant see of a person's factors, and taking them away; of an account that acts elsewhere too, not theirs to take.
create or replace function app.factor_shared(p_user uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u join public.users o on o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null where u.tenant_id = app.tenant_id() and u.id = p_user) $$;
alter function app.factor_shared owner to mirante_gate;
revoke all on function app.factor_shared from public;
