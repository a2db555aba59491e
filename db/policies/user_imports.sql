alter table user_imports enable row level security, force row level security;
create policy gate on user_imports to mirante_gate using (true) with check (true);
create policy own on user_imports to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on user_imports to mirante_gate;
grant select, insert, update, delete on user_imports to mirante_app;
grant select, update on user_imports to mirante_job;
