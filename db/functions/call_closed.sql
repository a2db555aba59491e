-- Records in the audit log that a session tried a call that its kind may not make: the call, the kind of session, the user and the actor,
-- and the user of the tenant that the call names. At most once a minute for each, and sixty times a minute for a session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, sessions, users.
create or replace function app.call_closed(p_tenant uuid, p_sid uuid, p_code text, p_call text, p_named uuid, p_address text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('closed ' || p_sid, 0));
  perform app.write_audit(s.tenant_id, 'call.refused', app.session_mark(s.id),
    jsonb_strip_nulls(jsonb_build_object('name', p_call, 'code', p_code, 'person', u.id,
        'session', case when s.kind <> 'own' then s.kind when s.vouched = 'unit' then s.vouched end)),
    p_address, p_request, p_user => s.user_id, p_home => s.home_id, p_actor => e.user_id)
    from public.sessions s left join public.sessions e on e.id = s.actor_sid
        left join public.users u on u.tenant_id = s.tenant_id and u.id = p_named,
        lateral (select count(*) < 60 and coalesce(bool_and((a.change->>'name', a.change->>'code', a.change->>'person')
            is distinct from (p_call, p_code, u.id::text)), true) as fresh
          from public.audit a
          where a.tenant_id = s.tenant_id and a.row_id = app.session_mark(s.id) and a.what = 'call.refused'
            and a.at > app.now() - interval '1 minute') r
     where s.id = p_sid and s.tenant_id = p_tenant and s.revoked_at is null and s.expires_at > app.now() and r.fresh; end $$;
alter function app.call_closed owner to mirante_gate;
revoke all on function app.call_closed from public;
grant execute on function app.call_closed to mirante_door;
