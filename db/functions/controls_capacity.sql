-- Returns whether the caller may change a capacity: the unit that owns it, by an account that the caller may see, its jobs, and the
-- platform.
-- Internal: called by capacity_demand, capacity_facts, capacity_ledger and 7 more.
create or replace function app.controls_capacity(p_id uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from public.capacities c
    where c.id = p_id
      and ((app.caller_kind() = 'job' and c.owner_tenant_id = app.tenant_id())
        or ((app.scope() = 'platform' or c.owner_tenant_id = app.tenant_id()) and app.sees_capacity(p_id)))); end $$;
alter function app.controls_capacity owner to mirante_gate;
revoke all on function app.controls_capacity from public;
