alter table questionnaires enable row level security, force row level security;
create policy gate on questionnaires to mirante_gate using (true) with check (true);
create policy own on questionnaires to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on questionnaires to mirante_gate;
grant select, insert, update on questionnaires to mirante_app;
