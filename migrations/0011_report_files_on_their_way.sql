CREATE TABLE "imports" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"conflict" text NOT NULL,
	"group_id" uuid,
	"subgroup_id" uuid,
	"audience" text NOT NULL,
	"tell" boolean DEFAULT false NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"upload_sealed" text,
	"service_import_id" text,
	"state" text DEFAULT 'uploading' NOT NULL,
	"error" text,
	"report_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"added_by_id" uuid DEFAULT app.user_id() NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "imports_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('uploading','publishing','done','failed','cancelled')),
	CONSTRAINT "imports_conflict" CHECK ("imports"."conflict" in ('abort','overwrite','create')),
	CONSTRAINT "imports_audience" CHECK ("imports"."audience" in ('everyone','group','nobody'))
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_account" FOREIGN KEY ("tenant_id","account_id") REFERENCES "public"."service_accounts"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_group" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_subgroup" FOREIGN KEY ("tenant_id","subgroup_id") REFERENCES "public"."subgroups"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_list" ON "imports" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_account" ON "imports" USING btree ("tenant_id","account_id");--> statement-breakpoint
alter table imports enable row level security, force row level security;
create policy gate on imports to mirante_gate using (true) with check (true);
create policy own on imports to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
grant select, insert, delete, update (state, error, report_ids, upload_sealed, service_import_id, ended_at) on imports to mirante_app;
