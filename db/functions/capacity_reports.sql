-- Returns the reports that run on a capacity: those of its members' accounts, in workspaces that the service keeps on it.
-- Internal: called by capacity_demand, capacity_maintained_until, capacity_models, capacity_use.
create or replace function app.capacity_reports(p_id uuid)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 100 as $$
  select r.tenant_id, r.id
    from public.capacities c
    join public.capacity_members m on m.capacity_id = c.id
    join lateral (select w.service_id
      from public.workspaces w
      where w.capacity_id = c.service_capacity_id and w.tenant_id = m.tenant_id and w.account_id = m.account_id offset 0) w on true
    join lateral (select r.tenant_id, r.id
      from public.reports r
      where r.tenant_id = m.tenant_id and r.account_id = m.account_id and r.workspace_id = w.service_id offset 0) r on true
    where c.id = p_id $$;
alter function app.capacity_reports owner to mirante_gate;
revoke all on function app.capacity_reports from public;
