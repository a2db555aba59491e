alter table report_shares enable row level security, force row level security;
create policy gate on report_shares to mirante_gate using (true) with check (true);
create policy own on report_shares to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on report_shares to mirante_gate;
grant select, insert on report_shares to mirante_app;
