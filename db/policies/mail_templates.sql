alter table mail_templates enable row level security, force row level security;
create policy gate on mail_templates to mirante_gate using (true) with check (true);
create policy own on mail_templates to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on mail_templates to mirante_gate;
grant select, insert, update, delete on mail_templates to mirante_app;
grant select on mail_templates to mirante_job;
