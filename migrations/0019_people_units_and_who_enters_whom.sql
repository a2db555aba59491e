CREATE TABLE "custom_fields" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"of" text DEFAULT 'user' NOT NULL,
	"type" text NOT NULL,
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"helps" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_value" jsonb,
	"limits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"global" boolean DEFAULT false NOT NULL,
	"searchable" boolean DEFAULT false NOT NULL,
	"identity" boolean DEFAULT false NOT NULL,
	"user_visible" boolean DEFAULT true NOT NULL,
	"user_editable" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "custom_fields_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "custom_fields_of" CHECK ("custom_fields"."of" in ('user','report')),
	CONSTRAINT "custom_fields_type" CHECK ("custom_fields"."type" in ('text','number','date','list','multiple','single'))
);
--> statement-breakpoint
CREATE TABLE "custom_values" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"row_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "custom_values_tenant_id_row_id_key_value_pk" PRIMARY KEY("tenant_id","row_id","key","value")
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"sort_key" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"state" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "list_views_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "parties" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"of_tenant_id" uuid,
	"fantasy_name" text NOT NULL,
	"sort_key" text NOT NULL,
	"legal_name" text,
	"contact_name" text,
	"person" text DEFAULT 'legal' NOT NULL,
	"document" text,
	"state_registration" text,
	"commercial_phone" text,
	"business_email" text,
	"invoice_emails" text[] DEFAULT '{}' NOT NULL,
	"street" text,
	"number" text,
	"complement" text,
	"neighborhood" text,
	"city" text,
	"state" text,
	"postal_code" text,
	"country" text DEFAULT 'BR' NOT NULL,
	"seller" text,
	"customer_code" text,
	"status" text DEFAULT 'A' NOT NULL,
	"status_reason" text,
	"added_by_id" uuid DEFAULT app.user_id(),
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "parties_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "parties_kind" CHECK ("parties"."kind" in ('partner','client')),
	CONSTRAINT "parties_person" CHECK ("parties"."person" in ('legal','physical')),
	CONSTRAINT "parties_status" CHECK ("parties"."status" in ('A','B','D'))
);
--> statement-breakpoint
CREATE TABLE "remote_requests" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"asker_home_id" uuid NOT NULL,
	"asker_id" uuid NOT NULL,
	"asker_sid" uuid,
	"asker_name" text NOT NULL,
	"asker_from" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"ticket" text,
	"reach" text DEFAULT 'view' NOT NULL,
	"minutes" integer NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"needs_admin" boolean DEFAULT false NOT NULL,
	"needs_person" boolean DEFAULT true NOT NULL,
	"admin_id" uuid,
	"admin_at" timestamp with time zone,
	"person_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"refusal" text,
	"wait_hash" "bytea",
	"expires_at" timestamp with time zone NOT NULL,
	"enter_by" timestamp with time zone,
	"relation_id" uuid,
	"session_id" uuid,
	"started_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"summary" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "remote_requests_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "remote_requests_kind" CHECK ("remote_requests"."kind" in ('remote','view','partner')),
	CONSTRAINT "remote_requests_reach" CHECK ("remote_requests"."reach" in ('view','act')),
	CONSTRAINT "remote_requests_state" CHECK ("remote_requests"."state" in ('requested','authorized','active','refused','expired','cancelled','ended'))
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"header" text NOT NULL,
	"field" text NOT NULL,
	CONSTRAINT "import_mappings_tenant_id_header_pk" PRIMARY KEY("tenant_id","header")
);
--> statement-breakpoint
CREATE TABLE "user_import_rows" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"import_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"cells" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	CONSTRAINT "user_import_rows_tenant_id_import_id_n_pk" PRIMARY KEY("tenant_id","import_id","n"),
	CONSTRAINT "user_import_rows_state" CHECK ("user_import_rows"."state" in ('pending','failed','success'))
);
--> statement-breakpoint
CREATE TABLE "user_imports" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"source" text DEFAULT 'file' NOT NULL,
	"from_tenant_id" uuid,
	"name" text NOT NULL,
	"hash" text,
	"headers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'mapping' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"invalid" integer DEFAULT 0 NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"taken_until" timestamp with time zone,
	"added_by_id" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "user_imports_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "user_imports_source" CHECK ("user_imports"."source" in ('file','unit')),
	CONSTRAINT "user_imports_state" CHECK ("user_imports"."state" in ('mapping','review','running','done','cancelled'))
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "password_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "must_change" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "relations" ADD COLUMN "role" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "relations" ADD COLUMN "verify" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "relations" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "relations" ADD COLUMN "standing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "relations" ADD COLUMN "set_by_id" uuid;--> statement-breakpoint
ALTER TABLE "relations" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "relations" ADD COLUMN "created_at" timestamp with time zone DEFAULT app.now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "agent" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "source_sid" uuid;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "body" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "created_at" timestamp with time zone DEFAULT app.now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "seat" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "home_page" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "home_report_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "theme_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ip_exempt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_hours" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "allow_remote" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "remote_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "status_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "added_by_id" uuid DEFAULT app.user_id();--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "users_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "bonus_users" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "domain_limit" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "report_limit" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "default_directory" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "trial_days" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "trial_told" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "payer_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "payer_id" uuid;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_fields" ADD CONSTRAINT "custom_fields_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_values" ADD CONSTRAINT "custom_values_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parties" ADD CONSTRAINT "parties_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parties" ADD CONSTRAINT "parties_of_tenant_id_tenants_id_fk" FOREIGN KEY ("of_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parties" ADD CONSTRAINT "parties_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remote_requests" ADD CONSTRAINT "remote_requests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remote_requests" ADD CONSTRAINT "remote_requests_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remote_requests" ADD CONSTRAINT "remote_requests_admin" FOREIGN KEY ("tenant_id","admin_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remote_requests" ADD CONSTRAINT "remote_requests_relation" FOREIGN KEY ("tenant_id","relation_id") REFERENCES "public"."relations"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_import_rows" ADD CONSTRAINT "user_import_rows_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_import_rows" ADD CONSTRAINT "user_import_rows_import" FOREIGN KEY ("tenant_id","import_id") REFERENCES "public"."user_imports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_imports" ADD CONSTRAINT "user_imports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_imports" ADD CONSTRAINT "user_imports_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_fields_key" ON "custom_fields" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE INDEX "custom_fields_position" ON "custom_fields" USING btree ("tenant_id","of","position","id");--> statement-breakpoint
CREATE INDEX "custom_values_found" ON "custom_values" USING btree ("tenant_id","key","value","row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_once" ON "list_views" USING btree ("tenant_id","list","user_id","sort_key");--> statement-breakpoint
CREATE UNIQUE INDEX "parties_document" ON "parties" USING btree ("tenant_id","kind","document") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "parties_code" ON "parties" USING btree ("tenant_id","kind","customer_code") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "parties_of_tenant" ON "parties" USING btree ("tenant_id","of_tenant_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "parties_name" ON "parties" USING btree ("tenant_id","kind","sort_key","id");--> statement-breakpoint
CREATE INDEX "parties_created" ON "parties" USING btree ("tenant_id","kind","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "remote_requests_wait_across" ON "remote_requests" USING btree ("wait_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "remote_requests_session_across" ON "remote_requests" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "remote_requests_list" ON "remote_requests" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "remote_requests_user" ON "remote_requests" USING btree ("tenant_id","user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "remote_requests_asker" ON "remote_requests" USING btree ("tenant_id","asker_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "remote_requests_open_across" ON "remote_requests" USING btree ("expires_at") WHERE state in ('requested','authorized','active');--> statement-breakpoint
CREATE UNIQUE INDEX "import_mappings_once" ON "import_mappings" USING btree ("tenant_id","header","field");--> statement-breakpoint
CREATE INDEX "user_import_rows_state" ON "user_import_rows" USING btree ("tenant_id","import_id","state","n");--> statement-breakpoint
CREATE INDEX "user_imports_list" ON "user_imports" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "user_imports_running_across" ON "user_imports" USING btree ("taken_until") WHERE state = 'running';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_theme" FOREIGN KEY ("tenant_id","theme_id") REFERENCES "public"."themes"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "relations_above_across" ON "relations" USING btree ("above_id","tenant_id");--> statement-breakpoint
CREATE INDEX "sessions_actor_across" ON "sessions" USING btree ("actor_sid") WHERE actor_sid is not null;--> statement-breakpoint
CREATE INDEX "tokens_user_across" ON "tokens" USING btree ("tenant_id","user_id","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("tenant_id","phone") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_status" ON "users" USING btree ("tenant_id","status","sort_key","id");--> statement-breakpoint
CREATE INDEX "users_profile_list" ON "users" USING btree ("tenant_id","profile","sort_key","id");--> statement-breakpoint
CREATE INDEX "users_signed_in" ON "users" USING btree ("tenant_id","last_sign_in_at","id");--> statement-breakpoint
CREATE INDEX "users_expiring_across" ON "users" USING btree ("expires_at") WHERE expires_at is not null and status in ('A','T');--> statement-breakpoint
CREATE INDEX "users_deleted_across" ON "users" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tenants_directory_across" ON "tenants" USING btree ("parent_id") WHERE default_directory and deleted_at is null;--> statement-breakpoint
CREATE INDEX "tenants_payer_across" ON "tenants" USING btree ("payer_tenant_id","payer_id");--> statement-breakpoint
CREATE INDEX "tenants_trial_across" ON "tenants" USING btree ("trial_ends_at") WHERE status = 'T';--> statement-breakpoint
CREATE INDEX "tenants_parent_name_across" ON "tenants" USING btree ("parent_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "tenants_parent_created_across" ON "tenants" USING btree ("parent_id","created_at","id");--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_role" CHECK ("relations"."role" in ('admin','user','billing'));--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_status" CHECK ("relations"."status" in ('invited','active','suspended','ended'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_seat" CHECK ("users"."seat" in ('partner'));
--> statement-breakpoint
alter table parties alter column sort_key type text collate "C";
alter table list_views alter column sort_key type text collate "C";
alter table custom_values alter column value type text collate "C";

do $$ declare t text; begin
  foreach t in array array['custom_fields','custom_values','parties','user_imports','user_import_rows','import_mappings','list_views','remote_requests'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy gate on %I to mirante_gate using (true) with check (true)', t);
    execute format('create policy own on %I to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
  end loop; end $$;

-- A partner's seat is nobody of the unit: only the seat itself finds its row.
drop policy own on users;
create policy own on users to mirante_app, mirante_job using (tenant_id = (select app.tenant_id()) and (seat is null or id = (select app.user_id()))) with check (tenant_id = (select app.tenant_id()));
drop policy wide on users;
create policy wide on users for select to mirante_wide using (seat is null and case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);

-- The limit is kept where the row is written: whoever adds or wakes people, one by one or by the thousand, cannot pass it (Spec 5).
create function app.count_users() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_used int; v_limit int; begin
  for d in execute 'select tenant_id, sum(n)::int as n from ('
      || case when tg_op <> 'DELETE' then $q$select tenant_id, 1 as n from fresh where status in ('A','B','T') and seat is null and deleted_at is null$q$ else '' end
      || case when tg_op = 'UPDATE' then ' union all ' else '' end
      || case when tg_op <> 'INSERT' then $q$select tenant_id, -1 as n from gone where status in ('A','B','T') and seat is null and deleted_at is null$q$ else '' end
      || ') x group by tenant_id having sum(n) <> 0 order by tenant_id' loop
    update public.tenants set users_used = users_used + d.n where id = d.tenant_id returning users_used, user_limit into v_used, v_limit;
    if d.n > 0 and v_used > v_limit then raise exception 'user_limit' using errcode = 'MR422'; end if;
  end loop;
  return null; end $$;
grant update (users_used) on tenants to mirante_gate;
create trigger users_counted_in after insert on users referencing new table as fresh for each statement execute function app.count_users();
create trigger users_counted after update on users referencing old table as gone new table as fresh for each statement execute function app.count_users();
create trigger users_counted_out after delete on users referencing old table as gone for each statement execute function app.count_users();
update tenants t set users_used = (select count(*) from users u where u.tenant_id = t.id and u.status in ('A','B','T'));

-- How many people may still be added, with the tenant's row held: a batch takes no more than that.
create function app.seats_left() returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select case when t.user_limit is null then 2147483647 else greatest(0, t.user_limit - t.users_used) end from public.tenants t where t.id = app.tenant_id() for no key update $$;

do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.count_users() owner to mirante_gate;
  alter function app.seats_left() owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.count_users(), app.seats_left() from public;
grant execute on function app.seats_left() to mirante_app, mirante_job;

grant select on parties, custom_fields, remote_requests, user_imports to mirante_gate;
-- Neither the account behind a person nor a seat is written by a tenant's own transactions.
grant insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username, rls_roles, preferences, custom, home_page, home_report_id, theme_id, picture,
    expires_at, ip_exempt, access_hours, allow_remote, remote_until, invited_at, status_reason, status_at, added_by_id) on users to mirante_app, mirante_job;
grant update (email, name, sort_key, profile, flags, status, rights, language, phone, department, "position", rls_username, rls_roles, preferences, custom, home_page, home_report_id, theme_id, picture,
    expires_at, ip_exempt, access_hours, allow_remote, remote_until, invited_at, status_reason, status_at, deleted_at, version) on users to mirante_app, mirante_job;
grant select, insert, update, delete on custom_fields, custom_values, parties, user_imports, user_import_rows, import_mappings, list_views to mirante_app;
grant select, insert, update on remote_requests to mirante_app;
grant update (custom) on reports to mirante_job;
grant select, insert, update, delete on custom_values to mirante_job;
grant select on custom_fields, parties to mirante_job;
grant select, insert, delete on user_group_members to mirante_job;
grant insert on user_groups to mirante_job;
grant select, update on user_imports, user_import_rows, remote_requests to mirante_job;
