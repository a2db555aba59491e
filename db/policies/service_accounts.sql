alter table service_accounts enable row level security, force row level security;
create policy gate on service_accounts to mirante_gate using (true) with check (true);
create policy own on service_accounts to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on service_accounts as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on service_accounts as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_delete on service_accounts as restrictive for delete to mirante_app using ((select app.my_kind()) = 'own');

grant select, insert, delete on service_accounts to mirante_gate;
grant select, insert, update, delete on service_accounts to mirante_app;
grant select, update (secret_warned_days) on service_accounts to mirante_job;
