-- The first statement of every transaction of a single-report embedded page: its session must be live. It acts as its user, or anonymously.
-- Callers: mirante_app.
-- Raises: session_gone, tenant_blocked, user_blocked.
-- Security definer: callers lack the grants on embed_sessions.
create or replace function app.enter_embed(p_sid uuid, p_tenant uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select e.user_id, e.last_seen < app.now() - interval '1 minute' as old, x.state into s
    from app.embed_session(p_tenant, p_sid) x join public.embed_sessions e on e.tenant_id = p_tenant and e.id = p_sid
    where x.report_id is not null;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.state = 'user_blocked' then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.state <> 'ok' then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, s.user_id, null, 'embedded', p_tenant, 'embedded', 'act', 'embed_report', null, p_sid);
  if s.old then update public.embed_sessions set last_seen = app.now() where tenant_id = p_tenant and id = p_sid; end if; end $$;
alter function app.enter_embed owner to mirante_gate;
revoke all on function app.enter_embed from public;
grant execute on function app.enter_embed to mirante_app;
