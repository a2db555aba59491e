-- Ends an embedded session and the user session behind it.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on embed_sessions, sessions.
create or replace function app.embed_end(p_tenant uuid, p_sid uuid, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with e as (update public.embed_sessions
    set ended_at = app.now()
    where tenant_id = p_tenant and id = p_sid and ended_at is null
    returning user_id),
    s as (update public.sessions set revoked_at = app.now() where id = p_sid and tenant_id = p_tenant and revoked_at is null),
    a as materialized (select app.write_audit(p_tenant, 'embedded.end', app.session_mark(p_sid), p_ip => p_address, p_request => p_request,
      p_user => e.user_id, p_home => p_tenant) from e)
  select count(*) > 0 from a $$;
alter function app.embed_end owner to mirante_gate;
revoke all on function app.embed_end from public;
grant execute on function app.embed_end to mirante_door;
