-- What limits where and when one user signs in, and whether this browser is one of theirs.
create or replace function app.entry_limits(p_tenant uuid, p_user uuid, p_device bytea) returns table (ip_exempt boolean, access_hours jsonb, browser_known boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.ip_exempt, u.access_hours, exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id)
    from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;
alter function app.entry_limits owner to mirante_gate;
revoke all on function app.entry_limits from public;
grant execute on function app.entry_limits to mirante_door;
