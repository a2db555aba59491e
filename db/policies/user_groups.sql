alter table user_groups enable row level security, force row level security;
create policy gate on user_groups to mirante_gate using (true) with check (true);
create policy own on user_groups to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, update (members_version, changed_at), delete on user_groups to mirante_gate;
grant select, insert, update, delete on user_groups to mirante_app;
grant select, insert, update (changed_at) on user_groups to mirante_job;
