alter table messages enable row level security, force row level security;
create policy gate on messages to mirante_gate using (true) with check (true);
create policy own on messages to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, update (recalled_at), delete on messages to mirante_gate;
grant select, insert on messages to mirante_app;
grant select, insert on messages to mirante_job;
