-- Stores the digest of the code that is about to be mailed to a user without an account and invalidates the previous one. Returns false
-- when the pending answer is over, so nothing is mailed.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on tickets.
create or replace function app.link_code(p_user uuid, p_hash bytea, p_code text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{job}');
  update public.tickets t
    set body = t.body || jsonb_build_object('code', p_code)
    where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = app.tenant_id() and t.body->>'userId' = p_user::text
      and t.used_at is null and t.expires_at > app.now()
    and exists (select from public.users u
      where u.tenant_id = t.tenant_id and u.id = p_user and u.account_id is null and u.email = t.body->'confirm'->>'email');
  return found; end $$;
alter function app.link_code owner to mirante_gate;
revoke all on function app.link_code from public;
grant execute on function app.link_code to mirante_job;
