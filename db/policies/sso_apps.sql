alter table sso_apps enable row level security, force row level security;
create policy gate on sso_apps to mirante_gate using (true) with check (true);
create policy own on sso_apps to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (last_used_at), delete on sso_apps to mirante_gate;
grant select, insert, update, delete on sso_apps to mirante_app;
