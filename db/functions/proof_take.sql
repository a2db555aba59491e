-- Takes a proof exactly once: of any number of concurrent calls, one gets its content, and the row is deleted. Null if it is used, expired,
-- invalidated by a new account epoch, or of another host.
-- Internal: called by embed_begin, entra_arrive, handoff_make and 3 more.
create or replace function app.proof_take(p_hash bytea, p_purpose text, p_tenant uuid, p_host text)
returns jsonb
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.tickets t
    where t.hash = p_hash and t.purpose = p_purpose and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.body $$;
alter function app.proof_take owner to mirante_gate;
revoke all on function app.proof_take from public;
