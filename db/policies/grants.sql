alter table grants enable row level security, force row level security;
create policy gate on grants to mirante_gate using (true) with check (true);
create policy own on grants to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, delete on grants to mirante_gate;
grant select, insert, update, delete on grants to mirante_app;
grant select, delete on grants to mirante_job;
