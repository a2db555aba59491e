-- Ends every session of an account in every tenant except one, and the act-as sessions inside them.
-- Internal: called by account_take, own_password, raise_epoch.
create or replace function app.end_account(p_account uuid, p_but uuid)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (update public.sessions s
    set revoked_at = app.now()
    from public.users u
    where u.account_id = p_account and s.home_id = u.tenant_id and s.user_id = u.id and s.revoked_at is null and s.id is distinct from p_but
    returning 1),
    k as (update public.tokens t
      set used_at = app.now()
      from public.users u
      where u.account_id = p_account and t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null
        and t.purpose in ('account.reset', 'account.change', 'company')
      returning 1)
  select $$;
alter function app.end_account owner to mirante_gate;
revoke all on function app.end_account from public;
