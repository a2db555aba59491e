-- Returns whether the caller's unit controls a capacity, by an account that the caller may see.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities.
create or replace function app.owns_capacity(p_capacity uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select exists (select from public.capacities c
    where c.id = p_capacity and c.owner_tenant_id = app.tenant_id() and app.controls_capacity(c.id)) $$;
alter function app.owns_capacity owner to mirante_gate;
revoke all on function app.owns_capacity from public;
grant execute on function app.owns_capacity to mirante_app;
