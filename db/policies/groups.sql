alter table groups enable row level security, force row level security;
create policy gate on groups to mirante_gate using (true) with check (true);
create policy own on groups to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on groups to mirante_gate;
grant select, insert, update, delete on groups to mirante_app;
grant select on groups to mirante_job;
