-- Returns whose factors count at a user's sign-in: only the account's when the account vouches; otherwise the account's or those bound to
-- the user in this unit. The last one is the holder of a first factor.
-- Internal: called by factor_gate, factor_open, factor_use, passkey_use.
create or replace function app.factor_holders(p_tenant uuid, p_user uuid, p_vouched text)
returns uuid[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_remove(array[u.account_id, case when p_vouched is distinct from 'account' or u.account_id is null then u.id end], null)
    from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null $$;
alter function app.factor_holders owner to mirante_gate;
revoke all on function app.factor_holders from public;
