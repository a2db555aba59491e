CREATE TABLE "catalog_requests" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"justification" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"identity" jsonb,
	"filters" jsonb,
	"valid_until" timestamp with time zone,
	"user_group_id" uuid,
	"lifted_at" timestamp with time zone,
	"reminded" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "catalog_requests_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "catalog_requests_state" CHECK ("catalog_requests"."state" in ('pending','granted','denied','cancelled','expired','revoked','ended'))
);
--> statement-breakpoint
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_decided_by" FOREIGN KEY ("tenant_id","decided_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_user_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_requests_once" ON "catalog_requests" USING btree ("tenant_id","user_id","report_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "catalog_requests_asked" ON "catalog_requests" USING btree ("tenant_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "catalog_requests_pending" ON "catalog_requests" USING btree ("tenant_id","asked_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "catalog_requests_person" ON "catalog_requests" USING btree ("tenant_id","user_id","report_id","asked_at");--> statement-breakpoint
CREATE INDEX "catalog_requests_report" ON "catalog_requests" USING btree ("tenant_id","report_id");--> statement-breakpoint
CREATE INDEX "catalog_requests_due_across" ON "catalog_requests" USING btree ("asked_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "catalog_requests_ending_across" ON "catalog_requests" USING btree ("valid_until") WHERE state = 'granted';
--> statement-breakpoint
alter table catalog_requests enable row level security, force row level security;
create policy gate on catalog_requests to mirante_gate using (true) with check (true);
create policy own on catalog_requests to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
grant select, insert, update on catalog_requests to mirante_app;
grant select, update on catalog_requests to mirante_job;
grant select on catalog_requests to mirante_gate;
grant delete on user_group_members to mirante_job;
-- Requests with something due: a reminder, an expiry, the end of what was granted, or a person who may act no longer.
create function app.due_requests(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  (select c.tenant_id, c.id from public.catalog_requests c join public.users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where c.state = 'pending' and (u.status not in ('A', 'T') or c.asked_at <= app.now() - (array[interval '3 days', interval '10 days', interval '25 days', interval '30 days'])[least(c.reminded, 3) + 1]) order by c.asked_at limit least(p_n, 100))
  union all (select c.tenant_id, c.id from public.catalog_requests c where c.state = 'granted' and c.valid_until <= app.now() order by c.valid_until limit least(p_n, 100)) $$;
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.due_requests(int) owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.due_requests(int) from public;
grant execute on function app.due_requests(int) to mirante_job;
