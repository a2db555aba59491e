alter table playlist_shares enable row level security, force row level security;
create policy gate on playlist_shares to mirante_gate using (true) with check (true);
create policy own on playlist_shares to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on playlist_shares to mirante_gate;
grant select, insert, update, delete on playlist_shares to mirante_app;
