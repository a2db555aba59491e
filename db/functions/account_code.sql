-- Stores the hash of a code that is about to be mailed to the account's own address and revokes the previous code. Returns false when the
-- user no longer belongs to the account.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on tokens.
create or replace function app.account_code(p_user uuid, p_account uuid, p_hash bytea)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{job}');
  if not exists (select from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.account_id = p_account) then
    return false;
  end if;
  update public.tokens t
    set used_at = app.now()
    where t.purpose = 'account.code' and t.tenant_id = app.tenant_id() and t.user_id = p_user and t.used_at is null;
  delete from public.tokens t where t.hash = p_hash;
  insert into public.tokens (hash, purpose, tenant_id, user_id, expires_at, body)
    values (p_hash, 'account.code', app.tenant_id(), p_user, app.now() + interval '10 minutes', jsonb_build_object('account', p_account));
  return true; end $$;
alter function app.account_code owner to mirante_gate;
revoke all on function app.account_code from public;
grant execute on function app.account_code to mirante_job;
