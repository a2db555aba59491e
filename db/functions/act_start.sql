-- Starts the act-as session that was granted, once and before the grant expires. A user whose consent wasn't asked this time is notified
-- immediately.
-- Callers: mirante_app (own).
-- Raises: not_allowed, session_gone.
-- Security definer: callers lack the grants on relations, sessions.
create or replace function app.act_start(p_wait bytea, p_actor_sid uuid, p_sid uuid, p_address text, p_request text)
returns table (state text, ends_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; v_relation uuid := gen_random_uuid(); v_until timestamptz; begin
  perform app.need('{own}');
  select r.* into q
    from public.remote_requests r
    where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind in ('remote', 'view')
      and app.actor_id() is null
    for update;
  if not found then return; end if;
  if q.state is distinct from 'authorized' or (q.enter_by > app.now()) is not true then
    return query select case when q.state = 'authorized' then 'expired' else q.state end, null::timestamptz;
    return;
  end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id)
    values (q.tenant_id, v_relation, q.asker_home_id, 'consent', 'user', false, v_until, q.user_id);
  if not exists (select from public.sessions e where e.id = p_actor_sid and e.user_id = app.user_id() and e.home_id = app.home_id())
    or app.act_open(p_sid, q.tenant_id, q.user_id, p_actor_sid, v_relation, q.reach, v_until, p_address, p_request) is not true then
    raise exception 'session_gone' using errcode = 'MR401';
  end if;
  update public.remote_requests r
    set state = 'active', relation_id = v_relation, session_id = p_sid, started_at = app.now(),
      ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning r.ends_at into v_until;
  if app.may_act(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  if not q.needs_person then
    perform app.act_tell(q.tenant_id, q.user_id, case q.kind when 'view' then 'remote_looking' else 'remote_started' end,
      jsonb_build_object('person', q.asker_name, 'reason', q.reason, 'minutes', q.minutes), '/?account=access');
  end if;
  return query select 'active', v_until; end $$;
alter function app.act_start owner to mirante_gate;
revoke all on function app.act_start from public;
grant execute on function app.act_start to mirante_app;
