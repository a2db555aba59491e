alter table identities enable row level security, force row level security;
create policy gate on identities to mirante_gate using (true) with check (true);
create policy own on identities to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on identities to mirante_gate;
grant select on identities to mirante_app;
