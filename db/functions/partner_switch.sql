-- Starts a partner's entry into one of its units, as administrator or as one of its users: immediately when no approval is needed,
-- otherwise as a request. Without verification (p_at_once) no administrator is asked; the user whose view is opened still is, unless the
-- unit doesn't ask its users.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations, sessions.
create or replace function app.partner_switch(p_sid uuid, p_unit uuid, p_user uuid, p_reason text, p_ticket text, p_reach text,
  p_minutes int, p_at_once boolean, p_wait bytea, p_hash bytea, p_address text, p_request text)
returns table (state text, host text, id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.relations; t public.tenants; u public.users; v_set jsonb; v_admin boolean; v_person boolean; q public.remote_requests;
  v_name text; v_from text;
begin
  perform app.need('{own}');
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id()
    or not exists (select from public.sessions s
      where s.id = p_sid and s.home_id = app.home_id() and s.user_id = app.user_id() and s.actor_sid is null) then
    return query select 'none', null::text, null::uuid; return; end if;
  select x.* into r
    from public.relations x
    where x.tenant_id = p_unit and x.above_id = app.tenant_id() and x.kind = 'partner' and x.status = 'active' and x.ended_at is null
      and x.until > app.now()
    limit 1;
  select x.* into t from public.tenants x where x.id = p_unit and x.deleted_at is null;
  if r.id is null or t.id is null then return query select 'none', null::text, null::uuid; return; end if;
  if app.acts(t.status, t.trial_ends_at) is not true then return query select 'closed', null::text, null::uuid; return; end if;
  if r.role = 'billing' or (r.role = 'user' and p_user is null) then return query select 'role', null::text, null::uuid; return; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = p_unit;
  if p_user is not null then
    select x.* into u
      from public.users x
      where x.tenant_id = p_unit and x.id = p_user and x.profile = 'user' and x.seat is null and x.deleted_at is null
        and x.status in ('A', 'T');
    if u.id is null then return query select 'none', null::text, null::uuid; return; end if;
    if u.allow_remote is not true or v_set->>'allow_access_remote' is distinct from 'S' or app.left_to(p_unit, 'remote') is not true then
      return query select 'person', null::text, null::uuid;
      return;
    end if;
  end if;
  v_admin := r.verify and coalesce(r.standing_until <= app.now(), true);
  v_person := p_user is not null and coalesce(v_set->>'remote_consent', 'each') = 'each' and coalesce(u.remote_until <= app.now(), true);
  if p_at_once is not false and v_admin then return query select 'verify', null::text, null::uuid; return; end if;
  select me.name, h.name into v_name, v_from
    from public.users me join public.tenants h on h.id = me.tenant_id
    where me.tenant_id = app.tenant_id() and me.id = app.user_id();
  -- A new request replaces the pending one.
  update public.remote_requests x set state = 'cancelled', decided_at = app.now(), version = x.version + 1
    where x.tenant_id = p_unit and x.kind = 'partner' and x.asker_id = app.user_id() and x.state in ('requested', 'authorized');
  insert into public.remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_sid, asker_name, asker_from, user_id, reason,
    ticket, reach, minutes, state, needs_admin, needs_person, decided_at, wait_hash, expires_at, enter_by, relation_id)
    values (p_unit, gen_random_uuid(), 'partner', app.home_id(), app.user_id(), p_sid, v_name, v_from, p_user, p_reason, p_ticket, p_reach,
      p_minutes,
      case when v_admin or v_person then 'requested' else 'authorized' end, v_admin, v_person,
        case when v_admin or v_person then null else app.now() end, p_wait,
      app.now() + interval '30 minutes', case when v_admin or v_person then null else app.now() + interval '5 minutes' end, r.id)
        returning * into q;
  perform app.write_audit(x, 'partner.ask', q.id,
    jsonb_build_object('unit', t.name, 'as', case when p_user is null then 'admin' else 'user' end, 'reason', p_reason,
        'minutes', p_minutes),
    p_address, p_request, p_user => case when x = p_unit then null else app.user_id() end,
    p_actor => case when x = p_unit then app.user_id() end) from unnest(array[app.home_id(), p_unit]) x;
  if v_admin then
    perform app.act_tell(p_unit, a.id, 'partner_asks', jsonb_build_object('person', v_name, 'partner', v_from, 'reason', p_reason),
      '/remote/authorization?id=' || q.id)
      from public.users a
      where a.tenant_id = p_unit and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null;
    end if;
  if v_person then
    perform app.act_tell(p_unit, p_user, 'remote_requested',
      jsonb_build_object('person', v_name || ' (' || v_from || ')', 'reason', p_reason, 'ticket', coalesce(p_ticket, ''),
        'minutes', p_minutes),
      '/remote/authorization?id=' || q.id);
  end if;
  if v_admin or v_person then return query select 'wait', null::text, q.id; return; end if;
  return query select 'ok', app.switch_ticket(q, p_sid, p_hash), q.id; end $$;
alter function app.partner_switch owner to mirante_gate;
revoke all on function app.partner_switch from public;
grant execute on function app.partner_switch to mirante_app;
