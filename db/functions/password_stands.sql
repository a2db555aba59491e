-- Returns whether the basis of a sign-in step still holds: the account's password, and its epoch if the step read it. Locks the account
-- until the session has started, so a new password or epoch either comes first or ends the session.
-- Internal: called by session_begin.
create or replace function app.password_stands(p_tenant uuid, p_user uuid, p_seen bytea, p_epoch bigint)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  if p_seen is null and p_epoch is null then return true; end if;
  select u.account_id into v_account from public.users u where u.tenant_id = p_tenant and u.id = p_user for no key update;
  perform
    from public.accounts a
    where a.id = v_account and (p_seen is null or sha256(convert_to(a.password, 'UTF8')) = p_seen)
      and (p_epoch is null or a.epoch = p_epoch)
    for no key update;
  return found; end $$;
alter function app.password_stands owner to mirante_gate;
revoke all on function app.password_stands from public;
