-- Creates a proof: a single-use row, valid for two minutes, that records which step of a sign-in ran, for which user, and with which
-- factor. The next step takes it instead of an id. It carries the account's epoch, so a new epoch invalidates it.
-- Internal: called by account_take, arrive, embed_begin and 7 more.
create or replace function app.proof_make(p_hash bytea, p_purpose text, p_tenant uuid, p_host text, p_body jsonb)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, p_purpose, p_tenant, p_host,
      jsonb_strip_nulls(jsonb_build_object('epoch', (select a.epoch
        from public.users u join public.accounts a on a.id = u.account_id
        where u.tenant_id = p_tenant and u.id = (p_body->>'userId')::uuid)) || p_body),
      app.now() + interval '2 minutes') $$;
alter function app.proof_make owner to mirante_gate;
revoke all on function app.proof_make from public;
