-- Returns what vouches for a session by its sign-in method: the account, if its own secret was given and p_vouched (the host, the factor)
-- lets it count; otherwise only the unit.
-- Internal: called by factor_gate, session_begin, session_start.
create or replace function app.vouched_by(p_tenant uuid, p_user uuid, p_way text, p_vouched text)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when p_vouched = 'account' and p_way in ('password', 'passkey', 'invitation', 'company')
    and exists (select from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.account_id is not null) then 'account'
      else 'unit' end $$;
alter function app.vouched_by owner to mirante_gate;
revoke all on function app.vouched_by from public;
