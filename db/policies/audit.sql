alter table audit enable row level security, force row level security;
create policy gate on audit to mirante_gate using (true) with check (true);
create policy own on audit for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy own_new on audit for insert to mirante_app, mirante_job with check (tenant_id = (select app.tenant_id())
  and user_id is not distinct from (select app.user_id()) and actor_id is not distinct from (select app.actor_id())
  and home_id is not distinct from (select app.home_id()));

revoke delete on audit from mirante_gate;
grant select, insert, update (change) on audit to mirante_gate;
grant select, insert on audit to mirante_app;
grant insert on audit to mirante_job;
