-- Keeps a provider's answer pending in one browser until its user has confirmed that it is theirs.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.link_wait(p_proof bytea, p_tenant uuid, p_host text, p_hash bytea, p_browser text, p_seconds int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.confirm', p_tenant, p_host); begin
  if b is null then return false; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, 'sso.link', p_tenant, p_host, b || jsonb_build_object('browser', p_browser),
      app.now() + make_interval(secs => p_seconds));
  return true; end $$;
alter function app.link_wait owner to mirante_gate;
revoke all on function app.link_wait from public;
grant execute on function app.link_wait to mirante_door;
