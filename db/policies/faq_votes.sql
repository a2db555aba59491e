alter table faq_votes enable row level security, force row level security;
create policy gate on faq_votes to mirante_gate using (true) with check (true);
create policy own on faq_votes to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on faq_votes to mirante_gate;
grant select on faq_votes to mirante_app;
