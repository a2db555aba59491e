-- Returns whether the caller has a second factor, of the account or of their own, and didn't give it in this session within the last 15
-- minutes.
-- Internal: called by factor_write, guard_keys.
create or replace function app.factor_due()
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_home uuid := app.home_id(); v_user uuid := app.user_id(); v_session uuid := app.my_session(); begin
  return exists (select from public.users u
      join public.factors f on (f.account_id = u.account_id or (f.tenant_id = u.tenant_id and f.user_id = u.id)) and f.kind <> 'recovery'
      where u.tenant_id = v_home and u.id = v_user)
    and not exists (select from public.sessions s where s.id = v_session and s.factor_at > app.now() - interval '15 minutes'); end $$;
alter function app.factor_due owner to mirante_gate;
revoke all on function app.factor_due from public;
