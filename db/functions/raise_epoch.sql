-- Raises an account's epoch, which in every tenant ends its sessions, remembered devices, open links and pending tickets. Links that undo a
-- change or keep the account unchanged stay valid: an attacker's new password must not invalidate them.
-- Internal: called by account_act_take, account_take, wipe_factors.
create or replace function app.raise_epoch(p_account uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.accounts a set epoch = a.epoch + 1 where a.id = p_account;
  perform app.end_account(p_account, null);
  delete from public.devices d using public.users u where u.account_id = p_account and d.tenant_id = u.tenant_id and d.user_id = u.id;
  update public.tokens t
    set used_at = app.now()
    from public.users u
    where u.account_id = p_account and t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null
      and t.purpose in ('account.lost', 'account.code', 'partner');
  update public.tickets t
    set used_at = app.now()
    from public.users u
    where u.account_id = p_account and t.tenant_id = u.tenant_id and u.id::text in (t.body->>'userId', t.body->>'proves')
      and t.used_at is null and t.expires_at > app.now();
end $$;
alter function app.raise_epoch owner to mirante_gate;
revoke all on function app.raise_epoch from public;
