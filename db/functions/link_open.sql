-- Opens a provider's answer that is pending until its user confirms it, in the browser where it waits. A guess counts like a wrong password
-- at sign-in, so a provider's answer brings no extra guesses; the state says when the answer is over or the guesses are used up.
-- A guess locks the ticket before any counter, as link_bind does; in two orders, two answers at once would deadlock.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, factors and 2 more.
create or replace function app.link_open(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_address text, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, person_name text, account uuid, password text, totp jsonb, passkeys jsonb,
  recovery int, ends_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_email text; begin
  if p_guess is not false then perform from public.tickets t where t.hash = p_hash for no key update; end if;
  if not app.attempt('lo ' || p_address, 200, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait
      from public.attempts x
      where x.key = 'lo ' || p_address;
    return next;
    return;
  end if;
  select * into k
    from public.tickets t
    where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now() and t.body->>'browser' = p_browser;
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.email = k.body->'confirm'->>'email' and x.deleted_at is null
      and x.seat is null;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  if p_guess is not false then
    -- Counted by the account's own address, which no unit can change: a second address of the same user brings no extra guesses.
    v_email := coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email);
    if not (app.attempt('u ' || p_tenant || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then
      state := 'limited';
      select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int into wait
        from public.attempts x
        where x.until > app.now()
          and ((x.key = 'u ' || p_tenant || ' ' || v_email and x.n >= 5) or (x.key = 'g ' || v_email and x.n >= 20));
      return next;
      return;
    end if;
    update public.tickets t
      set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1)
      where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5
      returning t.body into k.body;
    if not found then state := 'over'; return next; return; end if;
  end if;
  return query select 'ok', 0, k.body, u.id, u.name, u.account_id, (select a.password from public.accounts a where a.id = u.account_id),
    (select jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step)
      from public.factors f
      where f.account_id = u.account_id and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder,
      'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports))
      from public.factors f
      where f.account_id = u.account_id and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.account_id = u.account_id and f.kind = 'recovery' and f.used_at is null),
    k.expires_at;
end $$;
alter function app.link_open owner to mirante_gate;
revoke all on function app.link_open from public;
grant execute on function app.link_open to mirante_door;
