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
--> statement-breakpoint
CREATE TABLE "playlist_devices" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"playlist_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"sort_key" text NOT NULL,
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "playlist_shares" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"playlist_id" uuid NOT NULL,
	"user_id" uuid,
	"user_group_id" uuid,
	CONSTRAINT "playlist_shares_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "playlist_shares_one" CHECK (num_nonnulls("playlist_shares"."user_id", "playlist_shares"."user_group_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "playlists" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text NOT NULL,
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
--> statement-breakpoint
ALTER TABLE "players" ADD CONSTRAINT "players_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "players" ADD CONSTRAINT "players_device" FOREIGN KEY ("tenant_id","device_id") REFERENCES "public"."playlist_devices"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_devices" ADD CONSTRAINT "playlist_devices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_devices" ADD CONSTRAINT "playlist_devices_playlist" FOREIGN KEY ("tenant_id","playlist_id") REFERENCES "public"."playlists"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_devices" ADD CONSTRAINT "playlist_devices_approved_by" FOREIGN KEY ("tenant_id","approved_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD CONSTRAINT "playlist_items_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD CONSTRAINT "playlist_items_playlist" FOREIGN KEY ("tenant_id","playlist_id") REFERENCES "public"."playlists"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_items" ADD CONSTRAINT "playlist_items_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_shares" ADD CONSTRAINT "playlist_shares_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_shares" ADD CONSTRAINT "playlist_shares_playlist" FOREIGN KEY ("tenant_id","playlist_id") REFERENCES "public"."playlists"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_shares" ADD CONSTRAINT "playlist_shares_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_shares" ADD CONSTRAINT "playlist_shares_user_group" FOREIGN KEY ("tenant_id","user_group_id") REFERENCES "public"."user_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "players_device" ON "players" USING btree ("tenant_id","device_id","last_seen");--> statement-breakpoint
CREATE UNIQUE INDEX "playlist_devices_token" ON "playlist_devices" USING btree ("tenant_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "playlist_devices_code" ON "playlist_devices" USING btree ("tenant_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "playlist_devices_pair" ON "playlist_devices" USING btree ("tenant_id","pair_hash");--> statement-breakpoint
CREATE INDEX "playlist_devices_playlist" ON "playlist_devices" USING btree ("tenant_id","playlist_id");--> statement-breakpoint
CREATE INDEX "playlist_devices_name" ON "playlist_devices" USING btree ("tenant_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "playlist_devices_created" ON "playlist_devices" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "playlist_devices_seen" ON "playlist_devices" USING btree ("tenant_id",coalesce(last_seen, '-infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "playlist_devices_ending_across" ON "playlist_devices" USING btree ("expires_at") WHERE revoked_at is null and approved_at is not null;--> statement-breakpoint
CREATE INDEX "playlist_items_order" ON "playlist_items" USING btree ("tenant_id","playlist_id","position");--> statement-breakpoint
CREATE INDEX "playlist_items_report" ON "playlist_items" USING btree ("tenant_id","report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "playlist_shares_once" ON "playlist_shares" USING btree ("tenant_id","playlist_id",coalesce(user_id, user_group_id));--> statement-breakpoint
CREATE INDEX "playlist_shares_user" ON "playlist_shares" USING btree ("tenant_id","user_id","playlist_id");--> statement-breakpoint
CREATE INDEX "playlist_shares_user_group" ON "playlist_shares" USING btree ("tenant_id","user_group_id","playlist_id");--> statement-breakpoint
CREATE INDEX "playlists_name" ON "playlists" USING btree ("tenant_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "playlists_created" ON "playlists" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "playlists_owner_name" ON "playlists" USING btree ("tenant_id","owner_id","sort_key","id");--> statement-breakpoint
alter table playlists alter column sort_key type text collate "C";
alter table playlist_devices alter column sort_key type text collate "C";
do $$ declare t text; begin
  foreach t in array array['playlists','playlist_items','playlist_shares','playlist_devices','players'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy gate on %I to mirante_gate using (true) with check (true)', t);
  end loop;
  foreach t in array array['playlist_items','playlist_shares','players'] loop
    execute format('create policy own on %I to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
  end loop;
  foreach t in array array['playlists','playlist_devices'] loop
    execute format('create policy own on %I to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
  end loop; end $$;
grant select, insert, update, delete on playlists, playlist_items, playlist_shares to mirante_app;
-- Hashes of tokens and of pairing secrets are the gate's to read; a code is compared where an administrator approves it.
grant select (tenant_id, id, playlist_id, name, sort_key, place, generation, identity, code_hash, code_ends_at, approved_by_id, approved_at, expires_at, revoked_at, last_seen, last_ip, status, version, created_at) on playlist_devices to mirante_app;
grant insert (tenant_id, id, playlist_id, name, sort_key, place, token_hash, identity, approved_by_id, approved_at, expires_at) on playlist_devices to mirante_app;
grant update (playlist_id, name, sort_key, place, token_hash, generation, identity, code_hash, approved_by_id, approved_at, expires_at, revoked_at, last_seen, last_ip, status, warned_days, version) on playlist_devices to mirante_app;
grant select, update (last_seen, address) on players to mirante_app;
grant select on playlists to mirante_job;
grant select (tenant_id, id, playlist_id, name, approved_at, expires_at, revoked_at, warned_days) on playlist_devices to mirante_job;
grant update (warned_days) on playlist_devices to mirante_job;
grant select, insert, update, delete on playlist_devices to mirante_gate;
grant select, insert, update (last_seen, address, ended_at), delete on players to mirante_gate;

-- The first statement of every transaction of a display: its player and its device live, its tenant acts. It is nobody: no user, the profile
-- and the scope of a device. A player that was away gives its place to another one.
create function app.enter_player(p_sid uuid, p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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

-- One more player of a device that the caller has locked: three at most are there at one time.
create function app.start_player(p_tenant uuid, p_device uuid, p_generation int, p_sid uuid, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if (select count(*) from public.players p where p.tenant_id = p_tenant and p.device_id = p_device and p.generation = p_generation and p.ended_at is null and p.last_seen >= app.now() - interval '3 minutes') >= 3 then
    return 'full';
  end if;
  delete from public.players p where p.tenant_id = p_tenant and p.device_id = p_device and (p.ended_at is not null or p.generation < p_generation or p.last_seen < app.now() - interval '90 days') and p.last_seen < app.now() - interval '1 hour';
  insert into public.players (tenant_id, id, device_id, generation, address, last_seen, created_at) values (p_tenant, p_sid, p_device, p_generation, p_address, app.now(), app.now());
  update public.playlist_devices d set last_seen = app.now(), last_ip = p_address where d.tenant_id = p_tenant and d.id = p_device;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) values (p_tenant, null, null, p_tenant, 'device.play', p_device, p_address, p_request);
  return 'ok'; end $$;

-- A display arrives with the token of its link. Only what fails is counted, so that a wall of screens behind one address gets in.
create function app.playlist_login(p_tenant uuid, p_hash bytea, p_sid uuid, p_address text, p_request text) returns table (state text, device_id uuid, playlist_id uuid, name text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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

-- A screen asks for a pairing code; what was asked for and never approved goes.
create function app.pair_start(p_tenant uuid, p_id uuid, p_code bytea, p_secret bytea, p_address text, p_life interval) returns table (state text, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_ends timestamptz := app.now() + p_life; begin
  if not (app.attempt('pa ' || p_address, 20, '10 min') and app.attempt('pt ' || p_tenant, 300, '10 min')) then
    return query select 'limited', null::timestamptz; return;
  end if;
  delete from public.playlist_devices d where d.tenant_id = p_tenant and d.approved_at is null and d.code_ends_at < app.now();
  insert into public.playlist_devices (tenant_id, id, sort_key, code_hash, code_ends_at, pair_hash, expires_at, last_ip, created_at) values (p_tenant, p_id, '', p_code, v_ends, p_secret, v_ends, p_address, app.now()) on conflict do nothing;
  return query select case when exists (select from public.playlist_devices d where d.tenant_id = p_tenant and d.id = p_id) then 'ok' else 'again' end, v_ends; end $$;

-- The screen asks whether its code was approved: the secret serves once.
create function app.pair_poll(p_tenant uuid, p_secret bytea, p_sid uuid, p_address text, p_request text) returns table (state text, device_id uuid, playlist_id uuid, name text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_state text; begin
  select x.id, x.playlist_id, x.name, x.generation, x.approved_at, x.code_ends_at, x.revoked_at, app.acts(t.status, t.trial_ends_at) as acts into d
    from public.playlist_devices x join public.tenants t on t.id = x.tenant_id where x.tenant_id = p_tenant and x.pair_hash = p_secret for update of x;
  v_state := case when not found or d.revoked_at is not null or d.code_ends_at + interval '10 minutes' < app.now() or (d.approved_at is null and d.code_ends_at < app.now()) then 'ended'
    when d.approved_at is null then 'waiting' when not d.acts then 'tenant_blocked' else 'ok' end;
  if v_state <> 'ok' then return query select v_state, null::uuid, null::uuid, null::text; return; end if;
  v_state := app.start_player(p_tenant, d.id, d.generation, p_sid, p_address, p_request);
  if v_state = 'ok' then update public.playlist_devices x set pair_hash = null where x.tenant_id = p_tenant and x.id = d.id; end if;
  return query select v_state, d.id, d.playlist_id, d.name; end $$;

-- What a new token of a living player says; a link made anew ends those of the old one here.
create function app.player_facts(p_sid uuid) returns table (state text, tenant_id uuid, device_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when app.acts(t.status, t.trial_ends_at) then 'ok' else 'tenant_blocked' end, p.tenant_id, p.device_id
    from public.players p join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id join public.tenants t on t.id = p.tenant_id
   where p.id = p_sid and p.ended_at is null and p.generation = d.generation and d.approved_at is not null and d.revoked_at is null and d.expires_at > app.now() $$;

create function app.player_end(p_sid uuid, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with p as (update public.players set ended_at = app.now() where id = p_sid and ended_at is null returning tenant_id, device_id),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p.tenant_id, null, null, p.tenant_id, 'device.stop', p.device_id, p_address, p_request from p)
  select exists (select from p) $$;

-- Codes that one administrator tries.
create function app.may_try_code() returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.attempt('pc ' || app.tenant_id() || ' ' || app.user_id(), 20, '10 min') $$;

-- Displays of which a notice is due: the end is within 30, 7 or 1 day(s), and nobody was told so yet. The notice itself is the mark.
create function app.due_devices(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select d.tenant_id, d.id from public.playlist_devices d
   where d.revoked_at is null and d.approved_at is not null and d.expires_at > app.now() and d.expires_at <= app.now() + interval '30 days'
     and d.warned_days is distinct from case when d.expires_at <= app.now() + interval '1 day' then 1 when d.expires_at <= app.now() + interval '7 days' then 7 else 30 end
   order by d.expires_at limit least(p_n, 100) $$;

do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['enter_player(uuid, uuid)', 'start_player(uuid, uuid, int, uuid, text, text)', 'playlist_login(uuid, bytea, uuid, text, text)', 'pair_start(uuid, uuid, bytea, bytea, text, interval)',
      'pair_poll(uuid, bytea, uuid, text, text)', 'player_facts(uuid)', 'player_end(uuid, text, text)', 'may_try_code()', 'due_devices(int)'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.user_id() to mirante_gate;
grant execute on function app.enter_player(uuid, uuid), app.may_try_code() to mirante_app;
grant execute on function app.playlist_login(uuid, bytea, uuid, text, text), app.pair_start(uuid, uuid, bytea, bytea, text, interval), app.pair_poll(uuid, bytea, uuid, text, text),
  app.player_facts(uuid), app.player_end(uuid, text, text) to mirante_public;
grant execute on function app.due_devices(int) to mirante_job;
