alter table playlists enable row level security, force row level security;
create policy gate on playlists to mirante_gate using (true) with check (true);
create policy own on playlists to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on playlists to mirante_gate;
grant select, insert, update, delete on playlists to mirante_app;
grant select on playlists to mirante_job;
