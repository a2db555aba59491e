-- Returns whether a report runs on a capacity.
-- Internal: called by capacity_due, capacity_exports, capacity_viewers.
create or replace function app.on_capacity(p_id uuid, p_tenant uuid, p_report uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from public.reports r
    join public.capacities c on c.id = p_id
    join public.capacity_members m on m.tenant_id = r.tenant_id and m.capacity_id = c.id and m.account_id = r.account_id
    join public.workspaces w on w.tenant_id = r.tenant_id and w.account_id = r.account_id and w.service_id = r.workspace_id
      and w.capacity_id = c.service_capacity_id
    where r.tenant_id = p_tenant and r.id = p_report); end $$;
alter function app.on_capacity owner to mirante_gate;
revoke all on function app.on_capacity from public;
