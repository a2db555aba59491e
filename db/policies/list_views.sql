alter table list_views enable row level security, force row level security;
create policy gate on list_views to mirante_gate using (true) with check (true);
create policy own on list_views to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on list_views to mirante_gate;
grant select, insert, update, delete on list_views to mirante_app;
