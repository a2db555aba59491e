-- Lets the reconciler look at the capacities that the caller's unit controls now, because a shift or a holiday changed: at one of
-- them, or at all. Returns how many.
-- Callers: mirante_app (own, partner).
-- Security definer: callers lack the grants on capacities.
create or replace function app.look_at_capacities(p_capacity uuid)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,partner}');
  with looked as (update public.capacities c
      set next_look_at = app.now()
      where c.owner_tenant_id = app.tenant_id() and (p_capacity is null or c.id = p_capacity)
      returning c.id)
  select count(*)::int from looked $$;
alter function app.look_at_capacities owner to mirante_gate;
revoke all on function app.look_at_capacities from public;
grant execute on function app.look_at_capacities to mirante_app;
