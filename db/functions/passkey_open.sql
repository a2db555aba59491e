-- Uses a passkey challenge and finds the tenant's user with this credential on this host, and whether the account or only the unit vouches
-- for signing in with it. Creates the proof that this passkey was asked for, which counts once its answer is verified (passkey_use).
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts, factors, users.
create or replace function app.passkey_open(p_hash bytea, p_tenant uuid, p_host text, p_credential text, p_address text, p_proof bytea)
returns table (state text, wait int, id uuid, holder uuid, credential text, public_key text, counter bigint, transports text[], person uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.attempt('pk ' || p_address, 100, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait
      from public.attempts x
      where x.key = 'pk ' || p_address;
    return next;
    return;
  end if;
  if app.ticket_take(p_hash, 'passkey', p_tenant, p_host) is distinct from '{}'::jsonb then state := 'over'; return next; return; end if;
  select 'ok', 0, f.id, f.holder, f.credential, f.public_key, f.counter, f.transports,
      (select u.id
        from public.users u
        where u.tenant_id = p_tenant and (u.account_id = f.account_id or (f.tenant_id = u.tenant_id and f.user_id = u.id))
          and u.deleted_at is null and u.seat is null)
    into state, wait, id, holder, credential, public_key, counter, transports, person
    from public.factors f where f.kind = 'passkey' and f.credential = p_credential and f.host = p_host;
  if not found then return; end if;
  if person is not null then
    perform app.proof_make(p_proof, 'proof.passkey', p_tenant, p_host,
      jsonb_build_object('way', 'passkey', 'userId', person, 'factor', id,
      'vouched', (select case when f.account_id is null then 'unit' else 'account' end
        from public.factors f
        where f.id = passkey_open.id)));
  end if;
  return next; end $$;
alter function app.passkey_open owner to mirante_gate;
revoke all on function app.passkey_open from public;
grant execute on function app.passkey_open to mirante_door;
