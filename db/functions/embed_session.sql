-- Returns the claims of a new token for a live embedded session; no row once it or the user's own session has ended.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on embed_sessions, sessions, tenants, users.
create or replace function app.embed_session(p_tenant uuid, p_sid uuid)
returns table (state text, report_id uuid, exempt boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when u.status not in ('A', 'T') then 'user_blocked'
    when app.acts(t.status, t.trial_ends_at) is not true then 'tenant_blocked'
    else 'ok' end,
    e.report_id, coalesce(u.ip_exempt, false)
    from public.embed_sessions e
      join public.tenants t on t.id = e.tenant_id
      left join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
   where e.tenant_id = p_tenant and e.id = p_sid and e.ended_at is null and e.expires_at > app.now()
     and (e.user_id is null
       or exists (select from public.sessions s where s.id = e.id and s.revoked_at is null and s.expires_at > app.now())) $$;
alter function app.embed_session owner to mirante_gate;
revoke all on function app.embed_session from public;
grant execute on function app.embed_session to mirante_door;
