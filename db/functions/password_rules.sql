-- Returns the password rules that a tenant's own pages show.
-- Callers: mirante_public.
-- Security definer: callers may not execute account_rules.
create or replace function app.password_rules(p_tenant uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.account_rules(null, p_tenant) $$;
alter function app.password_rules owner to mirante_gate;
revoke all on function app.password_rules from public;
grant execute on function app.password_rules to mirante_public;
