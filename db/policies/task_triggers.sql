alter table task_triggers enable row level security, force row level security;
create policy gate on task_triggers to mirante_gate using (true) with check (true);
create policy own on task_triggers to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on task_triggers to mirante_gate;
grant select, insert, update, delete on task_triggers to mirante_app;
grant select, update on task_triggers to mirante_job;
