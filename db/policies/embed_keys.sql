alter table embed_keys enable row level security, force row level security;
create policy gate on embed_keys to mirante_gate using (true) with check (true);
create policy own on embed_keys to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on embed_keys as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on embed_keys as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');

grant select, update (last_used_at), delete on embed_keys to mirante_gate;
grant select, insert (tenant_id, id, name, secret_sealed, wakes), update (revoked_at, replaced_at) on embed_keys to mirante_app;
