alter table capacity_waiters enable row level security, force row level security;
create policy gate on capacity_waiters to mirante_gate using (true) with check (true);
create policy own on capacity_waiters to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on capacity_waiters to mirante_gate;
grant select, insert, update, delete on capacity_waiters to mirante_app;
grant select, insert, update, delete on capacity_waiters to mirante_job;
