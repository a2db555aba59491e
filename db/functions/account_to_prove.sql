-- Returns the secrets that prove the caller's account, its password hash and factors, to an own session. It deliberately reads an account
-- that isn't proved yet; the result is compared and never shown. Guesses are counted: `wait` is the number of seconds when rate limited.
-- Where only this unit vouches they are counted in it, so that its provider can't use up those of another unit, and apart from guesses at
-- the unit's own factors, so that one of these gives none back.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, factors.
create or replace function app.account_to_prove(p_guess boolean)
returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb, passkeys jsonb,
  recovery int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_key text; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.account_id is not null
      and x.seat is null;
  if not found then return; end if;
  holder := u.account_id;
  v_key := coalesce('mp ' || app.my_account(), 'ma ' || u.id);
  if p_guess is not false and not app.attempt(v_key, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = v_key;
    return next;
    return;
  end if;
  return query select 0, a.id, a.email, u.name, a.password, null::timestamptz,
      (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step))
        from public.factors f
        where f.account_id = a.id and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder,
        'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports))
        from public.factors f
        where f.account_id = a.id and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.account_id = a.id and f.kind = 'recovery' and f.used_at is null)
    from public.accounts a where a.id = u.account_id; end $$;
alter function app.account_to_prove owner to mirante_gate;
revoke all on function app.account_to_prove from public;
grant execute on function app.account_to_prove to mirante_app;
