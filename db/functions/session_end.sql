-- Signs out: ends the session, the sessions entered from it and the grants its user gave in it. act_end records the end of an act-as
-- session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, remote_requests, sessions.
create or replace function app.session_end(p_sid uuid, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; s record; v_ended boolean; begin
  for d in select se.id, 'asker' as who from public.sessions se where se.actor_sid = p_sid and se.revoked_at is null
      union select p_sid, 'asker' from public.sessions se where se.id = p_sid and se.actor_sid is not null
      union select r.session_id, 'person' from public.remote_requests r where r.person_sid = p_sid and r.state = 'active' loop
    perform app.act_end(d.id, d.who, p_address, p_request);
  end loop;
  update public.sessions
    set revoked_at = coalesce(revoked_at, app.now())
    where id = p_sid and (revoked_at is null or actor_sid is not null)
    returning tenant_id, home_id, user_id, actor_sid into s;
  v_ended := found;
  if v_ended and not exists (select from public.audit r
      where r.tenant_id = s.tenant_id and r.row_id = app.session_mark(p_sid) and r.what = 'remote.end') then
    perform app.write_audit(s.tenant_id, 'session.end', app.session_mark(p_sid), p_ip => p_address, p_request => p_request,
      p_user => s.user_id, p_home => s.home_id, p_actor => (select e.user_id from public.sessions e where e.id = s.actor_sid));
  end if;
  return v_ended; end $$;
alter function app.session_end owner to mirante_gate;
revoke all on function app.session_end from public;
grant execute on function app.session_end to mirante_door;
