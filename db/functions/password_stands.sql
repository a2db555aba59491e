-- Tells whether the password that was compared still is the account's, and locks the account until the session has started: a password
-- change happens entirely before that or ends the session.
create or replace function app.password_stands(p_tenant uuid, p_user uuid, p_seen bytea) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  if p_seen is null then return true; end if;
  select u.account_id into v_account from public.users u where u.tenant_id = p_tenant and u.id = p_user for no key update;
  perform from public.accounts a where a.id = v_account and sha256(convert_to(a.password, 'UTF8')) = p_seen for no key update;
  return found; end $$;
alter function app.password_stands owner to mirante_gate;
revoke all on function app.password_stands from public;
grant execute on function app.password_stands to mirante_public;
