CREATE TABLE "identities" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_at" timestamp with time zone,
	CONSTRAINT "identities_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "identities_kind" CHECK ("identities"."kind" in ('saml','entra'))
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"way" text NOT NULL,
	"outcome" text NOT NULL,
	"address" text,
	"agent" text,
	"sid" uuid,
	"seen_at" timestamp with time zone,
	CONSTRAINT "sign_ins_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "sso_apps" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'I' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"domains" text[] DEFAULT '{}' NOT NULL,
	"last_used_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "sso_apps_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sso_apps_kind" CHECK ("sso_apps"."kind" in ('saml','entra')),
	CONSTRAINT "sso_apps_status" CHECK ("sso_apps"."status" in ('A','I'))
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"host" text NOT NULL,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_apps" ADD CONSTRAINT "sso_apps_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject" ON "identities" USING btree ("tenant_id","kind","issuer","subject");--> statement-breakpoint
CREATE INDEX "identities_person" ON "identities" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "sign_ins_list" ON "sign_ins" USING btree ("tenant_id","at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_person" ON "sign_ins" USING btree ("tenant_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_outcome" ON "sign_ins" USING btree ("tenant_id","outcome","at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_sid_across" ON "sign_ins" USING btree ("sid") WHERE sid is not null;--> statement-breakpoint
CREATE INDEX "sign_ins_old_across" ON "sign_ins" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "sso_apps_name" ON "sso_apps" USING btree ("tenant_id",lower(name));--> statement-breakpoint
CREATE INDEX "sso_apps_list" ON "sso_apps" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE INDEX "tickets_old_across" ON "tickets" USING btree ("expires_at");
--> statement-breakpoint
-- Every way in ends at one door: the facts that decide, the record of how it ended, and the tickets between its steps.
alter table sso_apps enable row level security; alter table sso_apps force row level security;
alter table identities enable row level security; alter table identities force row level security;
alter table tickets enable row level security; alter table tickets force row level security;
alter table sign_ins enable row level security; alter table sign_ins force row level security;
create policy gate on sso_apps to mirante_gate using (true) with check (true);
create policy gate on identities to mirante_gate using (true) with check (true);
create policy gate on tickets to mirante_gate using (true) with check (true);
create policy gate on sign_ins to mirante_gate using (true) with check (true);
create policy own on sso_apps to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy own on identities to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy own on sign_ins to mirante_app using (tenant_id = (select app.tenant_id()));
grant select, insert, update, delete on sso_apps to mirante_app;
grant select, delete on identities to mirante_app;
grant select on sign_ins to mirante_app;
grant select, update (last_used_at) on sso_apps to mirante_gate;
grant select, insert, update, delete on identities, tickets to mirante_gate;
grant select, insert, update, delete on sign_ins to mirante_gate;

-- What decides about somebody whom a way in has proved to be a person of this tenant.
create function app.entrant(p_tenant uuid, p_user uuid, p_device bytea)
returns table (user_id uuid, email text, account_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, u.account_id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant),
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id)
    from public.users u join public.tenants h on h.id = u.tenant_id and h.deleted_at is null
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null $$;

create function app.ticket_make(p_hash bytea, p_purpose text, p_tenant uuid, p_host text, p_body jsonb, p_seconds int) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_hash, p_purpose, p_tenant, p_host, p_body, app.now() + make_interval(secs => p_seconds)) $$;

create function app.ticket_take(p_hash bytea, p_purpose text, p_tenant uuid, p_host text) returns jsonb language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = p_purpose and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.body $$;

-- The ways in of a tenant through identity providers, as its sign-in page shows them.
create function app.ways_in(p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'domains', a.domains) order by a.position, a.id), '[]') from public.sso_apps a where a.tenant_id = p_tenant and a.status = 'A' $$;

drop function app.session_start(uuid, uuid, uuid, text, text, timestamptz, bytea, bytea, text, text);
create function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz, p_device bytea, p_new_device bytea, p_rehash text, p_way text, p_agent text, p_request text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at, auth_type, address, agent) select p_sid, u.tenant_id, u.tenant_id, u.id, p_until, p_way, p_address, p_agent from public.users u join public.tenants t on t.id = u.tenant_id
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and app.acts(t.status, t.trial_ends_at) returning 1),
    d as (delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex')) and exists (select from s)),
    b as (update public.attempts set n = greatest(n - 1, 0) where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from s)),
    k as (insert into public.devices (hash, tenant_id, user_id) select p_new_device, p_tenant, p_user from s where p_new_device is not null on conflict do nothing),
    h as (update public.accounts a set password = p_rehash from public.users u where p_rehash is not null and u.tenant_id = p_tenant and u.id = p_user and a.id = u.account_id and exists (select from s)),
    l as (update public.users set last_sign_in_at = app.now() where tenant_id = p_tenant and id = p_user and exists (select from s)),
    r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent, sid) select p_tenant, p_sid, p_user, p_way, 'ok', p_address, p_agent, p_sid from s),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, p_user, null, p_tenant, 'session.start', p_sid, p_address, p_request from s)
  select exists (select from s) $$;

-- A refused sign-in of a person the tenant has is told to its administrators.
drop function app.sign_in_refused(uuid, uuid, text, text, text);
create function app.sign_in_refused(p_tenant uuid, p_user uuid, p_code text, p_way text, p_address text, p_agent text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent) select u.tenant_id, gen_random_uuid(), u.id, p_way, p_code, p_address, p_agent from public.users u where u.tenant_id = p_tenant and u.id = p_user)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, u.id, null, p_tenant, 'session.refused', u.id, jsonb_build_object('code', p_code), p_address, p_request from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;

-- Tickets are gone after a day, the record of sign-ins after half a year.
create function app.sweep_ways_in() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.tickets where expires_at < app.now() - interval '1 day';
  delete from public.sign_ins where at < app.now() - interval '180 days' $$;

do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['entrant(uuid, uuid, bytea)', 'ticket_make(bytea, text, uuid, text, jsonb, int)', 'ticket_take(bytea, text, uuid, text)', 'ways_in(uuid)',
      'session_start(uuid, uuid, uuid, text, text, timestamptz, bytea, bytea, text, text, text, text)', 'sign_in_refused(uuid, uuid, text, text, text, text, text)', 'sweep_ways_in()'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.entrant(uuid, uuid, bytea), app.ticket_make(bytea, text, uuid, text, jsonb, int), app.ticket_take(bytea, text, uuid, text), app.ways_in(uuid),
  app.session_start(uuid, uuid, uuid, text, text, timestamptz, bytea, bytea, text, text, text, text), app.sign_in_refused(uuid, uuid, text, text, text, text, text) to mirante_public;
grant execute on function app.sweep_ways_in() to mirante_job;
