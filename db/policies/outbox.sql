alter table outbox enable row level security, force row level security;
create policy gate on outbox to mirante_gate using (true) with check (true);
create policy own on outbox to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update (taken_until), delete on outbox to mirante_gate;
grant select, insert on outbox to mirante_app;
grant select, insert, update, delete on outbox to mirante_job;
