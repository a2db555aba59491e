alter table workspaces enable row level security, force row level security;
create policy gate on workspaces to mirante_gate using (true) with check (true);
create policy own on workspaces to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on workspaces to mirante_gate;
grant select, insert, update, delete on workspaces to mirante_app;
grant select on workspaces to mirante_job;
