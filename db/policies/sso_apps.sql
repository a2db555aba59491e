alter table sso_apps enable row level security, force row level security;
create policy gate on sso_apps to mirante_gate using (true) with check (true);
create policy own on sso_apps to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on sso_apps as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on sso_apps as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_delete on sso_apps as restrictive for delete to mirante_app using ((select app.my_kind()) = 'own');

grant select, update (last_used_at), delete on sso_apps to mirante_gate;
grant select, insert, update, delete on sso_apps to mirante_app;
