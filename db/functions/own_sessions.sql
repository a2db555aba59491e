-- Returns the caller's own live sessions, in every unit of their account if the session reaches it.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on sessions.
create or replace function app.own_sessions()
returns table (id uuid, unit text, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, vouched text,
  mine boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select s.id, t.name, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched, s.id = app.my_session()
    from app.own_rows() o
      join lateral (select *
        from public.sessions x
        where x.home_id = o.tenant_id and x.user_id = o.user_id offset 0) s on s.tenant_id = s.home_id
        and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
    join lateral (select x.name from public.tenants x where x.id = s.tenant_id offset 0) t on true
   order by s.id = app.my_session() desc, s.last_seen desc, s.id limit 100 $$;
alter function app.own_sessions owner to mirante_gate;
revoke all on function app.own_sessions from public;
grant execute on function app.own_sessions to mirante_app;
