-- Returns until when wrong passwords lock a user out of this tenant; null when they don't.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on attempts.
create or replace function app.person_lock(p_user uuid)
returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select max(x.until)
    from public.attempts x
    where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now() $$;
alter function app.person_lock owner to mirante_gate;
revoke all on function app.person_lock from public;
grant execute on function app.person_lock to mirante_app;
