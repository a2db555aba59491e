-- Order is by folded keys in the "C" collation, the same on every server.
alter table tenants alter column sort_key type text collate "C";
alter table users alter column sort_key type text collate "C";
alter table groups alter column sort_key type text collate "C";
alter table subgroups alter column sort_key type text collate "C";
alter table reports alter column sort_key type text collate "C";
alter table report_words alter column word type text collate "C";

-- Actions that reach below or work while a tenant is suspended; written from domain/access, compared by a test.
create table app.actions (action text not null, profile text not null, above boolean not null, flag text, limited boolean not null, primary key (action, profile));
insert into app.actions values ('session.keep', 'admin', false, null, true), ('config.read', 'admin', false, null, true);

-- Row-level security, forced, on every table; the gate alone sees across tenants, and nobody can sign in as the gate.
do $$ declare t text; begin
  for t in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy gate on %I to mirante_gate using (true) with check (true)', t);
  end loop;
  foreach t in array array['users','settings','themes','notices','groups','subgroups','viewers','service_accounts','reports','report_words','grants','favorites','visits','maintenance','embed_tokens','outbox'] loop
    execute format('create policy own on %I to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
  end loop; end $$;
create policy own on tenants to mirante_app, mirante_job using (id = (select app.tenant_id())) with check (id = (select app.tenant_id()));
create policy own on domains for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy own on audit for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy own_new on audit for insert to mirante_app, mirante_job with check (tenant_id = (select app.tenant_id())
  and user_id is not distinct from (select app.user_id()) and actor_id is not distinct from (select app.actor_id()) and home_id is not distinct from (select app.home_id()));
create policy wide on tenants for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then parent_id = (select app.tenant_id()) or id = (select app.tenant_id()) else false end);
create policy wide on users for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);
create policy wide on reports for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);
create policy wide on domains for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);

grant select on tenants, domains, accounts, users, relations, settings, themes, notices, maintenance, devices, app.actions to mirante_gate;
grant update (password) on accounts to mirante_gate;
grant update (last_sign_in_at) on users to mirante_gate;
grant select, insert, update (last_seen, revoked_at), delete on sessions to mirante_gate;
grant select, update (taken_until) on outbox to mirante_gate;
grant select, insert, update, delete on attempts, devices to mirante_gate;
grant select, update (used_at), delete on tokens to mirante_gate;
grant select, update (checked_at, group_id, subgroup_id) on reports to mirante_gate;
grant select, delete on groups, subgroups, viewers, embed_tokens to mirante_gate;
grant insert on audit to mirante_gate;

grant select on tenants, domains, users, settings, themes, notices, service_accounts, reports, report_words, grants, maintenance to mirante_app;
grant select, insert, update, delete on groups, subgroups, viewers, favorites, visits, embed_tokens to mirante_app;
grant update (data_at, freshness, checked_at) on reports to mirante_app;
grant select, insert on audit, outbox to mirante_app;
grant select on tenants, domains, users, reports to mirante_wide;
grant select on users, tenants, groups, reports, service_accounts, settings to mirante_job;
grant update (data_at, freshness, checked_at) on reports to mirante_job;
grant select, update, delete on outbox to mirante_job;
grant insert on audit, outbox to mirante_job;

-- A tenant acts while its status is A, or T until its trial ends.
create function app.acts(p_status text, p_trial timestamptz) returns boolean stable parallel safe return p_status = 'A' or (p_status = 'T' and (p_trial is null or p_trial > app.now()));

-- The first statement of every transaction of a session: checks it, then seals who it is.
create function app.enter(p_sid uuid, p_rights bigint, p_tenant uuid, p_action text default null) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
    select e.user_id into v_actor from public.sessions e
      join public.users u on u.tenant_id = e.home_id and u.id = e.user_id and u.status in ('A', 'T')
      join public.tenants h on h.id = e.home_id and app.acts(h.status, h.trial_ends_at)
      join public.relations r on r.tenant_id = s.tenant_id and r.id = s.relation_id and r.above_id = e.home_id and r.ended_at is null and r.until > app.now()
     where e.id = s.actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now();
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

create function app.enter_job(p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not exists (select from public.tenants where id = p_tenant) then raise exception 'tenant_gone' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, null, null, 'job', p_tenant, 'job', 'act'); end $$;

-- Reports whose data time is due for a look at the service: the oldest looks first, one worker each.
create function app.claim_checks(p_n int, p_every interval) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.reports r set checked_at = app.now() from (select c.tenant_id, c.id from public.reports c
      where c.kind = 'powerbi' and c.dataset_id is not null and (c.checked_at is null or c.checked_at < app.now() - p_every)
      order by c.checked_at nulls first limit least(p_n, 100) for update skip locked) c
   where r.tenant_id = c.tenant_id and r.id = c.id returning r.tenant_id, r.id $$;

-- Nightly: what has run out goes. Groups deleted 30 days ago leave their reports without a group.
create function app.sweep() returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.attempts where until < app.now() - interval '1 day';
  delete from public.tokens where expires_at < app.now() - interval '7 days';
  delete from public.embed_tokens where expires_at < app.now() - interval '1 hour' or (expires_at is null and minting_until < app.now() - interval '1 hour');
  delete from public.sessions s where expires_at < app.now() - interval '90 days' and not exists (select from public.sessions a where a.actor_sid = s.id);
  update public.reports r set subgroup_id = null from public.subgroups s
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and (s.deleted_at < app.now() - interval '30 days'
      or exists (select from public.groups g where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days'));
  update public.reports r set group_id = null from public.groups g where g.tenant_id = r.tenant_id and g.id = r.group_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.groups g where g.tenant_id = v.tenant_id and g.id = v.target_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.subgroups s where s.tenant_id = v.tenant_id and s.id = v.target_id and s.deleted_at < app.now() - interval '30 days';
  delete from public.subgroups s where s.deleted_at < app.now() - interval '30 days' or exists (select from public.groups g where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days');
  delete from public.groups where deleted_at < app.now() - interval '30 days'; end $$;

-- What a tenant, its parent and the platform hide from the menu: the union; a lower layer cannot unhide (BEHAVIOUR 11).
create function app.hidden_menu(p_tenant uuid) returns text[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.id, t.parent_id from public.tenants t where t.id = p_tenant union all select t.id, t.parent_id from public.tenants t join up on t.id = up.parent_id)
  select coalesce(array_agg(distinct h), '{}') from up join public.settings s on s.tenant_id = up.id,
    lateral jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu') when 'array' then s."values"->'hidden_menu' else '[]' end) h $$;
-- The settings of the layers above the tenant that asks, nearest first.
create function app.settings_above() returns setof jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.parent_id, 1 as n from public.tenants t where t.id = app.tenant_id() union all select t.parent_id, n + 1 from public.tenants t join up on t.id = up.parent_id)
  select s."values" from up join public.settings s on s.tenant_id = up.parent_id order by n $$;

create function app.tenant_of_host(p_host text) returns table (id uuid, name text, kind text, status text, language text, zone text, theme jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.kind, t.status, t.language, t.zone, (select h."values" from public.themes h where h.tenant_id = t.id and h.published limit 1)
    from public.domains d join public.tenants t on t.id = d.tenant_id where d.host = p_host $$;

create function app.sign_in_page(p_tenant uuid) returns table (notices jsonb, maintenance jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'text', n.text, 'severity', n.severity)) from (
      select * from public.notices where tenant_id = p_tenant and at_login and starts_at <= app.now() and (ends_at is null or ends_at > app.now()) order by starts_at limit 2) n), '[]'),
    (select jsonb_build_object('title', m.title, 'text', m.text, 'until', m.ends_at) from public.maintenance m
      where m.tenant_id = p_tenant and m.target = 'unit' and m.starts_at <= app.now() and m.ends_at > app.now() order by m.ends_at desc limit 1) $$;

create function app.attempt(p_key text, p_limit int, p_window interval) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (insert into public.attempts as x (key, n, until) values (p_key, 1, app.now() + p_window)
    on conflict (key) do update set n = case when x.until <= app.now() then 1 else x.n + 1 end, until = case when x.until <= app.now() then excluded.until else x.until end
    where x.until <= app.now() or x.n < p_limit returning 1)
  select exists (select from c) $$;

-- Counts before any hash is spent, always in the same order (no deadlock). A known browser has its own count, so that
-- strangers who guess cannot lock a person out of it.
create function app.sign_in_facts(p_tenant uuid, p_email text, p_address text, p_device bytea)
returns table (state text, retry_seconds int, account_id uuid, password text, user_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               kind text, tenant_name text, tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_known boolean; v_personal text; begin
  select exists (select from public.devices d join public.users u on u.tenant_id = d.tenant_id and u.id = d.user_id where d.hash = p_device and d.tenant_id = p_tenant and u.email = p_email) into v_known;
  v_personal := case when v_known then 'd ' || encode(p_device, 'hex') else 'u ' || p_tenant || ' ' || p_email end;
  if not (app.attempt(v_personal, 5, '30 min')
      and (v_known or app.attempt('g ' || p_email, 20, '30 min'))
      and app.attempt('a ' || p_address, 100, '15 min')
      and (v_known or app.attempt('t ' || p_tenant, 3000, '15 min'))) then
    return query select 'limited', (select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int from public.attempts x where x.until > app.now()
        and ((x.key = v_personal and x.n >= 5) or (x.key = 'g ' || p_email and x.n >= 20) or (x.key = 'a ' || p_address and x.n >= 100) or (x.key = 't ' || p_tenant and x.n >= 3000))),
      null::uuid, null, null::uuid, null, null::bigint, null, null::text[], null, null, null, null, null, null, null, null::boolean, null::boolean, null::jsonb, null::text[], v_known;
    return;
  end if;
  return query select 'ok', 0, a.id, a.password, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.kind, h.name, h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant), v_known
    from public.tenants h left join public.accounts a on a.email = p_email
    left join public.users u on u.account_id = a.id and u.tenant_id = h.id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = p_tenant; end $$;

create function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz, p_device bytea, p_new_device bytea, p_rehash text, p_request text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at) select p_sid, u.tenant_id, u.tenant_id, u.id, p_until from public.users u join public.tenants t on t.id = u.tenant_id
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and app.acts(t.status, t.trial_ends_at) returning 1),
    d as (delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex')) and exists (select from s)),
    b as (update public.attempts set n = greatest(n - 1, 0) where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from s)),
    k as (insert into public.devices (hash, tenant_id, user_id) select p_new_device, p_tenant, p_user from s where p_new_device is not null on conflict do nothing),
    h as (update public.accounts a set password = p_rehash from public.users u where p_rehash is not null and u.tenant_id = p_tenant and u.id = p_user and a.id = u.account_id and exists (select from s)),
    l as (update public.users set last_sign_in_at = app.now() where tenant_id = p_tenant and id = p_user and exists (select from s)),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, p_user, null, p_tenant, 'session.start', p_sid, p_address, p_request from s)
  select exists (select from s) $$;

-- A refused sign-in of a person the tenant has is told to its administrators.
create function app.sign_in_refused(p_tenant uuid, p_user uuid, p_code text, p_address text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, u.id, null, p_tenant, 'session.refused', u.id, jsonb_build_object('code', p_code), p_address, p_request from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;

create function app.session_end(p_sid uuid, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (update public.sessions set revoked_at = app.now() where id = p_sid and revoked_at is null returning tenant_id, home_id, user_id, actor_sid),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
      select s.tenant_id, s.user_id, e.user_id, s.home_id, 'session.end', p_sid, p_address, p_request from s left join public.sessions e on e.id = s.actor_sid)
  select exists (select from s) $$;

-- What a new token of a living session says.
create function app.session_facts(p_sid uuid) returns table (state text, tenant_id uuid, user_id uuid, profile text, flags text[], rights bigint, until timestamptz, reach text, actor uuid, hidden text[]) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when u.status not in ('A', 'T') then 'user_blocked' when not app.acts(h.status, h.trial_ends_at) then 'tenant_blocked' else 'ok' end,
      se.tenant_id, se.user_id, u.profile, u.flags, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), se.expires_at, se.reach, e.user_id, app.hidden_menu(se.tenant_id)
    from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id left join public.sessions e on e.id = se.actor_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now() and (se.actor_sid is null or (e.revoked_at is null and e.expires_at > app.now())) $$;

create function app.token_use(p_hash bytea, p_purpose text) returns table (tenant_id uuid, user_id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = p_purpose and t.used_at is null and t.expires_at > app.now() returning t.tenant_id, t.user_id $$;

-- Tells whether the role that asks could see past the policies; the Worker refuses to serve if so.
create function app.unsafe_role() returns boolean stable return (select r.rolsuper or r.rolbypassrls from pg_catalog.pg_roles r where r.rolname = current_user);

create function app.claim(p_n int, p_lease interval) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.outbox o set taken_until = app.now() + p_lease from (select c.tenant_id, c.id from public.outbox c where c.due_at <= app.now() and (c.taken_until is null or c.taken_until < app.now()) order by c.due_at limit least(p_n, 100) for update skip locked) c
   where o.tenant_id = c.tenant_id and o.id = c.id returning o.tenant_id, o.id $$;

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  for f in select oid from pg_proc where pronamespace = 'app'::regnamespace and prosecdef loop execute format('alter function %s owner to mirante_gate', f); end loop;
  revoke create on schema app from mirante_gate; end $$;
revoke all on all functions in schema app from public;
grant execute on function app.now() to mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
grant execute on function app.acts(text, timestamptz), app.me(), app.tenant_id() to mirante_gate;
grant execute on function app.settings_above() to mirante_app;
grant execute on function app.unsafe_role() to mirante_app, mirante_wide, mirante_public, mirante_job;
grant execute on function app.me(), app.tenant_id(), app.user_id(), app.actor_id(), app.profile(), app.home_id(), app.scope() to mirante_app, mirante_wide, mirante_job;
grant execute on function app.enter(uuid, bigint, uuid, text) to mirante_app, mirante_wide;
grant execute on function app.enter_job(uuid), app.claim(int, interval), app.claim_checks(int, interval), app.sweep() to mirante_job;
grant execute on function app.tenant_of_host(text), app.sign_in_page(uuid), app.sign_in_facts(uuid, text, text, bytea),
  app.session_start(uuid, uuid, uuid, text, text, timestamptz, bytea, bytea, text, text), app.sign_in_refused(uuid, uuid, text, text, text),
  app.session_end(uuid, text, text), app.session_facts(uuid), app.token_use(bytea, text) to mirante_public;
