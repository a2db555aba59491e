alter table import_mappings enable row level security, force row level security;
create policy gate on import_mappings to mirante_gate using (true) with check (true);
create policy own on import_mappings to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on import_mappings to mirante_gate;
grant select, insert, update, delete on import_mappings to mirante_app;
