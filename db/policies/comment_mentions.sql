alter table comment_mentions enable row level security, force row level security;
create policy gate on comment_mentions to mirante_gate using (true) with check (true);
create policy own on comment_mentions to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on comment_mentions to mirante_gate;
grant select, insert, update, delete on comment_mentions to mirante_app;
