-- Limits how many pairing codes one administrator may try. Returns whether another try is allowed.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute attempt.
create or replace function app.may_try_code()
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select app.attempt('pc ' || app.tenant_id() || ' ' || app.user_id(), 20, '10 min') $$;
alter function app.may_try_code owner to mirante_gate;
revoke all on function app.may_try_code from public;
grant execute on function app.may_try_code to mirante_app;
