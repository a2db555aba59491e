-- Forgets a user's remembered devices except the one in use and, with p_account, the account's in every tenant: after a new password or
-- "end all sessions", each must give the second factor again.
-- Internal: called by account_take, end_own_sessions, forget_own_devices, own_password.
create or replace function app.forget_devices(p_account uuid, p_tenant uuid, p_user uuid, p_but bytea)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with o as (select u.tenant_id, u.id from public.users u where u.account_id = p_account union select p_tenant, p_user),
    w as (update public.devices d
      set trusted_at = null, trusted_by = null
      from o
      where d.tenant_id = o.tenant_id and d.user_id = o.id and d.hash is distinct from p_but and d.trusted_at is not null
      returning 1)
  select count(*)::int from w $$;
alter function app.forget_devices owner to mirante_gate;
revoke all on function app.forget_devices from public;
