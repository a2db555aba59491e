-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
grant insert, update (name, sort_key, language, status, rights) on users to mirante_gate;
grant insert on remote_requests to mirante_gate;
grant update (role, verify, status, standing_until, until, ended_at, set_by_id, version) on relations to mirante_gate;

-- The partner's person in a unit: a row that can act there and is never listed, counted or told anything.
create function app.seat_of(p_unit uuid, p_home uuid, p_user uuid) returns uuid language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.users as x (tenant_id, id, email, name, sort_key, profile, status, language, seat, added_by_id)
    select p_unit, gen_random_uuid(), u.id || '@seat.invalid', u.name, u.sort_key, 'admin', 'A', u.language, 'partner', null from public.users u where u.tenant_id = p_home and u.id = p_user
  on conflict (tenant_id, email) do update set name = excluded.name, sort_key = excluded.sort_key, language = excluded.language, status = 'A' returning x.id $$;
-- Who acted from a seat, for the histories of the unit.
create function app.seat_name(p_user uuid) returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.name || coalesce(' (' || (select q.asker_from from public.remote_requests q where q.tenant_id = u.tenant_id and u.email = q.asker_id || '@seat.invalid' limit 1) || ')', '')
    from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is not null $$;

-- The ticket with which an allowed partner arrives on the unit's host: one use, one minute.
create function app.switch_ticket(q public.remote_requests, p_sid uuid, p_hash bytea) returns text language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
    select p_hash, 'partner', q.tenant_id, coalesce(q.user_id, app.seat_of(q.tenant_id, q.asker_home_id, q.asker_id)), d.host, p_sid, app.now() + interval '60 seconds', jsonb_build_object('request', q.id)
      from public.domains d where d.tenant_id = q.tenant_id order by d.main desc, d.host limit 1 returning host $$;

-- A partner wants into a unit of its own, as administrator or as one of its people: at once where nobody has to say yes, else as a request (BEHAVIOUR 13).
create function app.partner_switch(p_sid uuid, p_unit uuid, p_user uuid, p_reason text, p_ticket text, p_reach text, p_minutes int, p_at_once boolean, p_wait bytea, p_hash bytea, p_address text, p_request text)
returns table (state text, host text, id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare r public.relations; t public.tenants; u public.users; v_set jsonb; v_admin boolean; v_person boolean; q public.remote_requests; v_name text; v_from text; begin
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() or not exists (select from public.sessions s where s.id = p_sid and s.home_id = app.home_id() and s.user_id = app.user_id() and s.actor_sid is null) then
    return query select 'none', null::text, null::uuid; return; end if;
  select x.* into r from public.relations x where x.tenant_id = p_unit and x.above_id = app.tenant_id() and x.kind = 'partner' and x.status = 'active' and x.ended_at is null and x.until > app.now() limit 1;
  select x.* into t from public.tenants x where x.id = p_unit and x.deleted_at is null;
  if r.id is null or t.id is null then return query select 'none', null::text, null::uuid; return; end if;
  if not app.acts(t.status, t.trial_ends_at) then return query select 'closed', null::text, null::uuid; return; end if;
  if r.role = 'billing' or (r.role = 'user' and p_user is null) then return query select 'role', null::text, null::uuid; return; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = p_unit;
  if p_user is not null then
    select x.* into u from public.users x where x.tenant_id = p_unit and x.id = p_user and x.profile = 'user' and x.seat is null and x.deleted_at is null and x.status in ('A', 'T');
    if u.id is null then return query select 'none', null::text, null::uuid; return; end if;
    if not u.allow_remote or v_set->>'allow_access_remote' is distinct from 'S' then return query select 'person', null::text, null::uuid; return; end if;
  end if;
  v_admin := r.verify and coalesce(r.standing_until <= app.now(), true);
  v_person := p_user is not null and coalesce(v_set->>'remote_consent', 'each') = 'each' and coalesce(u.remote_until <= app.now(), true);
  if p_at_once and (v_admin or v_person) then return query select 'verify', null::text, null::uuid; return; end if;
  select me.name, h.name into v_name, v_from from public.users me join public.tenants h on h.id = me.tenant_id where me.tenant_id = app.tenant_id() and me.id = app.user_id();
  -- A new wish takes the place of the one that still waits.
  update public.remote_requests x set state = 'cancelled', decided_at = app.now(), version = x.version + 1
    where x.tenant_id = p_unit and x.kind = 'partner' and x.asker_id = app.user_id() and x.state in ('requested', 'authorized');
  insert into public.remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_sid, asker_name, asker_from, user_id, reason, ticket, reach, minutes, state, needs_admin, needs_person, decided_at, wait_hash, expires_at, enter_by, relation_id)
    values (p_unit, gen_random_uuid(), 'partner', app.home_id(), app.user_id(), p_sid, v_name, v_from, p_user, p_reason, p_ticket, p_reach, p_minutes,
      case when v_admin or v_person then 'requested' else 'authorized' end, v_admin, v_person, case when v_admin or v_person then null else app.now() end, p_wait,
      app.now() + interval '30 minutes', case when v_admin or v_person then null else app.now() + interval '5 minutes' end, r.id) returning * into q;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, case when x = p_unit then null else app.user_id() end, case when x = p_unit then app.user_id() end, app.home_id(), 'partner.ask', q.id,
      jsonb_build_object('unit', t.name, 'as', case when p_user is null then 'admin' else 'user' end, 'reason', p_reason, 'minutes', p_minutes), p_address, p_request from unnest(array[app.home_id(), p_unit]) x;
  if v_admin then
    perform app.act_tell(p_unit, a.id, 'partner_asks', jsonb_build_object('person', v_name, 'partner', v_from, 'reason', p_reason), '/remote/authorization?id=' || q.id)
      from public.users a where a.tenant_id = p_unit and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null; end if;
  if v_person then
    perform app.act_tell(p_unit, p_user, 'remote_requested', jsonb_build_object('person', v_name || ' (' || v_from || ')', 'reason', p_reason, 'ticket', coalesce(p_ticket, ''), 'minutes', p_minutes), '/remote/authorization?id=' || q.id); end if;
  if v_admin or v_person then return query select 'wait', null::text, q.id; return; end if;
  return query select 'ok', app.switch_ticket(q, p_sid, p_hash), q.id; end $$;

-- What was waited for is allowed: the ticket to enter.
create function app.switch_enter(p_wait bytea, p_sid uuid, p_hash bytea) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; begin
  select r.* into q from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind = 'partner' and app.actor_id() is null for update;
  if not found or not exists (select from public.sessions s where s.id = p_sid and s.user_id = app.user_id() and s.home_id = app.home_id()) then return; end if;
  if q.state <> 'authorized' or q.enter_by <= app.now() then return query select case when q.state = 'authorized' then 'expired' else q.state end, null::text; return; end if;
  return query select q.state, app.switch_ticket(q, p_sid, p_hash); end $$;

-- The ticket becomes the session; the unit's administrators are told who came in.
create function app.partner_arrive(p_tenant uuid, p_hash bytea, p_host text, p_sid uuid, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; q public.remote_requests; v_until timestamptz; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = 'partner' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant and t.host = p_host returning t.* into k;
  if not found then return false; end if;
  select r.* into q from public.remote_requests r where r.tenant_id = p_tenant and r.id = (k.body->>'request')::uuid and r.state = 'authorized' and r.enter_by > app.now() for update;
  if not found then return false; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  if not app.act_open(p_sid, p_tenant, k.user_id, k.source_sid, q.relation_id, q.reach, v_until, p_address, p_request) then return false; end if;
  update public.remote_requests r set state = 'active', session_id = p_sid, started_at = app.now(), ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = r.version + 1
    where r.tenant_id = p_tenant and r.id = q.id;
  if app.actor_of(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  perform app.act_tell(p_tenant, a.id, 'partner_entered', jsonb_build_object('person', q.asker_name, 'partner', q.asker_from, 'reason', q.reason), '/remote/authorization?id=' || q.id)
    from public.users a where a.tenant_id = p_tenant and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null;
  if q.user_id is not null and not q.needs_person then
    perform app.act_tell(p_tenant, q.user_id, 'remote_started', jsonb_build_object('person', q.asker_name || ' (' || q.asker_from || ')', 'reason', q.reason, 'minutes', q.minutes), '/?account=access'); end if;
  return true; end $$;

-- Where the partner came from, while the session that acts for him lives.
create function app.partner_home(p_sid uuid) returns table (host text, partner_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select d.host from public.domains d where d.tenant_id = r.above_id order by d.main desc, d.host limit 1), r.above_id
    from public.sessions s join public.relations r on r.tenant_id = s.tenant_id and r.id = s.relation_id and r.kind = 'partner' where s.id = p_sid and s.actor_sid is not null $$;

-- Spec 3, partner_access_remote: never from the browser.
create function app.partner_access(p_sid uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when app.scope() = 'partner' and app.profile() = 'master' then jsonb_build_object('is_partner_with_admin_company', exists (select from public.relations r where r.above_id = app.tenant_id() and r.kind = 'partner'
        and r.role = 'admin' and r.status = 'active' and r.ended_at is null and r.until > app.now()), 'is_partner_admin', false, 'is_partner_user', false, 'partner_id', app.tenant_id())
    else (select jsonb_build_object('is_partner_with_admin_company', false, 'is_partner_admin', app.profile() = 'admin', 'is_partner_user', app.profile() = 'user', 'partner_id', h.partner_id) from app.partner_home(p_sid) h where app.actor_id() is not null) end $$;

-- The units a partner may enter: the one entered last first, then by name.
create function app.partner_units(p_search text, p_n int) returns table (id uuid, name text, role text, verify boolean, status text, entered_at timestamptz) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, r.role, r.verify and coalesce(r.standing_until <= app.now(), true), case when app.acts(t.status, t.trial_ends_at) then r.status else 'closed' end,
      (select max(q.started_at) from public.remote_requests q where q.tenant_id = t.id and q.asker_id = app.user_id() and q.kind = 'partner') as entered_at
    from public.tenants t join public.relations r on r.tenant_id = t.id and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status <> 'ended' and r.ended_at is null and r.until > app.now()
   where t.parent_id = app.tenant_id() and t.kind = 'unit' and t.deleted_at is null and starts_with(t.sort_key, p_search) and app.scope() = 'partner' and app.actor_id() is null
   order by entered_at desc nulls last, t.sort_key, t.id limit least(p_n, 50) $$;
-- The people of a unit whose view a partner may ask for.
create function app.partner_people(p_unit uuid, p_search text) returns table (id uuid, name text, email text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, u.email from public.users u where u.tenant_id = p_unit and u.profile = 'user' and u.allow_remote and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
    and (starts_with(u.sort_key, p_search) or starts_with(u.email, p_search)) and app.actor_id() is null
    and exists (select from public.relations r where r.tenant_id = p_unit and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status = 'active' and r.role in ('admin', 'user') and r.ended_at is null and r.until > app.now())
    and exists (select from public.settings s where s.tenant_id = p_unit and s."values"->>'allow_access_remote' = 'S')
   order by u.sort_key, u.id limit 20 $$;

-- What stands between a unit and its partner, as the unit's administrators see and set it.
create function app.partner_relations() returns table (id uuid, partner text, role text, verify boolean, status text, until timestamptz, standing_until timestamptz, set_by text, inside int, version int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.id, t.name, r.role, r.verify, case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end, r.until, case when r.standing_until > app.now() then r.standing_until end,
      (select u.name from public.users u where u.id = r.set_by_id and u.tenant_id in (r.tenant_id, r.above_id) limit 1),
      (select count(*)::int from public.remote_requests q where q.tenant_id = r.tenant_id and q.relation_id = r.id and q.state = 'active'), r.version
    from public.relations r join public.tenants t on t.id = r.above_id where r.tenant_id = app.tenant_id() and r.kind = 'partner' and app.actor_id() is null order by r.created_at $$;
create function app.set_partner_relation(p_id uuid, p_version int, p_action text, p_verify boolean, p_hours int, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.relations; n public.relations; d record; begin
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() then return 'none'; end if;
  select r.* into o from public.relations r where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' for update;
  if not found then return 'none'; end if;
  if o.version <> p_version or o.ended_at is not null or o.until <= app.now() or (p_action = 'resume' and o.status <> 'suspended') or (p_action = 'suspend' and o.status <> 'active') then return 'changed'; end if;
  update public.relations r set version = r.version + 1, set_by_id = app.user_id(),
      verify = case p_action when 'verify' then p_verify else r.verify end,
      standing_until = case p_action when 'stand' then app.now() + make_interval(hours => least(greatest(p_hours, 0), 8)) when 'suspend' then null when 'end' then null else r.standing_until end,
      status = case p_action when 'suspend' then 'suspended' when 'resume' then 'active' when 'end' then 'ended' else r.status end,
      ended_at = case p_action when 'end' then app.now() else r.ended_at end
    where r.tenant_id = o.tenant_id and r.id = o.id returning * into n;
  -- The emergency switch: whoever is inside is out within this call.
  if p_action in ('suspend', 'end') then
    for d in select q.session_id from public.remote_requests q where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state = 'active' loop perform app.act_end(d.session_id, 'admin', p_address, p_request); end loop;
    update public.remote_requests q set state = 'cancelled', decided_at = app.now(), version = q.version + 1 where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state in ('requested', 'authorized');
  end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (app.tenant_id(), app.user_id(), null, app.home_id(), 'partner.' || p_action, o.id,
    jsonb_build_object('before', jsonb_build_object('verify', o.verify, 'status', o.status, 'standing_until', o.standing_until), 'after', jsonb_build_object('verify', n.verify, 'status', n.status, 'standing_until', n.standing_until)), p_address, p_request);
  perform app.act_tell(o.above_id, m.id, 'partner_relation', jsonb_build_object('unit', (select t.name from public.tenants t where t.id = o.tenant_id), 'state', p_action), '/companies')
    from public.users m where p_action in ('suspend', 'resume', 'end') and m.tenant_id = o.above_id and m.profile = 'master' and m.status in ('A', 'T') and m.deleted_at is null;
  return 'ok'; end $$;

-- The person whose view a partner had is told like everybody who was entered.
create or replace function app.act_end(p_sid uuid, p_by text, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; s public.sessions; v_changes jsonb; v_minutes int; begin
  update public.sessions se set revoked_at = app.now() where se.id = p_sid and se.actor_sid is not null and se.revoked_at is null returning se.* into s;
  select r.* into q from public.remote_requests r where r.session_id = p_sid and r.state = 'active' for update;
  if q.id is null then return s.id is not null; end if;
  update public.relations r set ended_at = app.now() where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.kind = 'consent' and r.ended_at is null;
  select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'what', c.what, 'row', c.row_id) order by c.at), '[]') into v_changes
    from (select a.at, a.what, a.row_id from public.audit a where a.tenant_id = q.tenant_id and a.actor_id = q.asker_id and a.at >= q.started_at and a.user_id = coalesce(q.user_id, a.user_id)
      and a.what not in ('session.act', 'session.end', 'remote.end') order by a.at limit 200) c;
  update public.remote_requests r set state = 'ended', ended_at = least(app.now(), greatest(r.ends_at, r.started_at)), ended_by = p_by, summary = r.summary || jsonb_build_object('changes', v_changes), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning ceil(extract(epoch from r.ended_at - r.started_at) / 60)::int into v_minutes;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select q.tenant_id, coalesce(q.user_id, e.user_id), q.asker_id, q.tenant_id, 'remote.end', q.id, jsonb_build_object('by', p_by), p_address, p_request from public.sessions e where e.id = p_sid;
  if q.user_id is not null then
    perform app.act_tell(q.tenant_id, q.user_id, 'remote_ended', jsonb_build_object('person', q.asker_name, 'minutes', greatest(v_minutes, 1),
      'pages', jsonb_array_length(coalesce(q.summary->'pages', '[]')), 'changes', jsonb_array_length(v_changes)), '/?account=access&entry=' || q.id);
    if p_by <> 'asker' then
      perform app.act_tell(q.asker_home_id, q.asker_id, 'remote_over', jsonb_build_object('person', (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id), 'by', p_by), null);
    end if;
  end if;
  return true; end $$;

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  for f in select oid from pg_proc where pronamespace = 'app'::regnamespace and proname in ('seat_of', 'seat_name', 'switch_ticket', 'partner_switch', 'switch_enter', 'partner_arrive', 'partner_home', 'partner_access', 'partner_units', 'partner_people', 'partner_relations', 'set_partner_relation', 'act_end') loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.scope(), app.profile() to mirante_gate;
grant execute on function app.seat_name(uuid), app.partner_switch(uuid, uuid, uuid, text, text, text, int, boolean, bytea, bytea, text, text), app.switch_enter(bytea, uuid, bytea), app.partner_access(uuid), app.partner_units(text, int),
  app.partner_people(uuid, text), app.partner_relations(), app.set_partner_relation(uuid, int, text, boolean, int, text, text) to mirante_app;
grant execute on function app.partner_arrive(uuid, bytea, text, uuid, text, text), app.partner_home(uuid) to mirante_public;
