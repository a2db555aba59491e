alter table custom_fields enable row level security, force row level security;
create policy gate on custom_fields to mirante_gate using (true) with check (true);
create policy own on custom_fields to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, update (version), delete on custom_fields to mirante_gate;
grant select, insert, update, delete on custom_fields to mirante_app;
grant select on custom_fields to mirante_job;
