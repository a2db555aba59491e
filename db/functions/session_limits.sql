-- Returns the address exemption and access hours of a live session. A user who acts as another keeps their own exemption within the unit
-- and gets the other user's access hours.
-- Callers: mirante_app, mirante_door (own, door).
-- Security definer: callers lack the grants on sessions, users.
create or replace function app.session_limits(p_sid uuid)
returns table (ip_exempt boolean, access_hours jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,door}');
  select case
    when s.actor_sid is null then u.ip_exempt
    else coalesce((select a.ip_exempt
      from public.sessions e join public.users a on a.tenant_id = e.home_id and a.id = e.user_id
      where e.id = s.actor_sid and e.home_id = s.tenant_id),
    false) end,
      u.access_hours
    from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid $$;
alter function app.session_limits owner to mirante_gate;
revoke all on function app.session_limits from public;
grant execute on function app.session_limits to mirante_app, mirante_door;
