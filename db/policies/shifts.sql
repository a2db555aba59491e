alter table shifts enable row level security, force row level security;
create policy gate on shifts to mirante_gate using (true) with check (true);
create policy own on shifts to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on shifts as restrictive for insert to mirante_app
  with check ((select app.my_kind()) = 'own' or (purpose = 'capacity' and (select app.my_kind()) = 'partner'));
create policy keys_update on shifts as restrictive for update to mirante_app
  using ((select app.my_kind()) = 'own' or (purpose = 'capacity' and (select app.my_kind()) = 'partner'));
create policy keys_delete on shifts as restrictive for delete to mirante_app
  using ((select app.my_kind()) = 'own' or (purpose = 'capacity' and (select app.my_kind()) = 'partner'));

grant select, insert, update, delete on shifts to mirante_gate;
grant select, insert, update, delete on shifts to mirante_app;
grant select on shifts to mirante_job;
