-- Forgets remembered devices except the one in use: after a new password and after "end all sessions", each must give the second factor
-- again.
create or replace function app.forget_devices(p_tenant uuid, p_user uuid, p_but bytea) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.devices d set trusted_at = null from public.users me join public.users o on (o.tenant_id = me.tenant_id and o.id = me.id) or (me.account_id is not null and o.account_id = me.account_id)
      where me.tenant_id = p_tenant and me.id = p_user and d.tenant_id = o.tenant_id and d.user_id = o.id and d.hash is distinct from p_but and d.trusted_at is not null
      returning d.tenant_id, d.user_id, d.trusted_at)
  select count(*)::int from w $$;
alter function app.forget_devices owner to mirante_gate;
revoke all on function app.forget_devices from public;
