-- Returns whether any tenant in which the holder is active requires a second factor. A holder that is not an account is a user of the
-- caller's tenant; the two lookups are separate because an "or" between them would use neither index.
-- Internal: called by factor_write, own_factors.
create or replace function app.factor_required_of(p_holder uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u
    where u.account_id = p_holder and u.status in ('A','T') and u.deleted_at is null and app.factor_required(u.tenant_id, u.profile))
    or exists (select from public.users u
      where u.tenant_id = app.tenant_id() and u.id = p_holder and u.status in ('A','T') and u.deleted_at is null
        and app.factor_required(u.tenant_id, u.profile)) $$;
alter function app.factor_required_of owner to mirante_gate;
revoke all on function app.factor_required_of from public;
