alter table scim_settings enable row level security, force row level security;
create policy gate on scim_settings to mirante_gate using (true) with check (true);
create policy own on scim_settings to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on scim_settings as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on scim_settings as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');

grant select, delete on scim_settings to mirante_gate;
grant select, insert, update on scim_settings to mirante_app;
