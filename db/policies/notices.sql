alter table notices enable row level security, force row level security;
create policy gate on notices to mirante_gate using (true) with check (true);
create policy own on notices to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on notices to mirante_gate;
grant select, insert, update, delete on notices to mirante_app;
grant select, insert on notices to mirante_job;
