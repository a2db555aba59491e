alter table playlist_devices enable row level security, force row level security;
create policy gate on playlist_devices to mirante_gate using (true) with check (true);
create policy own on playlist_devices to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on playlist_devices to mirante_gate;
grant select (tenant_id, id, playlist_id, name, sort_key, place, generation, identity, code_hash, code_ends_at, approved_by_id, approved_at,
  expires_at, revoked_at, last_seen, last_ip, status, version, created_at), insert (tenant_id, id, playlist_id, name, sort_key, place,
  token_hash, identity, approved_by_id, approved_at, expires_at), update (playlist_id, name, sort_key, place, token_hash, generation,
  identity, code_hash, approved_by_id, approved_at, expires_at, revoked_at, last_seen, last_ip, status, warned_days, version) on
  playlist_devices to mirante_app;
grant select (tenant_id, id, playlist_id, name, approved_at, expires_at, revoked_at, warned_days), update (warned_days) on playlist_devices
  to mirante_job;
