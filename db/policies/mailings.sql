alter table mailings enable row level security, force row level security;
create policy gate on mailings to mirante_gate using (true) with check (true);
create policy own on mailings to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, update (state, taken_until), delete on mailings to mirante_gate;
grant select, insert, update on mailings to mirante_app, mirante_job;
