alter table visits enable row level security, force row level security;
create policy gate on visits to mirante_gate using (true) with check (true);
create policy own on visits to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on visits to mirante_gate;
grant select, insert, update, delete on visits to mirante_app;

comment on column visits.user_id is 'null: an embedded page of a token without a person';
