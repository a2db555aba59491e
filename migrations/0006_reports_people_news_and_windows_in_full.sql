CREATE TABLE "maintenance_waiters" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"maintenance_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "maintenance_waiters_tenant_id_maintenance_id_user_id_pk" PRIMARY KEY("tenant_id","maintenance_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "mail_servers" (
	"tenant_id" uuid PRIMARY KEY DEFAULT app.tenant_id() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"user_name" text DEFAULT '' NOT NULL,
	"password_sealed" text,
	"password_set_at" timestamp with time zone,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"protocol" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"verified_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"address" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"via" text DEFAULT 'platform' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued','sent','failed','skipped')),
	CONSTRAINT "mails_via" CHECK ("mails"."via" in ('platform','tenant'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"vars" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"link" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"read_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "notifications_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"service_id" text NOT NULL,
	"name" text NOT NULL,
	"sort_key" text NOT NULL,
	"capacity_id" text,
	"added_by_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "workspaces_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "user_group_members" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "user_group_members_tenant_id_user_group_id_user_id_pk" PRIMARY KEY("tenant_id","user_group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "user_groups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "grants" DROP CONSTRAINT "grants_subject";--> statement-breakpoint
DROP INDEX "grants_once";--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "user_group_id" uuid;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "filters" jsonb;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "granted_by_id" uuid;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "texts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "blocks" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "announce_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "login_notice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "extended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "announced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "added_by_id" uuid;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "created_at" timestamp with time zone DEFAULT app.now() NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "allow_edit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "ignore_rls" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "ignore_rls_role" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "restriction" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "on_catalog" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "catalog_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "on_app" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "watermark" text DEFAULT 'inherit' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "texts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "pages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "object_id" text;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "secret_set_at" timestamp with time zone DEFAULT app.now() NOT NULL;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "secret_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "secret_warned_days" text;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "resource_group" text;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "workspace_id" text;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "profile_name" text;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "tested" jsonb;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "tested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "disabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "registered_by_id" uuid;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "preferences" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "restrict_accounts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "allow_reports" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance_waiters" ADD CONSTRAINT "maintenance_waiters_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_waiters" ADD CONSTRAINT "maintenance_waiters_window" FOREIGN KEY ("tenant_id","maintenance_id") REFERENCES "public"."maintenance"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_waiters" ADD CONSTRAINT "maintenance_waiters_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_servers" ADD CONSTRAINT "mail_servers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_account" FOREIGN KEY ("tenant_id","account_id") REFERENCES "public"."service_accounts"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_list" ON "mails" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_old_across" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_inbox" ON "notifications" USING btree ("tenant_id","user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("tenant_id","user_id") WHERE read_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "notifications_old_across" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_once" ON "workspaces" USING btree ("tenant_id","account_id","service_id");--> statement-breakpoint
CREATE INDEX "workspaces_name" ON "workspaces" USING btree ("tenant_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "workspaces_created" ON "workspaces" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "user_group_members_user" ON "user_group_members" USING btree ("tenant_id","user_id","user_group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_groups_name_once" ON "user_groups" USING btree ("tenant_id","sort_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "user_groups_name" ON "user_groups" USING btree ("tenant_id","sort_key","id");--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance" ADD CONSTRAINT "maintenance_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_registered_by" FOREIGN KEY ("tenant_id","registered_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grants_user_group" ON "grants" USING btree ("tenant_id","user_group_id","report_id");--> statement-breakpoint
CREATE INDEX "grants_ending_across" ON "grants" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "maintenance_start" ON "maintenance" USING btree ("tenant_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "maintenance_due_across" ON "maintenance" USING btree ("starts_at") WHERE closed_at is null and cancelled_at is null;--> statement-breakpoint
CREATE INDEX "reports_position" ON "reports" USING btree ("tenant_id","group_id","position","id");--> statement-breakpoint
CREATE INDEX "reports_catalog" ON "reports" USING btree ("tenant_id","sort_key","id") WHERE on_catalog;--> statement-breakpoint
CREATE INDEX "reports_account" ON "reports" USING btree ("tenant_id","account_id");--> statement-breakpoint
CREATE INDEX "service_accounts_ending_across" ON "service_accounts" USING btree ("secret_ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "grants_once" ON "grants" USING btree ("tenant_id","report_id","subject",coalesce(user_id, user_group_id, '00000000-0000-0000-0000-000000000000'::uuid));--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_subject" CHECK (("grants"."subject" = 'everyone' and "grants"."user_id" is null and "grants"."user_group_id" is null) or ("grants"."subject" = 'user' and "grants"."user_id" is not null and "grants"."user_group_id" is null)
        or ("grants"."subject" = 'group' and "grants"."user_group_id" is not null and "grants"."user_id" is null));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_ignore_rls" CHECK (not "reports"."ignore_rls" or "reports"."ignore_rls_role" <> '');--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_restriction" CHECK ("reports"."restriction" in ('none','filters','rls'));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_watermark" CHECK ("reports"."watermark" in ('inherit','on','off'));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_orientation" CHECK ("reports"."orientation" in ('landscape','portrait','auto'));
--> statement-breakpoint
alter table user_groups alter column sort_key type text collate "C";
alter table workspaces alter column sort_key type text collate "C";
do $$ declare t text; begin
  foreach t in array array['workspaces','user_groups','user_group_members','maintenance_waiters','notifications','mails','mail_servers'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy gate on %I to mirante_gate using (true) with check (true)', t);
    execute format('create policy own on %I to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
  end loop; end $$;
grant insert, update, delete on service_accounts, reports, report_words, grants, maintenance to mirante_app;
grant select, insert, update, delete on workspaces, user_groups, user_group_members, maintenance_waiters, mail_servers to mirante_app;
grant select, insert, update (read_at, deleted_at) on notifications to mirante_app;
grant select, insert on mails to mirante_app;
grant insert, update on settings to mirante_app;
grant update (preferences) on users to mirante_app;
grant select on maintenance, maintenance_waiters, grants, viewers, subgroups, user_groups, user_group_members, workspaces, mail_servers, themes, domains to mirante_job;
grant update (secret_warned_days) on service_accounts to mirante_job;
grant update (announced_at, opened_at, closed_at) on maintenance to mirante_job;
grant delete on maintenance_waiters, grants to mirante_job;
grant select, insert on notifications to mirante_job;
grant select, insert, update on mails to mirante_job;
grant select, delete on mails, notifications to mirante_gate;
create policy own_job on domains for select to mirante_job using (tenant_id = (select app.tenant_id()));
