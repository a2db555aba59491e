-- Opens the second step of a sign-in and counts this guess; the state says when it is over, tried too often or limited. `holder` is the
-- owner of a first factor, null when the address is rate limited. The body contains this guess's number. Guesses at a sign-in that only a
-- unit vouches for are counted in that unit, so they can't use up those of another. `lost_at`: since when a reset of the account's lost
-- factors is running.
-- The ticket is locked before any counter, as in factor_use; in two orders, two answers to one step would deadlock.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, devices and 3 more.
create or replace function app.factor_open(p_hash bytea, p_tenant uuid, p_host text, p_address text, p_device bytea, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, holder uuid, address text, person_name text, totps jsonb, passkeys jsonb,
  recovery int, ends_at timestamptz, vouched text, lost_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_key text; v_body jsonb; v_holders uuid[]; begin
  perform from public.tickets t where t.hash = p_hash for no key update;
  select * into k
    from public.tickets t
    where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now();
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.deleted_at is null and x.seat is null;
  person := u.id; body := k.body;
  if not app.attempt('f2 ' || p_address, 200, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait
      from public.attempts x
      where x.key = 'f2 ' || p_address;
    return next;
    return;
  end if;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  v_holders := app.factor_holders(u.tenant_id, u.id, k.body->>'vouched');
  holder := v_holders[cardinality(v_holders)];
  v_body := k.body;
  if p_guess is not false then
    v_key := case
      when exists (select from public.devices d
        where d.hash = p_device and d.tenant_id = u.tenant_id and d.user_id = u.id and d.account_id = u.account_id)
        then app.factor_browser(p_device, k.body->>'vouched')
      else 'm ' || holder end;
    if not app.attempt(v_key, 10, '30 min') then
      state := 'limited';
      select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = v_key;
      return next;
      return;
    end if;
    update public.tickets t
      set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1)
      where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5
      returning t.body into v_body;
    if not found then state := 'over'; return next; return; end if;
  else
    update public.tickets t set body = t.body || '{"opened": true}' where t.hash = p_hash and not t.body ? 'opened';
  end if;
  return query
    select 'ok', 0, v_body, u.id, factor_open.holder, coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email),
      u.name,
    (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step))
      from public.factors f
      where f.holder = any (v_holders) and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder,
      'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports))
      from public.factors f
      where f.holder = any (v_holders) and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null),
    k.expires_at, k.body->>'vouched',
    (select a.lost_at from public.accounts a where a.id = u.account_id and k.body->>'vouched' = 'account');
end $$;
alter function app.factor_open owner to mirante_gate;
revoke all on function app.factor_open from public;
grant execute on function app.factor_open to mirante_door;
