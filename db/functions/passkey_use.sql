-- Completes a passkey sign-in whose answer was verified: the proof of the challenge becomes the proof that starts the session. Success
-- gives back the attempt that it took from the address's limits.
-- Callers: mirante_door.
-- Raises: factor_over, factor_wrong.
-- Security definer: callers lack the grants on accounts, attempts, tickets, users.
create or replace function app.passkey_use(p_proof bytea, p_tenant uuid, p_host text, p_use jsonb, p_address text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_holders uuid[]; begin
  update public.tickets t
    set purpose = 'proof', body = t.body || '{"given": true}'
    where t.hash = p_proof and t.purpose = 'proof.passkey' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    and t.body->>'factor' = p_use->>'id' and p_use->>'kind' = 'passkey' returning t.body into b;
  if b is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  v_user := (b->>'userId')::uuid;
  -- Same lock order as everywhere else, which prevents deadlocks.
  perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
  v_holders := app.factor_holders(p_tenant, v_user, 'unit');
  perform from public.accounts a where a.id = any (v_holders) for no key update;
  if app.factor_spend(v_holders, p_use) is not true then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  perform app.lock_attempts(array['po ' || p_tenant || ' ' || p_address, 'pk ' || p_address]);
  update public.attempts x set n = greatest(x.n - 1, 0) where x.key in ('pk ' || p_address, 'po ' || p_tenant || ' ' || p_address); end $$;
alter function app.passkey_use owner to mirante_gate;
revoke all on function app.passkey_use from public;
grant execute on function app.passkey_use to mirante_door;
