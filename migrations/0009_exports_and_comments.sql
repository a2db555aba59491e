CREATE TABLE "comment_mentions" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"comment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "comment_mentions_tenant_id_comment_id_user_id_pk" PRIMARY KEY("tenant_id","comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comment_reads" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"read_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "comment_reads_tenant_id_report_id_user_id_pk" PRIMARY KEY("tenant_id","report_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"author_id" uuid DEFAULT app.user_id() NOT NULL,
	"parent_id" uuid,
	"text" text NOT NULL,
	"page" text,
	"page_title" text,
	"bookmark" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "comments_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "comments_length" CHECK (char_length("comments"."text") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"report_title" text NOT NULL,
	"account_id" uuid,
	"format" text NOT NULL,
	"pages" text[] DEFAULT '{}' NOT NULL,
	"bookmark" text,
	"filters" text[] DEFAULT '{}' NOT NULL,
	"language" text NOT NULL,
	"identity" jsonb,
	"watermark" jsonb,
	"wish" text NOT NULL,
	"mail" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"misses" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"taken_until" timestamp with time zone,
	"service_export_id" text,
	"error" text,
	"file" text,
	"extension" text,
	"bytes" bigint,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "exports_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "exports_state" CHECK ("exports"."state" in ('queued','running','finishing','ready','failed','cancelled','expired')),
	CONSTRAINT "exports_format" CHECK ("exports"."format" in ('PDF','PPTX','PNG')),
	CONSTRAINT "exports_percent" CHECK ("exports"."percent" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_comment" FOREIGN KEY ("tenant_id","comment_id") REFERENCES "public"."comments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author" FOREIGN KEY ("tenant_id","author_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent" FOREIGN KEY ("tenant_id","parent_id") REFERENCES "public"."comments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_list" ON "comments" USING btree ("tenant_id","report_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_answers" ON "comments" USING btree ("tenant_id","parent_id","created_at") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("tenant_id","author_id","created_at");--> statement-breakpoint
CREATE INDEX "exports_mine" ON "exports" USING btree ("tenant_id","user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "exports_wish_once" ON "exports" USING btree ("tenant_id","user_id","wish") WHERE state in ('queued','running','finishing');--> statement-breakpoint
CREATE INDEX "exports_shared" ON "exports" USING btree ("tenant_id","wish","ended_at") WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX "exports_line" ON "exports" USING btree ("tenant_id","account_id","created_at") WHERE state in ('queued','running','finishing');--> statement-breakpoint
CREATE INDEX "exports_file" ON "exports" USING btree ("tenant_id","file") WHERE file is not null;--> statement-breakpoint
CREATE INDEX "exports_due_across" ON "exports" USING btree ("next_at") WHERE state in ('queued','running','finishing');--> statement-breakpoint
CREATE INDEX "exports_old_across" ON "exports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "exports_file_across" ON "exports" USING btree ("expires_at") WHERE file is not null;--> statement-breakpoint
do $$ declare t text; begin
  foreach t in array array['exports','comments','comment_mentions','comment_reads'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy gate on %I to mirante_gate using (true) with check (true)', t);
  end loop;
  foreach t in array array['comments','comment_mentions','comment_reads'] loop
    execute format('create policy own on %I to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
  end loop; end $$;
create policy own on exports to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
grant select, insert, update, delete on exports, comments, comment_mentions, comment_reads to mirante_app;
grant select, update on exports to mirante_job;
grant select, delete on exports to mirante_gate;

-- Exports that no message came for: the lease of who works on one has run out, or nobody began.
create function app.due_exports(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.tenant_id, e.id from public.exports e where e.state in ('queued', 'running', 'finishing') and e.next_at <= app.now()
    and (e.taken_until is null or e.taken_until < app.now()) order by e.next_at limit least(p_n, 200) $$;

-- Files whose day is over, and those of exports that came to nothing; what is older than ninety days is forgotten.
create function app.ended_exports(p_n int) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.exports e where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing');
  select e.tenant_id, e.id from public.exports e where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null)) order by e.expires_at nulls first limit least(p_n, 500) $$;

do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.due_exports(int) owner to mirante_gate;
  alter function app.ended_exports(int) owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.due_exports(int), app.ended_exports(int) from public;
grant execute on function app.due_exports(int), app.ended_exports(int) to mirante_job;
