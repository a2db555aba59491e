-- The caller's own live sessions, in every unit of their account.
create or replace function app.own_sessions(p_sid uuid) returns table (id uuid, unit text, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, mine boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, t.name, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.id = p_sid
    from public.users me join public.users u on (u.tenant_id = me.tenant_id and u.id = me.id) or (me.account_id is not null and u.account_id = me.account_id)
    join public.sessions s on s.home_id = u.tenant_id and s.user_id = u.id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
    join public.tenants t on t.id = s.tenant_id
   where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null
   order by s.id = p_sid desc, s.last_seen desc, s.id limit 100 $$;
alter function app.own_sessions owner to mirante_gate;
revoke all on function app.own_sessions from public;
grant execute on function app.own_sessions to mirante_app;
