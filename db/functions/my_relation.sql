-- Returns the relation of the partner's visit in which the caller works; null for everyone else.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on sessions.
create or replace function app.my_relation()
returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select s.relation_id from public.sessions s where s.id = app.my_session() and s.kind = 'partner' $$;
alter function app.my_relation owner to mirante_gate;
revoke all on function app.my_relation from public;
grant execute on function app.my_relation to mirante_app;
