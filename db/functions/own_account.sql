-- Returns the account of app.my_account() with the rules of its tenants; no row when the session can't reach it. Counts guesses.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, sessions.
create or replace function app.own_account(p_guess boolean)
returns table (wait int, email text, password text, password_at timestamptz, rules jsonb, others int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.accounts; begin
  perform app.need('{own}');
  select x.* into a from public.accounts x where x.id = app.my_account();
  if not found then return; end if;
  if p_guess is not false and not app.attempt('c ' || a.id, 5, '30 min') then
    return query
      select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::timestamptz, null::jsonb,
        null::int
      from public.attempts x
      where x.key = 'c ' || a.id;
    return;
  end if;
  return query select 0, a.email, a.password, coalesce(a.password_at, a.created_at), app.account_rules(a.id, app.tenant_id()),
    (select count(*)::int
      from public.sessions s join app.own_rows() o on o.tenant_id = s.home_id and o.user_id = s.user_id
      where s.revoked_at is null and s.expires_at > app.now() and s.actor_sid is null and s.id <> app.my_session());
end $$;
alter function app.own_account owner to mirante_gate;
revoke all on function app.own_account from public;
grant execute on function app.own_account to mirante_app;
