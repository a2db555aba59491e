alter table report_view_defaults enable row level security, force row level security;
create policy gate on report_view_defaults to mirante_gate using (true) with check (true);
create policy own on report_view_defaults to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on report_view_defaults to mirante_gate;
grant select, insert, update, delete on report_view_defaults to mirante_app;
