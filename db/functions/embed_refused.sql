-- Records a call refused during an embedded session: in the user's sign-in log, or in the audit log when the session is anonymous. At most
-- once a minute.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, embed_sessions.
create or replace function app.embed_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; begin
  select e.user_id into v_user from public.embed_sessions e where e.tenant_id = p_tenant and e.id = p_sid;
  if v_user is not null then perform app.refused_once(p_tenant, v_user, p_code, p_address, p_agent, p_request); return; end if;
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('embedded ' || coalesce(p_sid::text, p_tenant::text) || ' ' || coalesce(p_address, ''),
    0));
  perform app.write_audit(p_tenant, 'embedded.refused', app.session_mark(p_sid), jsonb_build_object('code', p_code), p_address,
    p_request, p_user => null, p_home => p_tenant)
    where not exists (select from public.audit a
       where a.tenant_id = p_tenant and a.row_id is not distinct from app.session_mark(p_sid) and a.what = 'embedded.refused'
         and a.ip is not distinct from p_address and a.at > app.now() - interval '1 minute');
end $$;
alter function app.embed_refused owner to mirante_gate;
revoke all on function app.embed_refused from public;
grant execute on function app.embed_refused to mirante_door;
