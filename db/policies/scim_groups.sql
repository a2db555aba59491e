alter table scim_groups enable row level security, force row level security;
create policy gate on scim_groups to mirante_gate using (true) with check (true);
create policy own on scim_groups to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on scim_groups as restrictive for insert to mirante_app
  with check ((select app.my_kind()) in ('own', 'directory'));
create policy keys_update on scim_groups as restrictive for update to mirante_app
  with check ((select app.my_kind()) in ('own', 'directory'));
create policy keys_delete on scim_groups as restrictive for delete to mirante_app using ((select app.my_kind()) in ('own', 'directory'));

grant select, delete on scim_groups to mirante_gate;
grant select, insert, update, delete on scim_groups to mirante_app;
