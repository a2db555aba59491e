-- Lanes slots and links.

-- ### What goes

drop function app.call_refused(uuid,uuid,text,text,text,text);
drop function app.claim(integer,interval);
drop function app.due_jobs(text[],interval);
drop policy gate on identities;
drop policy own on identities;
drop policy keys_delete on identities;
drop policy gate on mail_servers;
drop policy own on mail_servers;
drop policy keys_insert on mail_servers;
drop policy keys_update on mail_servers;
drop policy keys_delete on mail_servers;
revoke all on identities from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke all on mail_servers from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;

-- ### Tables

CREATE TABLE "job_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"done_for" timestamp with time zone,
	"taken_until" timestamp with time zone
);
CREATE TABLE "mail_paces" (
	"server" text PRIMARY KEY NOT NULL,
	"free_at" timestamp with time zone NOT NULL
);
CREATE TABLE "mailings" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"audience" jsonb NOT NULL,
	"vars" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"link" text,
	"by_user_id" uuid DEFAULT app.user_id(),
	"state" text DEFAULT 'queued' NOT NULL,
	"cursor_user_id" uuid,
	"told" integer DEFAULT 0 NOT NULL,
	"mailed" integer DEFAULT 0 NOT NULL,
	"recall_until" timestamp with time zone,
	"taken_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "mailings_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "mailings_state" CHECK ("mailings"."state" in ('queued','running','done','recalled'))
);
DROP INDEX "outbox_across";
DROP INDEX "users_name";
DROP INDEX "tenants_parent_users_across";
ALTER TABLE "identities" ADD COLUMN "linked_by" uuid;
ALTER TABLE "mail_servers" ADD COLUMN "bulk_per_second" double precision DEFAULT 2 NOT NULL;
ALTER TABLE "mail_servers" ADD COLUMN "bulk_free_at" timestamp with time zone;
ALTER TABLE "notifications" ADD COLUMN "mailing_id" uuid;
ALTER TABLE "outbox" ADD COLUMN "lane" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "mailings_source" ON "mailings" USING btree ("tenant_id","kind","source_id");
CREATE INDEX "mailings_open" ON "mailings" USING btree ("tenant_id","created_at") WHERE state in ('queued','running');
CREATE INDEX "mailings_old_across" ON "mailings" USING btree ("created_at");
CREATE INDEX "groups_closed" ON "groups" USING btree ("tenant_id","id") WHERE hidden or audience = 'chosen';
CREATE INDEX "subgroups_closed" ON "subgroups" USING btree ("tenant_id","id") WHERE hidden or audience = 'chosen';
CREATE INDEX "identities_linked" ON "identities" USING btree ("tenant_id","kind","issuer") WHERE linked_by is not null;
CREATE UNIQUE INDEX "notifications_mailing" ON "notifications" USING btree ("tenant_id","mailing_id","user_id") WHERE mailing_id is not null;
CREATE INDEX "outbox_lane_across" ON "outbox" USING btree ("lane","tenant_id","due_at");
CREATE INDEX "grants_everyone" ON "grants" USING btree ("tenant_id","report_id","valid_until","subject") WHERE subject = 'everyone';
CREATE INDEX "users_name" ON "users" USING btree ("tenant_id","sort_key","id","email","seat","deleted_at");
CREATE INDEX "tenants_parent_users_across" ON "tenants" USING btree ("parent_id","users_used","id","deleted_at");
ALTER TABLE "mail_servers" ADD CONSTRAINT "mail_servers_bulk" CHECK ("mail_servers"."bulk_per_second" between 0.1 and 50);
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_lane" CHECK ("outbox"."lane" between 0 and 3);

-- ### Functions

grant create on schema app to mirante_gate;

-- Notifies a user of something that happened to them: an inbox row, and an outbox row for the e-mail. Lanes as in domain/mail/lanes.ts: what
-- concerns the account first, then what a person did and waits for.
create or replace function app.act_tell(p_tenant uuid, p_user uuid, p_kind text, p_vars jsonb, p_link text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with n as (insert into public.notifications (tenant_id, id, user_id, kind, vars, link) select p_tenant, gen_random_uuid(), u.id, p_kind, p_vars, p_link from public.users u
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and u.seat is null returning id)
  insert into public.outbox (tenant_id, kind, body, lane) select p_tenant, 'notification', jsonb_build_object('id', n.id),
    case when p_kind in ('factor_added', 'factor_removed', 'factors_reset', 'recovery_used', 'identity_linked', 'identity_unlinked') then 0 when p_kind = 'addresses_undone' then 2 else 1 end from n $$;
alter function app.act_tell owner to mirante_gate;
revoke all on function app.act_tell from public;

-- Records a refused call of a person, at most once a minute per user and address.
create or replace function app.refused_once(p_tenant uuid, p_user uuid, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('call ' || p_user || ' ' || coalesce(p_address, ''), 0));
  perform app.sign_in_refused(p_tenant, p_user, p_code, 'session', p_address, p_agent, p_request)
   where not exists (select from public.sign_ins r where r.tenant_id = p_tenant and r.user_id = p_user and r.way = 'session' and r.outcome = p_code and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute'); end $$;
alter function app.refused_once owner to mirante_gate;
revoke all on function app.refused_once from public;

-- Records a refused call of a session. Whose it is says the session's own row, so that nothing is written about anybody by their id alone.
create or replace function app.call_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.refused_once(p_tenant, s.user_id, p_code, p_address, p_agent, p_request) from public.sessions s where s.id = p_sid and s.tenant_id = p_tenant and s.expires_at > app.now(); end $$;
alter function app.call_refused owner to mirante_gate;
revoke all on function app.call_refused from public;
grant execute on function app.call_refused to mirante_door;

-- Leases due mail of one lane, tenants in turns: `p_per_tenant` rows of each, in an order that differs every time; again where few tenants have any. Bulk mail (lane 3)
-- gets a moment on its server's row, which all isolates share, so that no more leaves than the server's rate; a server that another claim is
-- reserving at this moment is left to it. A moment far ahead comes from a clock that was set back and doesn't count.
create or replace function app.take_mail(p_lane int, p_n int, p_per_tenant int, p_lease interval, p_tenant uuid, p_rate float8) returns table (tenant_id uuid, id uuid, lane int, wait_ms int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenants uuid[]; v_each int; begin
  if p_n <= 0 then return; end if;
  if p_tenant is not null then v_tenants := array[p_tenant];
  else
    with recursive t as ((select o.tenant_id as at from public.outbox o where o.lane = p_lane order by o.tenant_id limit 1)
        union all select (select o.tenant_id from public.outbox o where o.lane = p_lane and o.tenant_id > t.at order by o.tenant_id limit 1) from t where t.at is not null)
    select array(select t.at from t where t.at is not null
        and exists (select from public.outbox o where o.lane = p_lane and o.tenant_id = t.at and o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now()))
      order by random() limit p_n) into v_tenants;
  end if;
  v_each := case when cardinality(v_tenants) * p_per_tenant < p_n then p_n else p_per_tenant end;
  if p_lane = 3 then insert into public.mail_paces (server, free_at) values ('platform', app.now()) on conflict do nothing; end if;
  return query with t as materialized (select x.at, x.place from unnest(v_tenants) with ordinality as x (at, place)),
      own as materialized (select v.tenant_id as at, v.bulk_per_second as rate, v.bulk_free_at as free_at from public.mail_servers v where p_lane = 3 and v.enabled and v.tenant_id = any (v_tenants) for update skip locked),
      pace as materialized (select p.free_at from public.mail_paces p where p_lane = 3 and p.server = 'platform' for update skip locked),
      s as (select t.at, t.place, own.at as server, coalesce(own.rate, p_rate) as rate, coalesce(case when own.at is null then pace.free_at else own.free_at end, app.now()) as free_at
        from t left join own on own.at = t.at left join pace on own.at is null
        where p_lane < 3 or own.at is not null or (pace.free_at is not null and not exists (select from public.mail_servers v where v.tenant_id = t.at and v.enabled))),
      r as (select s.at, s.place, s.server, s.rate, f.begins, case when p_lane < 3 then p_n else greatest(ceil(extract(epoch from app.now() + interval '5 seconds' - f.begins) * s.rate), 0)::int end as room
        from s, lateral (select case when s.free_at > app.now() + interval '30 seconds' then app.now() else greatest(s.free_at, app.now()) end as begins) f),
      f as (select r.*, x.row_id, x.n, (x.n - 1) / p_per_tenant as turn from r, lateral (select y.id as row_id, row_number() over (order by y.due_at, y.id) as n from
        (select o.id, o.due_at from public.outbox o where o.lane = p_lane and o.tenant_id = r.at and o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now())
          order by o.due_at limit least(v_each, r.room) for update skip locked) y) x),
      q as (select f.*, row_number() over (partition by f.server order by f.turn, f.place, f.n) as slot from f),
      g as materialized (select q.* from q where q.slot <= q.room order by q.turn, q.place, q.n limit p_n),
      w as (update public.outbox o set taken_until = app.now() + p_lease from g where o.tenant_id = g.at and o.id = g.row_id),
      used as (select g.server, min(g.begins) + make_interval(secs => count(*) / min(g.rate)) as free_at from g where p_lane = 3 group by g.server),
      servers as (update public.mail_servers v set bulk_free_at = used.free_at from used where v.tenant_id = used.server),
      platform as (update public.mail_paces p set free_at = used.free_at from used where used.server is null and p.server = 'platform')
    select g.at, g.row_id, p_lane, case when p_lane < 3 then 0 else (extract(epoch from g.begins - app.now()) * 1000 + (g.slot - 1) * 1000 / g.rate)::int end from g order by g.turn, g.place, g.n; end $$;
alter function app.take_mail owner to mirante_gate;
revoke all on function app.take_mail from public;

-- Leases due mail to one run: the lanes in their order, of all tenants in turns or of one. One slot in four stays with bulk mail, so that other
-- mail can't hold it up for ever; `wait_ms` says when a row's moment at its server comes. A Worker that is killed gives its rows back.
create or replace function app.claim_mail(p_lanes int[], p_n int, p_per_tenant int, p_lease interval, p_tenant uuid, p_rate float8) returns table (tenant_id uuid, id uuid, lane int, wait_ms int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_left int := least(p_n, 100); v_got int; v_lane int; begin
  perform app.need('{job}');
  if 3 = any (p_lanes) then
    return query select * from app.take_mail(3, v_left / 4, p_per_tenant, p_lease, p_tenant, p_rate);
    get diagnostics v_got = row_count;
    v_left := v_left - v_got;
  end if;
  foreach v_lane in array array[0, 1, 2, 3] loop
    continue when not v_lane = any (p_lanes);
    return query select * from app.take_mail(v_lane, v_left, p_per_tenant, p_lease, p_tenant, p_rate);
    get diagnostics v_got = row_count;
    v_left := v_left - v_got;
  end loop; end $$;
alter function app.claim_mail owner to mirante_gate;
revoke all on function app.claim_mail from public;
grant execute on function app.claim_mail to mirante_job;

-- Leases mailings that are not told to the end to one worker, the longest waiting first; those of a unit that is suspended or deleted wait. Of
-- one tenant where p_tenant names it: a range, because "is null or equal" would read those of every tenant.
create or replace function app.claim_mailings(p_n int, p_lease interval, p_tenant uuid) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  update public.mailings m set taken_until = app.now() + p_lease from (select c.tenant_id, c.id from public.mailings c join public.tenants t on t.id = c.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
      where c.state in ('queued', 'running') and (c.taken_until is null or c.taken_until < app.now()) and c.tenant_id between coalesce(p_tenant, '00000000-0000-0000-0000-000000000000') and coalesce(p_tenant, 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by c.created_at limit least(p_n, 100) for update of c skip locked) c
   where m.tenant_id = c.tenant_id and m.id = c.id returning m.tenant_id, m.id $$;
alter function app.claim_mailings owner to mirante_gate;
revoke all on function app.claim_mailings from public;
grant execute on function app.claim_mailings to mirante_job;

-- The name of the app through which a provider's identity is known, an active one first; null where no app has this provider any more.
create or replace function app.provider_name(p_tenant uuid, p_kind text, p_issuer text) returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.name from public.sso_apps a where a.tenant_id = p_tenant and a.kind = p_kind and (a.kind = 'entra' or a.settings->>'issuer' = p_issuer) order by a.status, a.position, a.id limit 1 $$;
alter function app.provider_name owner to mirante_gate;
revoke all on function app.provider_name from public;

-- Whoever becomes more than a plain user keeps nothing that an administrator linked for them: the identifier goes, and where it was used, so do the
-- sessions, factors and remembered devices for which the unit alone vouched. They confirm once by their own way in.
create or replace function app.drop_planted() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.identities; v_used boolean := false; v_n int := 0; v_provider text; begin
  select coalesce(bool_or(x.last_at is not null), false) into v_used from public.identities x where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null;
  if v_used then
    delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id;
    update public.devices d set trusted_at = null, trusted_by = null where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
    update public.sessions s set revoked_at = app.now() where s.home_id = new.tenant_id and s.user_id = new.id and s.kind = 'own' and s.vouched = 'unit' and s.revoked_at is null;
    get diagnostics v_n = row_count;
  end if;
  for i in delete from public.identities x where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null returning x.* loop
    v_provider := coalesce(app.provider_name(i.tenant_id, i.kind, i.issuer), i.issuer);
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
      values (new.tenant_id, app.user_id(), app.actor_id(), coalesce(app.home_id(), new.tenant_id), 'user.unlink', new.id,
        jsonb_build_object('before', jsonb_build_object('provider', v_provider, 'identity', i.subject, 'profile', old.profile), 'after', jsonb_build_object('sessions', v_n, 'profile', new.profile)));
    perform app.act_tell(new.tenant_id, new.id, 'identity_unlinked', jsonb_build_object('person', coalesce((select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()), ''), 'provider', v_provider), '/?account=sessions');
  end loop;
  return null; end $$;
alter function app.drop_planted owner to mirante_gate;
revoke all on function app.drop_planted from public;

create or replace trigger users_planted_links after update of profile on users for each row when (old.profile = 'user' and new.profile <> 'user') execute function app.drop_planted();

-- Of the jobs that a tick names, those whose slot has come, that nobody holds and that have work, with the slot that they are due for: one
-- trip for a minute in which nothing is due. p_jobs: [{name, every, at, missed}], minutes. A job that isn't named here has no question of its own.
create or replace function app.due(p_jobs jsonb, p_check_every interval) returns table (name text, slot timestamptz) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with planned as materialized (
      select x.n, x.j->>'name' as name, m.done_for, m.taken_until,
          case when x.j->>'missed' = 'each' and m.done_for is not null then least(l.latest, date_bin(p.every, m.done_for, p.origin) + p.every) else l.latest end as slot
        from jsonb_array_elements(p_jobs) with ordinality x (j, n)
          cross join lateral (select make_interval(mins => (x.j->>'every')::int) as every, timestamptz '2000-01-01 00:00:00+00' + make_interval(mins => (x.j->>'at')::int) as origin) p
          cross join lateral (select date_bin(p.every, app.now(), p.origin) as latest) l
          left join public.job_marks m on m.name = x.j->>'name'),
    free as materialized (select * from planned q where (q.done_for is null or q.slot > q.done_for) and (q.taken_until is null or q.taken_until <= app.now()))
  select f.name, f.slot from free f where case f.name
      when 'announce-and-close-windows' then exists (select from app.due_windows(1))
      when 'read-data-times' then exists (select from public.reports r where r.kind = 'powerbi' and r.dataset_id is not null and (r.checked_at is null or r.checked_at < app.now() - p_check_every))
      when 'warn-of-secrets' then exists (select from app.due_secrets(1))
      when 'warn-of-displays' then exists (select from app.due_devices(1))
      when 'resume-exports' then exists (select from app.due_exports(1))
      when 'resume-user-imports' then exists (select from app.due_user_imports(1))
      when 'remove-old-exports' then exists (select from public.exports e where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null)))
        or exists (select from public.exports e where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing'))
      when 'settle-addresses' then exists (select from public.settings s where s."values"->'ip_trial'->>'until' is not null and (s."values"->'ip_trial'->>'until')::timestamptz <= app.now())
      when 'settle-remote' then exists (select from app.due_remote(1))
      when 'expire-people' then exists (select from app.due_people(1))
      when 'warn-of-limits' then exists (select from app.due_limits(1))
      when 'settle-requests' then exists (select from app.due_requests(1))
      when 'tell-of-partners' then exists (select from app.due_partner_months(1))
      when 'tell-of-trials' then exists (select from public.tenants t where t.status = 'T' and t.trial_ends_at <= app.now() + interval '7 days')
      when 'fan-out-mailings' then exists (select from public.mailings m join public.tenants t on t.id = m.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) where m.state in ('queued', 'running') and (m.taken_until is null or m.taken_until < app.now()))
      when 'deliver-outbox' then exists (select from public.outbox o where o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now()))
      when 'forget-units' then exists (select from app.due_units(1))
      else true end order by f.n $$;
alter function app.due owner to mirante_gate;
revoke all on function app.due from public;
grant execute on function app.due to mirante_job;

-- Records a call refused during an embedded session: in the user's sign-in log, or in the audit log when the session is anonymous. At most
-- once a minute.
create or replace function app.embed_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; begin
  select e.user_id into v_user from public.embed_sessions e where e.tenant_id = p_tenant and e.id = p_sid;
  if v_user is not null then perform app.refused_once(p_tenant, v_user, p_code, p_address, p_agent, p_request); return; end if;
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('embedded ' || coalesce(p_sid::text, p_tenant::text) || ' ' || coalesce(p_address, ''), 0));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'embedded.refused', app.session_mark(p_sid), jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a where a.tenant_id = p_tenant and a.row_id is not distinct from app.session_mark(p_sid) and a.what = 'embedded.refused' and a.ip is not distinct from p_address and a.at > app.now() - interval '1 minute'); end $$;
alter function app.embed_refused owner to mirante_gate;
revoke all on function app.embed_refused from public;
grant execute on function app.embed_refused to mirante_door;

-- Puts a slot down, done or to be taken again; who holds it no longer changes nothing.
create or replace function app.end_slot(p_name text, p_slot timestamptz, p_taken timestamptz, p_done boolean) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  update public.job_marks m set taken_until = null, done_for = case when p_done then greatest(m.done_for, p_slot) else m.done_for end
   where m.name = p_name and m.taken_until = p_taken $$;
alter function app.end_slot owner to mirante_gate;
revoke all on function app.end_slot from public;
grant execute on function app.end_slot to mirante_job;

-- Tells whether an identifier that an administrator linked signs this person in: only a plain user of a business unit whose account, if there is
-- one, is nobody anywhere else. Everybody else confirms once by their own way in. Asked when it is linked and at every arrival.
create or replace function app.link_holds(p_tenant uuid, p_user uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u join public.tenants t on t.id = u.tenant_id and t.kind = 'unit'
    where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null and u.profile = 'user'
      and not exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null)) $$;
alter function app.link_holds owner to mirante_gate;
revoke all on function app.link_holds from public;

-- Tells whether an address alone links what a provider or a directory vouches for to somebody who exists: only a plain user of a business
-- unit, in a domain that is listed on that very provider, whom no other provider knows and whose account, if there is one, has no second
-- factor and is nobody anywhere else. Whoever controls a unit's provider would otherwise become its administrators and other units' people.
create or replace function app.may_link(p_tenant uuid, p_user uuid, p_kind text, p_issuer text, p_subject text, p_email text, p_domains text[]) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.link_holds(p_tenant, p_user) and exists (select from public.users u
    where u.tenant_id = p_tenant and u.id = p_user and u.email = p_email and split_part(p_email, '@', 2) = any (p_domains)
      and not exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id and (i.kind, i.issuer, i.subject) is distinct from (p_kind, p_issuer, p_subject))
      and not exists (select from public.factors f where f.account_id = u.account_id)) $$;
alter function app.may_link owner to mirante_gate;
revoke all on function app.may_link from public;

-- Finds the tenant's user for a directory identity: already linked, provisioned by the directory, linked now by an address that may link, or
-- made just in time. `waits` says that this is somebody who has to confirm it first.
create or replace function app.entra_person(a public.sso_apps, p_tid text, p_oid text, p_person jsonb, p_address text, p_request text) returns table (user_id uuid, refusal text, waits boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_here uuid; v_gone boolean; v_void boolean; v_held uuid; v_how text; h public.tenants; v_email text := p_person->>'email'; v_guest boolean := (p_person->>'guest')::boolean is not false; v_vouched boolean := (p_person->>'vouched')::boolean is true; begin
  if v_guest and a.settings->>'guests' is distinct from 'S' then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  select i.user_id, u.deleted_at is not null, i.linked_by is not null and u.deleted_at is null and app.link_holds(a.tenant_id, u.id) is not true into v_user, v_gone, v_void from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
  -- An identifier that an administrator linked and that doesn't hold any more serves nobody but its person, who confirms it.
  if v_void then v_held := v_user; end if;
  if v_gone or v_void then v_user := null; end if;
  if v_user is null then
    select u.id into v_user from public.users u where u.tenant_id = a.tenant_id and u.id = app.provisioned(a.tenant_id, 'entra', p_tid, p_oid) and (v_held is null or u.id = v_held) for update;
    if v_user is not null then v_how := 'identity.bind'; end if;
  end if;
  -- A guest's address is another house's: it links to nobody who is here.
  if v_user is null and v_vouched and not v_guest then
    select u.id into v_here from public.users u where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null and u.seat is null and (v_held is null or u.id = v_held) for update;
    if v_here is not null then
      if a.settings->>'link' is distinct from 'S' or app.may_link(a.tenant_id, v_here, 'entra', p_tid, p_oid, v_email, a.domains) is not true then return query select v_here, null::text, true; return; end if;
      v_user := v_here; v_how := 'identity.bind';
    end if;
  end if;
  if v_user is null and v_gone is null and v_vouched and a.settings->>'jit' = 'S' and app.may_join(a.tenant_id, v_email, a.domains) then
    select * into h from public.tenants t where t.id = a.tenant_id;
    if not app.acts(h.status, h.trial_ends_at) then return query select null::uuid, case when h.status = 'T' then 'finish_test' else 'tenant_blocked' end, false; return; end if;
    v_user := gen_random_uuid(); v_how := 'user.add';
  end if;
  if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  begin
    if v_how = 'user.add' then
      insert into public.users (tenant_id, id, email, name, sort_key, profile, status, added_by_id)
        values (a.tenant_id, v_user, v_email, p_person->>'name', p_person->>'sortKey', 'user', a.settings->>'jitStatus', null);
    end if;
    if v_how is not null then
      delete from public.identities i where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and (v_gone or v_void);
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, last_at) values (a.tenant_id, gen_random_uuid(), v_user, 'entra', p_tid, p_oid, app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (a.tenant_id, v_user, null, a.tenant_id, v_how, v_user, jsonb_build_object('after', jsonb_build_object('name', p_person->>'name', 'email', v_email, 'by', 'entra', 'directory', p_tid)), p_address, p_request);
    else
      update public.identities i set last_at = app.now() where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
    end if;
  exception
    when sqlstate 'MR422' then return query select null::uuid, 'user_limit_reached', false; return;
    -- Two first sign-ins of one person at once: the other one has made him.
    when unique_violation then
      select i.user_id into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
       where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
      if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  end;
  if jsonb_typeof(p_person->'groups') = 'array' then perform app.entra_groups(a, v_user, p_person->'groups', p_address, p_request); end if;
  return query select v_user, null::text, false; end $$;
alter function app.entra_person owner to mirante_gate;
revoke all on function app.entra_person from public;

-- Links a person of this tenant to a provider by the identifier that the provider has for them, so that they come in at the first try. The person
-- is told by the platform. What a removed person was known by may become somebody else's. The trigger on identities asks for a fresh factor.
create or replace function app.identity_link(p_user uuid, p_app uuid, p_directory text, p_subject text, p_identity uuid, p_address text, p_request text) returns table (state text, holder text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.sso_apps; v_issuer text; v_subject text := p_subject; v_holder text; begin
  perform app.need('{own}');
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.profile() <> 'user' for no key update;
  if u.id is null then return query select 'none', null::text; return; end if;
  if app.left_to(u.tenant_id, 'saml') is not true then return query select 'closed', null::text; return; end if;
  select x.* into a from public.sso_apps x where x.tenant_id = u.tenant_id and x.id = p_app;
  if a.kind = 'entra' then
    select e->>'id' into v_issuer from jsonb_array_elements(a.settings->'directories') e where e->>'id' = p_directory;
    v_subject := lower(p_subject);
    if (v_subject ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$') is not true then return query select 'shape', null::text; return; end if;
  else
    v_issuer := a.settings->>'issuer';
  end if;
  if v_issuer is null then return query select 'provider', null::text; return; end if;
  if app.link_holds(u.tenant_id, u.id) is not true then return query select 'confirms', null::text; return; end if;
  if exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id and i.kind = a.kind and i.issuer = v_issuer) then return query select 'there', u.name; return; end if;
  delete from public.identities i using public.users o where i.tenant_id = u.tenant_id and i.kind = a.kind and i.issuer = v_issuer and i.subject = v_subject and o.tenant_id = i.tenant_id and o.id = i.user_id and o.deleted_at is not null;
  insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, linked_by) values (u.tenant_id, p_identity, u.id, a.kind, v_issuer, v_subject, app.user_id()) on conflict (tenant_id, kind, issuer, subject) do nothing;
  if not found then
    select o.name into v_holder from public.identities i join public.users o on o.tenant_id = i.tenant_id and o.id = i.user_id where i.tenant_id = u.tenant_id and i.kind = a.kind and i.issuer = v_issuer and i.subject = v_subject;
    return query select 'taken', v_holder; return;
  end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, app.user_id(), null, app.home_id(), 'user.link', u.id, jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('name', u.name, 'provider', a.name, 'directory', case when a.kind = 'entra' then v_issuer end, 'identity', v_subject))), p_address, p_request);
  perform app.act_tell(u.tenant_id, u.id, 'identity_linked', jsonb_build_object('person', (select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()), 'provider', a.name), '/?account=sessions');
  return query select 'ok', null::text; end $$;
alter function app.identity_link owner to mirante_gate;
revoke all on function app.identity_link from public;
grant execute on function app.identity_link to mirante_app;

-- Forgets who a person of this tenant is at a provider. Of somebody else the sessions and known devices end too; the person is told by the
-- platform. How many sessions ended; null where there is no such identity.
create or replace function app.identity_unlink(p_user uuid, p_identity uuid, p_address text, p_request text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.identities; v_provider text; v_ended int := 0; begin
  perform app.need('{own}');
  delete from public.identities x using public.users u where x.tenant_id = app.tenant_id() and x.id = p_identity and x.user_id = p_user and u.tenant_id = x.tenant_id and u.id = x.user_id and u.deleted_at is null and app.profile() <> 'user' returning x.* into i;
  if i.id is null then return null; end if;
  v_provider := coalesce(app.provider_name(i.tenant_id, i.kind, i.issuer), i.issuer);
  if p_user <> app.user_id() then v_ended := app.end_person_sessions(p_user); end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (i.tenant_id, app.user_id(), null, app.home_id(), 'user.unlink', p_user, jsonb_build_object('before', jsonb_build_object('provider', v_provider, 'identity', i.subject), 'after', jsonb_build_object('sessions', v_ended)), p_address, p_request);
  perform app.act_tell(i.tenant_id, p_user, 'identity_unlinked', jsonb_build_object('person', (select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()), 'provider', v_provider), '/?account=sessions');
  return v_ended; end $$;
alter function app.identity_unlink owner to mirante_gate;
revoke all on function app.identity_unlink from public;
grant execute on function app.identity_unlink to mirante_app;

-- Fires where a key of the house changes: identity providers, embedding keys, tokens and mappings of directories, the mail server, service
-- accounts, domains, what a partner may do, and who has which rights. Each trigger names the kinds of sessions that may besides people's own.
-- What a connection test, a use or a rename writes is no change of a key.
create or replace function app.keep_house() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.guard_keys(tg_argv);
  return null; end $$;
alter function app.keep_house owner to mirante_gate;
revoke all on function app.keep_house from public;

create or replace trigger sso_apps_kept after insert or delete on sso_apps for each row execute function app.keep_house('job', 'door');
create or replace trigger sso_apps_changed after update on sso_apps for each row
  when ((old.kind, old.status, old.settings, old.domains) is distinct from (new.kind, new.status, new.settings, new.domains)) execute function app.keep_house('job', 'door');
create or replace trigger identities_kept after insert on identities for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_kept after insert or delete on embed_keys for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_changed after update on embed_keys for each row
  when ((old.secret_sealed, old.replaced_at, old.revoked_at) is distinct from (new.secret_sealed, new.replaced_at, new.revoked_at)) execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_kept after insert or delete on scim_tokens for each row execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_changed after update on scim_tokens for each row
  when ((old.hash, old.slot, old.expires_at, old.revoked_at) is distinct from (new.hash, new.slot, new.expires_at, new.revoked_at)) execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_kept after insert on scim_groups for each row when (new.profile is not null) execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_changed after update on scim_groups for each row
  when ((old.profile, old.user_group_id) is distinct from (new.profile, new.user_group_id)) execute function app.keep_house('job', 'directory', 'door');
create or replace trigger mail_servers_kept after insert or delete on mail_servers for each row execute function app.keep_house('job', 'door');
create or replace trigger mail_servers_changed after update on mail_servers for each row
  when ((old.email, old.user_name, old.password_sealed, old.host, old.port, old.protocol, old.enabled) is distinct from (new.email, new.user_name, new.password_sealed, new.host, new.port, new.protocol, new.enabled))
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_kept after insert or delete on service_accounts for each row execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_changed after update on service_accounts for each row
  when ((old.directory_id, old.app_id, old.object_id, old.secret_sealed, old.profile_id, old.disabled) is distinct from (new.directory_id, new.app_id, new.object_id, new.secret_sealed, new.profile_id, new.disabled))
  execute function app.keep_house('job', 'door');
create or replace trigger domains_kept after insert or delete on domains for each row execute function app.keep_house('job', 'door');
create or replace trigger domains_changed after update on domains for each row when (old.main is distinct from new.main) execute function app.keep_house('job', 'door');
create or replace trigger relations_kept after insert on relations for each row when (new.kind = 'partner') execute function app.keep_house('job', 'door');
-- To suspend a partner or to end what it may is the emergency switch: it never waits for a factor.
create or replace trigger relations_changed after update on relations for each row
  when (new.kind = 'partner' and ((old.role, old.verify, old.until) is distinct from (new.role, new.verify, new.until) or (new.status = 'active' and old.status <> 'active')
    or (new.standing_until is not null and old.standing_until is distinct from new.standing_until))) execute function app.keep_house('job', 'door');
create or replace trigger users_kept_added after insert on users for each row
  when (new.seat is null and (new.profile <> 'user' or new.flags <> '{}' or new.ip_exempt or new.allow_remote)) execute function app.keep_house('job', 'directory', 'door');
create or replace trigger users_kept_changed after update on users for each row
  when (old.seat is null and (old.email, old.profile, old.flags, old.ip_exempt, old.access_hours, old.allow_remote, old.remote_until)
    is distinct from (new.email, new.profile, new.flags, new.ip_exempt, new.access_hours, new.allow_remote, new.remote_until)) execute function app.keep_house('job', 'directory', 'door');

-- Binds a provider's stable id to the person who has confirmed it: by the account's password (p_given.seen is the digest that was verified)
-- with a factor where the account has one, by a passkey of the account, or, without an account, by the mailed code. Leaves the proof with which
-- the session begins in the same transaction; whatever doesn't hold any more undoes all of it.
create or replace function app.link_bind(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_given jsonb, p_identity uuid, p_address text, p_request text, p_proof bytea) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; c jsonb; u public.users; a public.accounts; s public.sso_apps; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and t.body->>'browser' = p_browser returning t.body into b;
  c := b->'confirm';
  select x.* into u from public.users x where x.tenant_id = p_tenant and x.id = (b->>'userId')::uuid and x.email = c->>'email' and x.deleted_at is null and x.seat is null for no key update;
  select x.* into s from public.sso_apps x where x.tenant_id = p_tenant and x.id = (c->>'app')::uuid and x.kind = c->>'kind' and x.status = 'A';
  if u.id is null or s.id is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if u.account_id is null then
    if p_given->>'kind' is distinct from 'code' or b->>'code' is null or b->>'code' is distinct from p_given->>'code' then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  else
    select x.* into a from public.accounts x where x.id = u.account_id for no key update;
    if p_given->>'kind' = 'password' then
      if (a.password is not null and sha256(convert_to(a.password, 'UTF8')) = (p_given->>'seen')::bytea) is not true or (p_given->'use' is null and exists (select from public.factors f where f.account_id = a.id)) then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
    elsif p_given->>'kind' is distinct from 'passkey' or p_given->'use'->>'kind' is distinct from 'passkey' then raise exception 'factor_wrong' using errcode = 'MR413';
    end if;
    if p_given->'use' is not null and app.factor_spend(array[a.id], p_given->'use') is not true then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email)]);
  delete from public.attempts x where x.key in ('u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email));
  -- What a removed person was known by may become somebody else's; of a person who is here it stays.
  delete from public.identities i using public.users o where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject' and o.tenant_id = i.tenant_id and o.id = i.user_id and o.deleted_at is not null;
  if exists (select from public.identities i where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject' and i.user_id <> u.id) then raise exception 'factor_over' using errcode = 'MR412'; end if;
  insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at) values (p_tenant, p_identity, u.id, c->>'kind', c->>'issuer', c->>'subject', c->>'nameId', app.now())
    on conflict (tenant_id, kind, issuer, subject) do update set linked_by = null, name_id = excluded.name_id, last_at = excluded.last_at;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, u.id, null, p_tenant, 'user.identity', u.id, jsonb_build_object('after', jsonb_build_object('provider', s.name, 'identity', c->>'subject', 'confirmed', p_given->>'kind')), p_address, p_request);
  if c->>'kind' = 'saml' then perform app.saml_groups(p_tenant, u.id, c->'groups', c->'mapped', s.name, p_address, p_request);
  elsif jsonb_typeof(c->'groups') = 'array' then perform app.entra_groups(s, u.id, c->'groups', p_address, p_request); end if;
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, (b - '{confirm,browser,tries,code}'::text[]) || case when p_given->'use' is not null then '{"given": true}'::jsonb else '{}' end); end $$;
alter function app.link_bind owner to mirante_gate;
revoke all on function app.link_bind from public;
grant execute on function app.link_bind to mirante_door;

-- Tells an administrator whether a person of this tenant may be linked to a provider by an identifier.
create or replace function app.linkable(p_user uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select app.link_holds(app.tenant_id(), p_user) $$;
alter function app.linkable owner to mirante_gate;
revoke all on function app.linkable from public;
grant execute on function app.linkable to mirante_app;

-- The counters that lock a user out of this tenant: the user's own and those of their known browsers. Counters of an address or of all
-- tenants only expire with time. `rows`: a few, so that who joins them to the counters looks each one up.
create or replace function app.lock_keys(p_user uuid) returns table (key text) language sql stable rows 4 security definer set search_path = pg_catalog, pg_temp as $$
  select 'u ' || u.tenant_id || ' ' || e from public.users u left join public.accounts a on a.id = u.account_id, lateral unnest(array[u.email, a.email]) e
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null and e is not null
  union select 'd ' || encode(d.hash, 'hex') from public.users u join public.devices d on d.tenant_id = u.tenant_id and d.user_id = u.id
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null $$;
alter function app.lock_keys owner to mirante_gate;
revoke all on function app.lock_keys from public;

-- Completes a SAML sign-in. Refused and replayed responses are recorded, and the session knows when the provider's own session ends.
create or replace function app.saml_arrive(p_tenant uuid, p jsonb) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_request jsonb; v_user public.users; v_changed public.users; v_host text := p->>'host'; v_redirect text := p->>'redirect'; v_browser text; v_refusal text; v_n int;
  a public.sso_apps; w jsonb := p->'person'; v_before jsonb; v_bound boolean := false; v_new boolean := false; v_gone boolean := false; v_waits uuid; v_void uuid;
begin
  if p->>'request' is not null then
    update public.tickets t set used_at = app.now() where t.hash = (p->>'request')::bytea and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p->>'host'
      and t.used_at is null and t.expires_at > app.now() and t.body->>'app' = p->>'app' and t.body->>'test' is null returning t.body into v_request;
    if v_request is null then perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'request', 60, p->>'address', p->>'requestId'); return null; end if;
    v_host := v_request->>'host'; v_redirect := v_request->>'redirect'; v_browser := v_request->>'browser';
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at)
    values ((p->>'seen')::bytea, 'sso.seen', p_tenant, p->>'host', app.now() + make_interval(secs => (p->>'seenSeconds')::int), app.now()) on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'replay', 60, p->>'address', p->>'requestId'); return null; end if;
  -- Two first arrivals of one person are one after the other.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant || ' ' || (w->>'email'), 0));
  select u.* into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject' and u.deleted_at is null and u.seat is null and (i.linked_by is null or app.link_holds(p_tenant, u.id) is true);
  if v_user.id is null then
    select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = (p->>'app')::uuid;
    -- Whom an administrator has removed does not come back by himself; under an address that was given anew he is somebody new.
    v_gone := exists (select from public.identities i where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject');
    -- An identifier that an administrator linked and that doesn't hold any more serves nobody but its person, who confirms it.
    select u.id into v_void from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
      where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject' and i.linked_by is not null;
    select u.* into v_user from public.users u where u.tenant_id = p_tenant and u.id = app.provisioned(p_tenant, 'saml', w->>'issuer', w->>'subject') and (v_void is null or u.id = v_void) for update;
    if v_user.id is not null then v_bound := true;
    else
      select u.* into v_user from public.users u where u.tenant_id = p_tenant and u.email = w->>'email' and u.deleted_at is null and u.seat is null and (v_void is null or u.id = v_void) for update;
      if v_user.id is not null then
        if app.may_link(p_tenant, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'email', a.domains) then v_bound := true;
        else v_waits := v_user.id; v_user := null; end if;
      elsif not v_gone and (p->>'jit')::boolean and app.may_join(p_tenant, w->>'email', a.domains) and exists (select from public.tenants t where t.id = p_tenant and app.acts(t.status, t.trial_ends_at)) then
        begin
          -- Without an account, and never an administrator.
          insert into public.users (tenant_id, id, email, name, sort_key, profile, status, phone, department, "position")
            values (p_tenant, (p->>'newUser')::uuid, w->>'email', w->>'name', w->>'sortKey', 'user', 'A',
              (select w->>'phone' where not exists (select from public.users x where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null)), w->>'department', w->>'position') returning * into v_user;
          v_bound := true; v_new := true;
        exception when sqlstate 'MR422' then v_refusal := 'user_limit_reached'; when unique_violation then v_refusal := 'error_saml'; end;
      else
        v_refusal := 'not_found_companies';
      end if;
    end if;
    if v_bound then
      delete from public.identities i where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject';
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at) values (p_tenant, (p->>'newIdentity')::uuid, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'nameId', app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        select p_tenant, v_user.id, null, p_tenant, case when v_new then 'user.add' else 'user.identity' end, v_user.id,
          jsonb_build_object('after', jsonb_build_object('provider', p->>'appName', 'identity', w->>'subject')
            || case when v_new then jsonb_build_object('name', v_user.name, 'email', v_user.email, 'profile', v_user.profile, 'status', v_user.status, 'department', v_user.department, 'position', v_user."position") else '{}' end), p->>'address', p->>'requestId';
    end if;
  else
    update public.identities set last_at = app.now(), name_id = w->>'nameId' where tenant_id = p_tenant and kind = 'saml' and issuer = w->>'issuer' and subject = w->>'subject';
  end if;
  if v_user.id is not null then
    if not v_new and (p->>'sync')::boolean then
      v_before := jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department, 'position', v_user."position");
      update public.users u set name = coalesce(nullif(w->>'name', ''), u.name), sort_key = coalesce(nullif(w->>'sortKey', ''), u.sort_key), department = coalesce(w->>'department', u.department), "position" = coalesce(w->>'position', u."position"),
          phone = case when w->>'phone' is null or exists (select from public.users x where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null and x.id <> u.id) then u.phone else w->>'phone' end, version = u.version + 1
        where u.tenant_id = p_tenant and u.id = v_user.id and (u.name, coalesce(u.phone, ''), coalesce(u.department, ''), coalesce(u."position", ''))
          is distinct from (coalesce(nullif(w->>'name', ''), u.name), coalesce(w->>'phone', u.phone, ''), coalesce(w->>'department', u.department, ''), coalesce(w->>'position', u."position", '')) returning u.* into v_changed;
      if found then
        v_user := v_changed;
        insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
          values (p_tenant, v_user.id, null, p_tenant, 'user.edit', v_user.id, jsonb_build_object('before', v_before, 'after', jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department, 'position', v_user."position", 'provider', p->>'appName')), p->>'address', p->>'requestId');
      end if;
    end if;
    perform app.saml_groups(p_tenant, v_user.id, w->'groups', w->'mapped', p->>'appName', p->>'address', p->>'requestId');
  end if;
  if v_refusal is not null or v_waits is not null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'saml.refused', (p->>'app')::uuid, jsonb_build_object('name', p->>'appName', 'code', coalesce(v_refusal, 'redirect_confirm_link'), 'email', w->>'email'), p->>'address', p->>'requestId');
  end if;
  update public.sso_apps set last_used_at = app.now() where tenant_id = p_tenant and id = (p->>'app')::uuid;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values ((p->>'code')::bytea, 'sso.code', p_tenant, v_host, jsonb_strip_nulls(jsonb_build_object('way', 'saml', 'redirect', v_redirect, 'userId', coalesce(v_user.id, v_waits), 'refusal', v_refusal, 'browser', v_browser, 'ends', case when v_refusal is null then p->>'ends' end, 'provider', case when v_refusal is null then p->'provider' end,
      'confirm', case when v_waits is not null then jsonb_build_object('app', a.id, 'name', a.name, 'kind', 'saml', 'issuer', w->>'issuer', 'subject', w->>'subject', 'nameId', w->>'nameId', 'email', w->>'email', 'groups', w->'groups', 'mapped', w->'mapped') end)), app.now() + make_interval(secs => (p->>'codeSeconds')::int));
  return v_host;
end $$;
alter function app.saml_arrive owner to mirante_gate;
revoke all on function app.saml_arrive from public;
grant execute on function app.saml_arrive to mirante_door;

-- Deletes notifications, mailings and the mail log after half a year.
create or replace function app.sweep_news() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.notifications where created_at < app.now() - interval '180 days';
  delete from public.mailings where created_at < app.now() - interval '180 days';
  delete from public.mails where created_at < app.now() - interval '180 days' $$;
alter function app.sweep_news owner to mirante_gate;
revoke all on function app.sweep_news from public;
grant execute on function app.sweep_news to mirante_job;

-- Takes a slot of a job under a lease; null when it is done or somebody holds it. Who is killed loses it when the lease runs out.
create or replace function app.take_slot(p_name text, p_slot timestamptz, p_lease interval) returns timestamptz language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  insert into public.job_marks as m (name, taken_until) values (p_name, app.now() + p_lease)
    on conflict (name) do update set taken_until = excluded.taken_until
    where (m.done_for is null or m.done_for < p_slot) and (m.taken_until is null or m.taken_until <= app.now())
    returning m.taken_until $$;
alter function app.take_slot owner to mirante_gate;
revoke all on function app.take_slot from public;
grant execute on function app.take_slot to mirante_job;

-- Trials: notices 7, 3 and 1 day(s) before the end, at the end, and 7 days before the data is deleted. 30 days after the end the tenant is
-- deleted, and can be restored for 30 more.
create or replace function app.tell_trials() returns table (tenant_id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; r record; v_kind text; v_id uuid; begin
  perform app.need('{job}');
  -- What was told already is left out before the limit, or two hundred of those would hold up everybody after them.
  for t in select x.*, p.kind as up_kind, d.days, s.step from public.tenants x left join public.tenants p on p.id = x.parent_id,
      lateral (select ceil(extract(epoch from x.trial_ends_at - app.now()) / 86400)::int as days) d,
      lateral (select case when d.days > 3 then 7 when d.days > 1 then 3 when d.days = 1 then 1 when d.days > -23 then 0 else -23 end as step) s
     where x.status = 'T' and x.trial_ends_at <= app.now() + interval '7 days' and (x.trial_told is null or x.trial_told > s.step or (x.trial_told = -23 and d.days <= -30))
     order by x.trial_ends_at limit 200 for no key update of x skip locked loop
    if t.trial_told = -23 and t.days <= -30 then
      update public.tenants set status = 'D', deleted_at = app.now(), deleted_by = t.trial_by, version = version + 1, epoch = epoch + 1, default_directory = false where id = t.id;
      update public.sessions s set revoked_at = app.now() where s.tenant_id = t.id and s.revoked_at is null;
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) select x, null, null, null, 'tenant.trial_over', t.id, jsonb_build_object('after', jsonb_build_object('name', t.name)) from unnest(array[t.parent_id, t.id]) x;
      tenant_id := t.id; return next; continue;
    end if;
    update public.tenants set trial_told = t.step where id = t.id;
    v_kind := case when t.step > 0 then 'trial_ending' when t.step = 0 then 'trial_over' else 'trial_deleting' end;
    for r in select u.tenant_id as house, u.id, u.profile from public.users u where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
        and ((u.tenant_id = t.id and u.profile in ('admin', 'master')) or (u.tenant_id = t.parent_id and u.profile in ('master', 'a2m'))) loop
      v_id := gen_random_uuid();
      insert into public.notifications (tenant_id, id, user_id, kind, vars, link) values (r.house, v_id, r.id, v_kind,
        jsonb_build_object('unit', t.name, 'days', case when t.step = 0 then 30 when t.step < 0 then greatest(1, 30 + t.days) else greatest(1, t.days) end),
        case when r.house = t.id then '/' when t.up_kind = 'platform' then '/partners?id=' || t.id else '/companies?id=' || t.id end);
      insert into public.outbox (tenant_id, kind, body, lane) values (r.house, 'notification', jsonb_build_object('id', v_id), 2);
    end loop;
    tenant_id := t.id; return next;
  end loop; end $$;
alter function app.tell_trials owner to mirante_gate;
revoke all on function app.tell_trials from public;
grant execute on function app.tell_trials to mirante_job;

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table identities enable row level security, force row level security;
create policy gate on identities to mirante_gate using (true) with check (true);
create policy own on identities to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on identities to mirante_gate;
grant select on identities to mirante_app;

alter table job_marks enable row level security, force row level security;
create policy gate on job_marks to mirante_gate using (true) with check (true);

revoke delete on job_marks from mirante_gate;
grant select, insert, update on job_marks to mirante_gate;

comment on table job_marks is 'Of the platform as a whole: the slot that each job of cron was last done for, and until when somebody is at the next one.';

alter table mail_paces enable row level security, force row level security;
create policy gate on mail_paces to mirante_gate using (true) with check (true);

grant select, insert, update on mail_paces to mirante_gate;

alter table mail_servers enable row level security, force row level security;
create policy gate on mail_servers to mirante_gate using (true) with check (true);
create policy own on mail_servers to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on mail_servers as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on mail_servers as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_delete on mail_servers as restrictive for delete to mirante_app using ((select app.my_kind()) = 'own');

grant select, update (bulk_free_at), delete on mail_servers to mirante_gate;
grant select, insert, update, delete on mail_servers to mirante_app;
grant select on mail_servers to mirante_job;

alter table mailings enable row level security, force row level security;
create policy gate on mailings to mirante_gate using (true) with check (true);
create policy own on mailings to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (taken_until), delete on mailings to mirante_gate;
grant select, insert, update on mailings to mirante_app, mirante_job;
