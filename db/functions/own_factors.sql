-- The caller's factors, for proving who changes them: a passkey does as well as a code. Counts guesses.
create or replace function app.own_factors(p_sid uuid, p_guess boolean)
returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totp jsonb, passkeys jsonb, recovery int, required boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.actor_id() is null and x.seat is null;
  if not found then return; end if;
  holder := coalesce(u.account_id, u.id);
  if p_guess and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, own_factors.holder, coalesce(a.email, u.email), u.name, a.password, (select s.factor_at from public.sessions s where s.id = p_sid and s.user_id = u.id),
      (select jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'secret', f.secret, 'step', f.step) from public.factors f where f.holder = own_factors.holder and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'host', f.host, 'credential', f.credential, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports) order by f.created_at, f.id) from public.factors f where f.holder = own_factors.holder and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.holder = own_factors.holder and f.kind = 'recovery' and f.used_at is null), app.factor_required_of(own_factors.holder)
    from (select 1) one left join public.accounts a on a.id = u.account_id; end $$;
alter function app.own_factors owner to mirante_gate;
revoke all on function app.own_factors from public;
grant execute on function app.own_factors to mirante_app;
