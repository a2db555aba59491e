-- Wipes the factors of an account whose user has lost them all: every session ends, and each membership in a tenant that requires a factor
-- waits until an administrator there readmits the user (p_waits; not when the platform's operator vouches for it). The account is mailed
-- what was wiped, with a link that undoes it.
-- Internal: called by factor_gate, release_account.
create or replace function app.wipe_factors(p_account uuid, p_waits boolean)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_gone jsonb; v_member public.users; begin
  perform from public.accounts a where a.id = p_account for no key update;
  v_gone := app.factor_rows(p_account, null, null);
  delete from public.factors f where f.account_id = p_account;
  update public.accounts a set lost_at = null where a.id = p_account;
  update public.users u
    set waits_at = case when p_waits and app.factor_required(u.tenant_id, u.profile) then app.now() end
    where (u.account_id = p_account or u.removed_account_id = p_account) and (p_waits or u.waits_at is not null);
  perform app.raise_epoch(p_account);
  select x.* into v_member
    from public.users x
    where x.account_id = p_account
    order by x.deleted_at is not null, x.status not in ('A', 'T'), x.created_at, x.id
    limit 1;
  if v_member.id is not null and v_gone <> '[]' then
    perform app.factor_changed(p_account, v_member.tenant_id, v_member.id, 'wiped', null, null, v_gone);
  end if;
  perform app.write_audit(u.tenant_id, 'factor.wiped', u.id, p_user => u.id, p_home => u.tenant_id)
    from public.users u
    where u.account_id = p_account;
end $$;
alter function app.wipe_factors owner to mirante_gate;
revoke all on function app.wipe_factors from public;
