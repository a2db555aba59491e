alter table notice_states enable row level security, force row level security;
create policy gate on notice_states to mirante_gate using (true) with check (true);
create policy own on notice_states to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on notice_states to mirante_gate;
grant select, insert, update on notice_states to mirante_app;
