-- Returns the platform's tenant; null in a portal without one.
-- Internal: called by message_done, message_failed.
create or replace function app.platform_id() returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id from public.tenants t where t.parent_id is null and t.kind = 'platform' order by t.created_at, t.id limit 1 $$;
alter function app.platform_id owner to mirante_gate;
revoke all on function app.platform_id from public;
