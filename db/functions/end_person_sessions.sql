-- Ends every session of a user of this tenant and forgets their devices.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on devices, sessions.
create or replace function app.end_person_sessions(p_user uuid)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; begin
  perform app.need('{own,remote,partner}');
  perform app.spare_administrator(p_user);
  update public.sessions
    set revoked_at = app.now()
    where home_id = app.tenant_id() and user_id = p_user and revoked_at is null and expires_at > app.now();
  get diagnostics v_n = row_count;
  delete from public.devices where tenant_id = app.tenant_id() and user_id = p_user;
  return v_n; end $$;
alter function app.end_person_sessions owner to mirante_gate;
revoke all on function app.end_person_sessions from public;
grant execute on function app.end_person_sessions to mirante_app;
