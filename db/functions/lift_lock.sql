-- Removes the lockout of a user in this tenant; returns whether there was one.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on attempts.
create or replace function app.lift_lock(p_user uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  perform app.spare_administrator(p_user);
  delete from public.attempts x where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now();
  return found; end $$;
alter function app.lift_lock owner to mirante_gate;
revoke all on function app.lift_lock from public;
grant execute on function app.lift_lock to mirante_app;
