alter table scim_tokens enable row level security, force row level security;
create policy gate on scim_tokens to mirante_gate using (true) with check (true);
create policy own on scim_tokens to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on scim_tokens as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on scim_tokens as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');

grant select, update (last_used_at, last_ip), delete on scim_tokens to mirante_gate;
grant
  select (tenant_id, id, name, slot, prefix, provider_kind, provider_issuer, expires_at, last_used_at, last_ip, revoked_at, added_by_id,
    version, created_at),
    insert (tenant_id, id, name, slot, prefix, hash, provider_kind, provider_issuer, expires_at),
    update (name, provider_kind, provider_issuer, expires_at, revoked_at, version) on scim_tokens to mirante_app;
