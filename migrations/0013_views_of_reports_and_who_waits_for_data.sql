CREATE TABLE "fresh_waiters" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "fresh_waiters_tenant_id_report_id_user_id_pk" PRIMARY KEY("tenant_id","report_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "report_shares" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"to_user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "report_shares_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "report_states" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"state" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "report_states_tenant_id_user_id_report_id_pk" PRIMARY KEY("tenant_id","user_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "report_view_defaults" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	CONSTRAINT "report_view_defaults_tenant_id_user_id_report_id_pk" PRIMARY KEY("tenant_id","user_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "report_views" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"name" text NOT NULL,
	"sort_key" text NOT NULL,
	"state" text NOT NULL,
	"page" text,
	"page_title" text,
	"rest" text DEFAULT '[]' NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"for_all" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "report_views_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "report_views_for_all" CHECK (not "report_views"."for_all" or "report_views"."shared")
);
--> statement-breakpoint
ALTER TABLE "fresh_waiters" ADD CONSTRAINT "fresh_waiters_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fresh_waiters" ADD CONSTRAINT "fresh_waiters_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fresh_waiters" ADD CONSTRAINT "fresh_waiters_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_to" FOREIGN KEY ("tenant_id","to_user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_states" ADD CONSTRAINT "report_states_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_states" ADD CONSTRAINT "report_states_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_states" ADD CONSTRAINT "report_states_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_view_defaults" ADD CONSTRAINT "report_view_defaults_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_view_defaults" ADD CONSTRAINT "report_view_defaults_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_view_defaults" ADD CONSTRAINT "report_view_defaults_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_view_defaults" ADD CONSTRAINT "report_view_defaults_view" FOREIGN KEY ("tenant_id","view_id") REFERENCES "public"."report_views"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fresh_waiters_user" ON "fresh_waiters" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "report_shares_sent" ON "report_shares" USING btree ("tenant_id","user_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_shares_report" ON "report_shares" USING btree ("tenant_id","report_id");--> statement-breakpoint
CREATE INDEX "report_shares_to" ON "report_shares" USING btree ("tenant_id","to_user_id");--> statement-breakpoint
CREATE INDEX "report_states_report" ON "report_states" USING btree ("tenant_id","report_id");--> statement-breakpoint
CREATE INDEX "report_view_defaults_view" ON "report_view_defaults" USING btree ("tenant_id","view_id");--> statement-breakpoint
CREATE INDEX "report_view_defaults_report" ON "report_view_defaults" USING btree ("tenant_id","report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_views_name_once" ON "report_views" USING btree ("tenant_id","report_id","user_id","sort_key");--> statement-breakpoint
CREATE UNIQUE INDEX "report_views_for_all_once" ON "report_views" USING btree ("tenant_id","report_id") WHERE for_all;--> statement-breakpoint
CREATE INDEX "report_views_user" ON "report_views" USING btree ("tenant_id","user_id");--> statement-breakpoint
alter table report_views alter column sort_key type text collate "C";
do $$ declare t text; begin
  foreach t in array array['report_views','report_view_defaults','report_states','fresh_waiters','report_shares'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy gate on %I to mirante_gate using (true) with check (true)', t);
  end loop;
  foreach t in array array['report_views','report_view_defaults','report_states','report_shares'] loop
    execute format('create policy own on %I to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
  end loop;
end $$;
create policy own on fresh_waiters to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
grant select, insert, update, delete on report_views, report_view_defaults, report_states to mirante_app;
grant select, insert, delete on fresh_waiters to mirante_app;
grant select, delete on fresh_waiters to mirante_job;
grant select, insert on report_shares to mirante_app;
