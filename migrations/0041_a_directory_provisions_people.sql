CREATE TABLE "scim_groups" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"user_group_id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"display_key" text NOT NULL,
	"external_id" text,
	"profile" text,
	"linked" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "scim_groups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "scim_groups_profile" CHECK ("scim_groups"."profile" in ('admin'))
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "scim_settings" (
	"tenant_id" uuid PRIMARY KEY DEFAULT app.tenant_id() NOT NULL,
	"invite" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "user_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "user_name_key" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "scim" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "scim_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "raised" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_groups" ADD COLUMN "members_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_groups" ADD COLUMN "changed_at" timestamp with time zone DEFAULT app.now() NOT NULL;--> statement-breakpoint
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_log" ADD CONSTRAINT "scim_log_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_settings" ADD CONSTRAINT "scim_settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_tokens" ADD CONSTRAINT "scim_tokens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "scim_groups_group_once" ON "scim_groups" USING btree ("tenant_id","user_group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scim_groups_name_once" ON "scim_groups" USING btree ("tenant_id","display_key");--> statement-breakpoint
CREATE INDEX "scim_groups_external" ON "scim_groups" USING btree ("tenant_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "scim_log_at" ON "scim_log" USING btree ("tenant_id","at","id");--> statement-breakpoint
CREATE INDEX "scim_log_errors" ON "scim_log" USING btree ("tenant_id","at","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "scim_log_old_across" ON "scim_log" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "scim_tokens_slot" ON "scim_tokens" USING btree ("tenant_id","slot") WHERE revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "scim_tokens_hash" ON "scim_tokens" USING btree ("tenant_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_user_name" ON "users" USING btree ("tenant_id","user_name_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_directory_name" ON "users" USING btree ("tenant_id",coalesce(user_name_key, email),"id");--> statement-breakpoint
CREATE INDEX "users_external" ON "users" USING btree ("tenant_id","external_id") WHERE external_id is not null;
--> statement-breakpoint
alter table users alter column user_name_key type text collate "C";
alter table scim_groups alter column display_key type text collate "C";
do $$ declare t text; begin
  foreach t in array array['scim_tokens','scim_settings','scim_groups','scim_log'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy gate on %I to mirante_gate using (true) with check (true)', t);
    execute format('create policy own on %I to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
  end loop; end $$;
-- The hash of a token is the gate's to read.
grant select (tenant_id, id, name, slot, prefix, expires_at, last_used_at, last_ip, revoked_at, added_by_id, version, created_at) on scim_tokens to mirante_app;
grant insert (tenant_id, id, name, slot, prefix, hash, expires_at) on scim_tokens to mirante_app;
grant update (name, expires_at, revoked_at, version) on scim_tokens to mirante_app;
grant select, insert, update on scim_settings to mirante_app;
grant select, insert, update, delete on scim_groups to mirante_app;
grant select, insert on scim_log to mirante_app;
grant insert (user_name, user_name_key, external_id, scim, scim_at), update (user_name, user_name_key, external_id, scim, scim_at) on users to mirante_app;
grant select, update (last_used_at, last_ip) on scim_tokens to mirante_gate;
-- A unit that goes for good takes everything with it.
grant select, delete on scim_tokens, scim_settings, scim_groups, scim_log to mirante_gate;
grant update (members_version, changed_at) on user_groups to mirante_gate;
grant select on user_groups to mirante_gate;
grant update (raised, profile, rights, version, user_name, user_name_key, external_id, scim, scim_at) on users to mirante_gate;
grant insert on audit to mirante_gate;

-- The first step of every request of a directory: a living token of this tenant, and a tenant that acts. It is nobody: no user, the profile
-- and the scope of a directory. Given as a row, so that a statement can take its tenant from it.
create function app.enter_scim(p_hash bytea, p_tenant uuid, p_address text) returns table (tenant uuid, token uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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

-- Who is in a group of the directory that makes administrators is one; who is it only by that is a user again when the last such group is gone.
create function app.keep_mapped_profiles(p_tenant uuid, p_people uuid[]) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with meant as materialized (select u.id, u.profile, exists (select from public.user_group_members m join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile = 'admin'
        join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null where m.tenant_id = p_tenant and m.user_id = u.id) as mapped
      from public.users u where u.tenant_id = p_tenant and u.id = any (p_people) and u.user_name is not null and u.seat is null and u.deleted_at is null),
    w as (update public.users t set profile = case when x.mapped then 'admin' else 'user' end, raised = x.mapped, rights = t.rights + 1, version = t.version + 1 from meant x
      where t.tenant_id = p_tenant and t.id = x.id and ((x.mapped and t.profile = 'user') or (not x.mapped and t.raised and t.profile = 'admin')) returning t.id, t.profile, x.profile as was)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
    select p_tenant, app.user_id(), app.actor_id(), app.home_id(), 'user.edit', w.id, jsonb_build_object('before', jsonb_build_object('profile', w.was), 'after', jsonb_build_object('profile', w.profile, 'by', 'scim')) from w $$;

create function app.group_members_changed() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; begin
  update public.user_groups g set members_version = g.members_version + 1, changed_at = app.now() from (select distinct tenant_id, user_group_id from moved) m where g.tenant_id = m.tenant_id and g.id = m.user_group_id;
  if app.tenant_id() is null then return null; end if;
  for d in select m.tenant_id, array_agg(distinct m.user_id) as people from moved m join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile is not null group by m.tenant_id loop
    perform app.keep_mapped_profiles(d.tenant_id, d.people);
  end loop;
  return null; end $$;
create trigger user_group_members_added after insert on user_group_members referencing new table as moved for each statement execute function app.group_members_changed();
create trigger user_group_members_gone after delete on user_group_members referencing old table as moved for each statement execute function app.group_members_changed();

create function app.group_changed() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  new.changed_at := app.now(); return new; end $$;
create trigger user_groups_changed before update on user_groups for each row when (old.version <> new.version) execute function app.group_changed();
create function app.group_mapping_changed() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenant uuid := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end; v_groups uuid[]; begin
  if app.tenant_id() is null then return null; end if;
  if tg_table_name = 'user_groups' then v_groups := array[new.id];
  elsif tg_op = 'DELETE' then v_groups := array[old.user_group_id];
  else v_groups := array[old.user_group_id, new.user_group_id]; end if;
  -- Who left in the same statement is found by what he became.
  perform app.keep_mapped_profiles(v_tenant, array(select m.user_id from public.user_group_members m where m.tenant_id = v_tenant and m.user_group_id = any (v_groups)
    union select u.id from public.users u where u.tenant_id = v_tenant and u.raised));
  return null; end $$;
create trigger user_groups_gone after update on user_groups for each row when (old.deleted_at is distinct from new.deleted_at) execute function app.group_mapping_changed();
create trigger scim_groups_mapped after update on scim_groups for each row when (old.profile is distinct from new.profile or old.user_group_id <> new.user_group_id) execute function app.group_mapping_changed();
create trigger scim_groups_unmapped after delete on scim_groups for each row when (old.profile is not null) execute function app.group_mapping_changed();

-- Of a person who was forgotten nothing of the directory's stays.
create function app.forget_directory() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  new.user_name := null; new.user_name_key := null; new.external_id := null; new.scim := null; return new; end $$;
create trigger users_directory_forgotten before update on users for each row when (new.purged_at is distinct from old.purged_at) execute function app.forget_directory();

create function app.sweep_scim(p_days int) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with d as (delete from public.scim_log x using (select l.tenant_id, l.id from public.scim_log l where l.at < app.now() - make_interval(days => p_days) order by l.at limit 20000) o where x.tenant_id = o.tenant_id and x.id = o.id returning 1)
  select count(*)::int from d $$;

do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['enter_scim(bytea, uuid, text)', 'keep_mapped_profiles(uuid, uuid[])', 'group_members_changed()', 'group_changed()', 'group_mapping_changed()', 'forget_directory()', 'sweep_scim(int)'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.tenant_id(), app.actor_id(), app.home_id(), app.user_id() to mirante_gate;
grant execute on function app.enter_scim(bytea, uuid, text) to mirante_app;
grant execute on function app.sweep_scim(int) to mirante_job;
