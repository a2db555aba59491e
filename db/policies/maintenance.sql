alter table maintenance enable row level security, force row level security;
create policy gate on maintenance to mirante_gate using (true) with check (true);
create policy own on maintenance to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on maintenance to mirante_gate;
grant select, insert, update, delete on maintenance to mirante_app;
grant select, insert, update (announced_at, opened_at, closed_at, ends_at, cancelled_at, version) on maintenance
  to mirante_job;
