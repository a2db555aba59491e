CREATE TABLE "groups" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"owner_id" uuid,
	"hue" integer DEFAULT 0 NOT NULL,
	"position" integer NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"audience" text DEFAULT 'everyone' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "groups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "groups_audience" CHECK ("groups"."audience" in ('everyone','chosen'))
);
--> statement-breakpoint
CREATE TABLE "subgroups" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"audience" text DEFAULT 'everyone' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "subgroups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "subgroups_audience" CHECK ("subgroups"."audience" in ('everyone','chosen'))
);
--> statement-breakpoint
CREATE TABLE "viewers" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"target_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "viewers_tenant_id_target_id_user_id_pk" PRIMARY KEY("tenant_id","target_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id(),
	"actor_id" uuid DEFAULT app.actor_id(),
	"home_id" uuid DEFAULT app.home_id(),
	"what" text NOT NULL,
	"row_id" uuid,
	"change" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text,
	"request_id" text,
	CONSTRAINT "audit_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"due_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"taken_until" timestamp with time zone,
	CONSTRAINT "outbox_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "embed_tokens" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"key" text NOT NULL,
	"token_sealed" text,
	"expires_at" timestamp with time zone,
	"minting_until" timestamp with time zone,
	CONSTRAINT "embed_tokens_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "favorites_tenant_id_user_id_report_id_pk" PRIMARY KEY("tenant_id","user_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid,
	"identity" jsonb,
	"valid_until" timestamp with time zone,
	"source" text DEFAULT 'manual' NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "grants_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "grants_subject" CHECK (("grants"."subject" = 'everyone' and "grants"."user_id" is null) or ("grants"."subject" = 'user' and "grants"."user_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "maintenance" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"target" text NOT NULL,
	"target_id" uuid,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"except_admin" boolean DEFAULT true NOT NULL,
	CONSTRAINT "maintenance_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "maintenance_target" CHECK ("maintenance"."target" in ('report','subgroup','group','unit')),
	CONSTRAINT "maintenance_length" CHECK ("maintenance"."ends_at" > "maintenance"."starts_at" and "maintenance"."ends_at" <= "maintenance"."starts_at" + interval '72 hours')
);
--> statement-breakpoint
CREATE TABLE "report_words" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"word" text NOT NULL,
	"report_id" uuid NOT NULL,
	CONSTRAINT "report_words_tenant_id_word_report_id_pk" PRIMARY KEY("tenant_id","word","report_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid,
	"subgroup_id" uuid,
	"title" text NOT NULL,
	"sort_key" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'powerbi' NOT NULL,
	"external_url" text,
	"external_frames" boolean DEFAULT false NOT NULL,
	"account_id" uuid,
	"workspace_id" text,
	"service_report_id" text,
	"dataset_id" text,
	"embed_url" text,
	"report_type" text DEFAULT 'report' NOT NULL,
	"needs_identity" boolean DEFAULT false NOT NULL,
	"needs_roles" boolean DEFAULT false NOT NULL,
	"cover_kind" text DEFAULT 'ridge' NOT NULL,
	"cover_file" text,
	"verified" boolean DEFAULT false NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"navigation_panel" boolean DEFAULT false NOT NULL,
	"side_filter" boolean DEFAULT false NOT NULL,
	"hidden_pages" boolean DEFAULT false NOT NULL,
	"visual_headers" boolean DEFAULT true NOT NULL,
	"mobile_background" boolean DEFAULT true NOT NULL,
	"orientation" text DEFAULT 'auto' NOT NULL,
	"show_last_update" boolean DEFAULT true NOT NULL,
	"data_at" timestamp with time zone,
	"freshness" text DEFAULT 'unknown' NOT NULL,
	"checked_at" timestamp with time zone,
	"added_by_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "reports_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "reports_kind" CHECK ("reports"."kind" in ('powerbi','external')),
	CONSTRAINT "reports_external" CHECK ("reports"."kind" <> 'external' or "reports"."external_url" like 'https://%'),
	CONSTRAINT "reports_freshness" CHECK ("reports"."freshness" in ('fresh','late','failed','unknown'))
);
--> statement-breakpoint
CREATE TABLE "service_accounts" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"directory_id" text NOT NULL,
	"app_id" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"profile_id" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "service_accounts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"page" text,
	"started_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "visits_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "accounts_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"n" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"above_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "relations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "relations_kind" CHECK ("relations"."kind" in ('partner','consent'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"home_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"actor_sid" uuid,
	"relation_id" uuid,
	"reach" text DEFAULT 'act' NOT NULL,
	"auth_type" text DEFAULT 'password' NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_seen" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "sessions_reach" CHECK ("sessions"."reach" in ('view','act')),
	CONSTRAINT "sessions_actor_whole" CHECK (("sessions"."actor_sid" is null and "sessions"."home_id" = "sessions"."tenant_id") or ("sessions"."actor_sid" is not null and "sessions"."relation_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"sort_key" text NOT NULL,
	"profile" text NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'A' NOT NULL,
	"rights" bigint DEFAULT 1 NOT NULL,
	"language" text,
	"phone" text,
	"department" text,
	"position" text,
	"rls_username" text,
	"rls_roles" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	CONSTRAINT "users_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "users_profile" CHECK ("users"."profile" in ('a2m','master','admin','user')),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('A','T','B','I','D'))
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"host" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"main" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "domains_host_across" PRIMARY KEY("host")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"severity" text DEFAULT 'info' NOT NULL,
	"at_login" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "notices_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "notices_severity" CHECK ("notices"."severity" in ('info','warning','error'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"tenant_id" uuid PRIMARY KEY DEFAULT app.tenant_id() NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"sort_key" text NOT NULL,
	"status" text DEFAULT 'A' NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"language" text DEFAULT 'pt-BR' NOT NULL,
	"zone" text DEFAULT 'America/Sao_Paulo' NOT NULL,
	"trial_ends_at" timestamp with time zone,
	"user_limit" integer,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "tenants_kind" CHECK ("tenants"."kind" in ('platform','partner','unit')),
	CONSTRAINT "tenants_status" CHECK ("tenants"."status" in ('A','T','B','I','D'))
);
--> statement-breakpoint
CREATE TABLE "themes" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"values" jsonb NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "themes_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subgroups" ADD CONSTRAINT "subgroups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subgroups" ADD CONSTRAINT "subgroups_group" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_tokens" ADD CONSTRAINT "embed_tokens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance" ADD CONSTRAINT "maintenance_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_words" ADD CONSTRAINT "report_words_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_words" ADD CONSTRAINT "report_words_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_group" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_subgroup" FOREIGN KEY ("tenant_id","subgroup_id") REFERENCES "public"."subgroups"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_account" FOREIGN KEY ("tenant_id","account_id") REFERENCES "public"."service_accounts"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_above_id_tenants_id_fk" FOREIGN KEY ("above_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_actor" FOREIGN KEY ("actor_sid") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user" FOREIGN KEY ("home_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_relation" FOREIGN KEY ("tenant_id","relation_id") REFERENCES "public"."relations"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_parent_id_tenants_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "themes" ADD CONSTRAINT "themes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name_once" ON "groups" USING btree ("tenant_id","sort_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "groups_position" ON "groups" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE INDEX "groups_name" ON "groups" USING btree ("tenant_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "groups_created" ON "groups" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "subgroups_name_once" ON "subgroups" USING btree ("tenant_id","group_id","sort_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "subgroups_position" ON "subgroups" USING btree ("tenant_id","group_id","position","id");--> statement-breakpoint
CREATE INDEX "subgroups_name" ON "subgroups" USING btree ("tenant_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "subgroups_created" ON "subgroups" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "viewers_user" ON "viewers" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "audit_row" ON "audit" USING btree ("tenant_id","row_id","at");--> statement-breakpoint
CREATE INDEX "outbox_across" ON "outbox" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "embed_tokens_old" ON "embed_tokens" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE INDEX "favorites_report" ON "favorites" USING btree ("tenant_id","report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "grants_once" ON "grants" USING btree ("tenant_id","report_id","subject",coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid));--> statement-breakpoint
CREATE INDEX "grants_user" ON "grants" USING btree ("tenant_id","user_id","report_id");--> statement-breakpoint
CREATE INDEX "maintenance_now" ON "maintenance" USING btree ("tenant_id","ends_at");--> statement-breakpoint
CREATE INDEX "report_words_report" ON "report_words" USING btree ("tenant_id","report_id");--> statement-breakpoint
CREATE INDEX "reports_list" ON "reports" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_title" ON "reports" USING btree ("tenant_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "reports_data" ON "reports" USING btree ("tenant_id",coalesce(data_at, '-infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "reports_group" ON "reports" USING btree ("tenant_id","group_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "reports_subgroup" ON "reports" USING btree ("tenant_id","subgroup_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "reports_checked_across" ON "reports" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "visits_person" ON "visits" USING btree ("tenant_id","user_id","last_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "visits_report" ON "visits" USING btree ("tenant_id","report_id","last_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "devices_user_across" ON "devices" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_across" ON "sessions" USING btree ("home_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE INDEX "users_list" ON "users" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("tenant_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "users_across" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_account_across" ON "users" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "domains_tenant" ON "domains" USING btree ("tenant_id","host");--> statement-breakpoint
CREATE INDEX "notices_shown" ON "notices" USING btree ("tenant_id","starts_at");--> statement-breakpoint
CREATE INDEX "tenants_across" ON "tenants" USING btree ("parent_id","id");--> statement-breakpoint
CREATE INDEX "tenants_name_across" ON "tenants" USING btree ("sort_key","id");--> statement-breakpoint
CREATE INDEX "tenants_created_across" ON "tenants" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "themes_published" ON "themes" USING btree ("tenant_id","published");