-- Records a refused call of a session. The user comes from the session's own row, so a call can't write about another user by naming their
-- id.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on sessions.
create or replace function app.call_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.refused_once(p_tenant, s.user_id, p_code, p_address, p_agent, p_request)
    from public.sessions s
    where s.id = p_sid and s.tenant_id = p_tenant and s.expires_at > app.now();
end $$;
alter function app.call_refused owner to mirante_gate;
revoke all on function app.call_refused from public;
grant execute on function app.call_refused to mirante_door;
