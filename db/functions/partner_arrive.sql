-- Turns a partner's ticket into a session and notifies the unit's administrators.
-- Callers: mirante_door.
-- Raises: not_allowed.
-- Security definer: callers lack the grants on remote_requests, sessions, tokens, users.
create or replace function app.partner_arrive(p_tenant uuid, p_hash bytea, p_host text, p_sid uuid, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; q public.remote_requests; v_until timestamptz; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'partner' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant
      and t.host = p_host
    returning t.* into k;
  if not found then return false; end if;
  select r.* into q
    from public.remote_requests r
    where r.tenant_id = p_tenant and r.id = (k.body->>'request')::uuid and r.state = 'authorized' and r.enter_by > app.now()
    for update;
  if not found then return false; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  if app.act_open(p_sid, p_tenant, k.user_id, k.source_sid, q.relation_id, q.reach, v_until, p_address, p_request) is not true then
    return false;
  end if;
  update public.remote_requests r
    set state = 'active', session_id = p_sid, started_at = app.now(),
      ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = r.version + 1
    where r.tenant_id = p_tenant and r.id = q.id;
  if app.may_act(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  perform app.act_tell(p_tenant, a.id, 'partner_entered',
    jsonb_build_object('person', q.asker_name, 'partner', q.asker_from, 'reason', q.reason), '/remote/authorization?id=' || q.id)
    from public.users a
    where a.tenant_id = p_tenant and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null;
  if q.user_id is not null and not q.needs_person then
    perform app.act_tell(p_tenant, q.user_id, 'remote_started',
      jsonb_build_object('person', q.asker_name || ' (' || q.asker_from || ')', 'reason', q.reason, 'minutes', q.minutes),
      '/?account=access');
  end if;
  return true; end $$;
alter function app.partner_arrive owner to mirante_gate;
revoke all on function app.partner_arrive from public;
grant execute on function app.partner_arrive to mirante_door;
