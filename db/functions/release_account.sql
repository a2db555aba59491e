-- Wipes an account's factors at once, by a platform operator, and readmits its user everywhere, for a reason that is recorded in every
-- tenant of the account. Operators can't do this for themselves. It removes a user's protection, so it requires a fresh second factor.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts.
create or replace function app.release_account(p_email text, p_reason text, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  perform app.need('{own}');
  if app.my_kind() is distinct from 'own' or app.profile() is distinct from 'a2m' or app.my_account() is null
    or coalesce(trim(p_reason), '') = '' then
    return false;
  end if;
  perform app.guard_keys('{}');
  select a.id into v_account from public.accounts a where a.email = p_email and a.id <> app.my_account() for no key update;
  if v_account is null then return false; end if;
  perform app.wipe_factors(v_account, false);
  perform app.write_audit(t.tenant_id, 'factor.released', t.id, jsonb_build_object('after', jsonb_build_object('reason', p_reason)),
    p_address, p_request)
    from (select u.tenant_id, u.id
        from public.users u
        where u.account_id = v_account
        union all select app.tenant_id(), app.user_id()
        where not exists (select from public.users u where u.account_id = v_account and u.tenant_id = app.tenant_id())) t;
  return true; end $$;
alter function app.release_account owner to mirante_gate;
revoke all on function app.release_account from public;
grant execute on function app.release_account to mirante_app;
