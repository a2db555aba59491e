alter table themes enable row level security, force row level security;
create policy gate on themes to mirante_gate using (true) with check (true);
create policy own on themes to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, delete on themes to mirante_gate;
grant select on themes to mirante_app;
grant select on themes to mirante_job;
