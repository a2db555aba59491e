-- The whole database, as db/ said when this file was written.

-- ### Roles, schemas and the tables of schema app

-- Roles own nothing and bypass nothing. They are made without a login: deployment gives them login and passwords.
-- A cluster may hold several databases of the portal, so a role that exists is kept.
do $$ declare r text; begin
  foreach r in array array['gate','app','wide','public','job'] loop
    if not exists (select from pg_roles where rolname = 'mirante_' || r) then execute format('create role %I nologin noinherit', 'mirante_' || r); end if;
  end loop;
  execute format('revoke temporary, create on database %I from public', current_database()); end $$;
grant mirante_gate to current_user;

create schema app;
grant usage on schema app, public to mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke create on schema public from public;
alter default privileges revoke execute on functions from public;
-- purge_unit empties every table of a tenant, so the gate can also do that to a table added later.
alter default privileges in schema public grant select, delete on tables to mirante_gate;

-- The key of the seal in app.me; every database draws its own.
create table app.secret (id boolean primary key default true check (id), v bytea not null);
insert into app.secret (v) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
grant select on app.secret to mirante_gate;

-- Actions that reach a tenant below or work while a tenant is suspended. domain/access/permissions.ts decides them; a guard compares.
create table app.actions (action text not null, profile text not null, above boolean not null, flag text, limited boolean not null, primary key (action, profile));
insert into app.actions (action, profile, above, flag, limited) values
  ('config.read', 'admin', false, null, true),
  ('session.keep', 'admin', false, null, true);
grant select on app.actions to mirante_gate;

-- ### Functions that defaults of columns call

grant create on schema app to mirante_gate;

-- Reads and verifies app.me = "seal tenant user actor profile home scope reach": one setting, bound to the transaction's own start.
create or replace function app.me() returns text[] language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare m text[] := string_to_array(nullif(current_setting('app.me', true), ''), ' '); k bytea; begin
  if m is null then return null; end if;
  select v into k from app.secret;
  if m[1] is distinct from encode(sha256(k || timestamptz_send(now()) || convert_to(array_to_string(m[2:], ' '), 'UTF8') || k), 'hex')
     or (m[8] = 'view' and current_setting('transaction_read_only') = 'off') then raise exception 'unsealed' using errcode = 'MR500'; end if;
  return m; end $$;
alter function app.me owner to mirante_gate;
revoke all on function app.me from public;
grant execute on function app.me to mirante_app, mirante_job, mirante_wide;

-- The tenant entered, read from the sealed setting. Every row-level policy compares with it.
create or replace function app.tenant_id() returns uuid stable parallel safe return (app.me())[2]::uuid;
revoke all on function app.tenant_id from public;
grant execute on function app.tenant_id to mirante_app, mirante_gate, mirante_job, mirante_wide;

-- The caller's user, or the user they act as; read from the sealed setting.
create or replace function app.user_id() returns uuid stable parallel safe return nullif((app.me())[3], '-')::uuid;
revoke all on function app.user_id from public;
grant execute on function app.user_id to mirante_app, mirante_gate, mirante_job, mirante_wide;

-- The current time for every decision in SQL; only the seal uses pg_catalog.now().
create or replace function app.now() returns timestamptz stable parallel safe return pg_catalog.now();
revoke all on function app.now from public;
grant execute on function app.now to mirante_app, mirante_gate, mirante_job, mirante_public, mirante_wide;

-- The user who acts as another, or null; read from the sealed setting.
create or replace function app.actor_id() returns uuid stable parallel safe return nullif((app.me())[4], '-')::uuid;
revoke all on function app.actor_id from public;
grant execute on function app.actor_id to mirante_app, mirante_gate, mirante_job, mirante_wide;

-- The tenant of the caller's own user, read from the sealed setting; differs from tenant_id() when they act elsewhere.
create or replace function app.home_id() returns uuid stable parallel safe return (app.me())[6]::uuid;
revoke all on function app.home_id from public;
grant execute on function app.home_id to mirante_app, mirante_gate, mirante_job, mirante_wide;

revoke create on schema app from mirante_gate;

-- ### Tables

-- catalogs
CREATE TABLE "catalog_requests" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"justification" text NOT NULL,
	"wished_days" integer,
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
CREATE UNIQUE INDEX "catalog_requests_once" ON "catalog_requests" USING btree ("tenant_id","user_id","report_id") WHERE state = 'pending';
CREATE INDEX "catalog_requests_asked" ON "catalog_requests" USING btree ("tenant_id","asked_at","id");
CREATE INDEX "catalog_requests_pending" ON "catalog_requests" USING btree ("tenant_id","asked_at","id") WHERE state = 'pending';
CREATE INDEX "catalog_requests_person" ON "catalog_requests" USING btree ("tenant_id","user_id","report_id","asked_at");
CREATE INDEX "catalog_requests_report" ON "catalog_requests" USING btree ("tenant_id","report_id");
CREATE INDEX "catalog_requests_due_across" ON "catalog_requests" USING btree ("asked_at") WHERE state = 'pending';
CREATE INDEX "catalog_requests_ending_across" ON "catalog_requests" USING btree ("valid_until") WHERE state = 'granted';

-- comments
CREATE TABLE "comment_mentions" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"comment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "comment_mentions_tenant_id_comment_id_user_id_pk" PRIMARY KEY("tenant_id","comment_id","user_id")
);
CREATE TABLE "comment_reads" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"read_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "comment_reads_tenant_id_report_id_user_id_pk" PRIMARY KEY("tenant_id","report_id","user_id")
);
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
CREATE INDEX "comments_list" ON "comments" USING btree ("tenant_id","report_id","created_at","id");
CREATE INDEX "comments_answers" ON "comments" USING btree ("tenant_id","parent_id","created_at") WHERE parent_id is not null;
CREATE INDEX "comments_author" ON "comments" USING btree ("tenant_id","author_id","created_at");

-- custom-fields
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
CREATE TABLE "custom_values" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"row_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text collate "C" NOT NULL,
	CONSTRAINT "custom_values_tenant_id_row_id_key_value_pk" PRIMARY KEY("tenant_id","row_id","key","value")
);
CREATE UNIQUE INDEX "custom_fields_key" ON "custom_fields" USING btree ("tenant_id","key");
CREATE INDEX "custom_fields_position" ON "custom_fields" USING btree ("tenant_id","of","position","id");
CREATE INDEX "custom_values_found" ON "custom_values" USING btree ("tenant_id","key","value","row_id");

-- embedding
CREATE TABLE "embed_keys" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"created_by_id" uuid DEFAULT app.user_id(),
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"replaced_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "embed_keys_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE TABLE "embed_sessions" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"user_id" uuid,
	"report_id" uuid,
	"identity" jsonb,
	"filters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"address" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_seen" timestamp with time zone DEFAULT app.now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "embed_sessions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE UNIQUE INDEX "embed_keys_name" ON "embed_keys" USING btree ("tenant_id",lower(name)) WHERE revoked_at is null and replaced_at is null;
CREATE INDEX "embed_keys_list" ON "embed_keys" USING btree ("tenant_id","created_at","id");
CREATE INDEX "embed_sessions_key" ON "embed_sessions" USING btree ("tenant_id","key_id");
CREATE INDEX "embed_sessions_user" ON "embed_sessions" USING btree ("tenant_id","user_id");
CREATE INDEX "embed_sessions_report" ON "embed_sessions" USING btree ("tenant_id","report_id");
CREATE INDEX "embed_sessions_old_across" ON "embed_sessions" USING btree ("expires_at");

-- exports
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
CREATE INDEX "exports_mine" ON "exports" USING btree ("tenant_id","user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE UNIQUE INDEX "exports_wish_once" ON "exports" USING btree ("tenant_id","user_id","wish") WHERE state in ('queued','running','finishing');
CREATE INDEX "exports_shared" ON "exports" USING btree ("tenant_id","wish","ended_at") WHERE state = 'ready';
CREATE INDEX "exports_line" ON "exports" USING btree ("tenant_id","account_id","created_at") WHERE state in ('queued','running','finishing');
CREATE INDEX "exports_file" ON "exports" USING btree ("tenant_id","file") WHERE file is not null;
CREATE INDEX "exports_due_across" ON "exports" USING btree ("next_at") WHERE state in ('queued','running','finishing');
CREATE INDEX "exports_old_across" ON "exports" USING btree ("created_at");
CREATE INDEX "exports_file_across" ON "exports" USING btree ("expires_at") WHERE file is not null;

-- groups
CREATE TABLE "groups" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
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
CREATE TABLE "subgroups" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
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
CREATE TABLE "viewers" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"target_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "viewers_tenant_id_target_id_user_id_pk" PRIMARY KEY("tenant_id","target_id","user_id")
);
CREATE UNIQUE INDEX "groups_name_once" ON "groups" USING btree ("tenant_id","sort_key") WHERE deleted_at is null;
CREATE INDEX "groups_position" ON "groups" USING btree ("tenant_id","position","id");
CREATE INDEX "groups_name" ON "groups" USING btree ("tenant_id","sort_key","id");
CREATE INDEX "groups_created" ON "groups" USING btree ("tenant_id","created_at","id");
CREATE UNIQUE INDEX "subgroups_name_once" ON "subgroups" USING btree ("tenant_id","group_id","sort_key") WHERE deleted_at is null;
CREATE INDEX "subgroups_position" ON "subgroups" USING btree ("tenant_id","group_id","position","id");
CREATE INDEX "subgroups_name" ON "subgroups" USING btree ("tenant_id","sort_key","id");
CREATE INDEX "subgroups_created" ON "subgroups" USING btree ("tenant_id","created_at","id");
CREATE INDEX "viewers_user" ON "viewers" USING btree ("tenant_id","user_id");

-- identity
CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"account_id" uuid,
	"tenant_id" uuid,
	"user_id" uuid,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"secret" text,
	"step" bigint DEFAULT 0 NOT NULL,
	"hash" "bytea",
	"host" text,
	"credential" text,
	"public_key" text,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "factors_kind" CHECK ("factors"."kind" in ('totp','passkey','recovery')),
	CONSTRAINT "factors_holder" CHECK (("factors"."account_id" is not null and "factors"."holder" = "factors"."account_id" and "factors"."user_id" is null and "factors"."tenant_id" is null) or ("factors"."account_id" is null and "factors"."tenant_id" is not null and "factors"."user_id" is not null and "factors"."holder" = "factors"."user_id"))
);
CREATE TABLE "identities" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"name_id" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_at" timestamp with time zone,
	CONSTRAINT "identities_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "identities_kind" CHECK ("identities"."kind" in ('saml','entra'))
);
CREATE TABLE "questionnaires" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_id" uuid NOT NULL,
	"answer" text,
	"other" text,
	"answered_at" timestamp with time zone,
	"deferred" integer DEFAULT 0 NOT NULL,
	"deferred_at" timestamp with time zone,
	CONSTRAINT "questionnaires_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id"),
	CONSTRAINT "questionnaires_answer" CHECK ("questionnaires"."answer" in ('director','supervisor','manager','analyst','other')),
	CONSTRAINT "questionnaires_other" CHECK (("questionnaires"."answer" is not distinct from 'other') = ("questionnaires"."other" is not null))
);
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
CREATE INDEX "factors_holder_across" ON "factors" USING btree ("holder","kind");
CREATE UNIQUE INDEX "factors_totp_across" ON "factors" USING btree ("holder") WHERE kind = 'totp';
CREATE UNIQUE INDEX "factors_credential_across" ON "factors" USING btree ("credential");
CREATE INDEX "factors_user_across" ON "factors" USING btree ("tenant_id","user_id");
CREATE INDEX "factors_account_across" ON "factors" USING btree ("account_id");
CREATE UNIQUE INDEX "identities_subject" ON "identities" USING btree ("tenant_id","kind","issuer","subject");
CREATE INDEX "identities_person" ON "identities" USING btree ("tenant_id","user_id");
CREATE INDEX "identities_named" ON "identities" USING btree ("tenant_id","kind","issuer","name_id");
CREATE INDEX "questionnaires_list" ON "questionnaires" USING btree ("tenant_id",coalesce(answered_at, '-infinity'::timestamptz),"user_id");
CREATE INDEX "sign_ins_list" ON "sign_ins" USING btree ("tenant_id","at","id");
CREATE INDEX "sign_ins_person" ON "sign_ins" USING btree ("tenant_id","user_id","at","id");
CREATE INDEX "sign_ins_outcome" ON "sign_ins" USING btree ("tenant_id","outcome","at","id");
CREATE INDEX "sign_ins_sid_across" ON "sign_ins" USING btree ("sid") WHERE sid is not null;
CREATE INDEX "sign_ins_old_across" ON "sign_ins" USING btree ("at");
CREATE UNIQUE INDEX "sso_apps_name" ON "sso_apps" USING btree ("tenant_id",lower(name));
CREATE INDEX "sso_apps_list" ON "sso_apps" USING btree ("tenant_id","position","id");
CREATE UNIQUE INDEX "sso_apps_entra" ON "sso_apps" USING btree ("tenant_id") WHERE kind = 'entra';
CREATE INDEX "tickets_old_across" ON "tickets" USING btree ("expires_at");

-- imports
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
CREATE INDEX "imports_list" ON "imports" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "imports_account" ON "imports" USING btree ("tenant_id","account_id");

-- list-views
CREATE TABLE "list_views" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"state" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "list_views_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE UNIQUE INDEX "list_views_once" ON "list_views" USING btree ("tenant_id","list","user_id","sort_key");

-- maintenance
CREATE TABLE "maintenance" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"target" text NOT NULL,
	"target_id" uuid,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"except_admin" boolean DEFAULT true NOT NULL,
	"blocks" boolean DEFAULT true NOT NULL,
	"announce_hours" integer DEFAULT 24 NOT NULL,
	"login_notice" boolean DEFAULT false NOT NULL,
	"extended" boolean DEFAULT false NOT NULL,
	"announced_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"added_by_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "maintenance_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "maintenance_target" CHECK ("maintenance"."target" in ('report','subgroup','group','unit')),
	CONSTRAINT "maintenance_length" CHECK ("maintenance"."ends_at" > "maintenance"."starts_at" and "maintenance"."ends_at" <= "maintenance"."starts_at" + interval '72 hours')
);
CREATE TABLE "maintenance_waiters" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"maintenance_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "maintenance_waiters_tenant_id_maintenance_id_user_id_pk" PRIMARY KEY("tenant_id","maintenance_id","user_id")
);
CREATE INDEX "maintenance_now" ON "maintenance" USING btree ("tenant_id","ends_at");
CREATE INDEX "maintenance_start" ON "maintenance" USING btree ("tenant_id","starts_at","id");
CREATE INDEX "maintenance_due_across" ON "maintenance" USING btree ("starts_at") WHERE closed_at is null and cancelled_at is null;

-- notifications
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
CREATE TABLE "mails" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"address" text collate "C" NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"via" text DEFAULT 'platform' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued','sent','failed','skipped')),
	CONSTRAINT "mails_via" CHECK ("mails"."via" in ('platform','tenant'))
);
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
CREATE INDEX "mails_address" ON "mails" USING btree ("tenant_id","address","id");
CREATE INDEX "mails_state_list" ON "mails" USING btree ("tenant_id","state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "mails_list" ON "mails" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "mails_old_across" ON "mails" USING btree ("created_at");
CREATE INDEX "notifications_inbox" ON "notifications" USING btree ("tenant_id","user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("tenant_id","user_id") WHERE read_at is null and deleted_at is null;
CREATE INDEX "notifications_old_across" ON "notifications" USING btree ("created_at");

-- parties
CREATE TABLE "parties" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"of_tenant_id" uuid,
	"fantasy_name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
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
CREATE UNIQUE INDEX "parties_document" ON "parties" USING btree ("tenant_id","kind","document") WHERE deleted_at is null;
CREATE UNIQUE INDEX "parties_code" ON "parties" USING btree ("tenant_id","kind","customer_code") WHERE deleted_at is null;
CREATE UNIQUE INDEX "parties_of_tenant" ON "parties" USING btree ("tenant_id","of_tenant_id") WHERE deleted_at is null;
CREATE INDEX "parties_name" ON "parties" USING btree ("tenant_id","kind","sort_key","id");
CREATE INDEX "parties_created" ON "parties" USING btree ("tenant_id","kind","created_at","id");

-- playlists
CREATE TABLE "players" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"last_seen" timestamp with time zone DEFAULT app.now() NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "players_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE TABLE "playlist_devices" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"playlist_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"token_hash" "bytea",
	"generation" integer DEFAULT 1 NOT NULL,
	"identity" jsonb,
	"code_hash" "bytea",
	"code_ends_at" timestamp with time zone,
	"pair_hash" "bytea",
	"approved_by_id" uuid,
	"approved_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_seen" timestamp with time zone,
	"last_ip" text,
	"status" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"warned_days" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "playlist_devices_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "playlist_devices_approved" CHECK ("playlist_devices"."approved_at" is not null or "playlist_devices"."code_hash" is not null)
);
CREATE TABLE "playlist_items" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"playlist_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"report_id" uuid NOT NULL,
	"page" text,
	"view_id" uuid,
	"state" text,
	"seconds" integer DEFAULT 30 NOT NULL,
	"windows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"on_open" text DEFAULT 'none' NOT NULL,
	CONSTRAINT "playlist_items_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "playlist_items_seconds" CHECK ("playlist_items"."seconds" between 10 and 3600),
	CONSTRAINT "playlist_items_on_open" CHECK ("playlist_items"."on_open" in ('none','refresh'))
);
CREATE TABLE "playlist_shares" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"playlist_id" uuid NOT NULL,
	"user_id" uuid,
	"user_group_id" uuid,
	CONSTRAINT "playlist_shares_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "playlist_shares_one" CHECK (num_nonnulls("playlist_shares"."user_id", "playlist_shares"."user_group_id") = 1)
);
CREATE TABLE "playlists" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"owner_id" uuid NOT NULL,
	"transition" text DEFAULT 'fade' NOT NULL,
	"loop" boolean DEFAULT true NOT NULL,
	"shuffle" boolean DEFAULT false NOT NULL,
	"show_title" boolean DEFAULT true NOT NULL,
	"show_clock" boolean DEFAULT true NOT NULL,
	"show_progress" boolean DEFAULT true NOT NULL,
	"keeps_capacity" boolean DEFAULT false NOT NULL,
	"language" text,
	"theme" text DEFAULT 'report' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "playlists_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "playlists_transition" CHECK ("playlists"."transition" in ('fade','slide','none')),
	CONSTRAINT "playlists_theme" CHECK ("playlists"."theme" in ('report','dark'))
);
CREATE INDEX "players_device" ON "players" USING btree ("tenant_id","device_id","last_seen");
CREATE UNIQUE INDEX "playlist_devices_token" ON "playlist_devices" USING btree ("tenant_id","token_hash");
CREATE UNIQUE INDEX "playlist_devices_code" ON "playlist_devices" USING btree ("tenant_id","code_hash");
CREATE UNIQUE INDEX "playlist_devices_pair" ON "playlist_devices" USING btree ("tenant_id","pair_hash");
CREATE INDEX "playlist_devices_playlist" ON "playlist_devices" USING btree ("tenant_id","playlist_id");
CREATE INDEX "playlist_devices_name" ON "playlist_devices" USING btree ("tenant_id","sort_key","id");
CREATE INDEX "playlist_devices_created" ON "playlist_devices" USING btree ("tenant_id","created_at","id");
CREATE INDEX "playlist_devices_seen" ON "playlist_devices" USING btree ("tenant_id",coalesce(last_seen, '-infinity'::timestamptz),"id");
CREATE INDEX "playlist_devices_ending_across" ON "playlist_devices" USING btree ("expires_at") WHERE revoked_at is null and approved_at is not null;
CREATE INDEX "playlist_items_order" ON "playlist_items" USING btree ("tenant_id","playlist_id","position");
CREATE INDEX "playlist_items_report" ON "playlist_items" USING btree ("tenant_id","report_id");
CREATE UNIQUE INDEX "playlist_shares_once" ON "playlist_shares" USING btree ("tenant_id","playlist_id",coalesce(user_id, user_group_id));
CREATE INDEX "playlist_shares_user" ON "playlist_shares" USING btree ("tenant_id","user_id","playlist_id");
CREATE INDEX "playlist_shares_user_group" ON "playlist_shares" USING btree ("tenant_id","user_group_id","playlist_id");
CREATE INDEX "playlists_name" ON "playlists" USING btree ("tenant_id","sort_key","id");
CREATE INDEX "playlists_created" ON "playlists" USING btree ("tenant_id","created_at","id");
CREATE INDEX "playlists_owner_name" ON "playlists" USING btree ("tenant_id","owner_id","sort_key","id");

-- records
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
CREATE TABLE "outbox" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"due_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"taken_until" timestamp with time zone,
	CONSTRAINT "outbox_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE TABLE "usage_days" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	"viewers" integer NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "usage_days_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
CREATE INDEX "audit_row" ON "audit" USING btree ("tenant_id","row_id","at");
CREATE INDEX "audit_list" ON "audit" USING btree ("tenant_id","at","id");
CREATE INDEX "audit_actor" ON "audit" USING btree ("tenant_id","actor_id","at") WHERE actor_id is not null;
CREATE INDEX "outbox_across" ON "outbox" USING btree ("due_at");
CREATE INDEX "usage_days_across" ON "usage_days" USING btree ("day");

-- remote-access
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
	"person_sid" uuid,
	"started_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"summary" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"digest_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "remote_requests_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "remote_requests_kind" CHECK ("remote_requests"."kind" in ('remote','view','partner')),
	CONSTRAINT "remote_requests_reach" CHECK ("remote_requests"."reach" in ('view','act')),
	CONSTRAINT "remote_requests_state" CHECK ("remote_requests"."state" in ('requested','authorized','active','refused','expired','cancelled','ended'))
);
CREATE UNIQUE INDEX "remote_requests_wait_across" ON "remote_requests" USING btree ("wait_hash");
CREATE UNIQUE INDEX "remote_requests_session_across" ON "remote_requests" USING btree ("session_id");
CREATE INDEX "remote_requests_list" ON "remote_requests" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "remote_requests_user" ON "remote_requests" USING btree ("tenant_id","user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "remote_requests_asker" ON "remote_requests" USING btree ("tenant_id","asker_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE UNIQUE INDEX "remote_requests_once" ON "remote_requests" USING btree ("tenant_id","asker_id","user_id") WHERE state in ('requested','authorized') and kind = 'remote';
CREATE INDEX "remote_requests_person_across" ON "remote_requests" USING btree ("person_sid") WHERE state = 'active';
CREATE INDEX "remote_requests_digest_across" ON "remote_requests" USING btree ("started_at") WHERE kind = 'partner' and started_at is not null and digest_at is null;
CREATE INDEX "remote_requests_open_across" ON "remote_requests" USING btree ("expires_at") WHERE state in ('requested','authorized','active');

-- reports
CREATE TABLE "embed_tokens" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"key" text NOT NULL,
	"token_sealed" text,
	"expires_at" timestamp with time zone,
	"minting_until" timestamp with time zone,
	CONSTRAINT "embed_tokens_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
CREATE TABLE "favorites" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "favorites_tenant_id_user_id_report_id_pk" PRIMARY KEY("tenant_id","user_id","report_id")
);
CREATE TABLE "grants" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid,
	"user_group_id" uuid,
	"identity" jsonb,
	"filters" jsonb,
	"valid_until" timestamp with time zone,
	"source" text DEFAULT 'manual' NOT NULL,
	"granted_by_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "grants_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "grants_subject" CHECK (("grants"."subject" = 'everyone' and "grants"."user_id" is null and "grants"."user_group_id" is null) or ("grants"."subject" = 'user' and "grants"."user_id" is not null and "grants"."user_group_id" is null)
        or ("grants"."subject" = 'group' and "grants"."user_group_id" is not null and "grants"."user_id" is null))
);
CREATE TABLE "report_words" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"word" text collate "C" NOT NULL,
	"report_id" uuid NOT NULL,
	CONSTRAINT "report_words_tenant_id_word_report_id_pk" PRIMARY KEY("tenant_id","word","report_id")
);
CREATE TABLE "reports" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid,
	"subgroup_id" uuid,
	"title" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
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
	"tenant_colors" boolean DEFAULT false NOT NULL,
	"data_at" timestamp with time zone,
	"freshness" text DEFAULT 'unknown' NOT NULL,
	"checked_at" timestamp with time zone,
	"allow_edit" boolean DEFAULT false NOT NULL,
	"ignore_rls" boolean DEFAULT false NOT NULL,
	"ignore_rls_role" text,
	"restriction" text DEFAULT 'none' NOT NULL,
	"on_catalog" boolean DEFAULT false NOT NULL,
	"catalog_description" text DEFAULT '' NOT NULL,
	"resolution" text,
	"on_app" boolean DEFAULT true NOT NULL,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"watermark" text DEFAULT 'inherit' NOT NULL,
	"owner_id" uuid,
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"added_by_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "reports_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "reports_kind" CHECK ("reports"."kind" in ('powerbi','external')),
	CONSTRAINT "reports_external" CHECK ("reports"."kind" <> 'external' or "reports"."external_url" like 'https://%'),
	CONSTRAINT "reports_ignore_rls" CHECK (not "reports"."ignore_rls" or "reports"."ignore_rls_role" <> ''),
	CONSTRAINT "reports_restriction" CHECK ("reports"."restriction" in ('none','filters','rls')),
	CONSTRAINT "reports_watermark" CHECK ("reports"."watermark" in ('inherit','on','off')),
	CONSTRAINT "reports_orientation" CHECK ("reports"."orientation" in ('landscape','portrait','auto')),
	CONSTRAINT "reports_freshness" CHECK ("reports"."freshness" in ('fresh','late','failed','unknown'))
);
CREATE TABLE "visits" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id(),
	"report_id" uuid NOT NULL,
	"page" text,
	"started_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "visits_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE INDEX "embed_tokens_old" ON "embed_tokens" USING btree ("tenant_id","expires_at");
CREATE INDEX "favorites_report" ON "favorites" USING btree ("tenant_id","report_id");
CREATE UNIQUE INDEX "grants_once" ON "grants" USING btree ("tenant_id","report_id","subject",coalesce(user_id, user_group_id, '00000000-0000-0000-0000-000000000000'::uuid));
CREATE INDEX "grants_user" ON "grants" USING btree ("tenant_id","user_id","report_id");
CREATE INDEX "grants_user_group" ON "grants" USING btree ("tenant_id","user_group_id","report_id");
CREATE INDEX "grants_ending_across" ON "grants" USING btree ("valid_until");
CREATE INDEX "report_words_report" ON "report_words" USING btree ("tenant_id","report_id");
CREATE INDEX "reports_list" ON "reports" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "reports_title" ON "reports" USING btree ("tenant_id","sort_key","id");
CREATE INDEX "reports_data" ON "reports" USING btree ("tenant_id",coalesce(data_at, '-infinity'::timestamptz),"id");
CREATE INDEX "reports_group" ON "reports" USING btree ("tenant_id","group_id","sort_key","id");
CREATE INDEX "reports_subgroup" ON "reports" USING btree ("tenant_id","subgroup_id","sort_key","id");
CREATE INDEX "reports_position" ON "reports" USING btree ("tenant_id","group_id","position","id");
CREATE INDEX "reports_catalog" ON "reports" USING btree ("tenant_id","sort_key","id") WHERE on_catalog;
CREATE INDEX "reports_account" ON "reports" USING btree ("tenant_id","account_id");
CREATE INDEX "reports_checked_across" ON "reports" USING btree ("checked_at");
CREATE INDEX "visits_when" ON "visits" USING btree ("tenant_id","started_at");
CREATE INDEX "visits_across" ON "visits" USING btree ("started_at");
CREATE INDEX "visits_person" ON "visits" USING btree ("tenant_id","user_id","last_at" DESC NULLS LAST);
CREATE INDEX "visits_report" ON "visits" USING btree ("tenant_id","report_id","last_at" DESC NULLS LAST);

-- scim
CREATE TABLE "scim_groups" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_group_id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"display_key" text collate "C" NOT NULL,
	"external_id" text,
	"profile" text,
	"linked" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "scim_groups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "scim_groups_profile" CHECK ("scim_groups"."profile" in ('admin'))
);
CREATE TABLE "scim_log" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"token_id" uuid,
	"method" text NOT NULL,
	"kind" text NOT NULL,
	"row_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"detail" text,
	"ip" text,
	"request_id" text,
	CONSTRAINT "scim_log_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "scim_log_kind" CHECK ("scim_log"."kind" in ('User','Group','Bulk','Other'))
);
CREATE TABLE "scim_settings" (
	"tenant_id" uuid PRIMARY KEY DEFAULT app.tenant_id() NOT NULL,
	"invite" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
CREATE TABLE "scim_tokens" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"slot" smallint NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_ip" text,
	"revoked_at" timestamp with time zone,
	"added_by_id" uuid DEFAULT app.user_id(),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "scim_tokens_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "scim_tokens_slot" CHECK ("scim_tokens"."slot" in (1, 2))
);
CREATE UNIQUE INDEX "scim_groups_group_once" ON "scim_groups" USING btree ("tenant_id","user_group_id");
CREATE UNIQUE INDEX "scim_groups_name_once" ON "scim_groups" USING btree ("tenant_id","display_key");
CREATE INDEX "scim_groups_external" ON "scim_groups" USING btree ("tenant_id","external_id") WHERE external_id is not null;
CREATE INDEX "scim_log_at" ON "scim_log" USING btree ("tenant_id","at","id");
CREATE INDEX "scim_log_errors" ON "scim_log" USING btree ("tenant_id","at","id") WHERE status >= 400;
CREATE INDEX "scim_log_old_across" ON "scim_log" USING btree ("at");
CREATE UNIQUE INDEX "scim_tokens_slot" ON "scim_tokens" USING btree ("tenant_id","slot") WHERE revoked_at is null;
CREATE UNIQUE INDEX "scim_tokens_hash" ON "scim_tokens" USING btree ("tenant_id","hash");

-- service
CREATE TABLE "service_accounts" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" DEFAULT '' NOT NULL,
	"directory_id" text NOT NULL,
	"app_id" text NOT NULL,
	"object_id" text,
	"secret_sealed" text NOT NULL,
	"secret_set_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"secret_ends_at" timestamp with time zone,
	"secret_warned_days" text,
	"subscription_id" text,
	"resource_group" text,
	"workspace_id" text,
	"profile_id" text,
	"profile_name" text,
	"tested" jsonb,
	"tested_at" timestamp with time zone,
	"disabled" boolean DEFAULT false NOT NULL,
	"registered_by_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "service_accounts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE TABLE "workspaces" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"service_id" text NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"capacity_id" text,
	"added_by_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "workspaces_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE INDEX "service_accounts_ending_across" ON "service_accounts" USING btree ("secret_ends_at");
CREATE INDEX "service_accounts_name" ON "service_accounts" USING btree ("tenant_id","sort_key","id");
CREATE INDEX "service_accounts_created" ON "service_accounts" USING btree ("tenant_id","created_at","id");
CREATE INDEX "service_accounts_ends" ON "service_accounts" USING btree ("tenant_id",coalesce(secret_ends_at, '9999-12-31T00:00:00Z'::timestamptz),"id");
CREATE UNIQUE INDEX "workspaces_once" ON "workspaces" USING btree ("tenant_id","account_id","service_id");
CREATE INDEX "workspaces_name" ON "workspaces" USING btree ("tenant_id","sort_key","id");
CREATE INDEX "workspaces_created" ON "workspaces" USING btree ("tenant_id","created_at","id");

-- session
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password" text,
	"password_at" timestamp with time zone,
	"must_change" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "accounts_email" UNIQUE("email")
);
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"n" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
CREATE TABLE "devices" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"trusted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL
);
CREATE TABLE "relations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"above_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"role" text DEFAULT 'admin' NOT NULL,
	"verify" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"standing_until" timestamp with time zone,
	"until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"set_by_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "relations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "relations_kind" CHECK ("relations"."kind" in ('partner','consent')),
	CONSTRAINT "relations_role" CHECK ("relations"."role" in ('admin','user','billing')),
	CONSTRAINT "relations_status" CHECK ("relations"."status" in ('invited','active','suspended','ended'))
);
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"home_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"actor_sid" uuid,
	"relation_id" uuid,
	"reach" text DEFAULT 'act' NOT NULL,
	"auth_type" text DEFAULT 'password' NOT NULL,
	"address" text,
	"agent" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ends_by" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"factor_at" timestamp with time zone,
	"last_seen" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "sessions_reach" CHECK ("sessions"."reach" in ('view','act')),
	CONSTRAINT "sessions_actor_whole" CHECK (("sessions"."actor_sid" is null and "sessions"."home_id" = "sessions"."tenant_id") or ("sessions"."actor_sid" is not null and "sessions"."relation_id" is not null))
);
CREATE TABLE "tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"host" text,
	"source_sid" uuid,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
CREATE TABLE "users" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid,
	"email" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
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
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"seat" text,
	"home_page" text,
	"home_report_id" uuid,
	"theme_id" uuid,
	"picture" text,
	"expires_at" timestamp with time zone,
	"ip_exempt" boolean DEFAULT false NOT NULL,
	"access_hours" jsonb,
	"allow_remote" boolean DEFAULT false NOT NULL,
	"remote_until" timestamp with time zone,
	"invited_at" timestamp with time zone,
	"status_reason" text,
	"status_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"removed_account_id" uuid,
	"purged_at" timestamp with time zone,
	"expiry_told" integer,
	"added_by_id" uuid DEFAULT app.user_id(),
	"user_name" text,
	"user_name_key" text collate "C",
	"external_id" text,
	"scim" jsonb,
	"scim_at" timestamp with time zone,
	"raised" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	CONSTRAINT "users_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "users_profile" CHECK ("users"."profile" in ('a2m','master','admin','user')),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('A','T','B','I','D')),
	CONSTRAINT "users_seat" CHECK ("users"."seat" in ('partner'))
);
CREATE INDEX "devices_user_across" ON "devices" USING btree ("tenant_id","user_id");
CREATE INDEX "relations_above_across" ON "relations" USING btree ("above_id","tenant_id");
CREATE INDEX "sessions_user_across" ON "sessions" USING btree ("home_id","user_id");
CREATE INDEX "sessions_actor_across" ON "sessions" USING btree ("actor_sid") WHERE actor_sid is not null;
CREATE INDEX "tokens_user_across" ON "tokens" USING btree ("tenant_id","user_id","purpose");
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("tenant_id","email") WHERE deleted_at is null;
CREATE UNIQUE INDEX "users_user_name" ON "users" USING btree ("tenant_id","user_name_key") WHERE deleted_at is null;
CREATE INDEX "users_directory_name" ON "users" USING btree ("tenant_id",coalesce(user_name_key, email),"id");
CREATE INDEX "users_external" ON "users" USING btree ("tenant_id","external_id") WHERE external_id is not null;
CREATE INDEX "users_email_list" ON "users" USING btree ("tenant_id","email","id");
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("tenant_id","phone") WHERE deleted_at is null;
CREATE INDEX "users_status" ON "users" USING btree ("tenant_id","status","sort_key","id");
CREATE INDEX "users_profile_list" ON "users" USING btree ("tenant_id","profile","sort_key","id");
CREATE INDEX "users_status_list" ON "users" USING btree ("tenant_id","status","id");
CREATE INDEX "users_signed_in" ON "users" USING btree ("tenant_id",coalesce(last_sign_in_at, '-infinity'::timestamptz),"id");
CREATE INDEX "users_expires" ON "users" USING btree ("tenant_id",coalesce(expires_at, 'infinity'::timestamptz),"id");
CREATE INDEX "users_expiring_across" ON "users" USING btree ("expires_at") WHERE expires_at is not null and status in ('A','T');
CREATE INDEX "users_deleted_across" ON "users" USING btree ("deleted_at") WHERE deleted_at is not null and purged_at is null;
CREATE INDEX "users_list" ON "users" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "users_name" ON "users" USING btree ("tenant_id","sort_key","id");
CREATE INDEX "users_across" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "users_account_across" ON "users" USING btree ("account_id");

-- tenants
CREATE TABLE "domains" (
	"host" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"main" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "domains_host_across" PRIMARY KEY("host")
);
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
CREATE TABLE "settings" (
	"tenant_id" uuid PRIMARY KEY DEFAULT app.tenant_id() NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
CREATE TABLE "tenant_counts" (
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"n" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tenant_counts_kind_status_pk" PRIMARY KEY("kind","status")
);
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"status" text DEFAULT 'A' NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"language" text DEFAULT 'pt-BR' NOT NULL,
	"zone" text DEFAULT 'America/Sao_Paulo' NOT NULL,
	"trial_ends_at" timestamp with time zone,
	"user_limit" integer,
	"restrict_accounts" boolean DEFAULT false NOT NULL,
	"allow_reports" boolean DEFAULT true NOT NULL,
	"users_used" integer DEFAULT 0 NOT NULL,
	"bonus_users" integer DEFAULT 0 NOT NULL,
	"users_told" integer DEFAULT 0 NOT NULL,
	"domain_limit" integer,
	"report_limit" integer,
	"default_directory" boolean DEFAULT false NOT NULL,
	"trial_days" integer,
	"trial_told" integer,
	"payer_tenant_id" uuid,
	"payer_id" uuid,
	"status_reason" text,
	"own_domain" text,
	"hidden_by_partner" text[] DEFAULT '{}' NOT NULL,
	"hidden_by_platform" text[] DEFAULT '{}' NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "tenants_kind" CHECK ("tenants"."kind" in ('platform','partner','unit')),
	CONSTRAINT "tenants_status" CHECK ("tenants"."status" in ('A','T','B','I','D'))
);
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
CREATE INDEX "domains_tenant" ON "domains" USING btree ("tenant_id","host");
CREATE INDEX "notices_shown" ON "notices" USING btree ("tenant_id","starts_at");
CREATE UNIQUE INDEX "tenants_directory_across" ON "tenants" USING btree ("parent_id") WHERE default_directory and deleted_at is null;
CREATE INDEX "tenants_payer_across" ON "tenants" USING btree ("payer_tenant_id","payer_id");
CREATE INDEX "tenants_limit_across" ON "tenants" USING btree ("id") WHERE user_limit is not null and users_told <> (case when users_used >= user_limit then 100 when users_used * 5 >= user_limit * 4 then 80 else 0 end);
CREATE INDEX "tenants_trial_across" ON "tenants" USING btree ("trial_ends_at") WHERE status = 'T';
CREATE INDEX "tenants_parent_name_across" ON "tenants" USING btree ("parent_id","sort_key","id");
CREATE INDEX "tenants_parent_created_across" ON "tenants" USING btree ("parent_id","created_at","id");
CREATE INDEX "tenants_parent_users_across" ON "tenants" USING btree ("parent_id","users_used","id");
CREATE INDEX "tenants_across" ON "tenants" USING btree ("parent_id","id");
CREATE INDEX "tenants_name_across" ON "tenants" USING btree ("sort_key","id");
CREATE INDEX "tenants_created_across" ON "tenants" USING btree ("created_at","id");
CREATE INDEX "tenants_status_across" ON "tenants" USING btree ("status","sort_key","id");
CREATE INDEX "tenants_status_created_across" ON "tenants" USING btree ("status","created_at","id");
CREATE INDEX "tenants_kind_across" ON "tenants" USING btree ("kind","sort_key","id");
CREATE INDEX "tenants_kind_created_across" ON "tenants" USING btree ("kind","created_at","id");
CREATE INDEX "themes_published" ON "themes" USING btree ("tenant_id","published");

-- user-groups
CREATE TABLE "user_group_members" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "user_group_members_tenant_id_user_group_id_user_id_pk" PRIMARY KEY("tenant_id","user_group_id","user_id")
);
CREATE TABLE "user_groups" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"members_version" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "user_groups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE INDEX "user_group_members_user" ON "user_group_members" USING btree ("tenant_id","user_id","user_group_id");
CREATE UNIQUE INDEX "user_groups_name_once" ON "user_groups" USING btree ("tenant_id","sort_key") WHERE deleted_at is null;
CREATE INDEX "user_groups_name" ON "user_groups" USING btree ("tenant_id","sort_key","id");

-- user-imports
CREATE TABLE "import_mappings" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"header" text NOT NULL,
	"field" text NOT NULL,
	CONSTRAINT "import_mappings_tenant_id_header_pk" PRIMARY KEY("tenant_id","header")
);
CREATE TABLE "user_import_rows" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"import_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"cells" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"person" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"email" text,
	"phone" text,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"clashes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	CONSTRAINT "user_import_rows_tenant_id_import_id_n_pk" PRIMARY KEY("tenant_id","import_id","n"),
	CONSTRAINT "user_import_rows_state" CHECK ("user_import_rows"."state" in ('pending','failed','success'))
);
CREATE TABLE "user_imports" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"source" text DEFAULT 'file' NOT NULL,
	"from_tenant_id" uuid,
	"name" text NOT NULL,
	"hash" text,
	"header_row" integer DEFAULT 0 NOT NULL,
	"headers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '[]'::jsonb NOT NULL,
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
CREATE UNIQUE INDEX "import_mappings_once" ON "import_mappings" USING btree ("tenant_id","header","field");
CREATE INDEX "user_import_rows_state" ON "user_import_rows" USING btree ("tenant_id","import_id","state","n");
CREATE INDEX "user_import_rows_email" ON "user_import_rows" USING btree ("tenant_id","import_id","email");
CREATE INDEX "user_import_rows_phone" ON "user_import_rows" USING btree ("tenant_id","import_id","phone");
CREATE INDEX "user_imports_list" ON "user_imports" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "user_imports_hash" ON "user_imports" USING btree ("tenant_id","hash");
CREATE INDEX "user_imports_running_across" ON "user_imports" USING btree ("taken_until") WHERE state = 'running';

-- views
CREATE TABLE "fresh_waiters" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "fresh_waiters_tenant_id_report_id_user_id_pk" PRIMARY KEY("tenant_id","report_id","user_id")
);
CREATE TABLE "report_shares" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"to_user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "report_shares_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE TABLE "report_states" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"state" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "report_states_tenant_id_user_id_report_id_pk" PRIMARY KEY("tenant_id","user_id","report_id")
);
CREATE TABLE "report_view_defaults" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	CONSTRAINT "report_view_defaults_tenant_id_user_id_report_id_pk" PRIMARY KEY("tenant_id","user_id","report_id")
);
CREATE TABLE "report_views" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
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
CREATE INDEX "fresh_waiters_user" ON "fresh_waiters" USING btree ("tenant_id","user_id");
CREATE INDEX "report_shares_sent" ON "report_shares" USING btree ("tenant_id","user_id","at" DESC NULLS LAST);
CREATE INDEX "report_shares_report" ON "report_shares" USING btree ("tenant_id","report_id");
CREATE INDEX "report_shares_to" ON "report_shares" USING btree ("tenant_id","to_user_id");
CREATE INDEX "report_states_report" ON "report_states" USING btree ("tenant_id","report_id");
CREATE INDEX "report_view_defaults_view" ON "report_view_defaults" USING btree ("tenant_id","view_id");
CREATE INDEX "report_view_defaults_report" ON "report_view_defaults" USING btree ("tenant_id","report_id");
CREATE UNIQUE INDEX "report_views_name_once" ON "report_views" USING btree ("tenant_id","report_id","user_id","sort_key");
CREATE UNIQUE INDEX "report_views_for_all_once" ON "report_views" USING btree ("tenant_id","report_id") WHERE for_all;
CREATE INDEX "report_views_user" ON "report_views" USING btree ("tenant_id","user_id");

-- references
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_decided_by" FOREIGN KEY ("tenant_id","decided_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_user_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_comment" FOREIGN KEY ("tenant_id","comment_id") REFERENCES "public"."comments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comments" ADD CONSTRAINT "comments_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "comments" ADD CONSTRAINT "comments_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comments" ADD CONSTRAINT "comments_author" FOREIGN KEY ("tenant_id","author_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent" FOREIGN KEY ("tenant_id","parent_id") REFERENCES "public"."comments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "custom_fields" ADD CONSTRAINT "custom_fields_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "custom_values" ADD CONSTRAINT "custom_values_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "embed_keys" ADD CONSTRAINT "embed_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_key" FOREIGN KEY ("tenant_id","key_id") REFERENCES "public"."embed_keys"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "exports" ADD CONSTRAINT "exports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "exports" ADD CONSTRAINT "exports_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "groups" ADD CONSTRAINT "groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "groups" ADD CONSTRAINT "groups_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "subgroups" ADD CONSTRAINT "subgroups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "subgroups" ADD CONSTRAINT "subgroups_group" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "factors" ADD CONSTRAINT "factors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "factors" ADD CONSTRAINT "factors_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "identities" ADD CONSTRAINT "identities_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "identities" ADD CONSTRAINT "identities_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "questionnaires" ADD CONSTRAINT "questionnaires_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "questionnaires" ADD CONSTRAINT "questionnaires_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sso_apps" ADD CONSTRAINT "sso_apps_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "imports" ADD CONSTRAINT "imports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "imports" ADD CONSTRAINT "imports_account" FOREIGN KEY ("tenant_id","account_id") REFERENCES "public"."service_accounts"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "imports" ADD CONSTRAINT "imports_group" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "imports" ADD CONSTRAINT "imports_subgroup" FOREIGN KEY ("tenant_id","subgroup_id") REFERENCES "public"."subgroups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "imports" ADD CONSTRAINT "imports_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "maintenance" ADD CONSTRAINT "maintenance_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "maintenance" ADD CONSTRAINT "maintenance_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "maintenance_waiters" ADD CONSTRAINT "maintenance_waiters_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "maintenance_waiters" ADD CONSTRAINT "maintenance_waiters_window" FOREIGN KEY ("tenant_id","maintenance_id") REFERENCES "public"."maintenance"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "maintenance_waiters" ADD CONSTRAINT "maintenance_waiters_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_servers" ADD CONSTRAINT "mail_servers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mails" ADD CONSTRAINT "mails_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mails" ADD CONSTRAINT "mails_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "parties" ADD CONSTRAINT "parties_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "parties" ADD CONSTRAINT "parties_of_tenant_id_tenants_id_fk" FOREIGN KEY ("of_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "parties" ADD CONSTRAINT "parties_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "players" ADD CONSTRAINT "players_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "players" ADD CONSTRAINT "players_device" FOREIGN KEY ("tenant_id","device_id") REFERENCES "public"."playlist_devices"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "playlist_devices" ADD CONSTRAINT "playlist_devices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "playlist_devices" ADD CONSTRAINT "playlist_devices_playlist" FOREIGN KEY ("tenant_id","playlist_id") REFERENCES "public"."playlists"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "playlist_devices" ADD CONSTRAINT "playlist_devices_approved_by" FOREIGN KEY ("tenant_id","approved_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "playlist_items" ADD CONSTRAINT "playlist_items_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "playlist_items" ADD CONSTRAINT "playlist_items_playlist" FOREIGN KEY ("tenant_id","playlist_id") REFERENCES "public"."playlists"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "playlist_items" ADD CONSTRAINT "playlist_items_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "playlist_shares" ADD CONSTRAINT "playlist_shares_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "playlist_shares" ADD CONSTRAINT "playlist_shares_playlist" FOREIGN KEY ("tenant_id","playlist_id") REFERENCES "public"."playlists"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "playlist_shares" ADD CONSTRAINT "playlist_shares_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "playlist_shares" ADD CONSTRAINT "playlist_shares_user_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "remote_requests" ADD CONSTRAINT "remote_requests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "remote_requests" ADD CONSTRAINT "remote_requests_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "remote_requests" ADD CONSTRAINT "remote_requests_admin" FOREIGN KEY ("tenant_id","admin_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "remote_requests" ADD CONSTRAINT "remote_requests_relation" FOREIGN KEY ("tenant_id","relation_id") REFERENCES "public"."relations"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "embed_tokens" ADD CONSTRAINT "embed_tokens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "grants" ADD CONSTRAINT "grants_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "grants" ADD CONSTRAINT "grants_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "grants" ADD CONSTRAINT "grants_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_words" ADD CONSTRAINT "report_words_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "report_words" ADD CONSTRAINT "report_words_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_group" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_subgroup" FOREIGN KEY ("tenant_id","subgroup_id") REFERENCES "public"."subgroups"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_account" FOREIGN KEY ("tenant_id","account_id") REFERENCES "public"."service_accounts"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "visits" ADD CONSTRAINT "visits_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "visits" ADD CONSTRAINT "visits_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "visits" ADD CONSTRAINT "visits_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "scim_log" ADD CONSTRAINT "scim_log_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "scim_settings" ADD CONSTRAINT "scim_settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "scim_tokens" ADD CONSTRAINT "scim_tokens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_registered_by" FOREIGN KEY ("tenant_id","registered_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_account" FOREIGN KEY ("tenant_id","account_id") REFERENCES "public"."service_accounts"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "devices" ADD CONSTRAINT "devices_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "relations" ADD CONSTRAINT "relations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "relations" ADD CONSTRAINT "relations_above_id_tenants_id_fk" FOREIGN KEY ("above_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_actor" FOREIGN KEY ("actor_sid") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user" FOREIGN KEY ("home_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_relation" FOREIGN KEY ("tenant_id","relation_id") REFERENCES "public"."relations"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "users" ADD CONSTRAINT "users_theme" FOREIGN KEY ("tenant_id","theme_id") REFERENCES "public"."themes"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domains" ADD CONSTRAINT "domains_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "notices" ADD CONSTRAINT "notices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "settings" ADD CONSTRAINT "settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_parent_id_tenants_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "themes" ADD CONSTRAINT "themes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "user_import_rows" ADD CONSTRAINT "user_import_rows_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "user_import_rows" ADD CONSTRAINT "user_import_rows_import" FOREIGN KEY ("tenant_id","import_id") REFERENCES "public"."user_imports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_imports" ADD CONSTRAINT "user_imports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "user_imports" ADD CONSTRAINT "user_imports_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "fresh_waiters" ADD CONSTRAINT "fresh_waiters_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "fresh_waiters" ADD CONSTRAINT "fresh_waiters_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "fresh_waiters" ADD CONSTRAINT "fresh_waiters_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_to" FOREIGN KEY ("tenant_id","to_user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_states" ADD CONSTRAINT "report_states_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "report_states" ADD CONSTRAINT "report_states_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_states" ADD CONSTRAINT "report_states_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_view_defaults" ADD CONSTRAINT "report_view_defaults_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "report_view_defaults" ADD CONSTRAINT "report_view_defaults_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_view_defaults" ADD CONSTRAINT "report_view_defaults_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_view_defaults" ADD CONSTRAINT "report_view_defaults_view" FOREIGN KEY ("tenant_id","view_id") REFERENCES "public"."report_views"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;

-- ### Functions

grant create on schema app to mirante_gate;

-- Counts an attempt under a key and tells whether it is within the limit for the window. At the limit nothing more is written.
create or replace function app.attempt(p_key text, p_limit int, p_window interval) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (insert into public.attempts as x (key, n, until) values (p_key, 1, app.now() + p_window)
    on conflict (key) do update set n = case when x.until <= app.now() then 1 else x.n + 1 end, until = case when x.until <= app.now() then excluded.until else x.until end
    where x.until <= app.now() or x.n < p_limit returning 1)
  select exists (select from c) $$;
alter function app.attempt owner to mirante_gate;
revoke all on function app.attempt from public;

-- Handles "Forgot password". Known and unknown addresses are counted and recorded the same way; delivery decides what happens next.
create or replace function app.account_forgot(p_tenant uuid, p_email text, p_address text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not (app.attempt('f ' || p_tenant || ' ' || p_email, 5, '1 hour') and app.attempt('fa ' || p_address, 20, '1 hour') and app.attempt('ft ' || p_tenant, 1000, '1 hour')) then
    return (select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int from public.attempts x where x.until > app.now() and ((x.key = 'f ' || p_tenant || ' ' || p_email and x.n >= 5) or (x.key = 'fa ' || p_address and x.n >= 20) or (x.key = 'ft ' || p_tenant and x.n >= 1000)));
  end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.forgot', jsonb_build_object('email', p_email));
  return 0; end $$;
alter function app.account_forgot owner to mirante_gate;
revoke all on function app.account_forgot from public;
grant execute on function app.account_forgot to mirante_public;

-- Creates a single-use account link and revokes the previous one of its kind, so two of a kind never work.
create or replace function app.account_link(p_user uuid, p_purpose text, p_hash bytea, p_host text, p_via text, p_email text, p_life interval) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  select * into u from public.users x where x.tenant_id = app.tenant_id() and x.id = p_user and x.status in ('A','T') and x.deleted_at is null and x.seat is null for no key update;
  if not found or p_purpose not in ('account.invite', 'account.reset') or (p_purpose = 'account.invite' and u.account_id is not null) then return false; end if;
  -- What leaves by a tenant's own server opens no account that another tenant shares.
  if p_via = 'tenant' and (u.account_id is null or exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null)) then return false; end if;
  update public.tokens t set used_at = app.now() where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = p_purpose and t.used_at is null;
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) values (p_hash, p_purpose, u.tenant_id, u.id, p_host, app.now() + p_life, jsonb_build_object('via', p_via, 'email', p_email));
  if p_purpose = 'account.invite' then update public.users x set invited_at = app.now() where x.tenant_id = u.tenant_id and x.id = u.id; end if;
  return true; end $$;
alter function app.account_link owner to mirante_gate;
revoke all on function app.account_link from public;
grant execute on function app.account_link to mirante_job;

-- The password rules of every tenant in which this account may act, plus one more tenant; the strictest of them apply.
create or replace function app.account_rules(p_account uuid, p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('enable_password', s."values"->'enable_password', 'min_character', s."values"->'min_character', 'capital_letter', s."values"->'capital_letter',
      'special_characters', s."values"->'special_characters', 'expiry_time_password', s."values"->'expiry_time_password')), '[]')
    from public.settings s where s."values"->>'enable_password' = 'S' and (s.tenant_id = p_tenant or s.tenant_id in (select u.tenant_id from public.users u
      join public.tenants t on t.id = u.tenant_id and t.status in ('A','T') and t.deleted_at is null where u.account_id = p_account and u.status in ('A','T') and u.deleted_at is null)) $$;
alter function app.account_rules owner to mirante_gate;
revoke all on function app.account_rules from public;
grant execute on function app.account_rules to mirante_public;

-- All menu entries hidden from a tenant: by its own settings, by the settings of every tenant above it, and by the partner or the platform.
create or replace function app.hidden_menu(p_tenant uuid) returns text[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform as given from public.tenants t where t.id = p_tenant
      union all select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select coalesce(array_agg(distinct h), '{}') from (
    select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu') when 'array' then s."values"->'hidden_menu' else '[]' end) as h from up join lateral (select x."values" from public.settings x where x.tenant_id = up.id offset 0) s on true
    union all select unnest(up.given) from up) x $$;
alter function app.hidden_menu owner to mirante_gate;
revoke all on function app.hidden_menu from public;

-- Tells what an account link opens without using it. A guess at an existing password counts like one at sign-in.
create or replace function app.account_opens(p_hash bytea, p_host text, p_address text, p_guess boolean)
returns table (wait int, purpose text, via text, email text, tenant_id uuid, tenant_name text, host text, user_id uuid, account_id uuid, password text, own boolean, rules jsonb, status text, rights bigint, profile text, flags text[], name text, language text,
               department text, "position" text, tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], expires_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  if not app.attempt('p ' || p_address, 120, '15 min') then
    return query select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::text, null::uuid, null::text, null::text, null::uuid, null::uuid, null::text, null::boolean, null::jsonb, null::text, null::bigint, null::text, null::text[], null::text, null::text,
      null::text, null::text, null::text, null::boolean, null::boolean, null::jsonb, null::text[], null::timestamptz from public.attempts x where x.key = 'p ' || p_address;
    return;
  end if;
  select * into k from public.tokens t where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null and t.expires_at > app.now();
  if not found then return; end if;
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then return; end if;
  v_email := k.body->>'email';
  select * into a from public.accounts x where case when u.account_id is null then x.email = v_email else x.id = u.account_id end;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email) then return; end if;
  if k.body->>'via' = 'tenant' and exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null) then return; end if;
  own := k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null;
  -- One link pays for ten hashes in a quarter of an hour, however many calls bring it.
  if p_guess and not app.attempt('k ' || encode(p_hash, 'hex'), 10, '15 min') then wait := 900; return next; return; end if;
  if p_guess and own and not (app.attempt('u ' || k.tenant_id || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then wait := 1800; return next; return; end if;
  return query select 0, k.purpose, k.body->>'via', v_email, k.tenant_id, h.name, (select d.host from public.domains d where d.tenant_id = h.id order by d.host <> p_host, d.main desc, d.created_at, d.host limit 1), u.id, a.id, a.password, account_opens.own,
      app.account_rules(a.id, k.tenant_id), u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = k.tenant_id and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = k.tenant_id), app.hidden_menu(k.tenant_id), k.expires_at
    from public.tenants h left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = k.tenant_id; end $$;
alter function app.account_opens owner to mirante_gate;
revoke all on function app.account_opens from public;
grant execute on function app.account_opens to mirante_public;

-- What an account e-mail needs to know about a user of this tenant, found by id or by the address typed at "Forgot password".
create or replace function app.account_reader(p_user uuid, p_email text)
returns table (user_id uuid, name text, email text, language text, accepted boolean, owned boolean, elsewhere boolean, federated boolean, hosts jsonb, platform_hosts jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, coalesce(a.email, u.email), u.language, a.id is not null,
      a.id is not null or exists (select from public.accounts x where x.email = u.email and x.verified_at is not null and x.password is not null),
      exists (select from public.users o where o.account_id = a.id and o.tenant_id <> u.tenant_id and o.deleted_at is null),
      u.account_id is null and u.invited_at is null and (u.scim_at is not null or u.user_name is not null or exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id)),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d where d.tenant_id = u.tenant_id),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d join public.tenants p on p.id = d.tenant_id and p.kind = 'platform')
    from public.users u left join public.accounts a on a.id = u.account_id
   where u.tenant_id = app.tenant_id() and u.status in ('A','T') and u.deleted_at is null and u.seat is null
     and u.id = coalesce(p_user, (select x.id from public.accounts y join public.users x on x.account_id = y.id and x.tenant_id = app.tenant_id() where y.email = p_email limit 1),
       (select x.id from public.users x where x.tenant_id = app.tenant_id() and x.email = p_email and x.account_id is null)) $$;
alter function app.account_reader owner to mirante_gate;
revoke all on function app.account_reader from public;
grant execute on function app.account_reader to mirante_job;

-- Ends every session of an account in every tenant except one, and the act-as sessions inside them.
create or replace function app.end_account(p_account uuid, p_but uuid) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (update public.sessions s set revoked_at = app.now() from public.users u where u.account_id = p_account and s.home_id = u.tenant_id and s.user_id = u.id and s.revoked_at is null and s.id is distinct from p_but returning 1),
    k as (update public.tokens t set used_at = app.now() from public.users u where u.account_id = p_account and t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null and t.purpose in ('account.reset', 'account.change', 'company') returning 1)
  select $$;
alter function app.end_account owner to mirante_gate;
revoke all on function app.end_account from public;

-- Forgets remembered devices except the one in use: after a new password and after "end all sessions", each must give the second factor
-- again.
create or replace function app.forget_devices(p_tenant uuid, p_user uuid, p_but bytea) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.devices d set trusted_at = null from public.users me join public.users o on (o.tenant_id = me.tenant_id and o.id = me.id) or (me.account_id is not null and o.account_id = me.account_id)
      where me.tenant_id = p_tenant and me.id = p_user and d.tenant_id = o.tenant_id and d.user_id = o.id and d.hash is distinct from p_but and d.trusted_at is not null
      returning d.tenant_id, d.user_id, d.trusted_at)
  select count(*)::int from w $$;
alter function app.forget_devices owner to mirante_gate;
revoke all on function app.forget_devices from public;

-- Uses an account link exactly once, however many requests arrive. Without a new password, p_seen is the existing one that was verified,
-- and the account is linked as it is.
create or replace function app.account_take(p_hash bytea, p_host text, p_seen text, p_new text, p_account uuid, p_device bytea, p_address text, p_request text) returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  v_email := k.body->>'email';
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null for no key update;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then raise exception 'link_used' using errcode = 'MR411'; end if;
  insert into public.accounts (id, email) values (p_account, v_email) on conflict (email) do nothing;
  select * into a from public.accounts x where case when u.account_id is null then x.email = v_email else x.id = u.account_id end for no key update;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email)
     or a.password is distinct from p_seen
     or (k.body->>'via' = 'tenant' and exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null))
     or (p_new is null) <> (k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null) then raise exception 'link_used' using errcode = 'MR411'; end if;
  if p_new is not null then
    -- Of an address that nobody was known to own, nothing of before remains.
    perform app.end_account(a.id, null);
    delete from public.devices d using public.users o where o.account_id = a.id and d.tenant_id = o.tenant_id and d.user_id = o.id and k.purpose <> 'account.change';
    if k.purpose = 'account.change' then perform app.forget_devices(u.tenant_id, u.id, p_device); end if;
    update public.accounts x set password = p_new, password_at = app.now(), must_change = false,
        verified_at = case k.body->>'via' when 'platform' then app.now() when 'tenant' then null else x.verified_at end where x.id = a.id;
  end if;
  update public.users x set account_id = a.id where x.tenant_id = u.tenant_id and x.id = u.id and x.account_id is null;
  update public.tokens t set used_at = app.now() where t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null and t.purpose in ('account.invite', 'account.reset', 'account.change');
  delete from public.attempts where key in ('u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (u.tenant_id, u.id, null, u.tenant_id, case when u.account_id is null then 'account.accepted' when k.purpose = 'account.change' then 'account.password' else 'account.reset' end, u.id, p_address, p_request);
  if k.purpose <> 'account.invite' then insert into public.outbox (tenant_id, kind, body) values (u.tenant_id, 'account.changed', jsonb_build_object('user_id', u.id)); end if;
  return a.id; end $$;
alter function app.account_take owner to mirante_gate;
revoke all on function app.account_take from public;
grant execute on function app.account_take to mirante_public;

-- Notifies a user of something that happened to them: an inbox row, and an outbox row for the e-mail.
create or replace function app.act_tell(p_tenant uuid, p_user uuid, p_kind text, p_vars jsonb, p_link text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with n as (insert into public.notifications (tenant_id, id, user_id, kind, vars, link) select p_tenant, gen_random_uuid(), u.id, p_kind, p_vars, p_link from public.users u
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and u.seat is null returning id)
  insert into public.outbox (tenant_id, kind, body) select p_tenant, 'notification', jsonb_build_object('id', n.id) from n $$;
alter function app.act_tell owner to mirante_gate;
revoke all on function app.act_tell from public;

-- Ends an act-as session and the request behind it. The user who was impersonated is notified, also when a partner acted.
create or replace function app.act_end(p_sid uuid, p_by text, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; s public.sessions; v_changes jsonb; v_minutes int; begin
  update public.sessions se set revoked_at = app.now() where se.id = p_sid and se.actor_sid is not null and se.revoked_at is null returning se.* into s;
  select r.* into q from public.remote_requests r where r.session_id = p_sid and r.state = 'active' for update;
  if q.id is null then return s.id is not null; end if;
  update public.relations r set ended_at = app.now() where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.kind = 'consent' and r.ended_at is null;
  select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'what', c.what, 'row', c.row_id) order by c.at), '[]') into v_changes
    from (select a.at, a.what, a.row_id from public.audit a where a.tenant_id = q.tenant_id and a.actor_id = q.asker_id and a.at >= q.started_at and a.user_id = coalesce(q.user_id, a.user_id)
      and a.what not in ('session.act', 'session.end', 'remote.end') order by a.at limit 200) c;
  update public.remote_requests r set state = 'ended', ended_at = least(app.now(), greatest(r.ends_at, r.started_at)), ended_by = p_by, summary = r.summary || jsonb_build_object('changes', v_changes), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning ceil(extract(epoch from r.ended_at - r.started_at) / 60)::int into v_minutes;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select q.tenant_id, coalesce(q.user_id, e.user_id), q.asker_id, q.tenant_id, 'remote.end', q.id, jsonb_build_object('by', p_by), p_address, p_request from public.sessions e where e.id = p_sid;
  if q.user_id is not null then
    perform app.act_tell(q.tenant_id, q.user_id, 'remote_ended', jsonb_build_object('person', q.asker_name, 'minutes', greatest(v_minutes, 1),
      'pages', jsonb_array_length(coalesce(q.summary->'pages', '[]')), 'changes', jsonb_array_length(v_changes)), '/?account=access&entry=' || q.id);
    if p_by <> 'asker' then
      perform app.act_tell(q.asker_home_id, q.asker_id, 'remote_over', jsonb_build_object('person', (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id), 'by', p_by), null);
    end if;
  end if;
  return true; end $$;
alter function app.act_end owner to mirante_gate;
revoke all on function app.act_end from public;
grant execute on function app.act_end to mirante_app, mirante_job, mirante_public;

-- A tenant acts while its status is A, or T until its trial ends.
create or replace function app.acts(p_status text, p_trial timestamptz) returns boolean stable parallel safe return p_status = 'A' or (p_status = 'T' and (p_trial is null or p_trial > app.now()));
revoke all on function app.acts from public;
grant execute on function app.acts to mirante_gate;

-- Who acts in a live act-as session, or null. The actor, the grant and the impersonated user must all still be valid.
create or replace function app.actor_of(p_sid uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.user_id from public.sessions se
    join public.sessions e on e.id = se.actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now()
    join public.users a on a.tenant_id = e.home_id and a.id = e.user_id and a.status in ('A', 'T') and a.deleted_at is null
    join public.tenants h on h.id = e.home_id and app.acts(h.status, h.trial_ends_at)
    join public.relations r on r.tenant_id = se.tenant_id and r.id = se.relation_id and r.above_id = e.home_id and r.status = 'active' and r.ended_at is null and r.until > app.now()
    join public.users u on u.tenant_id = se.home_id and u.id = se.user_id and u.deleted_at is null
    left join public.remote_requests q on q.session_id = se.id
    left join public.sessions p on p.id = q.person_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now() and case r.kind
     when 'partner' then se.last_seen > app.now() - interval '60 minutes'
     else u.allow_remote and u.profile = 'user' and (a.profile = 'admin' or a.flags @> '{support,remote_access}') and p.revoked_at is null
       and exists (select from public.settings s where s.tenant_id = se.tenant_id and s."values"->>'allow_access_remote' = 'S') end $$;
alter function app.actor_of owner to mirante_gate;
revoke all on function app.actor_of from public;

-- What a new token of a live session says; for an act-as session also who acts, with which reach and by which grant.
create or replace function app.session_facts(p_sid uuid) returns table (state text, tenant_id uuid, user_id uuid, profile text, flags text[], rights bigint, until timestamptz, reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when u.status not in ('A', 'T') then 'user_blocked' when not app.acts(h.status, h.trial_ends_at) then 'tenant_blocked' else 'ok' end,
      se.tenant_id, se.user_id, u.profile, u.flags, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), se.expires_at, se.reach, e.user_id,
      case when se.actor_sid is not null then coalesce((select q.kind from public.remote_requests q where q.session_id = se.id), 'partner') end, app.hidden_menu(se.tenant_id),
      u.name, u.email, u.language, u.department, u."position"
    from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id left join public.sessions e on e.id = se.actor_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now() and (se.actor_sid is null or app.actor_of(se.id) is not null) $$;
alter function app.session_facts owner to mirante_gate;
revoke all on function app.session_facts from public;
grant execute on function app.session_facts to mirante_public;

-- What a new token says about the act-as session that the caller just opened; another session's id returns nothing.
create or replace function app.act_facts(p_sid uuid) returns table (state text, tenant_id uuid, user_id uuid, profile text, flags text[], rights bigint, until timestamptz, reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.* from public.sessions s join public.sessions e on e.id = s.actor_sid, lateral app.session_facts(s.id) f
    where s.id = p_sid and e.user_id = app.user_id() and e.home_id = app.home_id() and app.actor_id() is null $$;
alter function app.act_facts owner to mirante_gate;
revoke all on function app.act_facts from public;
grant execute on function app.act_facts to mirante_app;

-- Opens an act-as session. Only other gate functions call it, after they checked permission. Sessions don't chain: someone who is already
-- acting as another can't open one.
create or replace function app.act_open(p_sid uuid, p_tenant uuid, p_user uuid, p_actor_sid uuid, p_relation uuid, p_reach text, p_until timestamptz, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, actor_sid, relation_id, reach, auth_type, address, expires_at)
      select p_sid, p_tenant, p_tenant, p_user, e.id, p_relation, p_reach, 'act', p_address, least(p_until, e.expires_at) from public.sessions e
        where e.id = p_actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now() returning 1),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      select p_tenant, p_user, e.user_id, p_tenant, 'session.act', p_sid, jsonb_build_object('reach', p_reach, 'until', p_until, 'home', e.home_id), p_address, p_request from s, public.sessions e where e.id = p_actor_sid)
  select exists (select from s) $$;
alter function app.act_open owner to mirante_gate;
revoke all on function app.act_open from public;

-- Records a page opened in a live act-as session, for its summary.
create or replace function app.act_page(p_sid uuid, p_path text, p_title text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.remote_requests r set summary = jsonb_set(r.summary, '{pages}', coalesce(r.summary->'pages', '[]') || jsonb_build_object('at', app.now(), 'path', p_path, 'title', p_title))
      where r.session_id = p_sid and r.state = 'active' and jsonb_array_length(coalesce(r.summary->'pages', '[]')) < 200
        and (r.summary->'pages'->-1->>'path') is distinct from p_path and app.actor_of(p_sid) is not null returning 1)
  select exists (select from w) or app.actor_of(p_sid) is not null $$;
alter function app.act_page owner to mirante_gate;
revoke all on function app.act_page from public;
grant execute on function app.act_page to mirante_public;

-- Starts the session that was granted, once and before the grant expires. A user who wasn't asked this time is notified at once.
create or replace function app.act_start(p_wait bytea, p_actor_sid uuid, p_sid uuid, p_address text, p_request text) returns table (state text, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; v_relation uuid := gen_random_uuid(); v_until timestamptz; begin
  select r.* into q from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind in ('remote', 'view') and app.actor_id() is null for update;
  if not found then return; end if;
  if q.state <> 'authorized' or q.enter_by <= app.now() then return query select case when q.state = 'authorized' then 'expired' else q.state end, null::timestamptz; return; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id) values (q.tenant_id, v_relation, q.asker_home_id, 'consent', 'user', false, v_until, q.user_id);
  if not exists (select from public.sessions e where e.id = p_actor_sid and e.user_id = app.user_id() and e.home_id = app.home_id())
    or not app.act_open(p_sid, q.tenant_id, q.user_id, p_actor_sid, v_relation, q.reach, v_until, p_address, p_request) then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.remote_requests r set state = 'active', relation_id = v_relation, session_id = p_sid, started_at = app.now(), ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning r.ends_at into v_until;
  if app.actor_of(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  if not q.needs_person then
    perform app.act_tell(q.tenant_id, q.user_id, case q.kind when 'view' then 'remote_looking' else 'remote_started' end,
      jsonb_build_object('person', q.asker_name, 'reason', q.reason, 'minutes', q.minutes), '/?account=access');
  end if;
  return query select 'active', v_until; end $$;
alter function app.act_start owner to mirante_gate;
revoke all on function app.act_start from public;
grant execute on function app.act_start to mirante_app;

-- How far the caller sees, read from the sealed setting: platform, partner, unit, or the kind of client that has no user.
create or replace function app.scope() returns text stable parallel safe return (app.me())[7];
revoke all on function app.scope from public;
grant execute on function app.scope to mirante_app, mirante_gate, mirante_job, mirante_wide;

-- The caller's profile, read from the sealed setting.
create or replace function app.profile() returns text stable parallel safe return (app.me())[5];
revoke all on function app.profile from public;
grant execute on function app.profile to mirante_app, mirante_gate, mirante_job, mirante_wide;

-- What a tenant and those below it use, and what their limits give away: a limit counts in full, a tenant without one counts by its use.
create or replace function app.tree_use(p_id uuid, p_product text) returns table (users int, users_given int, domains int, domains_given int, reports int, reports_given int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with x as (select t.id = p_id as top, t.users_used as u, t.user_limit as ul, t.domain_limit as dl, t.report_limit as rl,
      (select count(*)::int from public.domains d where d.tenant_id = t.id and right(d.host, length(p_product) + 1) <> '.' || p_product) as d,
      (select count(*)::int from public.reports r where r.tenant_id = t.id) as r
    from public.tenants t where (t.id = p_id or t.parent_id = p_id) and t.deleted_at is null)
  select coalesce(sum(u), 0)::int, coalesce(sum(case when top then u else greatest(u, coalesce(ul, u)) end), 0)::int,
    coalesce(sum(d), 0)::int, coalesce(sum(case when top then d else greatest(d, coalesce(dl, d)) end), 0)::int,
    coalesce(sum(r), 0)::int, coalesce(sum(case when top then r else greatest(r, coalesce(rl, r)) end), 0)::int from x $$;
alter function app.tree_use owner to mirante_gate;
revoke all on function app.tree_use from public;

-- Under a partner with limits: a unit can't be created without limits of its own, and no change may take more than the partner has left. A
-- unit without a limit from before can still be renamed.
create or replace function app.keep_within(p_up public.tenants, p_new public.tenants, p_before int[], p_product text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare n record; v_what text; v_given int; v_limit int; v_own int; v_before int; begin
  if p_up.kind <> 'partner' then return; end if;
  select * into n from app.tree_use(p_up.id, p_product);
  for v_what, v_given, v_limit, v_own, v_before in values ('users', n.users_given, p_up.user_limit, p_new.user_limit, p_before[1]),
      ('domains', n.domains_given, p_up.domain_limit, p_new.domain_limit, p_before[2]), ('reports', n.reports_given, p_up.report_limit, p_new.report_limit, p_before[3]) loop
    if v_limit is not null and ((v_own is null and p_new.version = 1) or (v_given > v_limit and v_given > v_before)) then
      raise exception '% %', v_what, greatest(0, v_limit - v_before) using errcode = 'MT422';
    end if;
  end loop; end $$;
alter function app.keep_within owner to mirante_gate;
revoke all on function app.keep_within from public;

-- Creates a unit or a partner in one transaction: the tenant, its settings, theme, host, relation, report-service account, first
-- administrator with an invitation, and the audit rows in both tenants.
create or replace function app.add_tenant(p jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_me uuid := app.tenant_id(); v_kind text := p->>'kind'; v_id uuid := (p->>'id')::uuid; v_admin uuid := (p->>'admin_id')::uuid;
  v_up public.tenants; v_new public.tenants; b record; begin
  if app.home_id() is distinct from v_me or app.actor_id() is not null
     or not ((app.scope() = 'platform' and app.profile() = 'a2m') or (app.scope() = 'partner' and app.profile() = 'master' and v_kind = 'unit')) or v_kind not in ('partner', 'unit') then
    raise exception 'not_found' using errcode = 'MT404'; end if;
  select * into v_up from public.tenants where id = v_me for no key update;
  select * into b from app.tree_use(v_me, p->>'product');
  if (p->>'default_directory')::boolean then
    update public.tenants set default_directory = false, version = version + 1 where parent_id = v_me and default_directory and deleted_at is null; end if;
  if p->>'payer_id' is not null and not exists (select from public.parties c where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  insert into public.tenants (id, kind, parent_id, name, sort_key, status, language, zone, trial_days, trial_ends_at, user_limit, bonus_users, domain_limit, report_limit,
      default_directory, restrict_accounts, allow_reports, own_domain, payer_tenant_id, payer_id)
    values (v_id, v_kind, v_me, p->>'name', p->>'sort_key', case when (p->>'trial_days')::int > 0 then 'T' else 'A' end, p->>'language', p->>'zone', (p->>'trial_days')::int,
      case when (p->>'trial_days')::int > 0 then app.now() + make_interval(days => (p->>'trial_days')::int) end, (p->>'user_limit')::int, (p->>'bonus_users')::int, (p->>'domain_limit')::int, (p->>'report_limit')::int,
      (p->>'default_directory')::boolean, (p->>'restrict_accounts')::boolean, (p->>'allow_reports')::boolean, p->>'own_domain',
      case when p->>'payer_id' is not null then v_me end, (p->>'payer_id')::uuid) returning * into v_new;
  insert into public.settings (tenant_id, "values") values (v_id, jsonb_build_object('timezone', p->>'zone', 'mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean));
  insert into public.domains (host, tenant_id, main) values (p->>'host', v_id, true);
  if p->>'theme_from' = 'own' then
    insert into public.themes (tenant_id, id, name, "values", published)
      select v_id, gen_random_uuid(), h.name, h."values" || jsonb_build_object('pageTitle', p->>'name'), true from public.themes h where h.tenant_id = v_me and h.published limit 1;
  elsif jsonb_typeof(p->'theme') = 'object' then
    insert into public.themes (tenant_id, id, name, "values", published) values (v_id, gen_random_uuid(), p->>'name', p->'theme', true);
  end if;
  if v_up.kind = 'partner' then
    insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id)
      values (v_id, gen_random_uuid(), v_me, 'partner', 'admin', (p->>'verify')::boolean, app.now() + interval '2 years', app.user_id()); end if;
  insert into public.users (tenant_id, id, email, name, sort_key, profile, status, language, phone, invited_at, added_by_id)
    values (v_id, v_admin, p->>'admin_email', p->>'admin_name', p->>'admin_key', case v_kind when 'partner' then 'master' else 'admin' end, 'A', p->>'admin_language', p->>'admin_phone', app.now(), null);
  if jsonb_typeof(p->'account') = 'object' then
    insert into public.service_accounts (tenant_id, id, name, sort_key, directory_id, app_id, object_id, secret_sealed, secret_ends_at, subscription_id, resource_group, workspace_id, registered_by_id)
      select v_id, a.id, a.name, a.sort_key, a.directory_id, a.app_id, a.object_id, a.secret_sealed, a.secret_ends_at, a.subscription_id, a.resource_group, a.workspace_id, v_admin
        from jsonb_to_record(p->'account') as a(id uuid, name text, sort_key text, directory_id text, app_id text, object_id text, secret_sealed text, secret_ends_at timestamptz, subscription_id text, resource_group text, workspace_id text); end if;
  perform app.keep_within(v_up, v_new, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  insert into public.outbox (tenant_id, kind, body) values (v_id, 'account.invite', jsonb_build_object('user_id', v_admin));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, v_me, 'tenant.add', v_id, jsonb_build_object('after', jsonb_build_object('name', p->>'name', 'kind', v_kind, 'host', p->>'host', 'trial_days', p->'trial_days', 'user_limit', p->'user_limit',
      'bonus_users', p->'bonus_users', 'domain_limit', p->'domain_limit', 'report_limit', p->'report_limit', 'administrator', p->>'admin_email')), p->>'ip', p->>'request' from unnest(array[v_me, v_id]) x; end $$;
alter function app.add_tenant owner to mirante_gate;
revoke all on function app.add_tenant from public;
grant execute on function app.add_tenant to mirante_app;

-- The allowed addresses of a tenant as saved, and a pending change that nobody has confirmed yet.
create or replace function app.allowed_addresses(p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('ip', coalesce(s."values"->'ip', '"N"'), 'listIp', coalesce(s."values"->'listIp', 'null'), 'trial', coalesce(s."values"->'ip_trial', 'null')) from public.settings s where s.tenant_id = p_tenant $$;
alter function app.allowed_addresses owner to mirante_gate;
revoke all on function app.allowed_addresses from public;
grant execute on function app.allowed_addresses to mirante_public;

-- The digest of the password that a sign-in step was judged by, and whether it must be changed; for a company ticket also whether it was
-- typed for that ticket.
create or replace function app.arrival_password(p_tenant uuid, p_hash bytea) returns table (seen bytea, typed boolean, must_change boolean, password_at timestamptz, rules jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select sha256(convert_to(a.password, 'UTF8')), k.source_sid is null, a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant)
    from public.tokens k join public.users u on u.tenant_id = k.tenant_id and u.id = k.user_id join public.accounts a on a.id = u.account_id
   where k.hash = p_hash and k.tenant_id = p_tenant and k.purpose = 'company' $$;
alter function app.arrival_password owner to mirante_gate;
revoke all on function app.arrival_password from public;
grant execute on function app.arrival_password to mirante_public;

-- Uses a company ticket on its host and returns what a sign-in would return about the user.
create or replace function app.arrive(p_tenant uuid, p_hash bytea, p_host text)
returns table (email text, user_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[]) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with k as (update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = 'company' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant and t.host = p_host
      and (t.source_sid is null or exists (select from public.sessions s where s.id = t.source_sid and s.revoked_at is null and s.expires_at > app.now()))
    returning t.tenant_id, t.user_id)
  select u.email, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant)
    from k join public.users u on u.tenant_id = k.tenant_id and u.id = k.user_id and u.deleted_at is null join public.tenants h on h.id = k.tenant_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id $$;
alter function app.arrive owner to mirante_gate;
revoke all on function app.arrive from public;
grant execute on function app.arrive to mirante_public;

-- Tells whether a tenant lies below the caller's, for a partner's master or a platform administrator who isn't acting as another user.
create or replace function app.below(p_id uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.home_id() = app.tenant_id() and app.actor_id() is null and exists (
    select from public.tenants t left join public.tenants p on p.id = t.parent_id where t.id = p_id and t.kind <> 'platform'
      and ((app.scope() = 'partner' and app.profile() = 'master' and t.parent_id = app.tenant_id())
        or (app.scope() = 'platform' and app.profile() = 'a2m' and app.tenant_id() in (t.parent_id, p.parent_id)))) $$;
alter function app.below owner to mirante_gate;
revoke all on function app.below from public;

-- Records a refused sign-in of a known user in the sign-in log and the audit log.
create or replace function app.sign_in_refused(p_tenant uuid, p_user uuid, p_code text, p_way text, p_address text, p_agent text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent) select u.tenant_id, gen_random_uuid(), u.id, p_way, p_code, p_address, p_agent from public.users u where u.tenant_id = p_tenant and u.id = p_user)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, u.id, null, p_tenant, 'session.refused', u.id, jsonb_build_object('code', p_code), p_address, p_request from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;
alter function app.sign_in_refused owner to mirante_gate;
revoke all on function app.sign_in_refused from public;
grant execute on function app.sign_in_refused to mirante_public;

-- Records a refused call of a live session, at most once a minute per user and address.
create or replace function app.call_refused(p_tenant uuid, p_user uuid, p_code text, p_address text, p_agent text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.sign_in_refused(p_tenant, p_user, p_code, 'session', p_address, p_agent, p_request)
   where not exists (select from public.sign_ins r where r.tenant_id = p_tenant and r.user_id = p_user and r.way = 'session' and r.outcome = p_code and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute') $$;
alter function app.call_refused owner to mirante_gate;
revoke all on function app.call_refused from public;
grant execute on function app.call_refused to mirante_public;

-- The tenants in which the caller's account has an active user who may sign in; the most recently used first.
create or replace function app.companies() returns table (id uuid, name text, kind text, current boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with me as materialized (select u.account_id, u.tenant_id from public.users u where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and u.seat is null)
  select t.id, t.name, t.kind, t.id = me.tenant_id from me join public.users u on u.account_id = me.account_id and u.status in ('A','T') and u.deleted_at is null
    join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
   where exists (select from public.domains d where d.tenant_id = t.id)
   order by t.id <> me.tenant_id, u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 500 $$;
alter function app.companies owner to mirante_gate;
revoke all on function app.companies from public;
grant execute on function app.companies to mirante_app;

-- Tells whether a unit accepts passwords. Turning them off only holds while another sign-in method is active, so removing a provider locks
-- nobody out.
create or replace function app.takes_passwords(p_tenant uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s."values"->>'password_sign_in' from public.settings s where s.tenant_id = p_tenant), 'S') <> 'N' or not exists (select from public.sso_apps a where a.tenant_id = p_tenant and a.status = 'A') $$;
alter function app.takes_passwords owner to mirante_gate;
revoke all on function app.takes_passwords from public;
grant execute on function app.takes_passwords to mirante_public;

-- Creates a ticket into another tenant of the same account: single use, one minute, one host, and only while the session it came from is
-- live.
create or replace function app.company_ticket(p_account uuid, p_from uuid, p_source uuid, p_target uuid, p_hash bytea) returns table (host text, made boolean) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (select u.tenant_id, u.id, (select d.host from public.domains d where d.tenant_id = u.tenant_id order by d.main desc, d.host limit 1) as host
      from public.users u join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
     where u.account_id = p_account and u.tenant_id <> p_from and (p_target is null or u.tenant_id = p_target) and u.status in ('A','T') and u.deleted_at is null and u.seat is null
     order by u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 1),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
      select p_hash, 'company', c.tenant_id, c.id, c.host, p_source, app.now() + interval '60 seconds', jsonb_build_object('from', p_from) from c where c.host is not null and app.takes_passwords(c.tenant_id) returning 1)
  select c.host, exists (select from k) from c where c.host is not null $$;
alter function app.company_ticket owner to mirante_gate;
revoke all on function app.company_ticket from public;

-- Switches to another tenant of the same account. A passkey or an invitation's password counts as the account's own sign-in method, like
-- its password.
create or replace function app.change_company(p_sid uuid, p_target uuid, p_hash bytea, p_address text, p_request text) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; v_type text; v_made boolean; begin
  select u.account_id, s.auth_type into v_account, v_type from public.users u join public.sessions s on s.id = p_sid and s.user_id = u.id and s.home_id = u.tenant_id and s.actor_sid is null
   where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null;
  if v_account is null then return query select 'none', null::text; return; end if;
  -- Who came in by a way that is not an account's own proves himself to the target by the target's own way.
  if v_type not in ('password', 'passkey', 'invitation', 'company') then
    return query select 'sign_in', (select d.host from public.domains d where d.tenant_id = c.id order by d.main desc, d.host limit 1) from app.companies() c where c.id = p_target and not c.current;
    return;
  end if;
  select t.host, t.made into host, v_made from app.company_ticket(v_account, app.tenant_id(), p_sid, p_target, p_hash) t;
  if host is null then state := 'none'; return next; return; end if;
  if not v_made then state := 'sign_in'; return next; return; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'session.company', p_sid, jsonb_build_object('to', t.name), p_address, p_request from public.tenants t where t.id = p_target;
  state := 'ok'; return next; end $$;
alter function app.change_company owner to mirante_gate;
revoke all on function app.change_company from public;
grant execute on function app.change_company to mirante_app;

-- Creates the link that forces a password change during sign-in, replacing the previous one.
create or replace function app.change_link(p_tenant uuid, p_user uuid, p_hash bytea, p_host text, p_at timestamptz, p_remember boolean) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with u as (select u.tenant_id, u.id, a.email from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A','T') and u.deleted_at is null),
    o as (update public.tokens t set used_at = app.now() from u where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = 'account.change' and t.used_at is null),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) select p_hash, 'account.change', u.tenant_id, u.id, p_host, app.now() + interval '30 minutes',
      jsonb_build_object('via', 'sign-in', 'email', u.email, 'factor_at', p_at, 'remember', p_remember) from u returning 1)
  select exists (select from k) $$;
alter function app.change_link owner to mirante_gate;
revoke all on function app.change_link from public;
grant execute on function app.change_link to mirante_public;

-- Leases due outbox rows to one worker; skip locked keeps workers off each other's rows.
create or replace function app.claim(p_n int, p_lease interval) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.outbox o set taken_until = app.now() + p_lease from (select c.tenant_id, c.id from public.outbox c where c.due_at <= app.now() and (c.taken_until is null or c.taken_until < app.now()) order by c.due_at limit least(p_n, 100) for update skip locked) c
   where o.tenant_id = c.tenant_id and o.id = c.id returning o.tenant_id, o.id $$;
alter function app.claim owner to mirante_gate;
revoke all on function app.claim from public;
grant execute on function app.claim to mirante_job;

-- Leases reports whose data time should be read from the service, least recently checked first.
create or replace function app.claim_checks(p_n int, p_every interval) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.reports r set checked_at = app.now() from (select c.tenant_id, c.id from public.reports c
      where c.kind = 'powerbi' and c.dataset_id is not null and (c.checked_at is null or c.checked_at < app.now() - p_every)
      order by c.checked_at nulls first limit least(p_n, 100) for update skip locked) c
   where r.tenant_id = c.tenant_id and r.id = c.id returning r.tenant_id, r.id $$;
alter function app.claim_checks owner to mirante_gate;
revoke all on function app.claim_checks from public;
grant execute on function app.claim_checks to mirante_job;

-- Keeps tenant_counts, the platform's number of tenants by kind and status.
create or replace function app.count_tenant() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if tg_op in ('UPDATE', 'DELETE') then update public.tenant_counts set n = n - 1 where kind = old.kind and status = old.status; end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into public.tenant_counts as c (kind, status, n) values (new.kind, new.status, 1) on conflict (kind, status) do update set n = c.n + 1;
  end if;
  return null; end $$;
alter function app.count_tenant owner to mirante_gate;
revoke all on function app.count_tenant from public;

create or replace trigger tenants_counted after insert or delete or update of kind, status on tenants for each row execute function app.count_tenant();

-- Seconds of a visit. One that was never closed ends with its last heartbeat; a visit counts four hours at most.
create or replace function app.visit_seconds(p_from timestamptz, p_last timestamptz, p_end timestamptz) returns bigint immutable parallel safe return least(14400, greatest(0, extract(epoch from coalesce(p_end, p_last) - p_from)))::bigint;
revoke all on function app.visit_seconds from public;
grant execute on function app.visit_seconds to mirante_app, mirante_gate;

-- Recounts the visits since an instant into usage_days, by day in each tenant's own time zone.
create or replace function app.count_usage(p_since timestamptz) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  insert into public.usage_days as d (tenant_id, day, views, viewers, seconds)
    select v.tenant_id, (v.started_at at time zone t.zone)::date, count(*)::int, count(distinct v.user_id)::int, sum(app.visit_seconds(v.started_at, v.last_at, v.ended_at))::bigint
      from public.visits v join public.tenants t on t.id = v.tenant_id
      where v.started_at >= ((p_since at time zone t.zone)::date)::timestamp at time zone t.zone and v.started_at >= p_since - interval '1 day' group by 1, 2
  on conflict (tenant_id, day) do update set views = excluded.views, viewers = excluded.viewers, seconds = excluded.seconds;
  delete from public.visits where started_at < app.now() - interval '400 days'; end $$;
alter function app.count_usage owner to mirante_gate;
revoke all on function app.count_usage from public;
grant execute on function app.count_usage to mirante_job;

-- Enforces the user limit where the row is written, so neither single nor bulk writes can exceed it (Spec 5).
create or replace function app.count_users() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
alter function app.count_users owner to mirante_gate;
revoke all on function app.count_users from public;

create or replace trigger users_counted after update on users referencing old table as gone new table as fresh for each statement execute function app.count_users();
create or replace trigger users_counted_in after insert on users referencing new table as fresh for each statement execute function app.count_users();
create or replace trigger users_counted_out after delete on users referencing old table as gone for each statement execute function app.count_users();

-- The custom fields in force in a tenant: its own, and the global ones of the tenants above it.
create or replace function app.custom_fields_of(p_tenant uuid) returns setof public.custom_fields language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.parent_id, 1 as n from public.tenants t where t.id = p_tenant union all select t.parent_id, n + 1 from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select f.* from public.custom_fields f where f.tenant_id = p_tenant
  union all select f.* from up join lateral (select x.* from public.custom_fields x where x.tenant_id = up.parent_id and x.global offset 0) f on true $$;
alter function app.custom_fields_of owner to mirante_gate;
revoke all on function app.custom_fields_of from public;

-- The custom fields that the tenants above define for the caller's tenant.
create or replace function app.custom_fields_above() returns setof public.custom_fields language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.* from app.custom_fields_of(app.tenant_id()) f where f.tenant_id <> app.tenant_id() and f.deleted_at is null $$;
alter function app.custom_fields_above owner to mirante_gate;
revoke all on function app.custom_fields_above from public;
grant execute on function app.custom_fields_above to mirante_app, mirante_job;

-- Folds a custom field's value for search: no marks, lower case, single spaces.
create or replace function app.custom_fold(v text) returns text immutable
  return left(btrim(regexp_replace(lower(regexp_replace(normalize(v, NFKD), '[\u0300-\u036f]', '', 'g')), '\s+', ' ', 'g')), 200);
revoke all on function app.custom_fold from public;
grant execute on function app.custom_fold to mirante_app, mirante_gate, mirante_job;

-- A number as text that sorts in numeric order; valid for decimal(18,6), so below 10^12.
create or replace function app.custom_number(v numeric) returns text immutable return to_char(v + 1000000000000, 'FM0000000000000.000000');
revoke all on function app.custom_number from public;
grant execute on function app.custom_number to mirante_app, mirante_gate, mirante_job;

-- The searchable texts of a custom field's value; one for each element of a list.
create or replace function app.custom_found(p_type text, p_value jsonb) returns setof text immutable begin atomic
  select distinct case p_type when 'number' then app.custom_number(x.v::numeric) when 'date' then x.v else app.custom_fold(x.v) end
    from (select jsonb_array_elements_text(p_value) as v where jsonb_typeof(p_value) = 'array' union all select p_value #>> '{}' where jsonb_typeof(p_value) in ('string', 'number')) x where x.v <> ''; end;
revoke all on function app.custom_found from public;
grant execute on function app.custom_found to mirante_gate;

-- A tenant and all tenants below it.
create or replace function app.tenants_below(p_tenant uuid) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive down as (select p_tenant as id union all select t.id from down join public.tenants t on t.parent_id = down.id) select id from down $$;
alter function app.tenants_below owner to mirante_gate;
revoke all on function app.tenants_below from public;

-- How many users or reports have a value of a custom field (the row without an option), and how often each option is chosen.
create or replace function app.custom_use(p_id uuid) returns table (option text, n bigint) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; begin
  select x.* into f from app.custom_fields_of(app.tenant_id()) x where x.id = p_id;
  if f.id is null then return; end if;
  v_where := case when f.global and f.tenant_id = app.tenant_id() then array(select app.tenants_below(f.tenant_id)) else array[app.tenant_id()] end;
  return query with c as materialized (select u.custom -> f.key as v from public.users u where f.of = 'user' and u.tenant_id = any (v_where) and u.deleted_at is null and u.custom ? f.key
      union all select r.custom -> f.key from public.reports r where f.of = 'report' and r.tenant_id = any (v_where) and r.custom ? f.key)
    select null::text, count(*) from c
    union all (select x.o, count(*) from c, lateral (select jsonb_array_elements_text(c.v) as o where jsonb_typeof(c.v) = 'array' union all select c.v #>> '{}' where jsonb_typeof(c.v) = 'string') x
      where f.type in ('text', 'list', 'multiple', 'single') group by 1 order by 2 desc, 1 limit 1000); end $$;
alter function app.custom_use owner to mirante_gate;
revoke all on function app.custom_use from public;
grant execute on function app.custom_use to mirante_app;

-- Records a refused call of a display, at most once a minute.
create or replace function app.display_refused(p_tenant uuid, p_device uuid, p_code text, p_address text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'device.refused', p_device, jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a where a.tenant_id = p_tenant and a.row_id is not distinct from p_device and a.what = 'device.refused' and a.at > app.now() - interval '1 minute') $$;
alter function app.display_refused owner to mirante_gate;
revoke all on function app.display_refused from public;
grant execute on function app.display_refused to mirante_public;

-- Deletes the searchable values of deleted users and reports.
create or replace function app.drop_custom_values() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.custom_values v using gone g where v.tenant_id = g.tenant_id and v.row_id = g.id; return null; end $$;
alter function app.drop_custom_values owner to mirante_gate;
revoke all on function app.drop_custom_values from public;

create or replace trigger reports_custom_gone after delete on reports referencing old table as gone for each statement execute function app.drop_custom_values();
create or replace trigger users_custom_gone after delete on users referencing old table as gone for each statement execute function app.drop_custom_values();

-- Displays that expire within 30, 7 or 1 day(s) and whose warning hasn't been sent. Sending the warning marks it as sent.
create or replace function app.due_devices(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select d.tenant_id, d.id from public.playlist_devices d
   where d.revoked_at is null and d.approved_at is not null and d.expires_at > app.now() and d.expires_at <= app.now() + interval '30 days'
     and d.warned_days is distinct from case when d.expires_at <= app.now() + interval '1 day' then 1 when d.expires_at <= app.now() + interval '7 days' then 7 else 30 end
   order by d.expires_at limit least(p_n, 100) $$;
alter function app.due_devices owner to mirante_gate;
revoke all on function app.due_devices from public;
grant execute on function app.due_devices to mirante_job;

-- Exports that no message picked up: nobody started them, or the worker's lease expired.
create or replace function app.due_exports(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.tenant_id, e.id from public.exports e where e.state in ('queued', 'running', 'finishing') and e.next_at <= app.now()
    and (e.taken_until is null or e.taken_until < app.now()) order by e.next_at limit least(p_n, 200) $$;
alter function app.due_exports owner to mirante_gate;
revoke all on function app.due_exports from public;
grant execute on function app.due_exports to mirante_job;

-- Tenants that crossed 80% or 100% of their user limit, or dropped below it again.
create or replace function app.due_limits(p_n int) returns table (tenant_id uuid, parent_id uuid, level int, told int, used int, user_limit int, name text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.parent_id, l.level, t.users_told, t.users_used, t.user_limit, t.name from public.tenants t,
    lateral (select case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end as level) l
   where t.user_limit is not null and t.users_told <> (case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end)
     and t.deleted_at is null and (l.level > t.users_told or t.users_used * 100 < t.user_limit * (t.users_told - 5)) order by t.id limit least(p_n, 100) $$;
alter function app.due_limits owner to mirante_gate;
revoke all on function app.due_limits from public;
grant execute on function app.due_limits to mirante_job;

-- Units with partner sessions in a month that has ended in the unit's time zone and hasn't been reported yet.
create or replace function app.due_partner_months(p_n int) returns table (tenant_id uuid, begins timestamptz) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select q.tenant_id, date_trunc('month', app.now() at time zone t.zone) at time zone t.zone from public.remote_requests q join public.tenants t on t.id = q.tenant_id
   where q.kind = 'partner' and q.started_at is not null and q.digest_at is null and t.deleted_at is null
     and q.started_at < date_trunc('month', app.now() at time zone t.zone) at time zone t.zone
   group by q.tenant_id, t.zone order by min(q.started_at) limit least(p_n, 200) $$;
alter function app.due_partner_months owner to mirante_gate;
revoke all on function app.due_partner_months from public;
grant execute on function app.due_partner_months to mirante_job;

-- Users who have expired or are due an expiry notice.
create or replace function app.due_people(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.tenant_id, u.id from public.users u
   where u.expires_at <= app.now() + interval '7 days' and u.expires_at is not null and u.status in ('A', 'T') and u.deleted_at is null
     and (u.expires_at <= app.now() or u.expiry_told is distinct from case when u.expires_at <= app.now() + interval '1 day' then 1 else 7 end)
   order by u.expires_at limit least(p_n, 500) $$;
alter function app.due_people owner to mirante_gate;
revoke all on function app.due_people from public;
grant execute on function app.due_people to mirante_job;

-- Remote-access requests that expired and sessions whose grant is gone; the job settles each.
create or replace function app.due_remote(p_n int) returns table (tenant_id uuid, id uuid, session_id uuid, by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.tenant_id, r.id, case r.state when 'active' then r.session_id end, case when r.state = 'active' then case when r.ends_at <= app.now() then 'time' else 'rights' end else 'time' end
    from public.remote_requests r where (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now())
      or (r.state = 'active' and app.actor_of(r.session_id) is null) order by r.expires_at limit least(p_n, 200) $$;
alter function app.due_remote owner to mirante_gate;
revoke all on function app.due_remote from public;
grant execute on function app.due_remote to mirante_job;

-- Catalog requests with something due: a reminder, an expiry, the end of a grant, or a user who may no longer act.
create or replace function app.due_requests(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  (select c.tenant_id, c.id from public.catalog_requests c join public.users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where c.state = 'pending' and (u.status not in ('A', 'T') or c.asked_at <= app.now() - (array[interval '3 days', interval '10 days', interval '25 days', interval '30 days'])[least(c.reminded, 3) + 1]) order by c.asked_at limit least(p_n, 100))
  union all (select c.tenant_id, c.id from public.catalog_requests c where c.state = 'granted' and c.valid_until <= app.now() order by c.valid_until limit least(p_n, 100)) $$;
alter function app.due_requests owner to mirante_gate;
revoke all on function app.due_requests from public;
grant execute on function app.due_requests to mirante_job;

-- Service accounts whose secret expires within 30, 7 or 1 day(s) and whose warning hasn't been sent. Sending the warning marks it as sent.
create or replace function app.due_secrets(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.tenant_id, a.id from public.service_accounts a
   where a.secret_ends_at > app.now() and a.secret_ends_at <= app.now() + interval '30 days' and not a.disabled
     and a.secret_warned_days is distinct from case when a.secret_ends_at <= app.now() + interval '1 day' then '1' when a.secret_ends_at <= app.now() + interval '7 days' then '7' else '30' end
   order by a.secret_ends_at limit least(p_n, 100) $$;
alter function app.due_secrets owner to mirante_gate;
revoke all on function app.due_secrets from public;
grant execute on function app.due_secrets to mirante_job;

-- Tenants deleted more than 30 days ago that have no tenants below them; they can be purged.
create or replace function app.due_units(p_n int) returns table (id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id from public.tenants t where t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days' and not exists (select from public.tenants c where c.parent_id = t.id) order by t.deleted_at limit least(p_n, 20) $$;
alter function app.due_units owner to mirante_gate;
revoke all on function app.due_units from public;
grant execute on function app.due_units to mirante_job;

-- Imports whose message was lost or whose Worker was stopped; the next batch of each is due.
create or replace function app.due_user_imports(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.tenant_id, i.id from public.user_imports i where i.state = 'running' and (i.taken_until is null or i.taken_until < app.now()) order by i.taken_until nulls first limit least(p_n, 200) $$;
alter function app.due_user_imports owner to mirante_gate;
revoke all on function app.due_user_imports from public;
grant execute on function app.due_user_imports to mirante_job;

-- Maintenance windows whose next step is due: announce, open or close. The step itself writes the mark that claims it.
create or replace function app.due_windows(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.tenant_id, m.id from public.maintenance m where m.closed_at is null and m.cancelled_at is null and m.starts_at <= app.now() + interval '168 hours'
    and ((m.announced_at is null and m.starts_at - make_interval(hours => m.announce_hours) <= app.now()) or (m.opened_at is null and m.starts_at <= app.now()) or m.ends_at <= app.now())
  order by m.starts_at limit least(p_n, 100) $$;
alter function app.due_windows owner to mirante_gate;
revoke all on function app.due_windows from public;
grant execute on function app.due_windows to mirante_job;

-- Changes what only the layer above decides; a tenant never changes these fields of its own. Fields not named stay as they are.
create or replace function app.edit_tenant(p_id uuid, p_version int, p jsonb) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_me uuid := app.tenant_id(); o public.tenants; n public.tenants; v_up public.tenants; b record; v_host text; v_shown boolean; v_hidden text[]; begin
  if not app.below(p_id) then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into o from public.tenants where id = p_id and deleted_at is null for no key update;
  if not found then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version <> p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  select * into b from app.tree_use(v_up.id, p->>'product');
  if p->>'payer_id' is not null and not exists (select from public.parties c where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  if (p->>'default_directory')::boolean and not o.default_directory then
    update public.tenants set default_directory = false, version = version + 1 where parent_id = o.parent_id and default_directory and deleted_at is null; end if;
  v_hidden := case when p ? 'hidden_menu' then array(select jsonb_array_elements_text(p->'hidden_menu') order by 1) end;
  update public.tenants t set name = coalesce(p->>'name', t.name), sort_key = coalesce(p->>'sort_key', t.sort_key),
      user_limit = case when p ? 'user_limit' then (p->>'user_limit')::int else t.user_limit end, bonus_users = coalesce((p->>'bonus_users')::int, t.bonus_users),
      domain_limit = case when p ? 'domain_limit' then (p->>'domain_limit')::int else t.domain_limit end, report_limit = case when p ? 'report_limit' then (p->>'report_limit')::int else t.report_limit end,
      default_directory = coalesce((p->>'default_directory')::boolean, t.default_directory), restrict_accounts = coalesce((p->>'restrict_accounts')::boolean, t.restrict_accounts),
      allow_reports = coalesce((p->>'allow_reports')::boolean, t.allow_reports), own_domain = case when p ? 'own_domain' then p->>'own_domain' else t.own_domain end,
      payer_tenant_id = case when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_tenant_id when p->>'payer_id' is null then null else v_me end,
      payer_id = case when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_id else (p->>'payer_id')::uuid end,
      hidden_by_platform = case when app.scope() = 'platform' then coalesce(v_hidden, t.hidden_by_platform) else t.hidden_by_platform end,
      hidden_by_partner = case when app.scope() = 'partner' then coalesce(v_hidden, t.hidden_by_partner) else t.hidden_by_partner end,
      version = t.version + 1
    where t.id = p_id returning * into n;
  if (n.hidden_by_platform, n.hidden_by_partner) is distinct from (o.hidden_by_platform, o.hidden_by_partner) then update public.tenants set epoch = epoch + 1 where id = p_id; end if;
  select d.host into v_host from public.domains d where d.tenant_id = p_id and d.main limit 1;
  if p->>'host' is not null and p->>'host' is distinct from v_host then
    if not exists (select from public.domains d where d.host = p->>'host' and d.tenant_id = p_id) then insert into public.domains (host, tenant_id, main) values (p->>'host', p_id, false); end if;
    update public.domains set main = (host = p->>'host') where tenant_id = p_id; end if;
  select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean into v_shown from public.settings s where s.tenant_id = p_id;
  if p ? 'last_update' and (p->>'last_update')::boolean is distinct from coalesce(v_shown, true) then
    insert into public.settings as s (tenant_id, "values") values (p_id, jsonb_build_object('mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean))
      on conflict (tenant_id) do update set "values" = s."values" || excluded."values", version = s.version + 1; end if;
  perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, v_me, 'tenant.edit', p_id, (select jsonb_build_object('before', coalesce(jsonb_object_agg(k.key, k.value), '{}') || case when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', v_host) else '{}' end,
        'after', coalesce(jsonb_object_agg(k.key, to_jsonb(n)->k.key), '{}') || case when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', p->>'host') else '{}' end)
          || case when p ? 'last_update' and (p->>'last_update')::boolean is distinct from coalesce(v_shown, true) then jsonb_build_object('last_update', p->'last_update') else '{}' end
        from jsonb_each(to_jsonb(o)) k where k.key not in ('version', 'epoch', 'sort_key', 'users_used', 'payer_tenant_id') and to_jsonb(n)->k.key is distinct from k.value), p->>'ip', p->>'request'
      from unnest(array[v_me, p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id)); end $$;
alter function app.edit_tenant owner to mirante_gate;
revoke all on function app.edit_tenant from public;
grant execute on function app.edit_tenant to mirante_app;

-- Starts an embedded session. A token is single use: of sixty concurrent calls, one succeeds.
create or replace function app.embed_begin(p_sid uuid, p_tenant uuid, p_host text, p_once bytea, p_key uuid, p_user uuid, p_report uuid, p_identity jsonb, p_filters jsonb, p_until timestamptz, p_address text, p_request text)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at, used_at) values (p_once, 'embedded', p_tenant, p_host, '{}', app.now() + interval '20 minutes', app.now()) on conflict do nothing;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  perform from public.embed_keys k where k.tenant_id = p_tenant and k.id = p_key and k.revoked_at is null for share;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.embed_keys k set last_used_at = app.now() where k.tenant_id = p_tenant and k.id = p_key and (k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute');
  insert into public.embed_sessions (tenant_id, id, key_id, user_id, report_id, identity, filters, address, expires_at) values (p_tenant, p_sid, p_key, p_user, p_report, p_identity, p_filters, p_address, p_until);
  update public.attempts set n = greatest(n - 1, 0) where key = 'em ' || p_address;
  if p_user is null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'embedded.start', p_sid, jsonb_build_object('key', p_key, 'report', p_report, 'username', p_identity->>'username'), p_address, p_request);
  end if;
  return true; end $$;
alter function app.embed_begin owner to mirante_gate;
revoke all on function app.embed_begin from public;
grant execute on function app.embed_begin to mirante_public;

-- Ends an embedded session and the user session behind it.
create or replace function app.embed_end(p_tenant uuid, p_sid uuid, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with e as (update public.embed_sessions set ended_at = app.now() where tenant_id = p_tenant and id = p_sid and ended_at is null returning user_id),
    s as (update public.sessions set revoked_at = app.now() where id = p_sid and tenant_id = p_tenant and revoked_at is null),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, e.user_id, null, p_tenant, 'embedded.end', p_sid, p_address, p_request from e)
  select exists (select from e) $$;
alter function app.embed_end owner to mirante_gate;
revoke all on function app.embed_end from public;
grant execute on function app.embed_end to mirante_public;

-- What decides about an embed token before its signature is verified. Only failures stay counted, so many users behind one address get in.
create or replace function app.embed_facts(p_tenant uuid, p_key uuid, p_sub text, p_report uuid, p_address text)
returns table (state text, enabled boolean, sealed text, revoked boolean, origins jsonb, acts boolean, person_id uuid, report_known boolean, settings_of jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('em ' || p_address, 240, '15 min') then
    return query select 'limited', false, null::text, false, null::jsonb, false, null::uuid, false, null::jsonb; return;
  end if;
  return query select 'ok', coalesce(s."values"->>'enable_embedded', 'N') = 'S', k.secret_sealed, k.revoked_at is not null, coalesce(s."values"->'embed_origins', '[]'), app.acts(t.status, t.trial_ends_at),
      (select case when count(*) = 1 then min(u.id::text)::uuid end from public.users u where u.tenant_id = p_tenant and u.deleted_at is null and u.seat is null and (u.email = lower(p_sub) or u.external_id = p_sub or u.id = case when p_sub ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then p_sub::uuid end)),
      p_report is null or exists (select from public.reports r where r.tenant_id = p_tenant and r.id = p_report and not r.hidden), s."values"
    from public.tenants t left join public.settings s on s.tenant_id = t.id left join public.embed_keys k on k.tenant_id = t.id and k.id = p_key where t.id = p_tenant and t.deleted_at is null; end $$;
alter function app.embed_facts owner to mirante_gate;
revoke all on function app.embed_facts from public;
grant execute on function app.embed_facts to mirante_public;

-- The origins that may frame a tenant's embedded pages, for the frame-ancestors policy of those pages alone; null means none.
create or replace function app.embed_origins(p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when s."values"->>'enable_embedded' = 'S' then coalesce(s."values"->'embed_origins', '[]') end from public.settings s where s.tenant_id = p_tenant $$;
alter function app.embed_origins owner to mirante_gate;
revoke all on function app.embed_origins from public;
grant execute on function app.embed_origins to mirante_public;

-- The user of a single-report embedded session and the access hours that apply; no row for an anonymous session.
create or replace function app.embed_person(p_tenant uuid, p_sid uuid) returns table (user_id uuid, profile text, flags text[], access_hours jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.profile, u.flags, u.access_hours from public.embed_sessions e join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id where e.tenant_id = p_tenant and e.id = p_sid $$;
alter function app.embed_person owner to mirante_gate;
revoke all on function app.embed_person from public;
grant execute on function app.embed_person to mirante_public;

-- Records a call refused during an embedded session: in the user's sign-in log, or in the audit log when the session is anonymous. At most
-- once a minute.
create or replace function app.embed_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; begin
  select e.user_id into v_user from public.embed_sessions e where e.tenant_id = p_tenant and e.id = p_sid;
  if v_user is not null then perform app.call_refused(p_tenant, v_user, p_code, p_address, p_agent, p_request); return; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'embedded.refused', p_sid, jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a where a.tenant_id = p_tenant and a.row_id is not distinct from p_sid and a.what = 'embedded.refused' and a.ip is not distinct from p_address and a.at > app.now() - interval '1 minute'); end $$;
alter function app.embed_refused owner to mirante_gate;
revoke all on function app.embed_refused from public;
grant execute on function app.embed_refused to mirante_public;

-- What a new token of a live embedded session says; no row once it or the user's own session has ended.
create or replace function app.embed_session(p_tenant uuid, p_sid uuid) returns table (state text, report_id uuid, exempt boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when u.status not in ('A', 'T') then 'user_blocked' when not app.acts(t.status, t.trial_ends_at) then 'tenant_blocked' else 'ok' end, e.report_id, coalesce(u.ip_exempt, false)
    from public.embed_sessions e join public.tenants t on t.id = e.tenant_id left join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
   where e.tenant_id = p_tenant and e.id = p_sid and e.ended_at is null and e.expires_at > app.now()
     and (e.user_id is null or exists (select from public.sessions s where s.id = e.id and s.revoked_at is null and s.expires_at > app.now())) $$;
alter function app.embed_session owner to mirante_gate;
revoke all on function app.embed_session from public;
grant execute on function app.embed_session to mirante_public;

-- Signs a user out everywhere and revokes their links when they may no longer act or the row now belongs to someone else.
create or replace function app.end_access() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.sessions set revoked_at = app.now() where home_id = new.tenant_id and user_id = new.id and revoked_at is null;
  delete from public.devices where tenant_id = new.tenant_id and user_id = new.id;
  update public.tokens set used_at = app.now() where tenant_id = new.tenant_id and user_id = new.id and used_at is null;
  return null; end $$;
alter function app.end_access owner to mirante_gate;
revoke all on function app.end_access from public;

create or replace trigger users_ended after update on users for each row
  when ((old.status in ('A', 'T') and new.status not in ('A', 'T')) or new.deleted_at is distinct from old.deleted_at or new.email <> old.email) execute function app.end_access();

-- Ends embedded sessions when their key is revoked, or all of them when embedding is turned off.
create or replace function app.end_embedded() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key uuid; begin
  if tg_table_name = 'embed_keys' then v_key := new.id; end if;
  with e as (update public.embed_sessions x set ended_at = app.now() where x.tenant_id = new.tenant_id and (v_key is null or x.key_id = v_key) and x.ended_at is null returning x.id)
  update public.sessions s set revoked_at = app.now() where s.id in (select e.id from e) and s.revoked_at is null;
  return null; end $$;
alter function app.end_embedded owner to mirante_gate;
revoke all on function app.end_embedded from public;

create or replace trigger embed_keys_revoked after update of revoked_at on embed_keys for each row when (old.revoked_at is null and new.revoked_at is not null) execute function app.end_embedded();
create or replace trigger settings_embedded_off after update of "values" on settings for each row when (old."values"->>'enable_embedded' = 'S' and new."values"->>'enable_embedded' is distinct from 'S') execute function app.end_embedded();

-- Revokes a user's links when they are blocked, removed or get another address; reinstating the user doesn't bring the links back.
create or replace function app.end_links() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.tokens t set used_at = app.now() from gone o join fresh n on n.tenant_id = o.tenant_id and n.id = o.id
   where (n.status <> o.status or n.deleted_at is distinct from o.deleted_at or n.email <> o.email) and (n.status not in ('A','T') or n.deleted_at is not null or n.email <> o.email)
     and t.tenant_id = n.tenant_id and t.user_id = n.id and t.used_at is null and t.purpose in ('account.invite', 'account.reset', 'account.change');
  return null; end $$;
alter function app.end_links owner to mirante_gate;
revoke all on function app.end_links from public;

create or replace trigger users_links after update on users referencing old table as gone new table as fresh for each statement execute function app.end_links();

-- Ends the caller's other sessions in every tenant of their account, or one of them. Ending all also forgets remembered devices except the
-- current one.
create or replace function app.end_own_sessions(p_sid uuid, p_id uuid, p_device bytea, p_address text, p_request text) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.sessions s set revoked_at = app.now() from public.users me, public.users u
      where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null
        and ((u.tenant_id = me.tenant_id and u.id = me.id) or (me.account_id is not null and u.account_id = me.account_id))
        and s.home_id = u.tenant_id and s.user_id = u.id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
        and s.id <> p_sid and (p_id is null or s.id = p_id) returning s.id, s.tenant_id, s.user_id),
    d as (select case when p_id is null and app.actor_id() is null then app.forget_devices(app.tenant_id(), app.user_id(), p_device) end as n),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, w.user_id, null, w.tenant_id, 'session.end', w.id, p_address, p_request from w)
  select count(w.id)::int from d left join w on true $$;
alter function app.end_own_sessions owner to mirante_gate;
revoke all on function app.end_own_sessions from public;
grant execute on function app.end_own_sessions to mirante_app;

-- Ends every session of a user of this tenant and forgets their devices.
create or replace function app.end_person_sessions(p_user uuid) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (update public.sessions set revoked_at = app.now() where home_id = app.tenant_id() and user_id = p_user and revoked_at is null and expires_at > app.now() returning 1),
    d as (delete from public.devices where tenant_id = app.tenant_id() and user_id = p_user)
  select count(*)::int from s $$;
alter function app.end_person_sessions owner to mirante_gate;
revoke all on function app.end_person_sessions from public;
grant execute on function app.end_person_sessions to mirante_app;

-- Files kept longer than 24 hours and those of failed exports; exports older than ninety days are deleted.
create or replace function app.ended_exports(p_n int) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.exports e where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing');
  select e.tenant_id, e.id from public.exports e where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null)) order by e.expires_at nulls first limit least(p_n, 500) $$;
alter function app.ended_exports owner to mirante_gate;
revoke all on function app.ended_exports from public;
grant execute on function app.ended_exports to mirante_job;

-- Seals who is asking into app.me for this transaction. Only other functions of the gate may call it.
create or replace function app.set_me(p_tenant uuid, p_user uuid, p_actor uuid, p_profile text, p_home uuid, p_scope text, p_reach text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b text := concat_ws(' ', p_tenant, coalesce(p_user::text, '-'), coalesce(p_actor::text, '-'), p_profile, p_home, p_scope, p_reach); k bytea; begin
  select v into k from app.secret;
  perform set_config('app.me', encode(sha256(k || timestamptz_send(now()) || convert_to(b, 'UTF8') || k), 'hex') || ' ' || b, true); end $$;
alter function app.set_me owner to mirante_gate;
revoke all on function app.set_me from public;

-- The first statement of every transaction of a session: checks the session, the user, the tenant and the rights version, then seals who is
-- asking.
-- Blocking a user ends their sessions, and a session that returns afterwards is still told why (Spec 8, 'User is blocked!').
create or replace function app.enter(p_sid uuid, p_rights bigint, p_tenant uuid, p_action text default null) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_actor uuid; v_above boolean; v_may boolean := false; v_limited boolean := false; begin
  select se.tenant_id, se.home_id, se.user_id, se.actor_sid, se.relation_id, se.reach, se.revoked_at is not null as revoked, se.last_seen < app.now() - interval '1 minute' as old,
         u.profile, u.flags, u.status, app.acts(h.status, h.trial_ends_at) as home_acts, app.acts(t.status, t.trial_ends_at) as tenant_acts,
         u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0) as rights, t.kind
    into s from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id
    join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
    join public.tenants t on t.id = p_tenant
   where se.id = p_sid and se.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  -- Who was stopped is told so, though his sessions ended with it; after that an ended session is only that.
  if s.status not in ('A', 'T') and s.actor_sid is null then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.revoked then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.status not in ('A', 'T') then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.rights is distinct from p_rights then raise exception 'rights_stale' using errcode = 'MR409'; end if;
  if s.actor_sid is not null then                        -- acting as: the actor and what allows it must live too
    v_actor := app.actor_of(p_sid);
    if v_actor is null or s.tenant_id <> p_tenant then raise exception 'session_gone' using errcode = 'MR401'; end if;
  end if;
  if p_action is not null then
    select coalesce(bool_or(c.above), false), coalesce(bool_or(c.limited), false) into v_may, v_limited
      from app.actions c where c.action = p_action and c.profile = s.profile and (c.flag is null or c.flag = any (s.flags));
  end if;
  v_above := s.tenant_id <> p_tenant;                    -- from above: a declared action, its profile and flag, a live relation
  if v_above and not (v_may and exists (select from public.relations r where r.tenant_id = p_tenant and r.above_id = s.home_id and r.kind = 'partner' and r.ended_at is null and r.until > app.now())) then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if (not s.home_acts or (not s.tenant_acts and not v_above)) and not v_limited then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, s.user_id, v_actor, s.profile, s.home_id, s.kind, s.reach);
  if s.old and current_setting('transaction_read_only') = 'off' then
    update public.sessions set last_seen = app.now() where id = (select id from public.sessions where id = p_sid and last_seen < app.now() - interval '1 minute' for no key update skip locked);
  end if;
  if s.reach = 'view' then perform set_config('transaction_read_only', 'on', true); end if; end $$;
alter function app.enter owner to mirante_gate;
revoke all on function app.enter from public;
grant execute on function app.enter to mirante_app, mirante_wide;

-- The first statement of every transaction of a single-report embedded page: its session must be live. It acts as its user, or as nobody.
create or replace function app.enter_embed(p_sid uuid, p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select e.user_id, e.last_seen < app.now() - interval '1 minute' as old, x.state into s from app.embed_session(p_tenant, p_sid) x join public.embed_sessions e on e.tenant_id = p_tenant and e.id = p_sid where x.report_id is not null;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.state = 'user_blocked' then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.state <> 'ok' then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, s.user_id, null, 'embedded', p_tenant, 'embedded', 'act');
  if s.old then update public.embed_sessions set last_seen = app.now() where tenant_id = p_tenant and id = p_sid; end if; end $$;
alter function app.enter_embed owner to mirante_gate;
revoke all on function app.enter_embed from public;
grant execute on function app.enter_embed to mirante_app;

-- The first statement of a job's transaction: one tenant, no user.
create or replace function app.enter_job(p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not exists (select from public.tenants where id = p_tenant) then raise exception 'tenant_gone' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, null, null, 'job', p_tenant, 'job', 'act'); end $$;
alter function app.enter_job owner to mirante_gate;
revoke all on function app.enter_job from public;
grant execute on function app.enter_job to mirante_job;

-- The first statement of every transaction of a display: its player, its device and its tenant must be active. It seals a device and no
-- user. A player that was away loses its slot to another one.
create or replace function app.enter_player(p_sid uuid, p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select p.device_id, p.last_seen < app.now() - interval '3 minutes' as away, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.players p join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id join public.tenants t on t.id = p.tenant_id
   where p.tenant_id = p_tenant and p.id = p_sid and p.ended_at is null and d.approved_at is not null and d.revoked_at is null and d.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if not s.acts then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  if s.away and (select count(*) from public.players o where o.tenant_id = p_tenant and o.device_id = s.device_id and o.id <> p_sid and o.ended_at is null and o.last_seen >= app.now() - interval '3 minutes') >= 3 then
    raise exception 'session_gone' using errcode = 'MR401';
  end if;
  perform app.set_me(p_tenant, null, null, 'device', p_tenant, 'device', 'act'); end $$;
alter function app.enter_player owner to mirante_gate;
revoke all on function app.enter_player from public;
grant execute on function app.enter_player to mirante_app;

-- The first statement of every SCIM request: the token and its tenant must be active. It seals a directory and no user, and returns a row
-- so that a statement can take its tenant from it.
create or replace function app.enter_scim(p_hash bytea, p_tenant uuid, p_address text) returns table (tenant uuid, token uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select k.id, k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute' as old, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.scim_tokens k join public.tenants t on t.id = k.tenant_id
   where k.tenant_id = p_tenant and k.hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > app.now());
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if not s.acts then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, null, null, 'scim', p_tenant, 'scim', 'act');
  if s.old then
    update public.scim_tokens set last_used_at = app.now(), last_ip = p_address where tenant_id = p_tenant and id = (select id from public.scim_tokens where tenant_id = p_tenant and id = s.id for no key update skip locked);
  end if;
  return query select p_tenant, s.id; end $$;
alter function app.enter_scim owner to mirante_gate;
revoke all on function app.enter_scim from public;
grant execute on function app.enter_scim to mirante_app;

-- Tells whether the unit lets administrators enter accounts without asking each time; its sign-in page says so.
create or replace function app.enters_unasked(p_tenant uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.settings s where s.tenant_id = p_tenant and s."values"->>'allow_access_remote' = 'S' and s."values"->>'remote_consent' = 'none') $$;
alter function app.enters_unasked owner to mirante_gate;
revoke all on function app.enters_unasked from public;
grant execute on function app.enters_unasked to mirante_public;

-- Tells whether an Entra app is active and accepts this directory.
create or replace function app.entra_admits(a public.sso_apps, p_tid text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.kind = 'entra' and a.status = 'A' and exists (select from jsonb_array_elements(a.settings->'directories') e where e->>'id' = p_tid) $$;
alter function app.entra_admits owner to mirante_gate;
revoke all on function app.entra_admits from public;

-- Synchronizes the mapped user groups with the directory's groups and leaves all other groups alone.
create or replace function app.entra_groups(a public.sso_apps, p_user uuid, p_groups jsonb, p_address text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with mapped as (select g.id, bool_or(p_groups ? (m->>'claim')) as has from jsonb_array_elements(a.settings->'groups') m join public.user_groups g on g.tenant_id = a.tenant_id and g.id = (m->>'group')::uuid and g.deleted_at is null group by g.id),
    gone as (delete from public.user_group_members x using mapped where x.tenant_id = a.tenant_id and x.user_id = p_user and x.user_group_id = mapped.id and not mapped.has returning x.user_group_id),
    come as (insert into public.user_group_members (tenant_id, user_group_id, user_id) select a.tenant_id, mapped.id, p_user from mapped where mapped.has on conflict do nothing returning user_group_id)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select a.tenant_id, p_user, null, a.tenant_id, 'entra.groups', p_user, jsonb_build_object('added', (select coalesce(jsonb_agg(user_group_id), '[]') from come), 'removed', (select coalesce(jsonb_agg(user_group_id), '[]') from gone)), p_address, p_request
     where exists (select from come) or exists (select from gone) $$;
alter function app.entra_groups owner to mirante_gate;
revoke all on function app.entra_groups from public;

-- Finds the tenant's user for a directory identity: already linked, linked now by an address the tenant vouches for, or provisioned just in
-- time.
create or replace function app.entra_person(a public.sso_apps, p_tid text, p_oid text, p_person jsonb, p_address text, p_request text) returns table (user_id uuid, refusal text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_gone boolean; v_how text; h public.tenants; v_email text := p_person->>'email'; begin
  select i.user_id, u.deleted_at is not null into v_user, v_gone from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
  if v_gone then v_user := null; end if;
  if v_user is null and a.settings->>'link' = 'S' and (p_person->>'vouched')::boolean and split_part(v_email, '@', 2) = any (a.domains) then
    select u.id into v_user from public.users u where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null and u.seat is null
      and not exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id) for update;
    if v_user is not null then v_how := 'identity.bind'; end if;
  end if;
  if v_user is null and v_gone is null and a.settings->>'jit' = 'S' and v_email <> '' and not exists (select from public.users u where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null) then
    select * into h from public.tenants t where t.id = a.tenant_id;
    if not app.acts(h.status, h.trial_ends_at) then return query select null::uuid, case when h.status = 'T' then 'finish_test' else 'tenant_blocked' end; return; end if;
    v_user := gen_random_uuid(); v_how := 'user.add';
  end if;
  if v_user is null then return query select null::uuid, 'error_azure_not_companies'; return; end if;
  begin
    if v_how = 'user.add' then
      insert into public.users (tenant_id, id, email, name, sort_key, profile, status, added_by_id)
        values (a.tenant_id, v_user, v_email, p_person->>'name', p_person->>'sortKey', a.settings->>'defaultProfile', a.settings->>'jitStatus', null);
    end if;
    if v_how is not null then
      delete from public.identities i where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and v_gone;
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, last_at) values (a.tenant_id, gen_random_uuid(), v_user, 'entra', p_tid, p_oid, app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (a.tenant_id, v_user, null, a.tenant_id, v_how, v_user, jsonb_build_object('after', jsonb_build_object('name', p_person->>'name', 'email', v_email, 'by', 'entra', 'directory', p_tid)), p_address, p_request);
    else
      update public.identities i set last_at = app.now() where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
    end if;
  exception
    when sqlstate 'MR422' then return query select null::uuid, 'user_limit_reached'; return;
    -- Two first sign-ins of one person at once: the other one has made him.
    when unique_violation then
      select i.user_id into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
       where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
      if v_user is null then return query select null::uuid, 'error_azure_not_companies'; return; end if;
  end;
  if jsonb_typeof(p_person->'groups') = 'array' then perform app.entra_groups(a, v_user, p_person->'groups', p_address, p_request); end if;
  return query select v_user, null::text; end $$;
alter function app.entra_person owner to mirante_gate;
revoke all on function app.entra_person from public;

-- Creates a single-use ticket for a host.
create or replace function app.ticket_make(p_hash bytea, p_purpose text, p_tenant uuid, p_host text, p_body jsonb, p_seconds int) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_hash, p_purpose, p_tenant, p_host, p_body, app.now() + make_interval(secs => p_seconds)) $$;
alter function app.ticket_make owner to mirante_gate;
revoke all on function app.ticket_make from public;
grant execute on function app.ticket_make to mirante_public;

-- Completes a sign-in at Entra and returns the code for the host where it continues. A user without a unit of their own goes to another
-- unit of the same partner that knows them, else to the partner's default unit (Spec 3); only between units that use the product's own app
-- registration.
create or replace function app.entra_arrive(p_tenant uuid, p_app uuid, p_host text, p_tid text, p_oid text, p_person jsonb, p_hash bytea, p_body jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.sso_apps; b public.sso_apps; v_root uuid; v_user uuid; v_refusal text; v_host text := p_host; v_tenant uuid := p_tenant; begin
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = p_app and x.kind = 'entra' and x.status = 'A';
  if a.id is null then v_refusal := 'error_saml';
  elsif not app.entra_admits(a, p_tid) then v_refusal := 'domain_not_allowed';
  else
    select e.user_id, e.refusal into v_user, v_refusal from app.entra_person(a, p_tid, p_oid, p_person, p_address, p_request) e;
    if v_refusal = 'error_azure_not_companies' and a.settings->>'own' = 'N' then
      select p.id into v_root from public.tenants t join public.tenants p on p.id in (t.id, t.parent_id) and p.kind = 'partner' and p.deleted_at is null where t.id = p_tenant;
      select x.* into b from public.tenants t join public.sso_apps x on x.tenant_id = t.id
        left join public.identities i on i.tenant_id = t.id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and exists (select from public.users u where u.tenant_id = t.id and u.id = i.user_id and u.deleted_at is null)
       where t.parent_id = v_root and t.id <> p_tenant and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) and app.entra_admits(x, p_tid) and x.settings->>'own' = 'N' and (i.id is not null or t.default_directory)
       order by i.last_at desc nulls last, i.id limit 1;
      if b.id is not null then
        select d.host into v_host from public.domains d where d.tenant_id = b.tenant_id order by d.main desc, d.host limit 1;
        if v_host is not null then
          select e.user_id, e.refusal into v_user, v_refusal from app.entra_person(b, p_tid, p_oid, p_person, p_address, p_request) e;
        end if;
        if v_user is not null then v_tenant := b.tenant_id; a := b; else v_host := p_host; end if;
      end if;
    end if;
  end if;
  update public.sso_apps x set last_used_at = app.now() where x.tenant_id = a.tenant_id and x.id = a.id and v_user is not null and coalesce(x.last_used_at < app.now() - interval '1 minute', true);
  if v_refusal is not null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'entra.refused', p_app, jsonb_build_object('code', v_refusal, 'directory', p_tid, 'email', p_person->>'email'), p_address, p_request);
  end if;
  -- What binds the answer to the browser that asked stands in that browser's storage for the host it was on.
  perform app.ticket_make(p_hash, 'sso.code', v_tenant, v_host, case when v_tenant = p_tenant then p_body else p_body - 'binding' end || case when v_refusal is null then jsonb_build_object('userId', v_user) else jsonb_build_object('refusal', v_refusal) end, 60);
  return v_host; end $$;
alter function app.entra_arrive owner to mirante_gate;
revoke all on function app.entra_arrive from public;
grant execute on function app.entra_arrive to mirante_public;

-- Uses the request's ticket when the provider answers, and returns the tenant it was for.
create or replace function app.entra_request(p_hash bytea, p_host text) returns table (tenant_id uuid, body jsonb, app jsonb) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with k as (update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'sso.request' and t.host = p_host and t.body->>'way' = 'entra' and t.used_at is null and t.expires_at > app.now() returning t.tenant_id, t.body)
  select k.tenant_id, k.body, (select jsonb_build_object('id', a.id, 'settings', a.settings) from public.sso_apps a where a.tenant_id = k.tenant_id and a.id = (k.body->>'app')::uuid and a.kind = 'entra' and a.status = 'A') from k $$;
alter function app.entra_request owner to mirante_gate;
revoke all on function app.entra_request from public;
grant execute on function app.entra_request to mirante_public;

-- Starts a sign-in at Entra. The ticket stands on the product's host, the only one the provider knows. At most 600 starts in 15 minutes
-- from one address, which may be a whole office.
create or replace function app.entra_start(p_tenant uuid, p_address text, p_hash bytea, p_host text, p_body jsonb, p_seconds int) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.sso_apps; begin
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.kind = 'entra' and x.status = 'A';
  if not found then return null; end if;
  if not app.attempt('e ' || p_tenant || ' ' || p_address, 600, '15 min') then return jsonb_build_object('limited', true); end if;
  perform app.ticket_make(p_hash, 'sso.request', p_tenant, p_host, p_body || jsonb_build_object('way', 'entra', 'app', a.id), p_seconds);
  return jsonb_build_object('id', a.id, 'settings', a.settings); end $$;
alter function app.entra_start owner to mirante_gate;
revoke all on function app.entra_start from public;
grant execute on function app.entra_start to mirante_public;

-- What decides about a user of this tenant whom a sign-in method has authenticated.
create or replace function app.entrant(p_tenant uuid, p_user uuid, p_device bytea)
returns table (user_id uuid, email text, account_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean, ip_exempt boolean, access_hours jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, u.account_id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant),
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id), u.ip_exempt, u.access_hours
    from public.users u join public.tenants h on h.id = u.tenant_id and h.deleted_at is null
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null $$;
alter function app.entrant owner to mirante_gate;
revoke all on function app.entrant from public;
grant execute on function app.entrant to mirante_public;

-- What limits where and when one user signs in, and whether this browser is one of theirs.
create or replace function app.entry_limits(p_tenant uuid, p_user uuid, p_device bytea) returns table (ip_exempt boolean, access_hours jsonb, browser_known boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.ip_exempt, u.access_hours, exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id)
    from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;
alter function app.entry_limits owner to mirante_gate;
revoke all on function app.entry_limits from public;
grant execute on function app.entry_limits to mirante_public;

-- Whose second factors count for a user: the account's, or the user's own when there is no account.
create or replace function app.factor_holder(p_tenant uuid, p_user uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(u.account_id, u.id) from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null $$;
alter function app.factor_holder owner to mirante_gate;
revoke all on function app.factor_holder from public;

-- Replaces a user's recovery codes.
create or replace function app.factor_codes(p_tenant uuid, p_user uuid, p_codes jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_holder uuid := app.factor_holder(p_tenant, p_user); begin
  delete from public.factors f where f.holder = v_holder and f.kind = 'recovery';
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, hash)
    select gen_random_uuid(), v_holder, u.account_id, case when u.account_id is null then u.tenant_id end, case when u.account_id is null then u.id end, 'recovery', c::bytea
      from public.users u, jsonb_array_elements_text(p_codes) c where u.tenant_id = p_tenant and u.id = p_user; end $$;
alter function app.factor_codes owner to mirante_gate;
revoke all on function app.factor_codes from public;

-- Tells whether a tenant requires a second factor of users with this profile.
create or replace function app.factor_required(p_tenant uuid, p_profile text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s."values"->>'mfa_master' = 'S' and (coalesce(s."values"->>'mfa_required', 'all') = 'all' or p_profile <> 'user') from public.settings s where s.tenant_id = p_tenant), false) $$;
alter function app.factor_required owner to mirante_gate;
revoke all on function app.factor_required from public;

-- Asked before every session starts: whether a second factor is still required, and when one was last given. If one is required, it leaves
-- a ticket for it.
create or replace function app.factor_gate(p_tenant uuid, p_user uuid, p_way text, p_given boolean, p_device bytea, p_from bytea, p_ticket bytea, p_host text, p_body jsonb)
returns table (due boolean, at timestamptz, remember boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_holder uuid := app.factor_holder(p_tenant, p_user); v_profile text; v_at timestamptz; v_remember boolean := false; begin
  if p_given then return query select false, app.now(), false; return; end if;
  select d.trusted_at into v_at from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and d.trusted_at > app.now() - interval '30 days';
  if v_at is null and p_from is not null then
    -- Another unit's session of the same account, in which it was given.
    select s.factor_at into v_at from public.tokens k join public.sessions s on s.id = k.source_sid
      where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'company' and s.factor_at > app.now() - interval '30 days' and app.factor_holder(s.home_id, s.user_id) = v_holder;
    if v_at is null then
      -- The way to a new password, before which it was given.
      select (k.body->>'factor_at')::timestamptz, coalesce((k.body->>'remember')::boolean, false) into v_at, v_remember from public.tokens k
        where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'account.change';
    end if;
  end if;
  if v_at is not null then return query select false, v_at, v_remember; return; end if;
  -- Who vouches for these people has asked what he wanted to ask.
  if p_way = 'embedded' or (p_way in ('saml', 'entra') and coalesce((select s."values"->>'mfa_trust_sso' from public.settings s where s.tenant_id = p_tenant), 'S') = 'S') then return query select false, null::timestamptz, false; return; end if;
  select u.profile into v_profile from public.users u where u.tenant_id = p_tenant and u.id = p_user;
  -- Before a password that must be changed only a factor that there is can be asked; a first one is set up after it.
  if not exists (select from public.factors f where f.holder = v_holder) and (coalesce((p_body->>'change')::boolean, false) or not app.factor_required(p_tenant, v_profile)) then return query select false, null::timestamptz, false; return; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_ticket, 'factor', p_tenant, p_host, p_body || jsonb_build_object('userId', p_user), app.now() + interval '10 minutes');
  return query select true, null::timestamptz, false; end $$;
alter function app.factor_gate owner to mirante_gate;
revoke all on function app.factor_gate from public;
grant execute on function app.factor_gate to mirante_public;

-- Records on a new session when its factor was given and whether its device is remembered.
create or replace function app.factor_mark(p_sid uuid, p_at timestamptz, p_device bytea, p_remember boolean) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.sessions s set factor_at = p_at where s.id = p_sid and p_at is not null;
  if p_remember then update public.devices d set trusted_at = p_at from public.sessions s where s.id = p_sid and d.hash = p_device and d.tenant_id = s.tenant_id and d.user_id = s.user_id; end if; end $$;
alter function app.factor_mark owner to mirante_gate;
revoke all on function app.factor_mark from public;
grant execute on function app.factor_mark to mirante_public;

-- Opens the second step of a sign-in and counts this guess; the state says when it is over, tried too often or limited. `holder` is null
-- when the address was limited. The body tells this guess's number.
create or replace function app.factor_open(p_hash bytea, p_tenant uuid, p_host text, p_address text, p_device bytea, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, holder uuid, address text, person_name text, totp jsonb, passkeys jsonb, recovery int, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_key text; v_body jsonb; begin
  select * into k from public.tickets t where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now();
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.deleted_at is null and x.seat is null;
  person := u.id; body := k.body;
  if not app.attempt('f2 ' || p_address, 200, '15 min') then
    state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'f2 ' || p_address; return next; return; end if;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  holder := coalesce(u.account_id, u.id);
  v_body := k.body;
  if p_guess then
    v_key := case when exists (select from public.devices d where d.hash = p_device and d.tenant_id = u.tenant_id and d.user_id = u.id) then 'md ' || encode(p_device, 'hex') else 'm ' || holder end;
    if not app.attempt(v_key, 10, '30 min') then
      state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = v_key; return next; return; end if;
    update public.tickets t set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1) where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5 returning t.body into v_body;
    if not found then state := 'over'; return next; return; end if;
  end if;
  return query select 'ok', 0, v_body, u.id, factor_open.holder, coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email), u.name,
    (select jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step) from public.factors f where f.holder = factor_open.holder and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.holder = factor_open.holder and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.holder = factor_open.holder and f.kind = 'recovery' and f.used_at is null), k.expires_at; end $$;
alter function app.factor_open owner to mirante_gate;
revoke all on function app.factor_open from public;
grant execute on function app.factor_open to mirante_public;

-- Stores a new factor for its holder.
create or replace function app.factor_put(p_tenant uuid, p_user uuid, p_factor jsonb) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, name, secret, step, host, credential, public_key, counter, transports, last_used_at)
    select (p_factor->>'id')::uuid, coalesce(u.account_id, u.id), u.account_id, case when u.account_id is null then u.tenant_id end, case when u.account_id is null then u.id end, p_factor->>'kind', p_factor->>'name', p_factor->>'secret',
        coalesce((p_factor->>'step')::bigint, 0), p_factor->>'host', p_factor->>'credential', p_factor->>'publicKey', coalesce((p_factor->>'counter')::bigint, 0),
        array(select jsonb_array_elements_text(coalesce(p_factor->'transports', '[]'))), case when p_factor->>'kind' = 'totp' then app.now() end
      from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;
alter function app.factor_put owner to mirante_gate;
revoke all on function app.factor_put from public;

-- Records a failed second step in the sign-in log and the audit log; when the step is over, e-mails the user, at most once an hour.
create or replace function app.factor_refused(p_tenant uuid, p_user uuid, p_code text, p_way text, p_over boolean, p_address text, p_agent text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- That it is over is said once a minute for a person and an address, however many calls come after.
  if p_code <> 'too_many_attempts' or not exists (select from public.sign_ins r where r.tenant_id = p_tenant and r.user_id = p_user and r.way = p_way and r.outcome = p_code and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute') then
    perform app.sign_in_refused(p_tenant, p_user, p_code, p_way, p_address, p_agent, p_request);
  end if;
  if not p_over then return false; end if;
  if p_code <> 'too_many_attempts' then perform app.factor_refused(p_tenant, p_user, 'too_many_attempts', p_way, false, p_address, p_agent, p_request); end if;
  insert into public.attempts as x (key, n, until) select 'nf ' || h, 1, app.now() + interval '1 hour' from app.factor_holder(p_tenant, p_user) h where h is not null
    on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now();
  if not found then return false; end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.guessed', jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent));
  return true; end $$;
alter function app.factor_refused owner to mirante_gate;
revoke all on function app.factor_refused from public;
grant execute on function app.factor_refused to mirante_public;

-- Tells whether any tenant in which the holder acts requires a second factor.
create or replace function app.factor_required_of(p_holder uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u where (u.account_id = p_holder or u.id = p_holder) and u.status in ('A','T') and u.deleted_at is null and app.factor_required(u.tenant_id, u.profile)) $$;
alter function app.factor_required_of owner to mirante_gate;
revoke all on function app.factor_required_of from public;

-- Tells whether a user's account also acts in other tenants; its factors aren't this tenant's administrators' to remove.
create or replace function app.factor_shared(p_user uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u join public.users o on o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null where u.tenant_id = app.tenant_id() and u.id = p_user) $$;
alter function app.factor_shared owner to mirante_gate;
revoke all on function app.factor_shared from public;

-- Uses one factor exactly once: a TOTP step, a recovery code and a passkey counter are never accepted twice.
create or replace function app.factor_spend(p_holder uuid, p_use jsonb) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if p_use->>'kind' = 'totp' then
    update public.factors f set step = (p_use->>'step')::bigint, last_used_at = app.now() where f.id = (p_use->>'id')::uuid and f.holder = p_holder and f.kind = 'totp' and f.step < (p_use->>'step')::bigint;
  elsif p_use->>'kind' = 'recovery' then
    update public.factors f set used_at = app.now(), last_used_at = app.now() where f.holder = p_holder and f.kind = 'recovery' and f.hash = (p_use->>'hash')::bytea and f.used_at is null;
  elsif p_use->>'kind' = 'passkey' then
    update public.factors f set counter = (p_use->>'counter')::bigint, last_used_at = app.now() where f.id = (p_use->>'id')::uuid and f.holder = p_holder and f.kind = 'passkey'
      and (f.counter < (p_use->>'counter')::bigint or (f.counter = 0 and (p_use->>'counter')::bigint = 0));
  else return false; end if;
  return found; end $$;
alter function app.factor_spend owner to mirante_gate;
revoke all on function app.factor_spend from public;

-- Whoever enters a unit from above must have given their own second factor within the last 12 hours, if they have one or must have one.
create or replace function app.factor_stale(p_sid uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid and s.user_id = app.user_id() and coalesce(s.factor_at <= app.now() - interval '12 hours', true)
    and (app.factor_required(u.tenant_id, u.profile) or exists (select from public.factors f where f.holder = coalesce(u.account_id, u.id)))) $$;
alter function app.factor_stale owner to mirante_gate;
revoke all on function app.factor_stale from public;
grant execute on function app.factor_stale to mirante_app;

-- Completes the second step of a sign-in. Success gives back what it took of its address's limit, so an office behind one address gets in.
create or replace function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_holder uuid; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning (t.body->>'userId')::uuid into v_user;
  v_holder := app.factor_holder(p_tenant, v_user);
  if v_holder is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if p_use->>'kind' = 'setup' then
    perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
    perform from public.accounts a where a.id = v_holder for no key update;
    if exists (select from public.factors f where f.holder = v_holder) then raise exception 'factor_over' using errcode = 'MR412'; end if;
    perform app.factor_put(p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(p_tenant, v_user, p_use->'codes');
    perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
  elsif not app.factor_spend(v_holder, p_use) then raise exception 'factor_wrong' using errcode = 'MR413';
  elsif p_use->>'kind' = 'recovery' then
    perform app.act_tell(p_tenant, v_user, 'recovery_used', jsonb_build_object('left', (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'recovery' and f.used_at is null)), '/?account=security');
  end if;
  delete from public.attempts x where x.key in ('m ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex'));
  update public.attempts x set n = greatest(x.n - 2, 0) where x.key = 'f2 ' || p_address;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, v_user, null, p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user, jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address, p_request); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_public;

-- Uses a ticket once and returns its body; null if it is unknown, used or expired.
create or replace function app.ticket_take(p_hash bytea, p_purpose text, p_tenant uuid, p_host text) returns jsonb language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = p_purpose and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.body $$;
alter function app.ticket_take owner to mirante_gate;
revoke all on function app.ticket_take from public;
grant execute on function app.ticket_take to mirante_public;

-- Changes a user's own factors, proved by the verified password, a factor, or nothing where they have neither. A password is proof only in
-- a session in which a factor was given, or for a user without factors.
create or replace function app.factor_write(p_sid uuid, p_proof jsonb, p_what text, p_body jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; v_holder uuid; v_at timestamptz; v_any boolean; v_name text; v_kind text; v_ticket jsonb; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.actor_id() is null and x.seat is null for no key update;
  select s.factor_at into v_at from public.sessions s where s.id = p_sid and s.user_id = u.id;
  if u.id is null or not found then return 'none'; end if;
  select x.* into a from public.accounts x where x.id = u.account_id for no key update;
  v_holder := coalesce(u.account_id, u.id);
  v_any := exists (select from public.factors f where f.holder = v_holder);
  -- Nothing is used up for what is not there or may not be.
  if p_what = 'remove' then
    if not exists (select from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
    if not exists (select from public.factors f where f.id <> (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') and app.factor_required_of(v_holder) then return 'required'; end if;
  end if;
  if p_what = 'passkey' then
    -- Allowed when its challenge was made.
    v_ticket := app.ticket_take((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host');
    if v_ticket->>'userId' is distinct from u.id::text then return 'over'; end if;
  elsif p_what <> 'rename' then
    case p_proof->>'kind'
      when 'none' then if v_any or a.password is not null then return 'proof'; end if;
      when 'password' then
        if v_any and v_at is null then return 'code'; end if;
        if a.password is null or a.password is distinct from p_proof->>'seen' then return 'wrong'; end if;
      else
        -- What a passkey signed was asked of this person, on this host, and counts once.
        if p_proof->>'kind' = 'passkey' and app.ticket_take((p_proof->>'ticket')::bytea, 'passkey', u.tenant_id, p_proof->>'host')->>'proves' is distinct from u.id::text then return 'over'; end if;
        if not app.factor_spend(v_holder, p_proof) then return 'wrong'; end if;
        v_at := app.now(); end case;
    delete from public.attempts x where x.key = 'mp ' || v_holder;
  end if;
  case p_what
    when 'challenge' then
      if (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'passkey') >= 20 then return 'full'; end if;
      insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values ((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host', jsonb_build_object('userId', u.id), app.now() + interval '10 minutes');
    when 'totp', 'passkey' then
      if p_what = 'totp' and exists (select from public.factors f where f.holder = v_holder and f.kind = 'totp') then return 'full'; end if;
      if exists (select from public.factors f where f.id = (p_body->'factor'->>'id')::uuid or f.credential = p_body->'factor'->>'credential') then return 'over'; end if;
      v_name := p_body->'factor'->>'name'; v_kind := p_what;
      perform app.factor_put(u.tenant_id, u.id, p_body->'factor');
      if not v_any then perform app.factor_codes(u.tenant_id, u.id, p_body->'codes'); end if;
      v_at := app.now();
      perform app.act_tell(u.tenant_id, u.id, 'factor_added', jsonb_build_object('name', v_name), '/?account=security');
    when 'rename' then
      update public.factors f set name = p_body->>'name' where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not found then return 'none'; end if;
    when 'remove' then
      delete from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then delete from public.factors f where f.holder = v_holder; end if;
      update public.devices d set trusted_at = null from public.users o where coalesce(o.account_id, o.id) = v_holder and d.tenant_id = o.tenant_id and d.user_id = o.id;
      perform app.act_tell(u.tenant_id, u.id, 'factor_removed', jsonb_build_object('name', v_name), '/?account=security');
    when 'codes' then
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
      perform app.factor_codes(u.tenant_id, u.id, p_body->'codes'); v_kind := 'recovery';
    when 'confirm' then if p_proof->>'kind' not in ('totp', 'recovery', 'passkey') then return 'code'; end if; v_kind := p_proof->>'kind';
  end case;
  update public.sessions s set factor_at = v_at where s.id = p_sid and v_at is not null and s.factor_at is distinct from v_at;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, u.id, null, app.home_id(), 'factor.' || case p_what when 'totp' then 'added' when 'passkey' then 'added' when 'remove' then 'removed' when 'rename' then 'renamed' else p_what end, u.id, jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', v_kind, 'name', v_name))), p_address, p_request);
  return 'ok'; end $$;
alter function app.factor_write owner to mirante_gate;
revoke all on function app.factor_write from public;
grant execute on function app.factor_write to mirante_app;

-- Clears directory data when a user is purged.
create or replace function app.forget_directory() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  new.user_name := null; new.user_name_key := null; new.external_id := null; new.scim := null; return new; end $$;
alter function app.forget_directory owner to mirante_gate;
revoke all on function app.forget_directory from public;

create or replace trigger users_directory_forgotten before update on users for each row when (new.purged_at is distinct from old.purged_at) execute function app.forget_directory();

-- Removes a purged user's identities at every provider.
create or replace function app.forget_identities() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.identities where tenant_id = new.tenant_id and user_id = new.id;
  return null; end $$;
alter function app.forget_identities owner to mirante_gate;
revoke all on function app.forget_identities from public;

create or replace trigger users_identities_forgotten after update of purged_at on users for each row when (new.purged_at is not null and old.purged_at is null) execute function app.forget_identities();

-- How many devices of the caller are remembered.
create or replace function app.own_remembered() returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from public.users me join public.users o on (o.tenant_id = me.tenant_id and o.id = me.id) or (me.account_id is not null and o.account_id = me.account_id)
    join public.devices d on d.tenant_id = o.tenant_id and d.user_id = o.id and d.trusted_at > app.now() - interval '30 days'
   where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null $$;
alter function app.own_remembered owner to mirante_gate;
revoke all on function app.own_remembered from public;
grant execute on function app.own_remembered to mirante_app;

-- Forgets all of the caller's remembered devices, including this one.
create or replace function app.forget_own_devices(p_address text, p_request text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int := 0; begin
  if app.actor_id() is not null then return 0; end if;
  v_n := app.own_remembered();
  perform app.forget_devices(app.tenant_id(), app.user_id(), null);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'factor.forgotten', app.user_id(), jsonb_build_object('after', jsonb_build_object('devices', v_n)), p_address, p_request;
  return v_n; end $$;
alter function app.forget_own_devices owner to mirante_gate;
revoke all on function app.forget_own_devices from public;
grant execute on function app.forget_own_devices to mirante_app;

-- Deletes a purged user's questionnaire answers.
create or replace function app.forget_questionnaire() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.questionnaires q where q.tenant_id = new.tenant_id and q.user_id = new.id;
  return null; end $$;
alter function app.forget_questionnaire owner to mirante_gate;
revoke all on function app.forget_questionnaire from public;

create or replace trigger users_forgotten after update of purged_at on users for each row when (new.purged_at is not null and old.purged_at is null) execute function app.forget_questionnaire();

-- Deletes imported rows: drafts after 30 days, finished imports after 90.
create or replace function app.forget_user_imports(p_n int) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with old as (select i.tenant_id, i.id from public.user_imports i where i.state <> 'running'
      and coalesce(i.ended_at, i.created_at) < app.now() - case when i.ended_at is null then interval '30 days' else interval '90 days' end limit least(p_n, 500)),
    gone as (delete from public.user_imports i using old where i.tenant_id = old.tenant_id and i.id = old.id returning 1)
  select count(*)::int from gone $$;
alter function app.forget_user_imports owner to mirante_gate;
revoke all on function app.forget_user_imports from public;
grant execute on function app.forget_user_imports to mirante_job;

-- Stamps changed_at when a user group gets a new version.
create or replace function app.group_changed() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  new.changed_at := app.now(); return new; end $$;
alter function app.group_changed owner to mirante_gate;
revoke all on function app.group_changed from public;

create or replace trigger user_groups_changed before update on user_groups for each row when (old.version <> new.version) execute function app.group_changed();

-- Members of a directory group mapped to administrator are administrators; those who are only because of it become users again when they
-- leave the last such group.
create or replace function app.keep_mapped_profiles(p_tenant uuid, p_people uuid[]) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with meant as materialized (select u.id, u.profile, exists (select from public.user_group_members m join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile = 'admin'
        join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null where m.tenant_id = p_tenant and m.user_id = u.id) as mapped
      from public.users u where u.tenant_id = p_tenant and u.id = any (p_people) and u.user_name is not null and u.seat is null and u.deleted_at is null),
    w as (update public.users t set profile = case when x.mapped then 'admin' else 'user' end, raised = x.mapped, rights = t.rights + 1, version = t.version + 1 from meant x
      where t.tenant_id = p_tenant and t.id = x.id and ((x.mapped and t.profile = 'user') or (not x.mapped and t.raised and t.profile = 'admin')) returning t.id, t.profile, x.profile as was)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
    select p_tenant, app.user_id(), app.actor_id(), app.home_id(), 'user.edit', w.id, jsonb_build_object('before', jsonb_build_object('profile', w.was), 'after', jsonb_build_object('profile', w.profile, 'by', 'scim')) from w $$;
alter function app.keep_mapped_profiles owner to mirante_gate;
revoke all on function app.keep_mapped_profiles from public;

-- Recomputes mapped profiles when a group's profile mapping changes or its group is removed.
create or replace function app.group_mapping_changed() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenant uuid := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end; v_groups uuid[]; begin
  if app.tenant_id() is null then return null; end if;
  if tg_table_name = 'user_groups' then v_groups := array[new.id];
  elsif tg_op = 'DELETE' then v_groups := array[old.user_group_id];
  else v_groups := array[old.user_group_id, new.user_group_id]; end if;
  -- Who left in the same statement is found by what he became.
  perform app.keep_mapped_profiles(v_tenant, array(select m.user_id from public.user_group_members m where m.tenant_id = v_tenant and m.user_group_id = any (v_groups)
    union select u.id from public.users u where u.tenant_id = v_tenant and u.raised));
  return null; end $$;
alter function app.group_mapping_changed owner to mirante_gate;
revoke all on function app.group_mapping_changed from public;

create or replace trigger scim_groups_mapped after update on scim_groups for each row when (old.profile is distinct from new.profile or old.user_group_id <> new.user_group_id) execute function app.group_mapping_changed();
create or replace trigger scim_groups_unmapped after delete on scim_groups for each row when (old.profile is not null) execute function app.group_mapping_changed();
create or replace trigger user_groups_gone after update on user_groups for each row when (old.deleted_at is distinct from new.deleted_at) execute function app.group_mapping_changed();

-- Keeps a group's member version and the profiles mapped from it when members join or leave.
create or replace function app.group_members_changed() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; begin
  update public.user_groups g set members_version = g.members_version + 1, changed_at = app.now() from (select distinct tenant_id, user_group_id from moved) m where g.tenant_id = m.tenant_id and g.id = m.user_group_id;
  if app.tenant_id() is null then return null; end if;
  for d in select m.tenant_id, array_agg(distinct m.user_id) as people from moved m join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile is not null group by m.tenant_id loop
    perform app.keep_mapped_profiles(d.tenant_id, d.people);
  end loop;
  return null; end $$;
alter function app.group_members_changed owner to mirante_gate;
revoke all on function app.group_members_changed from public;

create or replace trigger user_group_members_added after insert on user_group_members referencing new table as moved for each statement execute function app.group_members_changed();
create or replace trigger user_group_members_gone after delete on user_group_members referencing old table as moved for each statement execute function app.group_members_changed();

-- What the layers above hide from the caller's tenant, and which layer does; the tenant can see it but not change it.
create or replace function app.hidden_from_above() returns table (name text, by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.id, t.parent_id, t.kind, 0 as n, t.hidden_by_partner as p, t.hidden_by_platform as o from public.tenants t where t.id = app.tenant_id()
      union all select t.id, t.parent_id, t.kind, n + 1, t.hidden_by_partner, t.hidden_by_platform from up join public.tenants t on t.id = up.parent_id)
  select h, min(b) from (select unnest(up.p) as h, 'partner' as b from up union all select unnest(up.o), 'platform' from up
    union all select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu') when 'array' then s."values"->'hidden_menu' else '[]' end), up.kind from up join public.settings s on s.tenant_id = up.id where up.n > 0) x group by h $$;
alter function app.hidden_from_above owner to mirante_gate;
revoke all on function app.hidden_from_above from public;
grant execute on function app.hidden_from_above to mirante_app;

-- Tells whether a host name is free.
create or replace function app.host_free(p_host text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.domains d where d.host = p_host) $$;
alter function app.host_free owner to mirante_gate;
revoke all on function app.host_free from public;
grant execute on function app.host_free to mirante_app;

-- The RLS username sent to the report service: {email} and {{cf_…}} are replaced by the user's own values. A missing value leaves no name
-- at all.
create or replace function app.identity_name(p_template text, p_email text, p_values jsonb) returns text immutable begin atomic
  select case when bool_or(m.parts[1] ~ '^\{\{cf_' and coalesce(p_values ->> btrim(m.parts[1], '{}'), '') !~ '\S') then null
      else string_agg(case when m.parts[1] = '{email}' then p_email when m.parts[1] ~ '^\{\{cf_' then p_values ->> btrim(m.parts[1], '{}') else m.parts[1] end, '' order by m.n) end
    from regexp_matches(p_template, '\{\{cf_[a-z0-9_]+\}\}|\{email\}|[^{]+|\{', 'g') with ordinality m (parts, n); end;
revoke all on function app.identity_name from public;
grant execute on function app.identity_name to mirante_app, mirante_job;

-- The values of a user that may be part of an RLS identity: those of the active identity fields.
create or replace function app.identity_values(p_custom jsonb) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(f.key, p_custom ->> f.key) filter (where p_custom ? f.key), '{}') from app.custom_fields_of(app.tenant_id()) f
    where f.identity and f.of = 'user' and f.disabled_at is null and f.deleted_at is null and f.type <> 'multiple' $$;
alter function app.identity_values owner to mirante_gate;
revoke all on function app.identity_values from public;
grant execute on function app.identity_values to mirante_app, mirante_job;

-- The units from which the caller may import users: by the same account, as a partner's master, or as a platform administrator.
create or replace function app.import_units() returns table (id uuid, name text, sort_key text, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with me as materialized (select app.tenant_id() as tenant, app.user_id() as person, app.actor_id() as actor, app.profile() as profile),
    own as materialized (select u.account_id from me join public.users u on u.tenant_id = me.tenant and u.id = me.person where me.actor is null
      and u.profile in ('admin', 'master', 'a2m') and u.status in ('A', 'T') and u.account_id is not null),
    above as materialized (select t.id from me join public.tenants t on t.id = me.tenant and t.kind = 'partner' where me.actor is null and me.profile = 'master'
      union all select r.above_id from me join public.relations r on r.tenant_id = me.tenant and r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now()
        join public.users a on a.tenant_id = r.above_id and a.id = me.actor and a.profile = 'master' and a.status in ('A', 'T')),
    reach as materialized (select u.tenant_id as id from own join public.users u on u.account_id = own.account_id where u.profile = 'admin' and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
      union select r.tenant_id from above join public.relations r on r.above_id = above.id where r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now())
  select t.id, t.name, t.sort_key, t.users_used from me join public.settings s on s.tenant_id = me.tenant and s."values"->>'user_import' = 'S'
    join reach on reach.id <> me.tenant join public.tenants t on t.id = reach.id and t.kind = 'unit' and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) $$;
alter function app.import_units owner to mirante_gate;
revoke all on function app.import_units from public;
grant execute on function app.import_units to mirante_app;

-- Active users of a unit that can be imported, by the beginning of a word of the name or of the e-mail; either those named, or one page by
-- keyset.
create or replace function app.import_people(p_unit uuid, p_search text, p_email text, p_ids uuid[], p_after text, p_after_id uuid, p_n int)
  returns table (id uuid, name text, email text, phone text, department text, "position" text, language text, sort_key text, here boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with me as materialized (select app.tenant_id() as tenant, (select i.id from app.import_units() i where i.id = p_unit) as unit)
  select u.id, u.name, u.email, u.phone, u.department, u."position", u.language, u.sort_key,
      exists (select from public.users h where h.tenant_id = me.tenant and h.email = u.email)
    from me join public.users u on u.tenant_id = me.unit
   where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null and (p_ids is null or u.id = any (p_ids))
     and (p_search = '' or starts_with(u.sort_key, p_search) or position(' ' || p_search in u.sort_key) > 0 or starts_with(u.email, p_email))
     and (p_after is null or (u.sort_key, u.id) > (p_after, p_after_id))
   order by u.sort_key, u.id limit least(p_n, 5001) $$;
alter function app.import_people owner to mirante_gate;
revoke all on function app.import_people from public;
grant execute on function app.import_people to mirante_app;

-- Records in the source unit that users were copied out of it, under that unit's own administrator when the same account has one.
create or replace function app.import_taken(p_unit uuid, p_people int, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, request_id)
  select i.id, (select o.id from public.users m join public.users o on o.account_id = m.account_id and o.tenant_id = i.id and o.seat is null where app.actor_id() is null and m.tenant_id = app.tenant_id() and m.id = app.user_id() limit 1),
      null, app.home_id(), 'user.copied_out', null,
      jsonb_build_object('to', (select t.name from public.tenants t where t.id = app.tenant_id()), 'people', p_people), p_request
    from app.import_units() i where i.id = p_unit $$;
alter function app.import_taken owner to mirante_gate;
revoke all on function app.import_taken from public;
grant execute on function app.import_taken to mirante_app;

-- Moves a user's own factors to the account they get, unless the account already has some. Nothing earlier remains of an account whose
-- owner was never verified. A removed user's factors are deleted.
create or replace function app.join_factors() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if new.deleted_at is not null then delete from public.factors f where f.holder = new.id; return null; end if;
  delete from public.factors f using public.accounts a where a.id = new.account_id and a.password_at = app.now() and f.holder = a.id;
  if exists (select from public.factors f where f.holder = new.account_id) then delete from public.factors f where f.holder = new.id;
  else update public.factors f set holder = new.account_id, account_id = new.account_id, tenant_id = null, user_id = null where f.holder = new.id; end if;
  return null; end $$;
alter function app.join_factors owner to mirante_gate;
revoke all on function app.join_factors from public;

create or replace trigger users_factors after update of account_id, deleted_at on users for each row
  when ((old.account_id is null and new.account_id is not null) or (old.deleted_at is null and new.deleted_at is not null)) execute function app.join_factors();

-- A tenant keeps at least one active administrator, whoever blocks the others at the same time.
create or replace function app.keep_administrator() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.tenant_id() is null then return null; end if;
  perform from public.tenants where id = new.tenant_id for no key update;
  if not exists (select from public.users u where u.tenant_id = new.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null) then
    raise exception 'last_administrator' using errcode = 'MR418';
  end if;
  return null; end $$;
alter function app.keep_administrator owner to mirante_gate;
revoke all on function app.keep_administrator from public;

create or replace trigger users_administered after update on users for each row
  when (old.profile in ('a2m', 'master', 'admin') and old.status in ('A', 'T') and old.seat is null and old.deleted_at is null
    and not (new.profile in ('a2m', 'master', 'admin') and new.status in ('A', 'T') and new.deleted_at is null)) execute function app.keep_administrator();

-- Maintains the searchable custom field values of users and reports, for single and bulk writes.
create or replace function app.keep_custom_values() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.custom_values v where v.tenant_id = new.tenant_id and v.row_id = new.id;
  insert into public.custom_values (tenant_id, row_id, key, value) select new.tenant_id, new.id, f.key, x.v
    from app.custom_fields_of(new.tenant_id) f, lateral app.custom_found(f.type, new.custom -> f.key) x (v) where f.searchable and new.custom ? f.key on conflict do nothing;
  return null; end $$;
alter function app.keep_custom_values owner to mirante_gate;
revoke all on function app.keep_custom_values from public;

create or replace trigger reports_custom_added after insert on reports for each row when (new.custom <> '{}') execute function app.keep_custom_values();
create or replace trigger reports_custom_changed after update of custom on reports for each row when (old.custom is distinct from new.custom) execute function app.keep_custom_values();
create or replace trigger users_custom_added after insert on users for each row when (new.custom <> '{}') execute function app.keep_custom_values();
create or replace trigger users_custom_changed after update of custom on users for each row when (old.custom is distinct from new.custom) execute function app.keep_custom_values();

-- Under a partner with limits, a unit that has a limit can't drop it.
create or replace function app.keep_limits() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up public.tenants; begin
  select * into v_up from public.tenants where id = new.parent_id;
  if v_up.kind = 'partner' and ((new.user_limit is null and v_up.user_limit is not null and old.user_limit is not null)) then raise exception 'users 0' using errcode = 'MT422'; end if;
  if v_up.kind = 'partner' and new.domain_limit is null and v_up.domain_limit is not null and old.domain_limit is not null then raise exception 'domains 0' using errcode = 'MT422'; end if;
  if v_up.kind = 'partner' and new.report_limit is null and v_up.report_limit is not null and old.report_limit is not null then raise exception 'reports 0' using errcode = 'MT422'; end if;
  return new; end $$;
alter function app.keep_limits owner to mirante_gate;
revoke all on function app.keep_limits from public;

create or replace trigger tenants_limits_kept before update of user_limit, domain_limit, report_limit on tenants for each row execute function app.keep_limits();

-- Enforces the report limit that the layer above set, where the row is written.
create or replace function app.keep_reports() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; begin
  for d in select f.tenant_id, t.report_limit from (select distinct tenant_id from fresh) f join public.tenants t on t.id = f.tenant_id where t.report_limit is not null order by 1 loop
    perform 1 from public.tenants t where t.id = d.tenant_id for no key update;
    if (select count(*) from public.reports r where r.tenant_id = d.tenant_id) > d.report_limit then raise exception 'report_limit' using errcode = 'MT423'; end if;
  end loop;
  return null; end $$;
alter function app.keep_reports owner to mirante_gate;
revoke all on function app.keep_reports from public;

create or replace trigger reports_within after insert on reports referencing new table as fresh for each statement execute function app.keep_reports();

-- The counters that lock a user out of this tenant: the user's own and those of their known browsers. Counters of an address or of all
-- tenants only expire with time.
create or replace function app.lock_keys(p_user uuid) returns table (key text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select 'u ' || u.tenant_id || ' ' || e from public.users u left join public.accounts a on a.id = u.account_id, lateral unnest(array[u.email, a.email]) e
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null and e is not null
  union select 'd ' || encode(d.hash, 'hex') from public.users u join public.devices d on d.tenant_id = u.tenant_id and d.user_id = u.id
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null $$;
alter function app.lock_keys owner to mirante_gate;
revoke all on function app.lock_keys from public;

-- Removes the lockout of a user in this tenant; tells whether there was one.
create or replace function app.lift_lock(p_user uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.attempts x where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now();
  return found; end $$;
alter function app.lift_lock owner to mirante_gate;
revoke all on function app.lift_lock from public;
grant execute on function app.lift_lock to mirante_app;

-- The right password on a host where the user is unknown: returns the most recently used unit, if any. Offers no way in if that password is
-- no longer the account's.
create or replace function app.login_elsewhere(p_tenant uuid, p_email text, p_account uuid, p_seen bytea, p_hash bytea) returns table (host text, made boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform from public.accounts a where a.id = p_account and sha256(convert_to(a.password, 'UTF8')) = p_seen for no key update;
  if not found then return; end if;
  select t.host, t.made into host, made from app.company_ticket(p_account, p_tenant, null, null, p_hash) t;
  if host is null then return; end if;
  delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email);
  return next; end $$;
alter function app.login_elsewhere owner to mirante_gate;
revoke all on function app.login_elsewhere from public;
grant execute on function app.login_elsewhere to mirante_public;

-- Limits how many pairing codes one administrator may try.
create or replace function app.may_try_code() returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.attempt('pc ' || app.tenant_id() || ' ' || app.user_id(), 20, '10 min') $$;
alter function app.may_try_code owner to mirante_gate;
revoke all on function app.may_try_code from public;
grant execute on function app.may_try_code to mirante_app;

-- A key for a new field that no tenant above, beside or below uses; null when there are fifty already. Fields are created one at a time.
create or replace function app.new_custom_key(p_base text, p_global boolean) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key text := p_base; n int := 1; begin
  perform pg_advisory_xact_lock(hashtextextended('custom_fields', 0));
  if (select count(*) from app.custom_fields_of(app.tenant_id()) f where f.global = p_global and f.deleted_at is null) >= 50 then return null; end if;
  while exists (select from app.custom_fields_of(app.tenant_id()) f where f.key = v_key)
      or exists (select from public.custom_fields f where f.tenant_id in (select app.tenants_below(app.tenant_id())) and f.key = v_key) loop
    n := n + 1; v_key := p_base || '_' || n; end loop;
  return v_key; end $$;
alter function app.new_custom_key owner to mirante_gate;
revoke all on function app.new_custom_key from public;
grant execute on function app.new_custom_key to mirante_app;

-- The caller's own account; never available while acting as another user.
create or replace function app.own_account(p_sid uuid, p_guess boolean) returns table (wait int, email text, password text, password_at timestamptz, rules jsonb, others int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.accounts; begin
  select x.* into a from public.users u join public.accounts x on x.id = u.account_id where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null;
  if not found then return; end if;
  if p_guess and not app.attempt('c ' || a.id, 5, '30 min') then
    return query select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::timestamptz, null::jsonb, null::int from public.attempts x where x.key = 'c ' || a.id;
    return;
  end if;
  return query select 0, a.email, a.password, coalesce(a.password_at, a.created_at), app.account_rules(a.id, app.tenant_id()),
    (select count(*)::int from public.sessions s join public.users u on u.account_id = a.id and u.tenant_id = s.home_id and u.id = s.user_id where s.revoked_at is null and s.expires_at > app.now() and s.actor_sid is null and s.id <> p_sid); end $$;
alter function app.own_account owner to mirante_gate;
revoke all on function app.own_account from public;
grant execute on function app.own_account to mirante_app;

-- The caller's factors, for proving who changes them: a passkey does as well as a code. Counts guesses.
create or replace function app.own_factors(p_sid uuid, p_guess boolean)
returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totp jsonb, passkeys jsonb, recovery int, required boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.actor_id() is null and x.seat is null;
  if not found then return; end if;
  holder := coalesce(u.account_id, u.id);
  if p_guess and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, own_factors.holder, coalesce(a.email, u.email), u.name, a.password, (select s.factor_at from public.sessions s where s.id = p_sid and s.user_id = u.id),
      (select jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'secret', f.secret, 'step', f.step) from public.factors f where f.holder = own_factors.holder and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'host', f.host, 'credential', f.credential, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports) order by f.created_at, f.id) from public.factors f where f.holder = own_factors.holder and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.holder = own_factors.holder and f.kind = 'recovery' and f.used_at is null), app.factor_required_of(own_factors.holder)
    from (select 1) one left join public.accounts a on a.id = u.account_id; end $$;
alter function app.own_factors owner to mirante_gate;
revoke all on function app.own_factors from public;
grant execute on function app.own_factors to mirante_app;

-- Changes the caller's password if p_seen still is the current one, then ends the account's other sessions and forgets its other devices.
create or replace function app.own_password(p_sid uuid, p_seen text, p_new text, p_device bytea, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  update public.accounts a set password = p_new, password_at = app.now(), must_change = false from public.users u
   where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and a.id = u.account_id and a.password = p_seen returning a.id into v_account;
  if v_account is null then return false; end if;
  perform app.end_account(v_account, p_sid);
  perform app.forget_devices(app.tenant_id(), app.user_id(), p_device);
  delete from public.attempts where key = 'c ' || v_account;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) values (app.tenant_id(), app.user_id(), null, app.home_id(), 'account.password', app.user_id(), p_address, p_request);
  insert into public.outbox (tenant_id, kind, body) values (app.tenant_id(), 'account.changed', jsonb_build_object('user_id', app.user_id()));
  return true; end $$;
alter function app.own_password owner to mirante_gate;
revoke all on function app.own_password from public;
grant execute on function app.own_password to mirante_app;

-- The caller's own live sessions, in every unit of their account.
create or replace function app.own_sessions(p_sid uuid) returns table (id uuid, unit text, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, mine boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, t.name, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.id = p_sid
    from public.users me join public.users u on (u.tenant_id = me.tenant_id and u.id = me.id) or (me.account_id is not null and u.account_id = me.account_id)
    join public.sessions s on s.home_id = u.tenant_id and s.user_id = u.id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
    join public.tenants t on t.id = s.tenant_id
   where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null
   order by s.id = p_sid desc, s.last_seen desc, s.id limit 100 $$;
alter function app.own_sessions owner to mirante_gate;
revoke all on function app.own_sessions from public;
grant execute on function app.own_sessions to mirante_app;

-- What the caller's tenant and those below it use, and its limits.
create or replace function app.own_tree(p_product text) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select to_jsonb(u) || jsonb_build_object('user_limit', t.user_limit, 'domain_limit', t.domain_limit, 'report_limit', t.report_limit, 'directory_holder', (select c.name from public.tenants c where c.parent_id = t.id and c.default_directory and c.deleted_at is null))
    from public.tenants t, lateral app.tree_use(t.id, p_product) u where t.id = app.tenant_id() $$;
alter function app.own_tree owner to mirante_gate;
revoke all on function app.own_tree from public;
grant execute on function app.own_tree to mirante_app, mirante_wide;

-- Adds a player to a device that the caller has locked; three at most at one time.
create or replace function app.start_player(p_tenant uuid, p_device uuid, p_generation int, p_sid uuid, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if (select count(*) from public.players p where p.tenant_id = p_tenant and p.device_id = p_device and p.generation = p_generation and p.ended_at is null and p.last_seen >= app.now() - interval '3 minutes') >= 3 then
    return 'full';
  end if;
  delete from public.players p where p.tenant_id = p_tenant and p.device_id = p_device and (p.ended_at is not null or p.generation < p_generation or p.last_seen < app.now() - interval '90 days') and p.last_seen < app.now() - interval '1 hour';
  insert into public.players (tenant_id, id, device_id, generation, address, last_seen, created_at) values (p_tenant, p_sid, p_device, p_generation, p_address, app.now(), app.now());
  update public.playlist_devices d set last_seen = app.now(), last_ip = p_address where d.tenant_id = p_tenant and d.id = p_device;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) values (p_tenant, null, null, p_tenant, 'device.play', p_device, p_address, p_request);
  return 'ok'; end $$;
alter function app.start_player owner to mirante_gate;
revoke all on function app.start_player from public;

-- A display asks whether its pairing code was approved; the secret works once.
create or replace function app.pair_poll(p_tenant uuid, p_secret bytea, p_sid uuid, p_address text, p_request text) returns table (state text, device_id uuid, playlist_id uuid, name text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_state text; begin
  select x.id, x.playlist_id, x.name, x.generation, x.approved_at, x.code_ends_at, x.revoked_at, app.acts(t.status, t.trial_ends_at) as acts into d
    from public.playlist_devices x join public.tenants t on t.id = x.tenant_id where x.tenant_id = p_tenant and x.pair_hash = p_secret for update of x;
  v_state := case when not found or d.revoked_at is not null or d.code_ends_at + interval '10 minutes' < app.now() or (d.approved_at is null and d.code_ends_at < app.now()) then 'ended'
    when d.approved_at is null then 'waiting' when not d.acts then 'tenant_blocked' else 'ok' end;
  if v_state <> 'ok' then return query select v_state, null::uuid, null::uuid, null::text; return; end if;
  v_state := app.start_player(p_tenant, d.id, d.generation, p_sid, p_address, p_request);
  if v_state = 'ok' then update public.playlist_devices x set pair_hash = null where x.tenant_id = p_tenant and x.id = d.id; end if;
  return query select v_state, d.id, d.playlist_id, d.name; end $$;
alter function app.pair_poll owner to mirante_gate;
revoke all on function app.pair_poll from public;
grant execute on function app.pair_poll to mirante_public;

-- A display requests a pairing code; earlier requests that were never approved are removed.
create or replace function app.pair_start(p_tenant uuid, p_id uuid, p_code bytea, p_secret bytea, p_address text, p_life interval) returns table (state text, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_ends timestamptz := app.now() + p_life; begin
  if not (app.attempt('pa ' || p_address, 20, '10 min') and app.attempt('pt ' || p_tenant, 300, '10 min')) then
    return query select 'limited', null::timestamptz; return;
  end if;
  delete from public.playlist_devices d where d.tenant_id = p_tenant and d.approved_at is null and d.code_ends_at < app.now();
  insert into public.playlist_devices (tenant_id, id, sort_key, code_hash, code_ends_at, pair_hash, expires_at, last_ip, created_at) values (p_tenant, p_id, '', p_code, v_ends, p_secret, v_ends, p_address, app.now()) on conflict do nothing;
  return query select case when exists (select from public.playlist_devices d where d.tenant_id = p_tenant and d.id = p_id) then 'ok' else 'again' end, v_ends; end $$;
alter function app.pair_start owner to mirante_gate;
revoke all on function app.pair_start from public;
grant execute on function app.pair_start to mirante_public;

-- Keeps the account apart from administrators' edits: a new address unlinks it, a removal sets it aside, restoring the user links it again.
create or replace function app.part_account() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if new.deleted_at is not null and old.deleted_at is null then
    new.removed_account_id := old.account_id; new.account_id := null;
  elsif new.deleted_at is null and old.deleted_at is not null then
    new.account_id := old.removed_account_id; new.removed_account_id := null;
  elsif new.email <> old.email and app.tenant_id() is not null and app.user_id() is distinct from new.id then
    new.account_id := null;
  end if;
  return new; end $$;
alter function app.part_account owner to mirante_gate;
revoke all on function app.part_account from public;

create or replace trigger users_parted before update on users for each row
  when (new.deleted_at is distinct from old.deleted_at or new.email <> old.email) execute function app.part_account();

-- Where the partner came from, while the session that acts for them is live.
create or replace function app.partner_home(p_sid uuid) returns table (host text, partner_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select d.host from public.domains d where d.tenant_id = r.above_id order by d.main desc, d.host limit 1), r.above_id
    from public.sessions s join public.relations r on r.tenant_id = s.tenant_id and r.id = s.relation_id and r.kind = 'partner' where s.id = p_sid and s.actor_sid is not null $$;
alter function app.partner_home owner to mirante_gate;
revoke all on function app.partner_home from public;
grant execute on function app.partner_home to mirante_public;

-- What the partner_access_remote call answers (Spec 3), decided by the session and never by the browser.
create or replace function app.partner_access(p_sid uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when app.scope() = 'partner' and app.profile() = 'master' then jsonb_build_object('is_partner_with_admin_company', exists (select from public.relations r where r.above_id = app.tenant_id() and r.kind = 'partner'
        and r.role = 'admin' and r.status = 'active' and r.ended_at is null and r.until > app.now()), 'is_partner_admin', false, 'is_partner_user', false, 'partner_id', app.tenant_id())
    else (select jsonb_build_object('is_partner_with_admin_company', false, 'is_partner_admin', app.profile() = 'admin', 'is_partner_user', app.profile() = 'user', 'partner_id', h.partner_id) from app.partner_home(p_sid) h where app.actor_id() is not null) end $$;
alter function app.partner_access owner to mirante_gate;
revoke all on function app.partner_access from public;
grant execute on function app.partner_access to mirante_app;

-- Turns a partner's ticket into a session and notifies the unit's administrators.
create or replace function app.partner_arrive(p_tenant uuid, p_hash bytea, p_host text, p_sid uuid, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; q public.remote_requests; v_until timestamptz; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = 'partner' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant and t.host = p_host returning t.* into k;
  if not found then return false; end if;
  select r.* into q from public.remote_requests r where r.tenant_id = p_tenant and r.id = (k.body->>'request')::uuid and r.state = 'authorized' and r.enter_by > app.now() for update;
  if not found then return false; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  if not app.act_open(p_sid, p_tenant, k.user_id, k.source_sid, q.relation_id, q.reach, v_until, p_address, p_request) then return false; end if;
  update public.remote_requests r set state = 'active', session_id = p_sid, started_at = app.now(), ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = r.version + 1
    where r.tenant_id = p_tenant and r.id = q.id;
  if app.actor_of(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  perform app.act_tell(p_tenant, a.id, 'partner_entered', jsonb_build_object('person', q.asker_name, 'partner', q.asker_from, 'reason', q.reason), '/remote/authorization?id=' || q.id)
    from public.users a where a.tenant_id = p_tenant and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null;
  if q.user_id is not null and not q.needs_person then
    perform app.act_tell(p_tenant, q.user_id, 'remote_started', jsonb_build_object('person', q.asker_name || ' (' || q.asker_from || ')', 'reason', q.reason, 'minutes', q.minutes), '/?account=access'); end if;
  return true; end $$;
alter function app.partner_arrive owner to mirante_gate;
revoke all on function app.partner_arrive from public;
grant execute on function app.partner_arrive to mirante_public;

-- The users of a unit whom a partner may ask to act as.
create or replace function app.partner_people(p_unit uuid, p_search text) returns table (id uuid, name text, email text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, u.email from public.users u where u.tenant_id = p_unit and u.profile = 'user' and u.allow_remote and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
    and (starts_with(u.sort_key, p_search) or starts_with(u.email, p_search)) and app.actor_id() is null
    and exists (select from public.relations r where r.tenant_id = p_unit and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status = 'active' and r.role in ('admin', 'user') and r.ended_at is null and r.until > app.now())
    and exists (select from public.settings s where s.tenant_id = p_unit and s."values"->>'allow_access_remote' = 'S')
   order by u.sort_key, u.id limit 20 $$;
alter function app.partner_people owner to mirante_gate;
revoke all on function app.partner_people from public;
grant execute on function app.partner_people to mirante_app;

-- The relation between a unit and its partner, as the unit's administrators see and change it.
create or replace function app.partner_relations() returns table (id uuid, partner text, role text, verify boolean, status text, until timestamptz, standing_until timestamptz, set_by text, inside int, version int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.id, t.name, r.role, r.verify, case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end, r.until, case when r.standing_until > app.now() then r.standing_until end,
      (select u.name from public.users u where u.id = r.set_by_id and u.tenant_id in (r.tenant_id, r.above_id) limit 1),
      (select count(*)::int from public.remote_requests q where q.tenant_id = r.tenant_id and q.relation_id = r.id and q.state = 'active'), r.version
    from public.relations r join public.tenants t on t.id = r.above_id where r.tenant_id = app.tenant_id() and r.kind = 'partner' and app.actor_id() is null order by r.created_at $$;
alter function app.partner_relations owner to mirante_gate;
revoke all on function app.partner_relations from public;
grant execute on function app.partner_relations to mirante_app;

-- The unit's stand-in user for a partner's user. Its address is unique among users that aren't deleted.
create or replace function app.seat_of(p_unit uuid, p_home uuid, p_user uuid) returns uuid language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.users as x (tenant_id, id, email, name, sort_key, profile, status, language, seat, added_by_id)
    select p_unit, gen_random_uuid(), u.id || '@seat.invalid', u.name, u.sort_key, 'admin', 'A', u.language, 'partner', null from public.users u where u.tenant_id = p_home and u.id = p_user
  on conflict (tenant_id, email) where deleted_at is null do update set name = excluded.name, sort_key = excluded.sort_key, language = excluded.language, status = 'A' returning x.id $$;
alter function app.seat_of owner to mirante_gate;
revoke all on function app.seat_of from public;

-- Creates the ticket with which an approved partner arrives on the unit's host: single use, one minute.
create or replace function app.switch_ticket(q public.remote_requests, p_sid uuid, p_hash bytea) returns text language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
    select p_hash, 'partner', q.tenant_id, coalesce(q.user_id, app.seat_of(q.tenant_id, q.asker_home_id, q.asker_id)), d.host, p_sid, app.now() + interval '60 seconds', jsonb_build_object('request', q.id)
      from public.domains d where d.tenant_id = q.tenant_id order by d.main desc, d.host limit 1 returning host $$;
alter function app.switch_ticket owner to mirante_gate;
revoke all on function app.switch_ticket from public;

-- A partner enters one of its units, as administrator or as one of its users: at once where no approval is needed, otherwise as a request.
create or replace function app.partner_switch(p_sid uuid, p_unit uuid, p_user uuid, p_reason text, p_ticket text, p_reach text, p_minutes int, p_at_once boolean, p_wait bytea, p_hash bytea, p_address text, p_request text)
returns table (state text, host text, id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare r public.relations; t public.tenants; u public.users; v_set jsonb; v_admin boolean; v_person boolean; q public.remote_requests; v_name text; v_from text; begin
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() or not exists (select from public.sessions s where s.id = p_sid and s.home_id = app.home_id() and s.user_id = app.user_id() and s.actor_sid is null) then
    return query select 'none', null::text, null::uuid; return; end if;
  select x.* into r from public.relations x where x.tenant_id = p_unit and x.above_id = app.tenant_id() and x.kind = 'partner' and x.status = 'active' and x.ended_at is null and x.until > app.now() limit 1;
  select x.* into t from public.tenants x where x.id = p_unit and x.deleted_at is null;
  if r.id is null or t.id is null then return query select 'none', null::text, null::uuid; return; end if;
  if not app.acts(t.status, t.trial_ends_at) then return query select 'closed', null::text, null::uuid; return; end if;
  if r.role = 'billing' or (r.role = 'user' and p_user is null) then return query select 'role', null::text, null::uuid; return; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = p_unit;
  if p_user is not null then
    select x.* into u from public.users x where x.tenant_id = p_unit and x.id = p_user and x.profile = 'user' and x.seat is null and x.deleted_at is null and x.status in ('A', 'T');
    if u.id is null then return query select 'none', null::text, null::uuid; return; end if;
    if not u.allow_remote or v_set->>'allow_access_remote' is distinct from 'S' then return query select 'person', null::text, null::uuid; return; end if;
  end if;
  v_admin := r.verify and coalesce(r.standing_until <= app.now(), true);
  v_person := p_user is not null and coalesce(v_set->>'remote_consent', 'each') = 'each' and coalesce(u.remote_until <= app.now(), true);
  if p_at_once and (v_admin or v_person) then return query select 'verify', null::text, null::uuid; return; end if;
  select me.name, h.name into v_name, v_from from public.users me join public.tenants h on h.id = me.tenant_id where me.tenant_id = app.tenant_id() and me.id = app.user_id();
  -- A new wish takes the place of the one that still waits.
  update public.remote_requests x set state = 'cancelled', decided_at = app.now(), version = x.version + 1
    where x.tenant_id = p_unit and x.kind = 'partner' and x.asker_id = app.user_id() and x.state in ('requested', 'authorized');
  insert into public.remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_sid, asker_name, asker_from, user_id, reason, ticket, reach, minutes, state, needs_admin, needs_person, decided_at, wait_hash, expires_at, enter_by, relation_id)
    values (p_unit, gen_random_uuid(), 'partner', app.home_id(), app.user_id(), p_sid, v_name, v_from, p_user, p_reason, p_ticket, p_reach, p_minutes,
      case when v_admin or v_person then 'requested' else 'authorized' end, v_admin, v_person, case when v_admin or v_person then null else app.now() end, p_wait,
      app.now() + interval '30 minutes', case when v_admin or v_person then null else app.now() + interval '5 minutes' end, r.id) returning * into q;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, case when x = p_unit then null else app.user_id() end, case when x = p_unit then app.user_id() end, app.home_id(), 'partner.ask', q.id,
      jsonb_build_object('unit', t.name, 'as', case when p_user is null then 'admin' else 'user' end, 'reason', p_reason, 'minutes', p_minutes), p_address, p_request from unnest(array[app.home_id(), p_unit]) x;
  if v_admin then
    perform app.act_tell(p_unit, a.id, 'partner_asks', jsonb_build_object('person', v_name, 'partner', v_from, 'reason', p_reason), '/remote/authorization?id=' || q.id)
      from public.users a where a.tenant_id = p_unit and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null; end if;
  if v_person then
    perform app.act_tell(p_unit, p_user, 'remote_requested', jsonb_build_object('person', v_name || ' (' || v_from || ')', 'reason', p_reason, 'ticket', coalesce(p_ticket, ''), 'minutes', p_minutes), '/remote/authorization?id=' || q.id); end if;
  if v_admin or v_person then return query select 'wait', null::text, q.id; return; end if;
  return query select 'ok', app.switch_ticket(q, p_sid, p_hash), q.id; end $$;
alter function app.partner_switch owner to mirante_gate;
revoke all on function app.partner_switch from public;
grant execute on function app.partner_switch to mirante_app;

-- The units a partner may enter: the most recently entered first, then by name.
create or replace function app.partner_units(p_search text, p_n int) returns table (id uuid, name text, role text, verify boolean, status text, entered_at timestamptz) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, r.role, r.verify and coalesce(r.standing_until <= app.now(), true), case when app.acts(t.status, t.trial_ends_at) then r.status else 'closed' end,
      (select max(q.started_at) from public.remote_requests q where q.tenant_id = t.id and q.asker_id = app.user_id() and q.kind = 'partner') as entered_at
    from public.tenants t join public.relations r on r.tenant_id = t.id and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status <> 'ended' and r.ended_at is null and r.until > app.now()
   where t.parent_id = app.tenant_id() and t.kind = 'unit' and t.deleted_at is null and starts_with(t.sort_key, p_search) and app.scope() = 'partner' and app.actor_id() is null
   order by entered_at desc nulls last, t.sort_key, t.id limit least(p_n, 50) $$;
alter function app.partner_units owner to mirante_gate;
revoke all on function app.partner_units from public;
grant execute on function app.partner_units to mirante_app;

-- How many units a billing party of the caller's tenant pays for.
create or replace function app.party_units(p_party uuid) returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from public.tenants t where t.payer_tenant_id = app.tenant_id() and t.payer_id = p_party and t.deleted_at is null $$;
alter function app.party_units owner to mirante_gate;
revoke all on function app.party_units from public;
grant execute on function app.party_units to mirante_app;

-- Creates the challenge for signing in with a passkey, which the sign-in page requests when a field gets focus. At most 600 in 15 minutes
-- from one address, which may be a whole office. Returns the seconds to wait; 0 when the challenge was created.
create or replace function app.passkey_offer(p_tenant uuid, p_address text, p_hash bytea, p_host text, p_seconds int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('po ' || p_tenant || ' ' || p_address, 600, '15 min') then
    return (select greatest(1, ceil(extract(epoch from x.until - app.now())))::int from public.attempts x where x.key = 'po ' || p_tenant || ' ' || p_address); end if;
  perform app.ticket_make(p_hash, 'passkey', p_tenant, p_host, '{}', p_seconds);
  return 0; end $$;
alter function app.passkey_offer owner to mirante_gate;
revoke all on function app.passkey_offer from public;
grant execute on function app.passkey_offer to mirante_public;

-- Uses a passkey challenge and finds the tenant's user who has the credential on this host.
create or replace function app.passkey_open(p_hash bytea, p_tenant uuid, p_host text, p_credential text, p_address text)
returns table (state text, wait int, id uuid, holder uuid, credential text, public_key text, counter bigint, transports text[], person uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('pk ' || p_address, 100, '15 min') then
    state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'pk ' || p_address; return next; return; end if;
  if app.ticket_take(p_hash, 'passkey', p_tenant, p_host) is distinct from '{}'::jsonb then state := 'over'; return next; return; end if;
  return query select 'ok', 0, f.id, f.holder, f.credential, f.public_key, f.counter, f.transports,
      (select u.id from public.users u where u.tenant_id = p_tenant and coalesce(u.account_id, u.id) = f.holder and u.deleted_at is null and u.seat is null)
    from public.factors f where f.kind = 'passkey' and f.credential = p_credential and f.host = p_host; end $$;
alter function app.passkey_open owner to mirante_gate;
revoke all on function app.passkey_open from public;
grant execute on function app.passkey_open to mirante_public;

-- Uses a passkey at sign-in. Success gives back what it took of the address's limits.
create or replace function app.passkey_use(p_tenant uuid, p_user uuid, p_use jsonb, p_address text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.factor_spend(app.factor_holder(p_tenant, p_user), p_use) then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  update public.attempts x set n = greatest(x.n - 1, 0) where x.key in ('pk ' || p_address, 'po ' || p_tenant || ' ' || p_address); end $$;
alter function app.passkey_use owner to mirante_gate;
revoke all on function app.passkey_use from public;
grant execute on function app.passkey_use to mirante_public;

-- Tells whether a correct password must be changed first (Spec 4, user_change_password); read together with the sign-in's other facts.
create or replace function app.password_age(p_tenant uuid, p_email text) returns table (must_change boolean, password_at timestamptz, rules jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant) from public.accounts a where a.email = p_email $$;
alter function app.password_age owner to mirante_gate;
revoke all on function app.password_age from public;
grant execute on function app.password_age to mirante_public;

-- Tells whether the password that was compared still is the account's, and locks the account until the session has started: a password
-- change happens entirely before that or ends the session.
create or replace function app.password_stands(p_tenant uuid, p_user uuid, p_seen bytea) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  if p_seen is null then return true; end if;
  select u.account_id into v_account from public.users u where u.tenant_id = p_tenant and u.id = p_user for no key update;
  perform from public.accounts a where a.id = v_account and sha256(convert_to(a.password, 'UTF8')) = p_seen for no key update;
  return found; end $$;
alter function app.password_stands owner to mirante_gate;
revoke all on function app.password_stands from public;
grant execute on function app.password_stands to mirante_public;

-- How many devices a user of this tenant has.
create or replace function app.person_devices(p_user uuid) returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from public.devices d where d.tenant_id = app.tenant_id() and d.user_id = p_user $$;
alter function app.person_devices owner to mirante_gate;
revoke all on function app.person_devices from public;
grant execute on function app.person_devices to mirante_app;

-- What administrators of a tenant see of a user's factors.
create or replace function app.person_factors(p_user uuid) returns table (authenticator boolean, passkeys int, recovery int, last_used_at timestamptz, shared boolean, required boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) filter (where f.kind = 'totp') > 0, count(*) filter (where f.kind = 'passkey')::int, count(*) filter (where f.kind = 'recovery' and f.used_at is null)::int, max(f.last_used_at), app.factor_shared(u.id), app.factor_required(u.tenant_id, u.profile)
    from public.users u left join public.factors f on f.holder = coalesce(u.account_id, u.id) where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null group by u.tenant_id, u.id, u.profile $$;
alter function app.person_factors owner to mirante_gate;
revoke all on function app.person_factors from public;
grant execute on function app.person_factors to mirante_app;

-- Until when wrong passwords lock a user out of this tenant; null when they don't.
create or replace function app.person_lock(p_user uuid) returns timestamptz language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select max(x.until) from public.attempts x where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now() $$;
alter function app.person_lock owner to mirante_gate;
revoke all on function app.person_lock from public;
grant execute on function app.person_lock to mirante_app;

-- Live sessions of one user of this tenant, for its administrators.
create or replace function app.person_sessions(p_user uuid) returns table (id uuid, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.created_at, s.last_seen, s.address, s.agent, s.auth_type from public.sessions s
   where s.home_id = app.tenant_id() and s.tenant_id = s.home_id and s.user_id = p_user and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now() order by s.last_seen desc limit 50 $$;
alter function app.person_sessions owner to mirante_gate;
revoke all on function app.person_sessions from public;
grant execute on function app.person_sessions to mirante_app;

-- Ends a player's session.
create or replace function app.player_end(p_sid uuid, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with p as (update public.players set ended_at = app.now() where id = p_sid and ended_at is null returning tenant_id, device_id),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p.tenant_id, null, null, p.tenant_id, 'device.stop', p.device_id, p_address, p_request from p)
  select exists (select from p) $$;
alter function app.player_end owner to mirante_gate;
revoke all on function app.player_end from public;
grant execute on function app.player_end to mirante_public;

-- What a new token of a live player says; a recreated link ends the players of the old one.
create or replace function app.player_facts(p_sid uuid) returns table (state text, tenant_id uuid, device_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when app.acts(t.status, t.trial_ends_at) then 'ok' else 'tenant_blocked' end, p.tenant_id, p.device_id
    from public.players p join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id join public.tenants t on t.id = p.tenant_id
   where p.id = p_sid and p.ended_at is null and p.generation = d.generation and d.approved_at is not null and d.revoked_at is null and d.expires_at > app.now() $$;
alter function app.player_facts owner to mirante_gate;
revoke all on function app.player_facts from public;
grant execute on function app.player_facts to mirante_public;

-- Signs a display in with the token of its link. Only failures are counted, so a wall of displays behind one address gets in.
create or replace function app.playlist_login(p_tenant uuid, p_hash bytea, p_sid uuid, p_address text, p_request text) returns table (state text, device_id uuid, playlist_id uuid, name text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_state text; begin
  select x.id, x.playlist_id, x.name, x.generation, app.acts(t.status, t.trial_ends_at) as acts into d
    from public.playlist_devices x join public.tenants t on t.id = x.tenant_id
   where x.tenant_id = p_tenant and x.token_hash = p_hash and x.approved_at is not null and x.revoked_at is null and x.expires_at > app.now() for update of x;
  if not found then
    v_state := case when app.attempt('w ' || p_address, 30, '15 min') then 'unknown' else 'limited' end;
  elsif not d.acts then
    v_state := 'tenant_blocked';
  else
    v_state := app.start_player(p_tenant, d.id, d.generation, p_sid, p_address, p_request);
    return query select v_state, d.id, d.playlist_id, d.name;
    return;
  end if;
  return query select v_state, null::uuid, null::uuid, null::text; end $$;
alter function app.playlist_login owner to mirante_gate;
revoke all on function app.playlist_login from public;
grant execute on function app.playlist_login to mirante_public;

-- Purges fields deleted more than thirty days ago, with all their values.
create or replace function app.purge_custom_fields() returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; n int := 0; begin
  for f in select x.* from public.custom_fields x where x.deleted_at <= app.now() - interval '30 days' order by x.deleted_at limit 50 for update skip locked loop
    v_where := case when f.global then array(select app.tenants_below(f.tenant_id)) else array[f.tenant_id] end;
    update public.users u set custom = u.custom - f.key where u.tenant_id = any (v_where) and u.custom ? f.key;
    update public.reports r set custom = r.custom - f.key where r.tenant_id = any (v_where) and r.custom ? f.key;
    delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = f.key;
    delete from public.custom_fields x where x.tenant_id = f.tenant_id and x.id = f.id;
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) values (f.tenant_id, null, null, null, 'custom_field.purge', f.id, jsonb_build_object('key', f.key, 'labels', f.labels));
    n := n + 1;
  end loop;
  return n; end $$;
alter function app.purge_custom_fields owner to mirante_gate;
revoke all on function app.purge_custom_fields from public;
grant execute on function app.purge_custom_fields to mirante_job;

-- Thirty days after a user's removal nothing personal is left; the row stays for the audit log. Returns the pictures whose files must go
-- too.
create or replace function app.purge_removed(p_n int) returns table (tenant_id uuid, picture text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p record; begin
  for p in select u.tenant_id, u.id, u.picture, u.removed_account_id, t.language as words from public.users u join public.tenants t on t.id = u.tenant_id
      where u.deleted_at < app.now() - interval '30 days' and u.purged_at is null order by u.deleted_at limit least(p_n, 200) for update of u skip locked loop
    delete from public.notifications x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.mails x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.favorites x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.viewers x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.user_group_members x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_states x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_view_defaults x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.fresh_waiters x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.list_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.custom_values x where x.tenant_id = p.tenant_id and x.row_id = p.id;
    delete from public.tokens x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    update public.sessions x set address = null, agent = null where x.home_id = p.tenant_id and x.user_id = p.id;
    update public.audit x set change = '{}' where x.tenant_id = p.tenant_id and x.row_id = p.id and x.what like 'user.%';
    update public.users u set name = case p.words when 'en-US' then 'Removed person' when 'es' then 'Persona eliminada' when 'pt-PT' then 'Pessoa removida' else 'Pessoa removida' end,
        sort_key = '', email = 'removed-' || u.id || '@removed.invalid', phone = null, department = null, "position" = null, language = null, rls_username = null, rls_roles = '{}', flags = '{}',
        preferences = '{}', custom = '{}', picture = null, home_page = null, access_hours = null, status_reason = null, removed_account_id = null, purged_at = app.now()
      where u.tenant_id = p.tenant_id and u.id = p.id;
    delete from public.accounts a where a.id = p.removed_account_id and not exists (select from public.users o where o.account_id = a.id) and not exists (select from public.users o where o.removed_account_id = a.id);
    tenant_id := p.tenant_id; picture := p.picture; return next;
  end loop; end $$;
alter function app.purge_removed owner to mirante_gate;
revoke all on function app.purge_removed from public;
grant execute on function app.purge_removed to mirante_job;

-- Deletes everything of a unit in rounds: a table that others still reference is retried in the next round. The audit log stays without its
-- details; an account stays if another tenant uses it.
create or replace function app.purge_unit(p_id uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up uuid; v_accounts uuid[]; v_left text[]; v_next text[]; v_table text; begin
  select t.parent_id into v_up from public.tenants t where t.id = p_id and t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days'
    and not exists (select from public.tenants c where c.parent_id = t.id) for update of t skip locked;
  if not found then return false; end if;
  v_accounts := array(select distinct a from public.users u, unnest(array[u.account_id, u.removed_account_id]) a where u.tenant_id = p_id and a is not null);
  update public.audit x set change = '{}' where x.tenant_id = p_id;
  update public.parties c set of_tenant_id = null where c.of_tenant_id = p_id;
  delete from public.relations r where r.above_id = p_id;
  delete from public.sessions s where s.home_id = p_id;
  v_left := array(select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'audit' order by c.relname);
  loop
    v_next := '{}';
    foreach v_table in array v_left loop
      begin execute format('delete from public.%I where tenant_id = $1', v_table) using p_id;
      exception when foreign_key_violation then v_next := v_next || v_table; end;
    end loop;
    exit when cardinality(v_next) = 0;
    if cardinality(v_next) = cardinality(v_left) then raise exception 'held: %', v_next using errcode = 'MT409'; end if;
    v_left := v_next;
  end loop;
  delete from public.tenants t where t.id = p_id;
  delete from public.accounts a where a.id = any (v_accounts) and not exists (select from public.users o where o.account_id = a.id or o.removed_account_id = a.id);
  if v_up is not null then insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id) values (v_up, null, null, null, 'tenant.purge', p_id); end if;
  return true; end $$;
alter function app.purge_unit owner to mirante_gate;
revoke all on function app.purge_unit from public;
grant execute on function app.purge_unit to mirante_job;

-- Rebuilds the searchable values of a field that became searchable or changed its type.
create or replace function app.refill_custom_values() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_where uuid[] := case when new.global then array(select app.tenants_below(new.tenant_id)) else array[new.tenant_id] end; begin
  delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = new.key;
  if new.searchable and new.of = 'user' then
    insert into public.custom_values (tenant_id, row_id, key, value) select u.tenant_id, u.id, new.key, x.v from public.users u, lateral app.custom_found(new.type, u.custom -> new.key) x (v)
      where u.tenant_id = any (v_where) and u.custom ? new.key on conflict do nothing;
  elsif new.searchable then
    insert into public.custom_values (tenant_id, row_id, key, value) select r.tenant_id, r.id, new.key, x.v from public.reports r, lateral app.custom_found(new.type, r.custom -> new.key) x (v)
      where r.tenant_id = any (v_where) and r.custom ? new.key on conflict do nothing;
  end if;
  return null; end $$;
alter function app.refill_custom_values owner to mirante_gate;
revoke all on function app.refill_custom_values from public;

create or replace trigger custom_fields_searched after update of searchable, type on custom_fields for each row when (old.searchable is distinct from new.searchable or old.type is distinct from new.type) execute function app.refill_custom_values();

-- An administrator removes a user's factors, which ends the user's sessions. Not one's own, and not those of an account shared with other
-- tenants.
create or replace function app.reset_factors(p_user uuid, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_n int; v_who text; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.actor_id() is null and app.profile() <> 'user' for no key update;
  if u.id is null then return 'none'; end if;
  if u.id = app.user_id() then return 'own'; end if;
  if app.factor_shared(p_user) then return 'shared'; end if;
  delete from public.factors f where f.holder = coalesce(u.account_id, u.id) and f.kind <> 'recovery'; get diagnostics v_n = row_count;
  if v_n = 0 then return 'empty'; end if;
  delete from public.factors f where f.holder = coalesce(u.account_id, u.id);
  perform app.end_person_sessions(p_user);
  select x.name into v_who from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id();
  perform app.act_tell(u.tenant_id, u.id, 'factors_reset', jsonb_build_object('person', coalesce(v_who, '')), '/?account=security');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (u.tenant_id, app.user_id(), null, app.home_id(), 'factor.reset', u.id, jsonb_build_object('after', jsonb_build_object('factors', v_n)), p_address, p_request);
  return 'ok'; end $$;
alter function app.reset_factors owner to mirante_gate;
revoke all on function app.reset_factors from public;
grant execute on function app.reset_factors to mirante_app;

-- What decides about a SAML response: the app, and the request it answers if that is still open.
create or replace function app.saml_app(p_tenant uuid, p_id uuid, p_host text, p_request bytea) returns table (name text, status text, settings jsonb, request jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.name, a.status, a.settings,
      (select t.body from public.tickets t where t.hash = p_request and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and t.body->>'app' = a.id::text)
    from public.sso_apps a where a.tenant_id = p_tenant and a.id = p_id and a.kind = 'saml' $$;
alter function app.saml_app owner to mirante_gate;
revoke all on function app.saml_app from public;
grant execute on function app.saml_app to mirante_public;

-- Records a refused SAML response by the check that failed, at most once in so many seconds per app and check, so the log can't be flooded.
create or replace function app.saml_refused(p_tenant uuid, p_app uuid, p_name text, p_check text, p_seconds int, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.attempt('sr ' || p_app || ' ' || p_check || ' ' || p_seconds, 1, make_interval(secs => p_seconds)) then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'saml.refused', p_app, jsonb_build_object('name', p_name, 'code', 'error_saml', 'check', p_check), p_address, p_request);
  end if; end $$;
alter function app.saml_refused owner to mirante_gate;
revoke all on function app.saml_refused from public;
grant execute on function app.saml_refused to mirante_public;

-- Completes a SAML sign-in. Refused and replayed responses are recorded, and the session knows when the provider's own session ends.
create or replace function app.saml_arrive(p_tenant uuid, p jsonb) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_request jsonb; v_user public.users; v_changed public.users; v_host text := p->>'host'; v_redirect text := p->>'redirect'; v_browser text; v_refusal text; v_n int; v_more int;
  w jsonb := p->'person'; v_before jsonb; v_bound boolean := false; v_new boolean := false; v_gone boolean := false;
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
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject' and u.deleted_at is null and u.seat is null;
  if v_user.id is null then
    -- Whom an administrator has removed does not come back by himself; under an address that was given anew he is somebody new.
    v_gone := exists (select from public.identities i where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject');
    select u.* into v_user from public.users u where u.tenant_id = p_tenant and u.email = w->>'email' and u.deleted_at is null and u.seat is null for update;
    if v_user.id is not null then
      -- Bound by address once, and only somebody whom no provider knows yet.
      if exists (select from public.identities i where i.tenant_id = p_tenant and i.user_id = v_user.id) then v_refusal := 'error_saml'; v_user := null; else v_bound := true; end if;
    elsif not v_gone and (p->>'jit')::boolean and w->>'email' <> '' and exists (select from public.tenants t where t.id = p_tenant and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)) then
      begin
        insert into public.users (tenant_id, id, email, name, sort_key, profile, status, phone, department, "position")
          values (p_tenant, (p->>'newUser')::uuid, w->>'email', w->>'name', w->>'sortKey', w->>'profile', 'A',
            (select w->>'phone' where not exists (select from public.users x where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null)), w->>'department', w->>'position') returning * into v_user;
        v_bound := true; v_new := true;
      exception when sqlstate 'MR422' then v_refusal := 'user_limit_reached'; when unique_violation then v_refusal := 'error_saml'; end;
    else
      v_refusal := 'not_found_companies';
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
    -- A rule of groups says which profile; the last administrator stays one.
    if not v_new and w->>'ruled' is not null and w->>'ruled' <> v_user.profile and (w->>'ruled' <> 'user'
        or exists (select from public.users x where x.tenant_id = p_tenant and x.id <> v_user.id and x.profile in ('a2m', 'master', 'admin') and x.status in ('A', 'T') and x.seat is null and x.deleted_at is null)) then
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (p_tenant, v_user.id, null, p_tenant, 'user.edit', v_user.id, jsonb_build_object('before', jsonb_build_object('profile', v_user.profile), 'after', jsonb_build_object('profile', w->>'ruled', 'provider', p->>'appName')), p->>'address', p->>'requestId');
      update public.users set profile = w->>'ruled', rights = rights + 1, version = version + 1 where tenant_id = p_tenant and id = v_user.id;
    end if;
    insert into public.user_group_members (tenant_id, user_group_id, user_id)
      select p_tenant, q.id, v_user.id from public.user_groups q where q.tenant_id = p_tenant and q.deleted_at is null and q.id in (select e::uuid from jsonb_array_elements_text(w->'groups') e) on conflict do nothing;
    get diagnostics v_n = row_count;
    delete from public.user_group_members m where m.tenant_id = p_tenant and m.user_id = v_user.id and m.user_group_id in (select e::uuid from jsonb_array_elements_text(w->'mapped') e)
      and m.user_group_id not in (select e::uuid from jsonb_array_elements_text(w->'groups') e);
    get diagnostics v_more = row_count;
    if v_n + v_more > 0 then
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (p_tenant, v_user.id, null, p_tenant, 'user.groups', v_user.id, jsonb_build_object('after', jsonb_build_object('provider', p->>'appName', 'added', v_n, 'removed', v_more)), p->>'address', p->>'requestId');
    end if;
  end if;
  if v_refusal is not null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'saml.refused', (p->>'app')::uuid, jsonb_build_object('name', p->>'appName', 'code', v_refusal, 'email', w->>'email'), p->>'address', p->>'requestId');
  end if;
  update public.sso_apps set last_used_at = app.now() where tenant_id = p_tenant and id = (p->>'app')::uuid;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values ((p->>'code')::bytea, 'sso.code', p_tenant, v_host, jsonb_strip_nulls(jsonb_build_object('way', 'saml', 'redirect', v_redirect, 'userId', v_user.id, 'refusal', v_refusal, 'browser', v_browser, 'ends', case when v_user.id is not null then p->>'ends' end, 'provider', case when v_user.id is not null then p->'provider' end)), app.now() + make_interval(secs => (p->>'codeSeconds')::int));
  return v_host;
end $$;
alter function app.saml_arrive owner to mirante_gate;
revoke all on function app.saml_arrive from public;
grant execute on function app.saml_arrive to mirante_public;

-- Which of the caller's tenant and the units below it have SAML apps.
create or replace function app.saml_companies() returns table (id uuid, name text, apps int, active int, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, count(a.id)::int, count(a.id) filter (where a.status = 'A')::int, (select count(distinct i.user_id)::int from public.identities i where i.tenant_id = t.id and i.kind = 'saml')
    from public.tenants t join public.sso_apps a on a.tenant_id = t.id and a.kind = 'saml'
   where t.deleted_at is null and (t.id = app.tenant_id() or (t.parent_id = app.tenant_id() and exists (select from public.relations r where r.tenant_id = t.id and r.above_id = app.tenant_id() and r.status = 'active' and r.ended_at is null and r.until > app.now())))
   group by t.id, t.name, t.sort_key order by t.id = app.tenant_id() desc, t.sort_key, t.id limit 500 $$;
alter function app.saml_companies owner to mirante_gate;
revoke all on function app.saml_companies from public;
grant execute on function app.saml_companies to mirante_app;

-- Forgets the users of a provider that a tenant removed, and ends the sessions it started.
create or replace function app.saml_end(p_issuer text) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with i as (delete from public.identities where tenant_id = app.tenant_id() and kind = 'saml' and issuer = p_issuer returning user_id),
    s as (update public.sessions set revoked_at = app.now() where home_id = app.tenant_id() and auth_type = 'saml' and revoked_at is null and user_id in (select i.user_id from i) returning 1)
  select count(*)::int from s $$;
alter function app.saml_end owner to mirante_gate;
revoke all on function app.saml_end from public;
grant execute on function app.saml_end to mirante_app;

-- Handles a logout request of a provider, once per request: ends the sessions that the provider started and no others.
create or replace function app.saml_logout(p_tenant uuid, p_issuer text, p_name_id text, p_host text, p_seen bytea, p_seconds int, p_indexes jsonb, p_address text, p_request text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; v_user uuid; begin
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at) values (p_seen, 'sso.seen', p_tenant, p_host, app.now() + make_interval(secs => p_seconds), app.now()) on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then return null; end if;
  select i.user_id into v_user from public.identities i where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = p_issuer and i.name_id = p_name_id limit 1;
  -- By what the provider calls its session stands with the ticket by which it is told of the end; one of which nothing is known ends too.
  update public.sessions s set revoked_at = app.now() where s.home_id = p_tenant and s.user_id = v_user and s.auth_type = 'saml' and s.revoked_at is null
    and (p_indexes = '[]' or not exists (select from public.tickets t where t.hash = sha256(convert_to(s.id::text, 'UTF8')) and t.purpose = 'saml.session' and t.tenant_id = p_tenant
      and t.body->>'sessionIndex' is not null and not p_indexes ? (t.body->>'sessionIndex')));
  get diagnostics v_n = row_count;
  if v_n > 0 then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (p_tenant, v_user, null, p_tenant, 'saml.logout', v_user, jsonb_build_object('after', jsonb_build_object('sessions', v_n)), p_address, p_request);
  end if;
  return v_n;
end $$;
alter function app.saml_logout owner to mirante_gate;
revoke all on function app.saml_logout from public;
grant execute on function app.saml_logout to mirante_public;

-- Limits starts of a SAML sign-in ('se') and responses ('sa') to 600 in 15 minutes per address, as for Entra. Returns the seconds to wait;
-- 0 when the call may proceed.
create or replace function app.saml_wait(p_tenant uuid, p_address text, p_step text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.attempt(p_step || ' ' || p_tenant || ' ' || p_address, 600, '15 min') then return 0; end if;
  return (select greatest(1, ceil(extract(epoch from x.until - app.now())))::int from public.attempts x where x.key = p_step || ' ' || p_tenant || ' ' || p_address); end $$;
alter function app.saml_wait owner to mirante_gate;
revoke all on function app.saml_wait from public;
grant execute on function app.saml_wait to mirante_public;

-- The name of a partner's user who acted in the unit, for its histories.
create or replace function app.seat_name(p_user uuid) returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.name || coalesce(' (' || (select q.asker_from from public.remote_requests q where q.tenant_id = u.tenant_id and u.email = q.asker_id || '@seat.invalid' limit 1) || ')', '')
    from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is not null $$;
alter function app.seat_name owner to mirante_gate;
revoke all on function app.seat_name from public;
grant execute on function app.seat_name to mirante_app;

-- How many users may still be added. Locks the tenant's row, so a batch can't take more than that.
create or replace function app.seats_left() returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select case when t.user_limit is null then 2147483647 else greatest(0, t.user_limit - t.users_used) end from public.tenants t where t.id = app.tenant_id() for no key update $$;
alter function app.seats_left owner to mirante_gate;
revoke all on function app.seats_left from public;
grant execute on function app.seats_left to mirante_app, mirante_job;

-- Bounds a session by an end that its provider or its link sets; the first bound holds.
create or replace function app.session_bound(p_sid uuid, p_end timestamptz) returns timestamptz language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.sessions s set ends_by = p_end, expires_at = least(s.expires_at, p_end) where s.id = p_sid and s.ends_by is null and s.revoked_at is null returning s.ends_by $$;
alter function app.session_bound owner to mirante_gate;
revoke all on function app.session_bound from public;
grant execute on function app.session_bound to mirante_public;

-- Signs out: ends the session, the sessions entered from it and what its user granted in it.
create or replace function app.session_end(p_sid uuid, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_ended boolean; begin
  for d in select se.id, 'asker' as who from public.sessions se where se.actor_sid = p_sid and se.revoked_at is null
      union select p_sid, 'asker' from public.sessions se where se.id = p_sid and se.actor_sid is not null
      union select r.session_id, 'person' from public.remote_requests r where r.person_sid = p_sid and r.state = 'active' loop
    perform app.act_end(d.id, d.who, p_address, p_request);
  end loop;
  with s as (update public.sessions set revoked_at = coalesce(revoked_at, app.now()) where id = p_sid and (revoked_at is null or actor_sid is not null) returning tenant_id, home_id, user_id, actor_sid),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
      select s.tenant_id, s.user_id, e.user_id, s.home_id, 'session.end', p_sid, p_address, p_request from s left join public.sessions e on e.id = s.actor_sid)
  select exists (select from s) into v_ended;
  return v_ended; end $$;
alter function app.session_end owner to mirante_gate;
revoke all on function app.session_end from public;
grant execute on function app.session_end to mirante_public;

-- Address exemption and access hours of a live session. Whoever acts as another user keeps their own exemption within the unit and the
-- hours of the user they act as.
create or replace function app.session_limits(p_sid uuid) returns table (ip_exempt boolean, access_hours jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when s.actor_sid is null then u.ip_exempt else coalesce((select a.ip_exempt from public.sessions e join public.users a on a.tenant_id = e.home_id and a.id = e.user_id where e.id = s.actor_sid and e.home_id = s.tenant_id), false) end,
      u.access_hours
    from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid $$;
alter function app.session_limits owner to mirante_gate;
revoke all on function app.session_limits from public;
grant execute on function app.session_limits to mirante_app, mirante_public;

-- Starts a session after sign-in. A new browser is announced to the user by e-mail, at most once an hour in all units of their account.
create or replace function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz, p_device bytea, p_new_device bytea, p_rehash text, p_way text, p_agent text, p_request text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at, auth_type, address, agent) select p_sid, u.tenant_id, u.tenant_id, u.id, p_until, p_way, p_address, p_agent from public.users u join public.tenants t on t.id = u.tenant_id
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and app.acts(t.status, t.trial_ends_at) returning 1),
    d as (delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex')) and exists (select from s)),
    b as (update public.attempts set n = greatest(n - 1, 0) where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from s)),
    k as (insert into public.devices (hash, tenant_id, user_id) select p_new_device, p_tenant, p_user from s where p_new_device is not null on conflict do nothing),
    n as (insert into public.attempts as x (key, n, until) select 'n ' || coalesce(u.account_id, u.id), 1, app.now() + interval '1 hour' from s, public.users u
      where u.tenant_id = p_tenant and u.id = p_user and p_new_device is not null and p_way <> 'embedded' and exists (select from public.devices v where v.tenant_id = p_tenant and v.user_id = p_user)
      on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now() returning 1),
    o as (insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.device', jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent) from n),
    h as (update public.accounts a set password = p_rehash from public.users u where p_rehash is not null and u.tenant_id = p_tenant and u.id = p_user and a.id = u.account_id and exists (select from s)),
    l as (update public.users set last_sign_in_at = app.now() where tenant_id = p_tenant and id = p_user and exists (select from s)),
    r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent, sid) select p_tenant, p_sid, p_user, p_way, 'ok', p_address, p_agent, p_sid from s),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, p_user, null, p_tenant, 'session.start', p_sid, p_address, p_request from s)
  select exists (select from s) $$;
alter function app.session_start owner to mirante_gate;
revoke all on function app.session_start from public;
grant execute on function app.session_start to mirante_public;

-- Tells when a session ends and extends one that is in use, at most to three times its unit's hours from the start.
create or replace function app.session_used(p_sid uuid, p_used boolean) returns table (ends_at timestamptz, last_at timestamptz) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with h as (select make_interval(hours => coalesce((select (s."values"->>'login_timeout')::int from public.settings s where s.tenant_id = app.tenant_id()), 8)) as hours),
    w as (update public.sessions s set last_seen = app.now(), expires_at = greatest(s.expires_at, least(s.created_at + 3 * h.hours, app.now() + h.hours, s.ends_by)) from h
      where p_used and s.id = p_sid and s.tenant_id = app.tenant_id() and s.user_id = app.user_id() and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
      returning s.expires_at),
    r as (update public.sign_ins i set seen_at = app.now() where i.sid = p_sid and i.tenant_id = app.tenant_id() and exists (select from w))
  select coalesce((select w.expires_at from w), s.expires_at), least(greatest(s.expires_at, s.created_at + 3 * h.hours), s.ends_by) from public.sessions s, h where s.id = p_sid and s.user_id = app.user_id() $$;
alter function app.session_used owner to mirante_gate;
revoke all on function app.session_used from public;
grant execute on function app.session_used to mirante_app;

-- A unit's administrator verifies, suspends, resumes or ends its partner's relation. Suspending and ending also end the partner's live
-- sessions.
create or replace function app.set_partner_relation(p_id uuid, p_version int, p_action text, p_verify boolean, p_hours int, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.relations; n public.relations; d record; begin
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() then return 'none'; end if;
  select r.* into o from public.relations r where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' for update;
  if not found then return 'none'; end if;
  if o.version <> p_version or o.ended_at is not null or o.until <= app.now() or (p_action = 'resume' and o.status <> 'suspended') or (p_action = 'suspend' and o.status <> 'active') then return 'changed'; end if;
  update public.relations r set version = r.version + 1, set_by_id = app.user_id(),
      verify = case p_action when 'verify' then p_verify else r.verify end,
      standing_until = case p_action when 'stand' then app.now() + make_interval(hours => least(greatest(p_hours, 0), 8)) when 'suspend' then null when 'end' then null else r.standing_until end,
      status = case p_action when 'suspend' then 'suspended' when 'resume' then 'active' when 'end' then 'ended' else r.status end,
      ended_at = case p_action when 'end' then app.now() else r.ended_at end
    where r.tenant_id = o.tenant_id and r.id = o.id returning * into n;
  -- The emergency switch: whoever is inside is out within this call.
  if p_action in ('suspend', 'end') then
    for d in select q.session_id from public.remote_requests q where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state = 'active' loop perform app.act_end(d.session_id, 'admin', p_address, p_request); end loop;
    update public.remote_requests q set state = 'cancelled', decided_at = app.now(), version = q.version + 1 where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state in ('requested', 'authorized');
  end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (app.tenant_id(), app.user_id(), null, app.home_id(), 'partner.' || p_action, o.id,
    jsonb_build_object('before', jsonb_build_object('verify', o.verify, 'status', o.status, 'standing_until', o.standing_until), 'after', jsonb_build_object('verify', n.verify, 'status', n.status, 'standing_until', n.standing_until)), p_address, p_request);
  perform app.act_tell(o.above_id, m.id, 'partner_relation', jsonb_build_object('unit', (select t.name from public.tenants t where t.id = o.tenant_id), 'state', p_action), '/companies')
    from public.users m where p_action in ('suspend', 'resume', 'end') and m.tenant_id = o.above_id and m.profile = 'master' and m.status in ('A', 'T') and m.deleted_at is null;
  return 'ok'; end $$;
alter function app.set_partner_relation owner to mirante_gate;
revoke all on function app.set_partner_relation from public;
grant execute on function app.set_partner_relation to mirante_app;

-- Blocks, unblocks, extends or ends a trial, deletes and restores. A deleted tenant keeps everything for 30 days and answers on none of its
-- hosts.
create or replace function app.set_tenant_status(p_id uuid, p_version int, p_action text, p jsonb) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.tenants; n public.tenants; v_up public.tenants; b record; begin
  if not app.below(p_id) then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into b from app.tree_use(v_up.id, p->>'product');
  select * into o from public.tenants where id = p_id for no key update;
  if o.deleted_at is not null and (p_action <> 'restore' or o.deleted_at < app.now() - interval '30 days') then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version <> p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  if p_action = 'delete' and exists (select from public.tenants c where c.parent_id = p_id and c.deleted_at is null) then raise exception 'units' using errcode = 'MT410'; end if;
  update public.tenants t set version = t.version + 1, epoch = t.epoch + 1,
      status = case p_action when 'block' then 'B' when 'delete' then 'D' when 'convert' then 'A' when 'extend' then 'T'
        else case when p_action = 'restore' and t.status_reason is not null then 'B' when t.trial_ends_at is not null then 'T' else 'A' end end,
      status_reason = case p_action when 'block' then p->>'reason' when 'unblock' then null else t.status_reason end,
      trial_ends_at = case p_action when 'convert' then null when 'extend' then (p->>'until')::timestamptz else t.trial_ends_at end,
      trial_told = case when p_action in ('convert', 'extend') then null else t.trial_told end,
      default_directory = t.default_directory and p_action <> 'delete',
      deleted_at = case p_action when 'delete' then app.now() when 'restore' then null else t.deleted_at end
    where t.id = p_id and case p_action when 'block' then t.status in ('A', 'T', 'I') when 'unblock' then t.status in ('B', 'I') when 'extend' then t.status = 'T' when 'convert' then t.status = 'T'
      when 'delete' then t.deleted_at is null when 'restore' then t.deleted_at is not null else false end returning * into n;
  if not found then raise exception 'state' using errcode = 'MT409'; end if;
  if p_action = 'restore' then perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product'); end if;
  if p_action = 'delete' then update public.sessions set revoked_at = app.now() where tenant_id = p_id and revoked_at is null; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, app.tenant_id(), 'tenant.' || p_action, p_id, jsonb_build_object('before', jsonb_build_object('status', o.status, 'trial_ends_at', o.trial_ends_at), 'after',
      jsonb_build_object('name', n.name, 'status', n.status, 'trial_ends_at', n.trial_ends_at, 'reason', p->>'reason')), p->>'ip', p->>'request' from unnest(array[app.tenant_id(), p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id)); end $$;
alter function app.set_tenant_status owner to mirante_gate;
revoke all on function app.set_tenant_status from public;
grant execute on function app.set_tenant_status to mirante_app;

-- The settings of the tenants above the caller's, nearest first.
create or replace function app.settings_above() returns setof jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.parent_id, 1 as n from public.tenants t where t.id = app.tenant_id() union all select t.parent_id, n + 1 from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select s."values" from up join lateral (select x."values" from public.settings x where x.tenant_id = up.parent_id offset 0) s on true order by n $$;
alter function app.settings_above owner to mirante_gate;
revoke all on function app.settings_above from public;
grant execute on function app.settings_above to mirante_app;

-- Reverts changes of the allowed addresses that nobody confirmed in time.
create or replace function app.settle_addresses() returns table (tenant_id uuid, hosts text[]) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_before jsonb; begin
  for s in select x.tenant_id, x."values" from public.settings x where x."values"->'ip_trial'->>'until' is not null and (x."values"->'ip_trial'->>'until')::timestamptz <= app.now() for update of x skip locked loop
    v_before := s."values"->'ip_trial'->'before';
    update public.settings x set "values" = (x."values" - 'ip_trial') || v_before, version = x.version + 1 where x.tenant_id = s.tenant_id;
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) values (s.tenant_id, null, null, s.tenant_id, 'settings.edit', s.tenant_id,
      jsonb_build_object('before', jsonb_build_object('ip', s."values"->'ip', 'listIp', s."values"->'listIp'), 'after', v_before, 'rolled_back', true));
    perform app.act_tell(s.tenant_id, u.id, 'addresses_undone', '{}', '/setting?area=security') from public.users u where u.tenant_id = s.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.deleted_at is null and u.seat is null;
    tenant_id := s.tenant_id; hosts := array(select d.host from public.domains d where d.tenant_id = s.tenant_id); return next;
  end loop; end $$;
alter function app.settle_addresses owner to mirante_gate;
revoke all on function app.settle_addresses from public;
grant execute on function app.settle_addresses to mirante_job;

-- Counts the attempt before any hash is computed, always in the same order (no deadlock). A known browser has its own counter, so strangers
-- who guess can't lock the user out of it.
create or replace function app.sign_in_facts(p_tenant uuid, p_email text, p_address text, p_device bytea)
returns table (state text, retry_seconds int, account_id uuid, password text, user_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               kind text, tenant_name text, tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_known boolean; v_personal text; begin
  select exists (select from public.devices d join public.users u on u.tenant_id = d.tenant_id and u.id = d.user_id where d.hash = p_device and d.tenant_id = p_tenant and u.email = p_email) into v_known;
  v_personal := case when v_known then 'd ' || encode(p_device, 'hex') else 'u ' || p_tenant || ' ' || p_email end;
  if not (app.attempt(v_personal, 5, '30 min')
      and (v_known or app.attempt('g ' || p_email, 20, '30 min'))
      and app.attempt('a ' || p_address, 100, '15 min')
      and (v_known or app.attempt('t ' || p_tenant, 3000, '15 min'))) then
    return query select 'limited', (select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int from public.attempts x where x.until > app.now()
        and ((x.key = v_personal and x.n >= 5) or (x.key = 'g ' || p_email and x.n >= 20) or (x.key = 'a ' || p_address and x.n >= 100) or (x.key = 't ' || p_tenant and x.n >= 3000))),
      null::uuid, null, null::uuid, null, null::bigint, null, null::text[], null, null, null, null, null, null, null, null::boolean, null::boolean, null::jsonb, null::text[], v_known;
    return;
  end if;
  return query select 'ok', 0, a.id, a.password, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.kind, h.name, h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant), v_known
    from public.tenants h left join public.accounts a on a.email = p_email
    left join public.users u on u.account_id = a.id and u.tenant_id = h.id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = p_tenant; end $$;
alter function app.sign_in_facts owner to mirante_gate;
revoke all on function app.sign_in_facts from public;
grant execute on function app.sign_in_facts to mirante_public;

-- The notices and the maintenance window that the sign-in page shows. A window that was cancelled or only warns keeps nobody out; one with a
-- login notice is announced here.
create or replace function app.sign_in_page(p_tenant uuid) returns table (notices jsonb, maintenance jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'text', n.text, 'severity', n.severity, 'texts', n.texts, 'startsAt', n.window_start, 'endsAt', n.window_end)) from (
      select id, title, text, severity, '{}'::jsonb as texts, null::timestamptz as window_start, null::timestamptz as window_end, starts_at from public.notices
        where tenant_id = p_tenant and at_login and starts_at <= app.now() and (ends_at is null or ends_at > app.now())
      union all select id, title, text, 'warning', texts, m.starts_at, m.ends_at, m.starts_at from public.maintenance m
        where m.tenant_id = p_tenant and m.target = 'unit' and m.login_notice and m.cancelled_at is null and m.ends_at > app.now() and m.starts_at - make_interval(hours => m.announce_hours) <= app.now()
          and not (m.blocks and m.starts_at <= app.now())
      order by starts_at limit 2) n), '[]'),
    (select jsonb_build_object('title', m.title, 'text', m.text, 'texts', m.texts, 'until', m.ends_at) from public.maintenance m
      where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() order by m.ends_at desc limit 1) $$;
alter function app.sign_in_page owner to mirante_gate;
revoke all on function app.sign_in_page from public;
grant execute on function app.sign_in_page to mirante_public;

-- Nightly: deletes what has expired. Groups deleted 30 days ago leave their reports without a group.
create or replace function app.sweep() returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare gone record; begin
  delete from public.attempts where until < app.now() - interval '1 day';
  delete from public.tokens where expires_at < app.now() - interval '7 days';
  delete from public.embed_tokens where expires_at < app.now() - interval '1 hour' or (expires_at is null and minting_until < app.now() - interval '1 hour');
  delete from public.sessions s where expires_at < app.now() - interval '90 days' and not exists (select from public.sessions a where a.actor_sid = s.id);
  -- What a group or sub-group showed to chosen people stays theirs when it goes: everyone's grants become those people's, and nobody else's remain.
  for gone in
    select r.tenant_id, r.id as report_id, g.id as target_id from public.reports r join public.groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
      where g.audience = 'chosen' and g.deleted_at < app.now() - interval '30 days'
    union all
    select r.tenant_id, r.id, s.id from public.reports r join public.subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      join public.groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
      where s.audience = 'chosen' and (s.deleted_at < app.now() - interval '30 days' or g.deleted_at < app.now() - interval '30 days')
  loop
    insert into public.grants (tenant_id, id, report_id, subject, user_id, identity, valid_until, source)
      select e.tenant_id, gen_random_uuid(), e.report_id, 'user', v.user_id, e.identity, e.valid_until, 'group' from public.grants e
        join public.viewers v on v.tenant_id = e.tenant_id and v.target_id = gone.target_id
        where e.tenant_id = gone.tenant_id and e.report_id = gone.report_id and e.subject = 'everyone' on conflict do nothing;
    delete from public.grants e where e.tenant_id = gone.tenant_id and e.report_id = gone.report_id
      and (e.subject = 'everyone' or not exists (select from public.viewers v where v.tenant_id = e.tenant_id and v.target_id = gone.target_id and v.user_id = e.user_id));
  end loop;
  update public.reports r set hidden = true from public.groups g where g.tenant_id = r.tenant_id and g.id = r.group_id and g.hidden and g.deleted_at < app.now() - interval '30 days';
  update public.reports r set hidden = true from public.subgroups s join public.groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and s.hidden and (s.deleted_at < app.now() - interval '30 days' or g.deleted_at < app.now() - interval '30 days');
  update public.reports r set subgroup_id = null from public.subgroups s
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and (s.deleted_at < app.now() - interval '30 days'
      or exists (select from public.groups g where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days'));
  update public.reports r set group_id = null from public.groups g where g.tenant_id = r.tenant_id and g.id = r.group_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.groups g where g.tenant_id = v.tenant_id and g.id = v.target_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.subgroups s where s.tenant_id = v.tenant_id and s.id = v.target_id and s.deleted_at < app.now() - interval '30 days';
  delete from public.subgroups s where s.deleted_at < app.now() - interval '30 days' or exists (select from public.groups g where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days');
  delete from public.groups where deleted_at < app.now() - interval '30 days'; end $$;
alter function app.sweep owner to mirante_gate;
revoke all on function app.sweep from public;
grant execute on function app.sweep to mirante_job;

-- Deletes embedded sessions a week after they expired and revoked keys after 180 days.
create or replace function app.sweep_embedded() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.embed_sessions where expires_at < app.now() - interval '7 days';
  delete from public.embed_keys k where k.revoked_at < app.now() - interval '180 days' and not exists (select from public.embed_sessions e where e.tenant_id = k.tenant_id and e.key_id = k.id) $$;
alter function app.sweep_embedded owner to mirante_gate;
revoke all on function app.sweep_embedded from public;
grant execute on function app.sweep_embedded to mirante_job;

-- Deletes notifications and the mail log after half a year, and outbox rows that a stopped Worker left for mail that is already done.
create or replace function app.sweep_news() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.notifications where created_at < app.now() - interval '180 days';
  delete from public.mails where created_at < app.now() - interval '180 days' $$;
alter function app.sweep_news owner to mirante_gate;
revoke all on function app.sweep_news from public;
grant execute on function app.sweep_news to mirante_job;

-- Deletes old rows of the provisioning log, 20,000 at a time.
create or replace function app.sweep_scim(p_days int) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with d as (delete from public.scim_log x using (select l.tenant_id, l.id from public.scim_log l where l.at < app.now() - make_interval(days => p_days) order by l.at limit 20000) o where x.tenant_id = o.tenant_id and x.id = o.id returning 1)
  select count(*)::int from d $$;
alter function app.sweep_scim owner to mirante_gate;
revoke all on function app.sweep_scim from public;
grant execute on function app.sweep_scim to mirante_job;

-- Deletes tickets after a day and the sign-in log after half a year.
create or replace function app.sweep_ways_in() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.tickets where expires_at < app.now() - interval '1 day';
  delete from public.sign_ins where at < app.now() - interval '180 days' $$;
alter function app.sweep_ways_in owner to mirante_gate;
revoke all on function app.sweep_ways_in from public;
grant execute on function app.sweep_ways_in to mirante_job;

-- Turns an approved partner request into the ticket to enter.
create or replace function app.switch_enter(p_wait bytea, p_sid uuid, p_hash bytea) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; begin
  select r.* into q from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind = 'partner' and app.actor_id() is null for update;
  if not found or not exists (select from public.sessions s where s.id = p_sid and s.user_id = app.user_id() and s.home_id = app.home_id()) then return; end if;
  if q.state <> 'authorized' or q.enter_by <= app.now() then return query select case when q.state = 'authorized' then 'expired' else q.state end, null::text; return; end if;
  return query select q.state, app.switch_ticket(q, p_sid, p_hash); end $$;
alter function app.switch_enter owner to mirante_gate;
revoke all on function app.switch_enter from public;
grant execute on function app.switch_enter to mirante_app;

-- Trials: notices 7, 3 and 1 day(s) before the end, at the end, and 7 days before the data is deleted. 30 days after the end the tenant is
-- deleted, and can be restored for 30 more.
create or replace function app.tell_trials() returns table (tenant_id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; r record; v_step int; v_kind text; v_days int; v_id uuid; begin
  for t in select x.*, p.kind as up_kind from public.tenants x left join public.tenants p on p.id = x.parent_id where x.status = 'T' and x.trial_ends_at <= app.now() + interval '7 days' order by x.trial_ends_at limit 200 for no key update of x skip locked loop
    v_days := ceil(extract(epoch from t.trial_ends_at - app.now()) / 86400);
    v_step := case when v_days > 3 then 7 when v_days > 1 then 3 when v_days = 1 then 1 when v_days > -23 then 0 else -23 end;
    if t.trial_told = -23 and v_days <= -30 then
      update public.tenants set status = 'D', deleted_at = app.now(), version = version + 1, epoch = epoch + 1, default_directory = false where id = t.id;
      update public.sessions s set revoked_at = app.now() where s.tenant_id = t.id and s.revoked_at is null;
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) select x, null, null, null, 'tenant.trial_over', t.id, jsonb_build_object('after', jsonb_build_object('name', t.name)) from unnest(array[t.parent_id, t.id]) x;
      tenant_id := t.id; return next; continue;
    end if;
    if t.trial_told is not null and t.trial_told <= v_step then continue; end if;
    update public.tenants set trial_told = v_step where id = t.id;
    v_kind := case when v_step > 0 then 'trial_ending' when v_step = 0 then 'trial_over' else 'trial_deleting' end;
    for r in select u.tenant_id as house, u.id, u.profile from public.users u where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
        and ((u.tenant_id = t.id and u.profile in ('admin', 'master')) or (u.tenant_id = t.parent_id and u.profile in ('master', 'a2m'))) loop
      v_id := gen_random_uuid();
      insert into public.notifications (tenant_id, id, user_id, kind, vars, link) values (r.house, v_id, r.id, v_kind,
        jsonb_build_object('unit', t.name, 'days', case when v_step = 0 then 30 when v_step < 0 then greatest(1, 30 + v_days) else greatest(1, v_days) end),
        case when r.house = t.id then '/' when t.up_kind = 'platform' then '/partners?id=' || t.id else '/companies?id=' || t.id end);
      insert into public.outbox (tenant_id, kind, body) values (r.house, 'notification', jsonb_build_object('id', v_id));
    end loop;
    tenant_id := t.id; return next;
  end loop; end $$;
alter function app.tell_trials owner to mirante_gate;
revoke all on function app.tell_trials from public;
grant execute on function app.tell_trials to mirante_job;

-- Everything the layer above sees of one tenant below it, in one read; null if there is none.
create or replace function app.tenant_facts(p_id uuid, p_product text) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('id', t.id, 'kind', t.kind, 'name', t.name, 'status', t.status, 'status_reason', t.status_reason, 'language', t.language, 'zone', t.zone, 'trial_days', t.trial_days, 'trial_ends_at', t.trial_ends_at,
      'users_used', t.users_used, 'user_limit', t.user_limit, 'bonus_users', t.bonus_users, 'domain_limit', t.domain_limit, 'report_limit', t.report_limit, 'default_directory', t.default_directory,
      'restrict_accounts', t.restrict_accounts, 'allow_reports', t.allow_reports, 'own_domain', t.own_domain, 'created_at', t.created_at, 'deleted_at', t.deleted_at, 'version', t.version,
      'hidden_by_partner', t.hidden_by_partner, 'hidden_by_platform', t.hidden_by_platform, 'hidden_above', app.hidden_menu(t.parent_id), 'hidden_by_itself', coalesce((select s."values"->'hidden_menu' from public.settings s where s.tenant_id = t.id), '[]'),
      'last_update', coalesce((select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean from public.settings s where s.tenant_id = t.id), true),
      'parent', (select jsonb_build_object('id', p.id, 'name', p.name, 'kind', p.kind) from public.tenants p where p.id = t.parent_id),
      'hosts', coalesce((select jsonb_agg(jsonb_build_object('host', d.host, 'main', d.main) order by d.main desc, d.host) from public.domains d where d.tenant_id = t.id), '[]'),
      'payer', (select jsonb_build_object('id', c.id, 'name', c.fantasy_name, 'document', c.document, 'mine', c.tenant_id = app.tenant_id()) from public.parties c where c.tenant_id = t.payer_tenant_id and c.id = t.payer_id and c.deleted_at is null),
      'party', (select c.id from public.parties c where c.tenant_id = app.tenant_id() and c.of_tenant_id = t.id and c.deleted_at is null),
      'relation', (select jsonb_build_object('role', r.role, 'verify', r.verify, 'status', case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end, 'until', case when isfinite(r.until) then r.until end, 'since', r.created_at)
        from public.relations r where r.tenant_id = t.id and r.kind = 'partner' order by r.ended_at nulls first, r.created_at desc limit 1),
      'admins', coalesce((select jsonb_agg(jsonb_build_object('name', u.name, 'email', u.email, 'waiting', u.account_id is null, 'last', u.last_sign_in_at) order by u.sort_key) from (select * from public.users a
        where a.tenant_id = t.id and a.profile in ('admin', 'master') and a.seat is null and a.deleted_at is null and a.status in ('A', 'T') order by a.sort_key limit 5) u), '[]'),
      'last_activity', (select max(u.last_sign_in_at) from public.users u where u.tenant_id = t.id and u.seat is null),
      'groups', (select count(*) from public.groups g where g.tenant_id = t.id and g.deleted_at is null), 'units', (select count(*) from public.tenants c where c.parent_id = t.id and c.deleted_at is null),
      'directory_holder', (select c.name from public.tenants c where c.parent_id = t.parent_id and c.default_directory and c.deleted_at is null),
      'tree', (select to_jsonb(u) from app.tree_use(t.id, p_product) u))
    from public.tenants t where t.id = p_id and app.below(p_id) and (t.deleted_at is null or t.deleted_at > app.now() - interval '30 days') $$;
alter function app.tenant_facts owner to mirante_gate;
revoke all on function app.tenant_facts from public;
grant execute on function app.tenant_facts to mirante_app;

-- The tenant of a host name. A deleted tenant has none.
create or replace function app.tenant_of_host(p_host text) returns table (id uuid, name text, kind text, status text, language text, zone text, theme jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.kind, t.status, t.language, t.zone, (select h."values" from public.themes h where h.tenant_id = t.id and h.published limit 1)
    from public.domains d join public.tenants t on t.id = d.tenant_id where d.host = p_host and t.deleted_at is null $$;
alter function app.tenant_of_host owner to mirante_gate;
revoke all on function app.tenant_of_host from public;
grant execute on function app.tenant_of_host to mirante_public;

-- Uses a token once and returns whose it was.
create or replace function app.token_use(p_hash bytea, p_purpose text) returns table (tenant_id uuid, user_id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = p_purpose and t.used_at is null and t.expires_at > app.now() returning t.tenant_id, t.user_id $$;
alter function app.token_use owner to mirante_gate;
revoke all on function app.token_use from public;
grant execute on function app.token_use to mirante_public;

-- The units that a billing party of the caller's tenant pays for.
create or replace function app.units_of_party(p_party uuid) returns table (id uuid, name text, status text, users int, user_limit int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.status, t.users_used, t.user_limit from public.tenants t where t.payer_tenant_id = app.tenant_id() and t.payer_id = p_party and t.deleted_at is null order by t.sort_key limit 200 $$;
alter function app.units_of_party owner to mirante_gate;
revoke all on function app.units_of_party from public;
grant execute on function app.units_of_party to mirante_app;

-- Tells whether the calling role could bypass row-level security; the Worker refuses to serve if so.
create or replace function app.unsafe_role() returns boolean stable return (select r.rolsuper or r.rolbypassrls from pg_catalog.pg_roles r where r.rolname = current_user);
revoke all on function app.unsafe_role from public;
grant execute on function app.unsafe_role to mirante_app, mirante_job, mirante_public, mirante_wide;

-- The asker cancels the request that their page waits for.
create or replace function app.wait_cancel(p_wait bytea, p_address text, p_request text) returns text language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with q as (select r.tenant_id, r.id, r.state from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id()),
    w as (update public.remote_requests r set state = 'cancelled', decided_at = app.now(), version = version + 1 from q
      where r.tenant_id = q.tenant_id and r.id = q.id and r.state in ('requested', 'authorized') returning r.tenant_id, r.id),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, app.user_id(), null, app.home_id(), 'remote.cancel', w.id, p_address, p_request from w)
  select case when exists (select from w) then 'cancelled' else (select q.state from q) end $$;
alter function app.wait_cancel owner to mirante_gate;
revoke all on function app.wait_cancel from public;
grant execute on function app.wait_cancel to mirante_app;

-- What the asker's waiting page shows, whichever tenant the request belongs to; other users' requests return nothing.
create or replace function app.wait_of(p_wait bytea) returns table (tenant_id uuid, id uuid, kind text, state text, person text, tenant_name text, reason text, ticket text, reach text, minutes int, needs_admin boolean, needs_person boolean, admin_at timestamptz, person_at timestamptz,
    refusal text, created_at timestamptz, expires_at timestamptz, enter_by timestamptz, ends_at timestamptz, ended_by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.tenant_id, r.id, r.kind, case when (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now()) then 'expired'
      when r.state = 'active' and app.actor_of(r.session_id) is null then 'ended' else r.state end,
      u.name, t.name, r.reason, r.ticket, r.reach, r.minutes, r.needs_admin, r.needs_person, r.admin_at, r.person_at, r.refusal, r.created_at, r.expires_at, r.enter_by, r.ends_at, r.ended_by
    from public.remote_requests r join public.tenants t on t.id = r.tenant_id left join public.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
   where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() $$;
alter function app.wait_of owner to mirante_gate;
revoke all on function app.wait_of from public;
grant execute on function app.wait_of to mirante_app;

-- A tenant's sign-in methods through identity providers, as its sign-in page shows them.
create or replace function app.ways_in(p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'domains', a.domains) order by a.position, a.id), '[]') from public.sso_apps a where a.tenant_id = p_tenant and a.status = 'A' $$;
alter function app.ways_in owner to mirante_gate;
revoke all on function app.ways_in from public;
grant execute on function app.ways_in to mirante_public;

-- How users of the caller's tenant sign in, for e-mails and the user page.
create or replace function app.ways_told() returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('passwords', app.takes_passwords((select app.tenant_id())), 'names', (select coalesce(jsonb_agg(w.way->'name' order by w.at), '[]')
    from jsonb_array_elements(app.ways_in((select app.tenant_id()))) with ordinality w (way, at))) $$;
alter function app.ways_told owner to mirante_gate;
revoke all on function app.ways_told from public;
grant execute on function app.ways_told to mirante_app, mirante_job;

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table accounts enable row level security, force row level security;
create policy gate on accounts to mirante_gate using (true) with check (true);

grant select, insert, update, update (password), delete on accounts to mirante_gate;

alter table attempts enable row level security, force row level security;
create policy gate on attempts to mirante_gate using (true) with check (true);

grant select, insert, update, delete on attempts to mirante_gate;

alter table audit enable row level security, force row level security;
create policy gate on audit to mirante_gate using (true) with check (true);
create policy own on audit for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy own_new on audit for insert to mirante_app, mirante_job with check (tenant_id = (select app.tenant_id())
  and user_id is not distinct from (select app.user_id()) and actor_id is not distinct from (select app.actor_id()) and home_id is not distinct from (select app.home_id()));

revoke delete on audit from mirante_gate;
grant select, insert, update (change) on audit to mirante_gate;
grant select, insert on audit to mirante_app;
grant insert on audit to mirante_job;

alter table catalog_requests enable row level security, force row level security;
create policy gate on catalog_requests to mirante_gate using (true) with check (true);
create policy own on catalog_requests to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on catalog_requests to mirante_gate;
grant select, insert, update on catalog_requests to mirante_app;
grant select, update on catalog_requests to mirante_job;

alter table comment_mentions enable row level security, force row level security;
create policy gate on comment_mentions to mirante_gate using (true) with check (true);
create policy own on comment_mentions to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on comment_mentions to mirante_gate;
grant select, insert, update, delete on comment_mentions to mirante_app;

alter table comment_reads enable row level security, force row level security;
create policy gate on comment_reads to mirante_gate using (true) with check (true);
create policy own on comment_reads to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on comment_reads to mirante_gate;
grant select, insert, update, delete on comment_reads to mirante_app;

alter table comments enable row level security, force row level security;
create policy gate on comments to mirante_gate using (true) with check (true);
create policy own on comments to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on comments to mirante_gate;
grant select, insert, update, delete on comments to mirante_app;

alter table custom_fields enable row level security, force row level security;
create policy gate on custom_fields to mirante_gate using (true) with check (true);
create policy own on custom_fields to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (version), delete on custom_fields to mirante_gate;
grant select, insert, update, delete on custom_fields to mirante_app;
grant select on custom_fields to mirante_job;

alter table custom_values enable row level security, force row level security;
create policy gate on custom_values to mirante_gate using (true) with check (true);
create policy own on custom_values to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, delete on custom_values to mirante_gate;
grant select, insert, update, delete on custom_values to mirante_app;
grant select, insert, update, delete on custom_values to mirante_job;

alter table devices enable row level security, force row level security;
create policy gate on devices to mirante_gate using (true) with check (true);

grant select, insert, update, delete on devices to mirante_gate;

alter table domains enable row level security, force row level security;
create policy gate on domains to mirante_gate using (true) with check (true);
create policy own on domains for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy own_job on domains for select to mirante_job using (tenant_id = (select app.tenant_id()));
create policy wide on domains for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);

grant select, insert, update (main), delete on domains to mirante_gate;
grant select on domains to mirante_app;
grant select on domains to mirante_wide;
grant select on domains to mirante_job;

alter table embed_keys enable row level security, force row level security;
create policy gate on embed_keys to mirante_gate using (true) with check (true);
create policy own on embed_keys to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (last_used_at), delete on embed_keys to mirante_gate;
grant select, insert (tenant_id, id, name, secret_sealed), update (revoked_at, replaced_at) on embed_keys to mirante_app;

alter table embed_sessions enable row level security, force row level security;
create policy gate on embed_sessions to mirante_gate using (true) with check (true);
create policy own on embed_sessions to mirante_app using (tenant_id = (select app.tenant_id()));

grant select, insert, update (last_seen, ended_at), delete on embed_sessions to mirante_gate;
grant select on embed_sessions to mirante_app;

alter table embed_tokens enable row level security, force row level security;
create policy gate on embed_tokens to mirante_gate using (true) with check (true);
create policy own on embed_tokens to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on embed_tokens to mirante_gate;
grant select, insert, update, delete on embed_tokens to mirante_app;
grant select, insert, update on embed_tokens to mirante_job;

alter table exports enable row level security, force row level security;
create policy gate on exports to mirante_gate using (true) with check (true);
create policy own on exports to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on exports to mirante_gate;
grant select, insert, update, delete on exports to mirante_app;
grant select, update on exports to mirante_job;

alter table factors enable row level security, force row level security;
create policy gate on factors to mirante_gate using (true) with check (true);

grant select, insert, update, delete on factors to mirante_gate;

alter table favorites enable row level security, force row level security;
create policy gate on favorites to mirante_gate using (true) with check (true);
create policy own on favorites to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on favorites to mirante_gate;
grant select, insert, update, delete on favorites to mirante_app;

alter table fresh_waiters enable row level security, force row level security;
create policy gate on fresh_waiters to mirante_gate using (true) with check (true);
create policy own on fresh_waiters to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on fresh_waiters to mirante_gate;
grant select, insert, delete on fresh_waiters to mirante_app;
grant select, delete on fresh_waiters to mirante_job;

alter table grants enable row level security, force row level security;
create policy gate on grants to mirante_gate using (true) with check (true);
create policy own on grants to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, delete on grants to mirante_gate;
grant select, insert, update, delete on grants to mirante_app;
grant select, delete on grants to mirante_job;

alter table groups enable row level security, force row level security;
create policy gate on groups to mirante_gate using (true) with check (true);
create policy own on groups to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on groups to mirante_gate;
grant select, insert, update, delete on groups to mirante_app;
grant select on groups to mirante_job;

alter table identities enable row level security, force row level security;
create policy gate on identities to mirante_gate using (true) with check (true);
create policy own on identities to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on identities to mirante_gate;
grant select, delete on identities to mirante_app;

alter table import_mappings enable row level security, force row level security;
create policy gate on import_mappings to mirante_gate using (true) with check (true);
create policy own on import_mappings to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on import_mappings to mirante_gate;
grant select, insert, update, delete on import_mappings to mirante_app;

alter table imports enable row level security, force row level security;
create policy gate on imports to mirante_gate using (true) with check (true);
create policy own on imports to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on imports to mirante_gate;
grant select, insert, update (upload_sealed, service_import_id, state, error, report_ids, ended_at), delete on imports to mirante_app;

alter table list_views enable row level security, force row level security;
create policy gate on list_views to mirante_gate using (true) with check (true);
create policy own on list_views to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on list_views to mirante_gate;
grant select, insert, update, delete on list_views to mirante_app;

alter table mail_servers enable row level security, force row level security;
create policy gate on mail_servers to mirante_gate using (true) with check (true);
create policy own on mail_servers to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on mail_servers to mirante_gate;
grant select, insert, update, delete on mail_servers to mirante_app;
grant select on mail_servers to mirante_job;

alter table mails enable row level security, force row level security;
create policy gate on mails to mirante_gate using (true) with check (true);
create policy own on mails to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on mails to mirante_gate;
grant select, insert on mails to mirante_app;
grant select, insert, update on mails to mirante_job;

alter table maintenance enable row level security, force row level security;
create policy gate on maintenance to mirante_gate using (true) with check (true);
create policy own on maintenance to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on maintenance to mirante_gate;
grant select, insert, update, delete on maintenance to mirante_app;
grant select, update (announced_at, opened_at, closed_at) on maintenance to mirante_job;

alter table maintenance_waiters enable row level security, force row level security;
create policy gate on maintenance_waiters to mirante_gate using (true) with check (true);
create policy own on maintenance_waiters to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on maintenance_waiters to mirante_gate;
grant select, insert, update, delete on maintenance_waiters to mirante_app;
grant select, delete on maintenance_waiters to mirante_job;

alter table notices enable row level security, force row level security;
create policy gate on notices to mirante_gate using (true) with check (true);
create policy own on notices to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on notices to mirante_gate;
grant select on notices to mirante_app;

alter table notifications enable row level security, force row level security;
create policy gate on notifications to mirante_gate using (true) with check (true);
create policy own on notifications to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, delete on notifications to mirante_gate;
grant select, insert, update (read_at, deleted_at) on notifications to mirante_app;
grant select, insert on notifications to mirante_job;

alter table outbox enable row level security, force row level security;
create policy gate on outbox to mirante_gate using (true) with check (true);
create policy own on outbox to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update (taken_until), delete on outbox to mirante_gate;
grant select, insert on outbox to mirante_app;
grant select, insert, update, delete on outbox to mirante_job;

alter table parties enable row level security, force row level security;
create policy gate on parties to mirante_gate using (true) with check (true);
create policy own on parties to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy wide on parties for select to mirante_wide using (case (select app.scope()) when 'platform' then tenant_id = (select app.tenant_id()) when 'partner' then tenant_id = (select app.tenant_id()) else false end);

grant select, update (of_tenant_id), delete on parties to mirante_gate;
grant select, insert, update, delete on parties to mirante_app;
grant select on parties to mirante_wide;
grant select on parties to mirante_job;

alter table players enable row level security, force row level security;
create policy gate on players to mirante_gate using (true) with check (true);
create policy own on players to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update (address, last_seen, ended_at), delete on players to mirante_gate;
grant select, update (address, last_seen) on players to mirante_app;

alter table playlist_devices enable row level security, force row level security;
create policy gate on playlist_devices to mirante_gate using (true) with check (true);
create policy own on playlist_devices to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on playlist_devices to mirante_gate;
grant select (tenant_id, id, playlist_id, name, sort_key, place, generation, identity, code_hash, code_ends_at, approved_by_id, approved_at,
  expires_at, revoked_at, last_seen, last_ip, status, version, created_at), insert (tenant_id, id, playlist_id, name, sort_key, place,
  token_hash, identity, approved_by_id, approved_at, expires_at), update (playlist_id, name, sort_key, place, token_hash, generation,
  identity, code_hash, approved_by_id, approved_at, expires_at, revoked_at, last_seen, last_ip, status, warned_days, version) on
  playlist_devices to mirante_app;
grant select (tenant_id, id, playlist_id, name, approved_at, expires_at, revoked_at, warned_days), update (warned_days) on playlist_devices
  to mirante_job;

alter table playlist_items enable row level security, force row level security;
create policy gate on playlist_items to mirante_gate using (true) with check (true);
create policy own on playlist_items to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on playlist_items to mirante_gate;
grant select, insert, update, delete on playlist_items to mirante_app;

alter table playlist_shares enable row level security, force row level security;
create policy gate on playlist_shares to mirante_gate using (true) with check (true);
create policy own on playlist_shares to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on playlist_shares to mirante_gate;
grant select, insert, update, delete on playlist_shares to mirante_app;

alter table playlists enable row level security, force row level security;
create policy gate on playlists to mirante_gate using (true) with check (true);
create policy own on playlists to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on playlists to mirante_gate;
grant select, insert, update, delete on playlists to mirante_app;
grant select on playlists to mirante_job;

alter table questionnaires enable row level security, force row level security;
create policy gate on questionnaires to mirante_gate using (true) with check (true);
create policy own on questionnaires to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on questionnaires to mirante_gate;
grant select, insert, update on questionnaires to mirante_app;

alter table relations enable row level security, force row level security;
create policy gate on relations to mirante_gate using (true) with check (true);

grant select, insert, update (until, ended_at, role, verify, status, standing_until, set_by_id, version), delete on relations to
  mirante_gate;

alter table remote_requests enable row level security, force row level security;
create policy gate on remote_requests to mirante_gate using (true) with check (true);
create policy own on remote_requests to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on remote_requests to mirante_gate;
grant select, insert, update on remote_requests to mirante_app;
grant select, update on remote_requests to mirante_job;

alter table report_shares enable row level security, force row level security;
create policy gate on report_shares to mirante_gate using (true) with check (true);
create policy own on report_shares to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on report_shares to mirante_gate;
grant select, insert on report_shares to mirante_app;

alter table report_states enable row level security, force row level security;
create policy gate on report_states to mirante_gate using (true) with check (true);
create policy own on report_states to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on report_states to mirante_gate;
grant select, insert, update, delete on report_states to mirante_app;

alter table report_view_defaults enable row level security, force row level security;
create policy gate on report_view_defaults to mirante_gate using (true) with check (true);
create policy own on report_view_defaults to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on report_view_defaults to mirante_gate;
grant select, insert, update, delete on report_view_defaults to mirante_app;

alter table report_views enable row level security, force row level security;
create policy gate on report_views to mirante_gate using (true) with check (true);
create policy own on report_views to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on report_views to mirante_gate;
grant select, insert, update, delete on report_views to mirante_app;

alter table report_words enable row level security, force row level security;
create policy gate on report_words to mirante_gate using (true) with check (true);
create policy own on report_words to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on report_words to mirante_gate;
grant select, insert, update, delete on report_words to mirante_app;

alter table reports enable row level security, force row level security;
create policy gate on reports to mirante_gate using (true) with check (true);
create policy own on reports to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy wide on reports for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);

grant select, update (group_id, subgroup_id, hidden, checked_at, custom), delete on reports to mirante_gate;
grant select, insert, update, update (data_at, freshness, checked_at), delete on reports to mirante_app;
grant select on reports to mirante_wide;
grant select, update (data_at, freshness, checked_at, custom) on reports to mirante_job;

alter table scim_groups enable row level security, force row level security;
create policy gate on scim_groups to mirante_gate using (true) with check (true);
create policy own on scim_groups to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on scim_groups to mirante_gate;
grant select, insert, update, delete on scim_groups to mirante_app;

alter table scim_log enable row level security, force row level security;
create policy gate on scim_log to mirante_gate using (true) with check (true);
create policy own on scim_log to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on scim_log to mirante_gate;
grant select, insert on scim_log to mirante_app;

alter table scim_settings enable row level security, force row level security;
create policy gate on scim_settings to mirante_gate using (true) with check (true);
create policy own on scim_settings to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on scim_settings to mirante_gate;
grant select, insert, update on scim_settings to mirante_app;

alter table scim_tokens enable row level security, force row level security;
create policy gate on scim_tokens to mirante_gate using (true) with check (true);
create policy own on scim_tokens to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (last_used_at, last_ip), delete on scim_tokens to mirante_gate;
grant select (tenant_id, id, name, slot, prefix, expires_at, last_used_at, last_ip, revoked_at, added_by_id, version, created_at), insert
  (tenant_id, id, name, slot, prefix, hash, expires_at), update (name, expires_at, revoked_at, version) on scim_tokens to mirante_app;

alter table service_accounts enable row level security, force row level security;
create policy gate on service_accounts to mirante_gate using (true) with check (true);
create policy own on service_accounts to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, delete on service_accounts to mirante_gate;
grant select, insert, update, delete on service_accounts to mirante_app;
grant select, update (secret_warned_days) on service_accounts to mirante_job;

alter table sessions enable row level security, force row level security;
create policy gate on sessions to mirante_gate using (true) with check (true);

grant select, insert, update (expires_at, revoked_at, last_seen, address, agent, factor_at, ends_by), delete on sessions to mirante_gate;

alter table settings enable row level security, force row level security;
create policy gate on settings to mirante_gate using (true) with check (true);
create policy own on settings to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update ("values", version), delete on settings to mirante_gate;
grant select, insert, update on settings to mirante_app;
grant select on settings to mirante_job;

alter table sign_ins enable row level security, force row level security;
create policy gate on sign_ins to mirante_gate using (true) with check (true);
create policy own on sign_ins to mirante_app using (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on sign_ins to mirante_gate;
grant select on sign_ins to mirante_app;

alter table sso_apps enable row level security, force row level security;
create policy gate on sso_apps to mirante_gate using (true) with check (true);
create policy own on sso_apps to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (last_used_at), delete on sso_apps to mirante_gate;
grant select, insert, update, delete on sso_apps to mirante_app;

alter table subgroups enable row level security, force row level security;
create policy gate on subgroups to mirante_gate using (true) with check (true);
create policy own on subgroups to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on subgroups to mirante_gate;
grant select, insert, update, delete on subgroups to mirante_app;
grant select on subgroups to mirante_job;

alter table tenant_counts enable row level security, force row level security;
create policy gate on tenant_counts to mirante_gate using (true) with check (true);
create policy wide on tenant_counts for select to mirante_wide using (case (select app.scope()) when 'platform' then true else false end);

revoke delete on tenant_counts from mirante_gate;
grant select, insert, update on tenant_counts to mirante_gate;
grant select on tenant_counts to mirante_wide;

comment on table tenant_counts is 'Of the platform as a whole: no tenant owns a row, and only the platform reads it.';

alter table tenants enable row level security, force row level security;
create policy gate on tenants to mirante_gate using (true) with check (true);
create policy own on tenants to mirante_app, mirante_job using (id = (select app.tenant_id())) with check (id = (select app.tenant_id()));
create policy wide on tenants for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then parent_id = (select app.tenant_id()) or id = (select app.tenant_id()) else false end);

grant select, insert, update (name, sort_key, status, epoch, trial_ends_at, user_limit, restrict_accounts, allow_reports, users_used,
  bonus_users, domain_limit, report_limit, default_directory, trial_told, payer_tenant_id, payer_id, status_reason, deleted_at, version,
  own_domain, hidden_by_partner, hidden_by_platform), delete on tenants to mirante_gate;
grant select, update (epoch, language, zone) on tenants to mirante_app;
grant select on tenants to mirante_wide;
grant select, update (users_told) on tenants to mirante_job;

alter table themes enable row level security, force row level security;
create policy gate on themes to mirante_gate using (true) with check (true);
create policy own on themes to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, delete on themes to mirante_gate;
grant select on themes to mirante_app;
grant select on themes to mirante_job;

alter table tickets enable row level security, force row level security;
create policy gate on tickets to mirante_gate using (true) with check (true);

grant select, insert, update, delete on tickets to mirante_gate;

alter table tokens enable row level security, force row level security;
create policy gate on tokens to mirante_gate using (true) with check (true);

grant select, insert, update (used_at), delete on tokens to mirante_gate;

alter table usage_days enable row level security, force row level security;
create policy gate on usage_days to mirante_gate using (true) with check (true);
create policy own on usage_days for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy wide on usage_days for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);

grant select, insert, update, delete on usage_days to mirante_gate;
grant select on usage_days to mirante_app;
grant select on usage_days to mirante_wide;

alter table user_group_members enable row level security, force row level security;
create policy gate on user_group_members to mirante_gate using (true) with check (true);
create policy own on user_group_members to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, delete on user_group_members to mirante_gate;
grant select, insert, update, delete on user_group_members to mirante_app;
grant select, insert, delete on user_group_members to mirante_job;

alter table user_groups enable row level security, force row level security;
create policy gate on user_groups to mirante_gate using (true) with check (true);
create policy own on user_groups to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (members_version, changed_at), delete on user_groups to mirante_gate;
grant select, insert, update, delete on user_groups to mirante_app;
grant select, insert on user_groups to mirante_job;

alter table user_import_rows enable row level security, force row level security;
create policy gate on user_import_rows to mirante_gate using (true) with check (true);
create policy own on user_import_rows to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on user_import_rows to mirante_gate;
grant select, insert, update, delete on user_import_rows to mirante_app;
grant select, update on user_import_rows to mirante_job;

alter table user_imports enable row level security, force row level security;
create policy gate on user_imports to mirante_gate using (true) with check (true);
create policy own on user_imports to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on user_imports to mirante_gate;
grant select, insert, update, delete on user_imports to mirante_app;
grant select, update on user_imports to mirante_job;

alter table users enable row level security, force row level security;
create policy gate on users to mirante_gate using (true) with check (true);
create policy own on users to mirante_app, mirante_job using (tenant_id = (select app.tenant_id()) and (seat is null or id = (select app.user_id()))) with check (tenant_id = (select app.tenant_id()));
create policy wide on users for select to mirante_wide using (seat is null and case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);

grant select, insert, update (account_id, email, name, sort_key, profile, flags, status, rights, language, phone, department, "position",
  rls_username, rls_roles, version, last_sign_in_at, preferences, custom, home_page, picture, access_hours, invited_at, status_reason,
  removed_account_id, purged_at, user_name, user_name_key, external_id, scim, scim_at, raised), delete on users to mirante_gate;
grant select, insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username,
  rls_roles, preferences, custom, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, access_hours, allow_remote,
  remote_until, invited_at, status_reason, status_at, added_by_id, user_name, user_name_key, external_id, scim, scim_at), update (email,
  name, sort_key, profile, flags, status, rights, language, phone, department, "position", rls_username, rls_roles, version, preferences,
  custom, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, access_hours, allow_remote, remote_until, invited_at,
  status_reason, status_at, deleted_at, expiry_told, user_name, user_name_key, external_id, scim, scim_at) on users to mirante_app;
grant select on users to mirante_wide;
grant select, insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username,
  rls_roles, preferences, custom, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, access_hours, allow_remote,
  remote_until, invited_at, status_reason, status_at, added_by_id), update (email, name, sort_key, profile, flags, status, rights, language,
  phone, department, "position", rls_username, rls_roles, version, preferences, custom, home_page, home_report_id, theme_id, picture,
  expires_at, ip_exempt, access_hours, allow_remote, remote_until, invited_at, status_reason, status_at, deleted_at, expiry_told) on users
  to mirante_job;

alter table viewers enable row level security, force row level security;
create policy gate on viewers to mirante_gate using (true) with check (true);
create policy own on viewers to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on viewers to mirante_gate;
grant select, insert, update, delete on viewers to mirante_app;
grant select on viewers to mirante_job;

alter table visits enable row level security, force row level security;
create policy gate on visits to mirante_gate using (true) with check (true);
create policy own on visits to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on visits to mirante_gate;
grant select, insert, update, delete on visits to mirante_app;

comment on column visits.user_id is 'null: an embedded page of a token without a person';

alter table workspaces enable row level security, force row level security;
create policy gate on workspaces to mirante_gate using (true) with check (true);
create policy own on workspaces to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, delete on workspaces to mirante_gate;
grant select, insert, update, delete on workspaces to mirante_app;
grant select on workspaces to mirante_job;
