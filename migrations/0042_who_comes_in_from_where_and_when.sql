CREATE TABLE "questionnaires" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_id" uuid NOT NULL,
	"answer" text,
	"other" text,
	"answered_at" timestamp with time zone,
	"deferred" integer DEFAULT 0 NOT NULL,
	"deferred_at" timestamp with time zone,
	CONSTRAINT "questionnaires_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id"),
	CONSTRAINT "questionnaires_answer" CHECK ("questionnaires"."answer" in ('director','supervisor','manager','analyst','other')),
	CONSTRAINT "questionnaires_other" CHECK (("questionnaires"."answer" is not distinct from 'other') = ("questionnaires"."other" is not null))
);
--> statement-breakpoint
ALTER TABLE "questionnaires" ADD CONSTRAINT "questionnaires_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questionnaires" ADD CONSTRAINT "questionnaires_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "questionnaires_list" ON "questionnaires" USING btree ("tenant_id",coalesce(answered_at, '-infinity'::timestamptz),"user_id");--> statement-breakpoint
CREATE INDEX "audit_list" ON "audit" USING btree ("tenant_id","at","id");
--> statement-breakpoint
-- Where and when people may come in, what becomes of their sessions, and what they say of their work.
alter table questionnaires enable row level security; alter table questionnaires force row level security;
create policy gate on questionnaires to mirante_gate using (true) with check (true);
create policy own on questionnaires to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
grant select, insert, update on questionnaires to mirante_app;
grant select, delete on questionnaires to mirante_gate;
grant update (expires_at) on sessions to mirante_gate;

-- What limits where and when one person comes in, and whether this browser is one of his.
create function app.entry_limits(p_tenant uuid, p_user uuid, p_device bytea) returns table (ip_exempt boolean, access_hours jsonb, browser_known boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.ip_exempt, u.access_hours, exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id)
    from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;

drop function app.entrant(uuid, uuid, bytea);
create function app.entrant(p_tenant uuid, p_user uuid, p_device bytea)
returns table (user_id uuid, email text, account_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean, ip_exempt boolean, access_hours jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, u.account_id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant),
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id), u.ip_exempt, u.access_hours
    from public.users u join public.tenants h on h.id = u.tenant_id and h.deleted_at is null
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null $$;

-- The same of a living session: who acts as another brings his own exemption along within the unit, and keeps the hours of whom he entered.
create function app.session_limits(p_sid uuid) returns table (ip_exempt boolean, access_hours jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when s.actor_sid is null then u.ip_exempt else coalesce((select a.ip_exempt from public.sessions e join public.users a on a.tenant_id = e.home_id and a.id = e.user_id where e.id = s.actor_sid and e.home_id = s.tenant_id), false) end,
      u.access_hours
    from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid $$;

-- The addresses from which a tenant lets people in, as they were saved; the trial of a change that nobody has confirmed yet.
create function app.allowed_addresses(p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('ip', coalesce(s."values"->'ip', '"N"'), 'listIp', coalesce(s."values"->'listIp', 'null'), 'trial', coalesce(s."values"->'ip_trial', 'null')) from public.settings s where s.tenant_id = p_tenant $$;

-- A call of a living session that was refused; of one person and address once a minute, however many calls there are.
create function app.call_refused(p_tenant uuid, p_user uuid, p_code text, p_address text, p_agent text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.sign_in_refused(p_tenant, p_user, p_code, 'session', p_address, p_agent, p_request)
   where not exists (select from public.sign_ins r where r.tenant_id = p_tenant and r.user_id = p_user and r.way = 'session' and r.outcome = p_code and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute') $$;
create function app.display_refused(p_tenant uuid, p_device uuid, p_code text, p_address text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'device.refused', p_device, jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a where a.tenant_id = p_tenant and a.row_id is not distinct from p_device and a.what = 'device.refused' and a.at > app.now() - interval '1 minute') $$;

-- One's own living sessions, in every unit of one's account.
create function app.own_sessions(p_sid uuid) returns table (id uuid, unit text, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, mine boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, t.name, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.id = p_sid
    from public.users me join public.users u on (u.tenant_id = me.tenant_id and u.id = me.id) or (me.account_id is not null and u.account_id = me.account_id)
    join public.sessions s on s.home_id = u.tenant_id and s.user_id = u.id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
    join public.tenants t on t.id = s.tenant_id
   where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null
   order by s.id = p_sid desc, s.last_seen desc, s.id limit 100 $$;
create function app.end_own_sessions(p_sid uuid, p_id uuid, p_address text, p_request text) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.sessions s set revoked_at = app.now() from public.users me, public.users u
      where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null
        and ((u.tenant_id = me.tenant_id and u.id = me.id) or (me.account_id is not null and u.account_id = me.account_id))
        and s.home_id = u.tenant_id and s.user_id = u.id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
        and s.id <> p_sid and (p_id is null or s.id = p_id) returning s.id, s.tenant_id, s.user_id),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, w.user_id, null, w.tenant_id, 'session.end', w.id, p_address, p_request from w)
  select count(*)::int from w $$;

-- Says when a session ends; one that is in use ends later, at most at three times its unit's hours after it began.
create function app.session_used(p_sid uuid, p_used boolean) returns table (ends_at timestamptz, last_at timestamptz) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with h as (select make_interval(hours => coalesce((select (s."values"->>'login_timeout')::int from public.settings s where s.tenant_id = app.tenant_id()), 8)) as hours),
    w as (update public.sessions s set last_seen = app.now(), expires_at = greatest(s.expires_at, least(s.created_at + 3 * h.hours, app.now() + h.hours)) from h
      where p_used and s.id = p_sid and s.tenant_id = app.tenant_id() and s.user_id = app.user_id() and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
      returning s.expires_at),
    r as (update public.sign_ins i set seen_at = app.now() where i.sid = p_sid and i.tenant_id = app.tenant_id() and exists (select from w))
  select coalesce((select w.expires_at from w), s.expires_at), greatest(s.expires_at, s.created_at + 3 * h.hours) from public.sessions s, h where s.id = p_sid and s.user_id = app.user_id() $$;

-- A sign-in from a browser that is not known, of somebody who has others, is told to him.
create or replace function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz, p_device bytea, p_new_device bytea, p_rehash text, p_way text, p_agent text, p_request text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at, auth_type, address, agent) select p_sid, u.tenant_id, u.tenant_id, u.id, p_until, p_way, p_address, p_agent from public.users u join public.tenants t on t.id = u.tenant_id
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and app.acts(t.status, t.trial_ends_at) returning 1),
    d as (delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex')) and exists (select from s)),
    b as (update public.attempts set n = greatest(n - 1, 0) where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from s)),
    k as (insert into public.devices (hash, tenant_id, user_id) select p_new_device, p_tenant, p_user from s where p_new_device is not null on conflict do nothing),
    o as (insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.device', jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent) from s
      where p_new_device is not null and p_way <> 'embedded' and exists (select from public.devices v where v.tenant_id = p_tenant and v.user_id = p_user)),
    h as (update public.accounts a set password = p_rehash from public.users u where p_rehash is not null and u.tenant_id = p_tenant and u.id = p_user and a.id = u.account_id and exists (select from s)),
    l as (update public.users set last_sign_in_at = app.now() where tenant_id = p_tenant and id = p_user and exists (select from s)),
    r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent, sid) select p_tenant, p_sid, p_user, p_way, 'ok', p_address, p_agent, p_sid from s),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, p_user, null, p_tenant, 'session.start', p_sid, p_address, p_request from s)
  select exists (select from s) $$;

-- A change of the allowed addresses that nobody has confirmed in time is undone.
create function app.settle_addresses() returns table (tenant_id uuid, hosts text[]) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_before jsonb; begin
  for s in select x.tenant_id, x."values" from public.settings x where x."values"->'ip_trial'->>'until' is not null and (x."values"->'ip_trial'->>'until')::timestamptz <= app.now() for update of x skip locked loop
    v_before := s."values"->'ip_trial'->'before';
    update public.settings x set "values" = (x."values" - 'ip_trial') || v_before, version = x.version + 1 where x.tenant_id = s.tenant_id;
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) values (s.tenant_id, null, null, s.tenant_id, 'settings.edit', s.tenant_id,
      jsonb_build_object('before', jsonb_build_object('ip', s."values"->'ip', 'listIp', s."values"->'listIp'), 'after', v_before, 'rolled_back', true));
    perform app.act_tell(s.tenant_id, u.id, 'addresses_undone', '{}', '/setting?area=security') from public.users u where u.tenant_id = s.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.deleted_at is null and u.seat is null;
    tenant_id := s.tenant_id; hosts := array(select d.host from public.domains d where d.tenant_id = s.tenant_id); return next;
  end loop; end $$;

do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['entry_limits(uuid, uuid, bytea)', 'entrant(uuid, uuid, bytea)', 'session_limits(uuid)', 'allowed_addresses(uuid)', 'call_refused(uuid, uuid, text, text, text, text)', 'display_refused(uuid, uuid, text, text, text)',
      'own_sessions(uuid)', 'end_own_sessions(uuid, uuid, text, text)', 'session_used(uuid, boolean)', 'settle_addresses()',
      'session_start(uuid, uuid, uuid, text, text, timestamptz, bytea, bytea, text, text, text, text)'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.session_start(uuid, uuid, uuid, text, text, timestamptz, bytea, bytea, text, text, text, text), app.entry_limits(uuid, uuid, bytea), app.entrant(uuid, uuid, bytea), app.session_limits(uuid), app.allowed_addresses(uuid),
  app.call_refused(uuid, uuid, text, text, text, text), app.display_refused(uuid, uuid, text, text, text) to mirante_public;
grant execute on function app.session_limits(uuid), app.own_sessions(uuid), app.end_own_sessions(uuid, uuid, text, text), app.session_used(uuid, boolean) to mirante_app;
grant execute on function app.settle_addresses() to mirante_job;

-- What a person said goes with what else is personal.
create function app.forget_questionnaire() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.questionnaires q where q.tenant_id = new.tenant_id and q.user_id = new.id;
  return null; end $$;
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.forget_questionnaire() owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.forget_questionnaire() from public;
create trigger users_forgotten after update of purged_at on users for each row when (new.purged_at is not null and old.purged_at is null) execute function app.forget_questionnaire();
