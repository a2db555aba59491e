-- Uses a token once and returns whose it was.
create or replace function app.token_use(p_hash bytea, p_purpose text) returns table (tenant_id uuid, user_id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = p_purpose and t.used_at is null and t.expires_at > app.now() returning t.tenant_id, t.user_id $$;
alter function app.token_use owner to mirante_gate;
revoke all on function app.token_use from public;
grant execute on function app.token_use to mirante_door;
