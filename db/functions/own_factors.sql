-- Returns the caller's factors, to show them and to verify a change: the account's if app.my_account() reaches it, else those bound to the
-- user in this unit. With p_confirm, in a session that only the unit vouched for, the account's count too; they are compared and never
-- shown. Counts guesses.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, factors, sessions.
create or replace function app.own_factors(p_guess boolean, p_confirm boolean)
returns table (wait int, bound text, prove boolean, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb,
  passkeys jsonb, recovery int, required boolean, mail boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_account uuid := app.my_account(); v_holders uuid[]; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null;
  if not found then return; end if;
  holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[holder, case when p_confirm and v_account is null then u.account_id end], null);
  if p_guess is not false and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder;
    return next;
    return;
  end if;
  return query
    select 0, case when v_account is null then 'unit' else 'account' end, app.may_prove(), own_factors.holder, coalesce(a.email, u.email),
      u.name, a.password,
      (select s.factor_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'secret', f.secret,
        'step', f.step))
        from public.factors f
        where f.holder = any (v_holders) and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'host', f.host,
        'credential', f.credential, 'holder', f.holder, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)
        order by f.created_at, f.id)
        from public.factors f
        where f.holder = any (v_holders) and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null),
        app.factor_required_of(own_factors.holder), v_account is not null
        and app.needs_code(v_account)
    from (select 1) one left join public.accounts a on a.id = v_account; end $$;
alter function app.own_factors owner to mirante_gate;
revoke all on function app.own_factors from public;
grant execute on function app.own_factors to mirante_app;
