ALTER TABLE "remote_requests" ADD COLUMN "person_sid" uuid;--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("tenant_id","actor_id","at") WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX "remote_requests_person_across" ON "remote_requests" USING btree ("person_sid") WHERE state = 'active';
--> statement-breakpoint
grant insert on relations to mirante_gate;
grant update (ended_at) on relations to mirante_gate;
grant update on remote_requests to mirante_gate;
grant select on audit to mirante_gate;
grant insert on notifications, outbox to mirante_gate;
-- A view session reads only, and still needs the token of the report it looks at.
grant select, insert, update on embed_tokens to mirante_job;

-- Who acts in a living act-as session, or null: the actor, what allows it and the person entered must all live (BEHAVIOUR 8, 13).
create function app.actor_of(p_sid uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.user_id from public.sessions se
    join public.sessions e on e.id = se.actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now()
    join public.users a on a.tenant_id = e.home_id and a.id = e.user_id and a.status in ('A', 'T') and a.deleted_at is null
    join public.tenants h on h.id = e.home_id and app.acts(h.status, h.trial_ends_at)
    join public.relations r on r.tenant_id = se.tenant_id and r.id = se.relation_id and r.above_id = e.home_id and r.status = 'active' and r.ended_at is null and r.until > app.now()
    join public.users u on u.tenant_id = se.home_id and u.id = se.user_id and u.deleted_at is null
    left join public.remote_requests q on q.session_id = se.id
    left join public.sessions p on p.id = q.person_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now() and case r.kind
     when 'partner' then se.last_seen > app.now() - interval '60 minutes'
     else u.allow_remote and u.profile = 'user' and (a.profile = 'admin' or a.flags @> '{support,remote_access}') and p.revoked_at is null
       and exists (select from public.settings s where s.tenant_id = se.tenant_id and s."values"->>'allow_access_remote' = 'S') end $$;

create or replace function app.enter(p_sid uuid, p_rights bigint, p_tenant uuid, p_action text default null) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_actor uuid; v_above boolean; v_may boolean := false; v_limited boolean := false; begin
  select se.tenant_id, se.home_id, se.user_id, se.actor_sid, se.relation_id, se.reach, se.last_seen < app.now() - interval '1 minute' as old,
         u.profile, u.flags, u.status, app.acts(h.status, h.trial_ends_at) as home_acts, app.acts(t.status, t.trial_ends_at) as tenant_acts,
         u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0) as rights, t.kind
    into s from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id
    join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
    join public.tenants t on t.id = p_tenant
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.status not in ('A', 'T') then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.rights is distinct from p_rights then raise exception 'rights_stale' using errcode = 'MR409'; end if;
  if s.actor_sid is not null then                        -- acting as: the actor and what allows it must live too
    v_actor := app.actor_of(p_sid);
    if v_actor is null or s.tenant_id <> p_tenant then raise exception 'session_gone' using errcode = 'MR401'; end if;
  end if;
  if p_action is not null then
    select coalesce(bool_or(c.above), false), coalesce(bool_or(c.limited), false) into v_may, v_limited
      from app.actions c where c.action = p_action and c.profile = s.profile and (c.flag is null or c.flag = any (s.flags));
  end if;
  v_above := s.tenant_id <> p_tenant;                    -- from above: a declared action, its profile and flag, a live relation
  if v_above and not (v_may and exists (select from public.relations r where r.tenant_id = p_tenant and r.above_id = s.home_id and r.kind = 'partner' and r.ended_at is null and r.until > app.now())) then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if (not s.home_acts or (not s.tenant_acts and not v_above)) and not v_limited then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, s.user_id, v_actor, s.profile, s.home_id, s.kind, s.reach);
  if s.old and current_setting('transaction_read_only') = 'off' then
    update public.sessions set last_seen = app.now() where id = (select id from public.sessions where id = p_sid and last_seen < app.now() - interval '1 minute' for no key update skip locked);
  end if;
  if s.reach = 'view' then perform set_config('transaction_read_only', 'on', true); end if; end $$;

drop function app.session_facts(uuid);
-- What a new token of a living session says; of an act-as session also who acts, how far and how it came about.
create function app.session_facts(p_sid uuid) returns table (state text, tenant_id uuid, user_id uuid, profile text, flags text[], rights bigint, until timestamptz, reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when u.status not in ('A', 'T') then 'user_blocked' when not app.acts(h.status, h.trial_ends_at) then 'tenant_blocked' else 'ok' end,
      se.tenant_id, se.user_id, u.profile, u.flags, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), se.expires_at, se.reach, e.user_id,
      case when se.actor_sid is not null then coalesce((select q.kind from public.remote_requests q where q.session_id = se.id), 'partner') end, app.hidden_menu(se.tenant_id),
      u.name, u.email, u.language, u.department, u."position"
    from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id left join public.sessions e on e.id = se.actor_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now() and (se.actor_sid is null or app.actor_of(se.id) is not null) $$;

-- Opens the session of somebody who acts as another; only other functions of the gate call it, once they know that he may. No chain: whoever acts already cannot.
create function app.act_open(p_sid uuid, p_tenant uuid, p_user uuid, p_actor_sid uuid, p_relation uuid, p_reach text, p_until timestamptz, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, actor_sid, relation_id, reach, auth_type, address, expires_at)
      select p_sid, p_tenant, p_tenant, p_user, e.id, p_relation, p_reach, 'act', p_address, least(p_until, e.expires_at) from public.sessions e
        where e.id = p_actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now() returning 1),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      select p_tenant, p_user, e.user_id, p_tenant, 'session.act', p_sid, jsonb_build_object('reach', p_reach, 'until', p_until, 'home', e.home_id), p_address, p_request from s, public.sessions e where e.id = p_actor_sid)
  select exists (select from s) $$;

-- What happens to a person is told where it happens: the inbox, and from the outbox the mail.
create function app.act_tell(p_tenant uuid, p_user uuid, p_kind text, p_vars jsonb, p_link text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with n as (insert into public.notifications (tenant_id, id, user_id, kind, vars, link) select p_tenant, gen_random_uuid(), u.id, p_kind, p_vars, p_link from public.users u
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and u.seat is null returning id)
  insert into public.outbox (tenant_id, kind, body) select p_tenant, 'notification', jsonb_build_object('id', n.id) from n $$;

-- The asker enters what was allowed, once and in time; a person who was not asked this time is told at once.
create function app.act_start(p_wait bytea, p_actor_sid uuid, p_sid uuid, p_address text, p_request text) returns table (state text, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; v_relation uuid := gen_random_uuid(); v_until timestamptz; begin
  select r.* into q from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind in ('remote', 'view') and app.actor_id() is null for update;
  if not found then return; end if;
  if q.state <> 'authorized' or q.enter_by <= app.now() then return query select case when q.state = 'authorized' then 'expired' else q.state end, null::timestamptz; return; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id) values (q.tenant_id, v_relation, q.asker_home_id, 'consent', 'user', false, v_until, q.user_id);
  if not exists (select from public.sessions e where e.id = p_actor_sid and e.user_id = app.user_id() and e.home_id = app.home_id())
    or not app.act_open(p_sid, q.tenant_id, q.user_id, p_actor_sid, v_relation, q.reach, v_until, p_address, p_request) then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.remote_requests r set state = 'active', relation_id = v_relation, session_id = p_sid, started_at = app.now(), ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning r.ends_at into v_until;
  if app.actor_of(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  if not q.needs_person then
    perform app.act_tell(q.tenant_id, q.user_id, case q.kind when 'view' then 'remote_looking' else 'remote_started' end,
      jsonb_build_object('person', q.asker_name, 'reason', q.reason, 'minutes', q.minutes), '/?account=access');
  end if;
  return query select 'active', v_until; end $$;

-- Ends an act-as session within this call, whoever ends it, and sums up for the person entered what was opened and changed.
create function app.act_end(p_sid uuid, p_by text, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
  if q.kind <> 'partner' then
    perform app.act_tell(q.tenant_id, q.user_id, 'remote_ended', jsonb_build_object('person', q.asker_name, 'minutes', greatest(v_minutes, 1),
      'pages', jsonb_array_length(coalesce(q.summary->'pages', '[]')), 'changes', jsonb_array_length(v_changes)), '/?account=access&entry=' || q.id);
    if p_by <> 'asker' then
      perform app.act_tell(q.asker_home_id, q.asker_id, 'remote_over', jsonb_build_object('person', (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id), 'by', p_by), null);
    end if;
  end if;
  return true; end $$;

-- A page that was opened in a living act-as session, for its summary.
create function app.act_page(p_sid uuid, p_path text, p_title text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.remote_requests r set summary = jsonb_set(r.summary, '{pages}', coalesce(r.summary->'pages', '[]') || jsonb_build_object('at', app.now(), 'path', p_path, 'title', p_title))
      where r.session_id = p_sid and r.state = 'active' and jsonb_array_length(coalesce(r.summary->'pages', '[]')) < 200
        and (r.summary->'pages'->-1->>'path') is distinct from p_path and app.actor_of(p_sid) is not null returning 1)
  select exists (select from w) or app.actor_of(p_sid) is not null $$;

-- What the asker's page waits for, whichever tenant the request belongs to; of nobody else's request anything.
create function app.wait_of(p_wait bytea) returns table (tenant_id uuid, id uuid, kind text, state text, person text, tenant_name text, reason text, ticket text, reach text, minutes int, needs_admin boolean, needs_person boolean, admin_at timestamptz, person_at timestamptz,
    refusal text, created_at timestamptz, expires_at timestamptz, enter_by timestamptz, ends_at timestamptz, ended_by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.tenant_id, r.id, r.kind, case when (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now()) then 'expired'
      when r.state = 'active' and app.actor_of(r.session_id) is null then 'ended' else r.state end,
      u.name, t.name, r.reason, r.ticket, r.reach, r.minutes, r.needs_admin, r.needs_person, r.admin_at, r.person_at, r.refusal, r.created_at, r.expires_at, r.enter_by, r.ends_at, r.ended_by
    from public.remote_requests r join public.tenants t on t.id = r.tenant_id left join public.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
   where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() $$;
create function app.wait_cancel(p_wait bytea, p_address text, p_request text) returns text language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with q as (select r.tenant_id, r.id, r.state from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id()),
    w as (update public.remote_requests r set state = 'cancelled', decided_at = app.now(), version = version + 1 from q
      where r.tenant_id = q.tenant_id and r.id = q.id and r.state in ('requested', 'authorized') returning r.tenant_id, r.id),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, app.user_id(), null, app.home_id(), 'remote.cancel', w.id, p_address, p_request from w)
  select case when exists (select from w) then 'cancelled' else (select q.state from q) end $$;

-- Requests whose time has passed and sessions that nothing carries any more; the job settles each.
create function app.due_remote(p_n int) returns table (tenant_id uuid, id uuid, session_id uuid, by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.tenant_id, r.id, case r.state when 'active' then r.session_id end, case when r.state = 'active' then case when r.ends_at <= app.now() then 'time' else 'rights' end else 'time' end
    from public.remote_requests r where (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now())
      or (r.state = 'active' and app.actor_of(r.session_id) is null) order by r.expires_at limit least(p_n, 200) $$;

-- Signing out ends what was entered from that session, and what its person allowed in it.
create or replace function app.session_end(p_sid uuid, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_ended boolean; begin
  for d in select se.id, 'asker' as who from public.sessions se where se.actor_sid = p_sid and se.revoked_at is null
      union select p_sid, 'asker' from public.sessions se where se.id = p_sid and se.actor_sid is not null
      union select r.session_id, 'person' from public.remote_requests r where r.person_sid = p_sid and r.state = 'active' loop
    perform app.act_end(d.id, d.who, p_address, p_request);
  end loop;
  with s as (update public.sessions set revoked_at = coalesce(revoked_at, app.now()) where id = p_sid and (revoked_at is null or actor_sid is not null) returning tenant_id, home_id, user_id, actor_sid),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
      select s.tenant_id, s.user_id, e.user_id, s.home_id, 'session.end', p_sid, p_address, p_request from s left join public.sessions e on e.id = s.actor_sid)
  select exists (select from s) into v_ended;
  return v_ended; end $$;

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  for f in select oid from pg_proc where pronamespace = 'app'::regnamespace and proname in ('actor_of', 'session_facts', 'act_open', 'act_tell', 'act_start', 'act_end', 'act_page', 'wait_of', 'wait_cancel', 'due_remote', 'session_end', 'enter') loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.user_id(), app.actor_id(), app.home_id() to mirante_gate;
grant execute on function app.act_start(bytea, uuid, uuid, text, text), app.wait_of(bytea), app.wait_cancel(bytea, text, text) to mirante_app;
grant execute on function app.act_end(uuid, text, text, text) to mirante_app, mirante_public, mirante_job;
grant execute on function app.act_page(uuid, text, text), app.session_facts(uuid) to mirante_public;
grant execute on function app.due_remote(int) to mirante_job;
