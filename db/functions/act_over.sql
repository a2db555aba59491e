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
  perform app.write_audit(q.tenant_id, 'remote.end', app.session_mark(p_sid),
    jsonb_build_object('request', q.id, 'by', p_by, 'until', v_until), p_address, p_request,
    p_user => coalesce(q.user_id, e.user_id), p_home => q.tenant_id, p_actor => q.asker_id)
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
