CREATE TABLE "table_files" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"list" text NOT NULL,
	"wish" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"format" text NOT NULL,
	"language" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"file" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"taken_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "table_files_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "table_files_format" CHECK ("table_files"."format" in ('csv','xlsx')),
	CONSTRAINT "table_files_state" CHECK ("table_files"."state" in ('queued','ready','failed','expired'))
);
--> statement-breakpoint
ALTER TABLE "table_files" ADD CONSTRAINT "table_files_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_files" ADD CONSTRAINT "table_files_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "table_files_mine" ON "table_files" USING btree ("tenant_id","user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "table_files_due_across" ON "table_files" USING btree ("created_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "table_files_ended_across" ON "table_files" USING btree ("expires_at") WHERE file is not null;
--> statement-breakpoint
alter table table_files enable row level security, force row level security;
create policy gate on table_files to mirante_gate using (true) with check (true);
create policy own on table_files to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
grant select, insert on table_files to mirante_app;
grant select, update (state, rows, name, file, tries, taken_until, expires_at) on table_files to mirante_job;
grant select on table_files to mirante_gate;

create function app.due_table_files(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.tenant_id, f.id from public.table_files f where f.state = 'queued' and (f.taken_until is null or f.taken_until < app.now()) order by f.created_at limit least(p_n, 100) $$;
create function app.ended_table_files(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.tenant_id, f.id from public.table_files f where f.file is not null and f.expires_at <= app.now() order by f.expires_at limit least(p_n, 200) $$;
create or replace function app.keep_administrator() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.tenant_id() is null then return null; end if;
  perform from public.tenants where id = new.tenant_id for no key update;
  if not exists (select from public.users u where u.tenant_id = new.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null) then
    raise exception 'last_administrator' using errcode = 'MR411';
  end if;
  return null; end $$;
do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['app.due_table_files(int)', 'app.ended_table_files(int)']::regprocedure[] loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.due_table_files(int), app.ended_table_files(int) to mirante_job;
