-- Visits end for good.

-- ### What goes

drop function app.call_closed(uuid,uuid,text,text,text,text);

-- ### Functions

grant create on schema app to mirante_gate;

-- Ends an act-as session and its request, and notifies the user who was impersonated, also when a partner acted. Returns false when there
-- was nothing to end.
-- Internal: called by act_end, keep_visits.
create or replace function app.act_over(p_sid uuid, p_by text, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; s public.sessions; v_changes jsonb; v_minutes int; v_until timestamptz; begin
  update public.sessions se
    set revoked_at = app.now()
    where se.id = p_sid and se.actor_sid is not null and se.revoked_at is null
    returning se.* into s;
  select r.* into q from public.remote_requests r where r.session_id = p_sid and r.state = 'active' for update;
  if q.id is null then return s.id is not null; end if;
  update public.relations r
    set ended_at = app.now()
    where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.kind = 'consent' and r.ended_at is null;
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', c.at, 'what', c.what, 'row', c.row_id,
    'name', app.recorded_name(q.tenant_id, c.row_id, c.change)))
    order by c.at),
    '[]') into v_changes
    from (select a.at, a.what, a.row_id, a.change
      from public.audit a
      where a.tenant_id = q.tenant_id and a.actor_id = q.asker_id and a.at >= q.started_at and a.user_id = coalesce(q.user_id, a.user_id)
      and a.what not in ('session.act', 'session.end', 'remote.end') order by a.at limit 200) c;
  update public.remote_requests r
    set state = 'ended', ended_at = least(app.now(), greatest(r.ends_at, r.started_at)), ended_by = p_by,
      summary = r.summary || jsonb_build_object('changes', v_changes), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id
    returning ceil(extract(epoch from r.ended_at - r.started_at) / 60)::int, r.ended_at into v_minutes, v_until;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select q.tenant_id, coalesce(q.user_id, e.user_id), q.asker_id, q.tenant_id, 'remote.end', app.session_mark(p_sid),
      jsonb_build_object('request', q.id, 'by', p_by, 'until', v_until), p_address, p_request
      from public.sessions e
      where e.id = p_sid;
  if q.user_id is not null then
    perform app.act_tell(q.tenant_id, q.user_id, 'remote_ended',
      jsonb_build_object('person', q.asker_name, 'minutes', greatest(v_minutes, 1),
      'pages', jsonb_array_length(coalesce(q.summary->'pages', '[]')), 'changes', jsonb_array_length(v_changes)),
      '/?account=access&entry=' || q.id);
    if p_by <> 'asker' then
      perform app.act_tell(q.asker_home_id, q.asker_id, 'remote_over',
        jsonb_build_object('person', (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id), 'by', p_by),
        null);
    end if;
  end if;
  return true; end $$;
alter function app.act_over owner to mirante_gate;
revoke all on function app.act_over from public;

-- Ends an act-as session and its request. Returns false when there was nothing to end.
-- Callers: mirante_app, mirante_door, mirante_job (own, remote, partner, job, door).
-- Security definer: callers may not execute act_over.
create or replace function app.act_end(p_sid uuid, p_by text, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,job,door}');
  return app.act_over(p_sid, p_by, p_address, p_request); end $$;
alter function app.act_end owner to mirante_gate;
revoke all on function app.act_end from public;
grant execute on function app.act_end to mirante_app, mirante_door, mirante_job;

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
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select s.tenant_id, s.user_id, e.user_id, s.home_id, 'call.refused', app.session_mark(s.id),
      jsonb_strip_nulls(jsonb_build_object('name', p_call, 'code', p_code, 'person', u.id,
        'session', case when s.kind <> 'own' then s.kind when s.vouched = 'unit' then s.vouched end)), p_address, p_request
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

-- Leaves for another tenant of the same account. Returns a single-use ticket for its host, 'sign_in' when that tenant accepts no passwords,
-- or 'prove' when the caller's account must be proved first, whatever the target.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute company_ticket.
create or replace function app.change_company(p_target uuid, p_hash bytea, p_address text, p_request text)
returns table (state text, host text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid := app.my_account(); v_made boolean; begin
  perform app.need('{own}');
  if v_account is null then return query select case when app.may_prove() then 'prove' else 'none' end, null::text; return; end if;
  select t.host, t.made into host, v_made from app.company_ticket(v_account, app.tenant_id(), app.my_session(), p_target, p_hash) t;
  if host is null then state := 'none'; return next; return; end if;
  if not v_made then state := 'sign_in'; return next; return; end if;
  -- Not where to: the administrators of this tenant don't learn in which others the account is used.
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (app.tenant_id(), app.user_id(), null, app.home_id(), 'session.company', null, '{}', p_address, p_request);
  state := 'ok'; return next; end $$;
alter function app.change_company owner to mirante_gate;
revoke all on function app.change_company from public;
grant execute on function app.change_company to mirante_app;

-- Ends the visits that a change of a user or of settings no longer allows, in the same transaction: a permission that is given back later
-- starts no visit again.
-- Trigger on settings, users.
-- Security definer: callers may not execute act_over, may_act.
create or replace function app.keep_visits()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid := case when tg_table_name = 'users' then (to_jsonb(new)->>'id')::uuid end; v_sid uuid; begin
  for v_sid in
  select r.session_id
  from public.remote_requests r
  where r.state = 'active' and app.may_act(r.session_id) is null
    and case when v_user is not null
      then (r.tenant_id = new.tenant_id and r.user_id = v_user) or (r.asker_home_id = new.tenant_id and r.asker_id = v_user)
      -- Also in the tenants below, whose remote access the layer above can forbid.
      else true end loop
    perform app.act_over(v_sid, 'rights', null, null);
  end loop;
  return null; end $$;
alter function app.keep_visits owner to mirante_gate;
revoke all on function app.keep_visits from public;

create or replace trigger users_visits after update on users for each row
  when ((old.profile, old.flags, old.status, old.deleted_at, old.allow_remote, old.remote_until)
    is distinct from (new.profile, new.flags, new.status, new.deleted_at, new.allow_remote, new.remote_until))
  execute function app.keep_visits();
create or replace trigger settings_visits after update on settings for each row
  when ((old."values"->'allow_access_remote', old."values"->'remote_consent', old."values"->'below_remote')
    is distinct from (new."values"->'allow_access_remote', new."values"->'remote_consent', new."values"->'below_remote'))
  execute function app.keep_visits();

-- Verifies, suspends, resumes or ends a partner's relation, by the unit's administrator. Suspending and ending also end the partner's live
-- sessions.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.set_partner_relation(p_id uuid, p_version int, p_action text, p_verify boolean, p_hours int, p_address text,
  p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.relations; n public.relations; d record; begin
  perform app.need('{own}');
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() then return 'none'; end if;
  select r.* into o from public.relations r where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' for update;
  if not found then return 'none'; end if;
  if o.version is distinct from p_version or o.ended_at is not null or o.until <= app.now()
    or (p_action = 'resume' and o.status <> 'suspended') or (p_action = 'suspend' and o.status <> 'active') then
    return 'changed';
  end if;
  update public.relations r set version = r.version + 1, set_by_id = app.user_id(),
      verify = case p_action when 'verify' then p_verify else r.verify end,
      standing_until = case p_action
        when 'stand' then app.now() + make_interval(hours => least(greatest(p_hours, 0), 8))
        when 'suspend' then null
        when 'end' then null
        else r.standing_until end,
      status = case p_action when 'suspend' then 'suspended' when 'resume' then 'active' when 'end' then 'ended' else r.status end,
      ended_at = case p_action when 'end' then app.now() else r.ended_at end
    where r.tenant_id = o.tenant_id and r.id = o.id returning * into n;
  -- The emergency switch: live partner sessions end within this call, and so do those that now need an administrator's approval.
  for d in
  select q.session_id
  from public.remote_requests q
  where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state = 'active'
    and (p_action in ('suspend', 'end') or app.may_act(q.session_id) is null) loop
    perform app.act_end(d.session_id, 'admin', p_address, p_request);
  end loop;
  if p_action in ('suspend', 'end') then
    update public.remote_requests q
      set state = 'cancelled', decided_at = app.now(), version = q.version + 1
      where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state in ('requested', 'authorized');
  end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (app.tenant_id(), app.user_id(), null, app.home_id(), 'partner.' || p_action, o.id,
    jsonb_build_object('before', jsonb_build_object('verify', o.verify, 'status', o.status, 'standing_until', o.standing_until),
      'after', jsonb_build_object('verify', n.verify, 'status', n.status, 'standing_until', n.standing_until)),
    p_address, p_request);
  perform app.act_tell(o.above_id, m.id, 'partner_relation',
    jsonb_build_object('unit', (select t.name from public.tenants t where t.id = o.tenant_id), 'state', p_action), '/companies')
    from public.users m
    where p_action in ('suspend', 'resume', 'end') and m.tenant_id = o.above_id and m.profile = 'master' and m.status in ('A', 'T')
      and m.deleted_at is null;
  return 'ok'; end $$;
alter function app.set_partner_relation owner to mirante_gate;
revoke all on function app.set_partner_relation from public;
grant execute on function app.set_partner_relation to mirante_app;

revoke create on schema app from mirante_gate;
