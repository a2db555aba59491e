alter table mails enable row level security, force row level security;
create policy gate on mails to mirante_gate using (true) with check (true);
create policy own on mails to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, update (state), delete on mails to mirante_gate;
grant select, insert on mails to mirante_app;
grant select, insert, update on mails to mirante_job;
