alter table capacity_members enable row level security, force row level security;
create policy gate on capacity_members to mirante_gate using (true) with check (true);
create policy own on capacity_members to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on capacity_members to mirante_gate;
grant select, insert, update, delete on capacity_members to mirante_app;
grant select on capacity_members to mirante_job;
