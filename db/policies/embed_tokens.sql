alter table embed_tokens enable row level security, force row level security;
create policy gate on embed_tokens to mirante_gate using (true) with check (true);
create policy own on embed_tokens to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on embed_tokens to mirante_gate;
grant select, insert, update, delete on embed_tokens to mirante_app;
grant select, insert, update on embed_tokens to mirante_job;
