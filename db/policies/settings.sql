alter table settings enable row level security, force row level security;
create policy gate on settings to mirante_gate using (true) with check (true);
create policy own on settings to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update ("values", version), delete on settings to mirante_gate;
grant select, insert, update on settings to mirante_app;
grant select on settings to mirante_job;
