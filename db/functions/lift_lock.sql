-- Removes the lockout of a user in this tenant; returns whether there was one. A known browser whose own counter is removed isn't known
-- until the right password is given in it: otherwise an administrator with such a browser could guess a password without end.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on attempts, devices.
create or replace function app.lift_lock(p_user uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; begin
  perform app.need('{own,remote,partner}');
  perform app.spare_administrator(p_user);
  with w as (delete from public.attempts x
      where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now()
      returning x.key),
    d as (update public.devices d
      set account_id = null
      from w
      where d.tenant_id = app.tenant_id() and d.user_id = p_user and w.key = 'd ' || encode(d.hash, 'hex'))
  select count(*)::int into v_n from w;
  return v_n > 0; end $$;
alter function app.lift_lock owner to mirante_gate;
revoke all on function app.lift_lock from public;
grant execute on function app.lift_lock to mirante_app;
