alter table fresh_waiters enable row level security, force row level security;
create policy gate on fresh_waiters to mirante_gate using (true) with check (true);
create policy own on fresh_waiters to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on fresh_waiters to mirante_gate;
grant select, insert, delete on fresh_waiters to mirante_app;
grant select, delete on fresh_waiters to mirante_job;
