-- Returns the live sessions of one user of this tenant, for its administrators.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on sessions.
create or replace function app.person_sessions(p_user uuid)
returns table (id uuid, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, vouched text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select s.id, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched from public.sessions s
   where s.home_id = app.tenant_id() and s.tenant_id = s.home_id and s.user_id = p_user and s.actor_sid is null and s.revoked_at is null
     and s.expires_at > app.now()
   order by s.last_seen desc
   limit 50 $$;
alter function app.person_sessions owner to mirante_gate;
revoke all on function app.person_sessions from public;
grant execute on function app.person_sessions to mirante_app;
