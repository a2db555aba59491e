alter table faq_entries enable row level security, force row level security;
create policy gate on faq_entries to mirante_gate using (true) with check (true);
create policy own on faq_entries to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, update (helped, not_helped), delete on faq_entries to mirante_gate;
grant select, insert, update, delete on faq_entries to mirante_app;
