-- Returns how many people wait for a capacity to start, of one unit or of all that aren't suspended. People who asked their administrators
-- for an opening don't wait. Displays and embedded pages that may start it count as one, for all units only.
-- Internal: called by capacity_demand, capacity_facts, capacity_to_wake.
create or replace function app.capacity_waiting(p_id uuid, p_tenant uuid)
returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select (count(*) + (select count(*)
        from public.capacities c
        where c.id = p_id and p_tenant is null and c.start_asked_at > app.now() - interval '3 minutes'))::int
    from public.capacity_waiters w join public.tenants t on t.id = w.tenant_id and t.deleted_at is null
    where w.capacity_id = p_id and w.asked_at > app.now() - interval '30 minutes' and app.acts(t.status, t.trial_ends_at)
      and (w.opening_asked_at is null or w.asked_at > w.opening_asked_at) and (p_tenant is null or w.tenant_id = p_tenant)); end $$;
alter function app.capacity_waiting owner to mirante_gate;
revoke all on function app.capacity_waiting from public;
