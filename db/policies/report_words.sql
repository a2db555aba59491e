alter table report_words enable row level security, force row level security;
create policy gate on report_words to mirante_gate using (true) with check (true);
create policy own on report_words to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on report_words to mirante_gate;
grant select, insert, update, delete on report_words to mirante_app;
