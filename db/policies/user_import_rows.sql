alter table user_import_rows enable row level security, force row level security;
create policy gate on user_import_rows to mirante_gate using (true) with check (true);
create policy own on user_import_rows to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on user_import_rows to mirante_gate;
grant select, insert, update, delete on user_import_rows to mirante_app;
grant select, update on user_import_rows to mirante_job;
