-- Records in the caller's session that its account was proved: by one of the account's passkeys, or by its password (p_seen is the hash
-- that was verified) plus a factor if the account has one. Returns 'ok' or the reason: 'none', 'wrong', 'code' (a factor is missing),
-- 'over' (the challenge expired).
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, factors, sessions.
create or replace function app.account_prove(p_seen text, p_use jsonb, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null
      and x.deleted_at is null
    for no key update;
  select x.* into a from public.accounts x where x.id = u.account_id for no key update;
  if a.id is null then return 'none'; end if;
  if p_use->>'kind' is distinct from 'passkey' then
    if a.password is null or a.password is distinct from p_seen then return 'wrong'; end if;
    if p_use is null and exists (select from public.factors f where f.account_id = a.id) then return 'code'; end if;
  elsif app.ticket_take((p_use->>'ticket')::bytea, 'passkey', u.tenant_id, p_use->>'host')->>'proves' is distinct from u.id::text then
    return 'over';
  end if;
  if p_use is not null then
    if app.factor_spend(array[a.id], p_use) is not true then return 'wrong'; end if;
    update public.sessions s set factor_at = app.now() where s.id = app.my_session();
  end if;
  delete from public.attempts x where x.key = coalesce('mp ' || app.my_account(), 'ma ' || u.id);
  update public.sessions s set proved_at = app.now() where s.id = app.my_session();
  perform app.write_audit(u.tenant_id, 'account.proved', u.id,
    jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->>'kind', 'password'))), p_address, p_request,
    p_user => u.id, p_home => u.tenant_id);
  return 'ok'; end $$;
alter function app.account_prove owner to mirante_gate;
revoke all on function app.account_prove from public;
grant execute on function app.account_prove to mirante_app;
