-- Forgets a user's remembered devices except the one in use and, with p_account, the account's in every tenant: after a new password or
-- "end all sessions", each must give the second factor again, and counts guesses with those of strangers until the password is given in it.
-- Returns how many were remembered.
-- Internal: called by account_take, end_own_sessions, forget_own_devices, own_password.
create or replace function app.forget_devices(p_account uuid, p_tenant uuid, p_user uuid, p_but bytea)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with o as (select u.tenant_id, u.id from public.users u where u.account_id = p_account union select p_tenant, p_user),
    f as materialized (select d.hash, d.trusted_at
      from o join public.devices d on d.tenant_id = o.tenant_id and d.user_id = o.id
      where d.hash is distinct from p_but and (d.trusted_at is not null or d.account_id is not null)
      for no key update of d),
    w as (update public.devices d
      set trusted_at = null, trusted_by = null, account_id = null
      from f
      where d.hash = f.hash)
  select count(f.trusted_at)::int from f $$;
alter function app.forget_devices owner to mirante_gate;
revoke all on function app.forget_devices from public;
