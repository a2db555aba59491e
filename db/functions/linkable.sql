-- Returns whether an administrator may link this user of the tenant to a provider by an identifier.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers may not execute link_holds.
create or replace function app.linkable(p_user uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select app.link_holds(app.tenant_id(), p_user) $$;
alter function app.linkable owner to mirante_gate;
revoke all on function app.linkable from public;
grant execute on function app.linkable to mirante_app;
