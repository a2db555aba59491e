-- Returns whether a user who enters a unit from above must give their own second factor again: they have one or must have one, and none was
-- given within the last 12 hours.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on sessions.
create or replace function app.factor_stale(p_sid uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select exists (select from public.sessions s where s.id = p_sid and s.user_id = app.user_id()) and app.factor_aged(p_sid) $$;
alter function app.factor_stale owner to mirante_gate;
revoke all on function app.factor_stale from public;
grant execute on function app.factor_stale to mirante_app;
