alter table catalog_requests enable row level security, force row level security;
create policy gate on catalog_requests to mirante_gate using (true) with check (true);
create policy own on catalog_requests to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on catalog_requests to mirante_gate;
grant select, insert, update on catalog_requests to mirante_app;
grant select, update on catalog_requests to mirante_job;
