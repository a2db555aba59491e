-- Returns whether an account's first factor requires a mailed code: not in a session that started from the platform's own mailed link
-- within the last 15 minutes.
-- Internal: called by factor_write, own_factors.
create or replace function app.needs_code(p_account uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.factors f where f.account_id = p_account)
    and not exists (select from public.sessions s
      where s.id = app.my_session() and s.auth_type = 'invitation' and s.created_at > app.now() - interval '15 minutes') $$;
alter function app.needs_code owner to mirante_gate;
revoke all on function app.needs_code from public;
