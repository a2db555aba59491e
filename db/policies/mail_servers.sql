alter table mail_servers enable row level security, force row level security;
create policy gate on mail_servers to mirante_gate using (true) with check (true);
create policy own on mail_servers to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on mail_servers as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on mail_servers as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_delete on mail_servers as restrictive for delete to mirante_app using ((select app.my_kind()) = 'own');

grant select, update (bulk_free_at), delete on mail_servers to mirante_gate;
grant select, insert, update, delete on mail_servers to mirante_app;
grant select on mail_servers to mirante_job;
