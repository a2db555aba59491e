alter table scim_log enable row level security, force row level security;
create policy gate on scim_log to mirante_gate using (true) with check (true);
create policy own on scim_log to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on scim_log to mirante_gate;
grant select, insert on scim_log to mirante_app;
