alter table notifications enable row level security, force row level security;
create policy gate on notifications to mirante_gate using (true) with check (true);
create policy own on notifications to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, delete on notifications to mirante_gate;
grant select, insert, update (read_at, deleted_at) on notifications to mirante_app;
grant select, insert on notifications to mirante_job;
