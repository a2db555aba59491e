-- Automatic actions and capacities.

-- ### What goes

drop function app.factor_gate(uuid,uuid,text,text,boolean,bytea,bytea,bytea,text,jsonb);
drop policy gate on maintenance;
drop policy own on maintenance;
drop policy wide on users;
drop policy gate on users;
drop policy own on users;
revoke all on maintenance from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke all on users from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;

-- ### Tables

CREATE TABLE "holidays" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"day" date,
	"month" smallint,
	"month_day" smallint,
	CONSTRAINT "holidays_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "holidays_form" CHECK (("holidays"."day" is null) = ("holidays"."month" is not null) and ("holidays"."month" is null) = ("holidays"."month_day" is null))
);
CREATE TABLE "task_runs" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"task_id" uuid NOT NULL,
	"trigger_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"state" text NOT NULL,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"taken_until" timestamp with time zone,
	"reason" text,
	"by_id" uuid,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"notes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "task_runs_tenant_id_task_id_trigger_id_due_at_pk" PRIMARY KEY("tenant_id","task_id","trigger_id","due_at"),
	CONSTRAINT "task_runs_state" CHECK ("task_runs"."state" in ('claimed','running','succeeded','partial','failed','skipped','missed','cancelled'))
);
CREATE TABLE "task_triggers" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"frequency" text NOT NULL,
	"date" date,
	"days" smallint[] DEFAULT '{}' NOT NULL,
	"month_day" smallint,
	"short_month" text DEFAULT 'last' NOT NULL,
	"business_day" text DEFAULT 'none' NOT NULL,
	"on_holiday" text DEFAULT 'run' NOT NULL,
	"times" text[] DEFAULT '{}' NOT NULL,
	"every_minutes" smallint,
	"from_time" text,
	"until_time" text,
	"next_at" timestamp with time zone,
	"taken_until" timestamp with time zone,
	CONSTRAINT "task_triggers_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "task_triggers_frequency" CHECK ("task_triggers"."frequency" in ('once','daily','weekly','monthly')),
	CONSTRAINT "task_triggers_period" CHECK (("task_triggers"."every_minutes" is null) = (cardinality("task_triggers"."times") > 0) and ("task_triggers"."every_minutes" is null or "task_triggers"."every_minutes" >= 15))
);
CREATE TABLE "tasks" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"action" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" uuid,
	"owner_id" uuid,
	"state" text DEFAULT 'active' NOT NULL,
	"reason" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ends_told" integer,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_sent_at" timestamp with time zone,
	"wake_outside" boolean DEFAULT false NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"condition" jsonb,
	"relation_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "tasks_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "tasks_type" CHECK ("tasks"."type" in ('capacity','dataset','maintenance')),
	CONSTRAINT "tasks_state" CHECK ("tasks"."state" in ('active','paused','suspended','ended')),
	CONSTRAINT "tasks_time" CHECK ("tasks"."ends_at" > "tasks"."starts_at")
);
CREATE TABLE "capacities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"arm_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"resource_group" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"service_capacity_id" text,
	"owner_tenant_id" uuid,
	"owner_account_id" uuid,
	"follow_shifts" boolean DEFAULT true NOT NULL,
	"auto_pause" boolean DEFAULT false NOT NULL,
	"idle_minutes" smallint DEFAULT 20 NOT NULL,
	"force_stop" boolean DEFAULT false NOT NULL,
	"wake_outside" boolean DEFAULT false NOT NULL,
	"wake_by" text DEFAULT 'everyone' NOT NULL,
	"wake_for_refreshes" boolean DEFAULT false NOT NULL,
	"paid_by_reservation" boolean DEFAULT false NOT NULL,
	"base_size" text NOT NULL,
	"prices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"currency" text DEFAULT 'BRL' NOT NULL,
	"budget_cents" integer,
	"budget_stop" boolean DEFAULT false NOT NULL,
	"budget_told" smallint[] DEFAULT '{}' NOT NULL,
	"budget_month" text,
	"override" jsonb,
	"observed_state" text DEFAULT 'unknown' NOT NULL,
	"observed_size" text,
	"observed_at" timestamp with time zone,
	"problem" text,
	"started_at" timestamp with time zone,
	"wake_seconds" smallint[] DEFAULT '{}' NOT NULL,
	"desired_state" text,
	"desired_size" text,
	"reason" text,
	"reason_vars" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason_until" timestamp with time zone,
	"pause_at" timestamp with time zone,
	"force_notice" smallint,
	"operation" text,
	"operation_at" timestamp with time zone,
	"hours_until" timestamp with time zone,
	"next_look_at" timestamp with time zone,
	"taken_until" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "capacities_kind" CHECK ("capacities"."kind" in ('embedded','fabric')),
	CONSTRAINT "capacities_idle" CHECK ("capacities"."idle_minutes" between 5 and 720),
	CONSTRAINT "capacities_wake_by" CHECK ("capacities"."wake_by" in ('everyone','flagged')),
	CONSTRAINT "capacities_state" CHECK ("capacities"."observed_state" in ('running','paused','starting','stopping','resizing','failed','unknown'))
);
CREATE TABLE "capacity_demand" (
	"capacity_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"viewers" integer NOT NULL,
	"work" integer NOT NULL,
	"wakes" integer NOT NULL,
	CONSTRAINT "capacity_demand_capacity_id_at_pk" PRIMARY KEY("capacity_id","at")
);
CREATE TABLE "capacity_hours" (
	"capacity_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"size" text NOT NULL,
	"cause" text NOT NULL,
	"seconds" smallint NOT NULL,
	"cents_per_hour" integer NOT NULL,
	CONSTRAINT "capacity_hours_capacity_id_hour_size_cause_pk" PRIMARY KEY("capacity_id","hour","size","cause")
);
CREATE TABLE "capacity_log" (
	"capacity_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"what" text NOT NULL,
	"is_on" boolean NOT NULL,
	"size" text NOT NULL,
	"cause" text NOT NULL,
	"vars" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"by_tenant_id" uuid,
	"by_user_id" uuid,
	CONSTRAINT "capacity_log_capacity_id_id_pk" PRIMARY KEY("capacity_id","id")
);
CREATE TABLE "capacity_members" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"capacity_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "capacity_members_tenant_id_capacity_id_account_id_pk" PRIMARY KEY("tenant_id","capacity_id","account_id")
);
CREATE TABLE "capacity_waiters" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"capacity_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"report_id" uuid NOT NULL,
	"tell" boolean DEFAULT false NOT NULL,
	"asked_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"opening_asked_at" timestamp with time zone,
	CONSTRAINT "capacity_waiters_tenant_id_capacity_id_user_id_pk" PRIMARY KEY("tenant_id","capacity_id","user_id")
);
CREATE TABLE "shifts" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"purpose" text NOT NULL,
	"capacity_id" uuid,
	"days" smallint[] NOT NULL,
	"starts" text NOT NULL,
	"ends" text NOT NULL,
	"auto_activate" boolean DEFAULT true NOT NULL,
	"auto_pause" boolean DEFAULT true NOT NULL,
	"idle_minutes" smallint,
	"use_schedule" boolean DEFAULT true NOT NULL,
	"size" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "shifts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "shifts_purpose" CHECK ("shifts"."purpose" in ('capacity','access','on_duty') and ("shifts"."purpose" = 'capacity') = ("shifts"."capacity_id" is not null)),
	CONSTRAINT "shifts_idle" CHECK ("shifts"."idle_minutes" between 5 and 720)
);
ALTER TABLE "maintenance" ADD COLUMN "pauses_capacity" boolean DEFAULT false NOT NULL;
ALTER TABLE "visits" ADD COLUMN "alive_at" timestamp with time zone;
ALTER TABLE "users" ADD COLUMN "own_hours" jsonb;
ALTER TABLE "users" ADD COLUMN "shift_ids" uuid[] DEFAULT '{}' NOT NULL;
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "task_runs" ADD CONSTRAINT "task_runs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "task_runs" ADD CONSTRAINT "task_runs_task" FOREIGN KEY ("tenant_id","task_id") REFERENCES "public"."tasks"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "task_triggers" ADD CONSTRAINT "task_triggers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "task_triggers" ADD CONSTRAINT "task_triggers_task" FOREIGN KEY ("tenant_id","task_id") REFERENCES "public"."tasks"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "capacities" ADD CONSTRAINT "capacities_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "capacity_demand" ADD CONSTRAINT "capacity_demand_capacity_id_capacities_id_fk" FOREIGN KEY ("capacity_id") REFERENCES "public"."capacities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "capacity_hours" ADD CONSTRAINT "capacity_hours_capacity_id_capacities_id_fk" FOREIGN KEY ("capacity_id") REFERENCES "public"."capacities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "capacity_log" ADD CONSTRAINT "capacity_log_capacity_id_capacities_id_fk" FOREIGN KEY ("capacity_id") REFERENCES "public"."capacities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "capacity_members" ADD CONSTRAINT "capacity_members_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "capacity_members" ADD CONSTRAINT "capacity_members_capacity_id_capacities_id_fk" FOREIGN KEY ("capacity_id") REFERENCES "public"."capacities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "capacity_members" ADD CONSTRAINT "capacity_members_account" FOREIGN KEY ("tenant_id","account_id") REFERENCES "public"."service_accounts"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "capacity_waiters" ADD CONSTRAINT "capacity_waiters_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "capacity_waiters" ADD CONSTRAINT "capacity_waiters_capacity_id_capacities_id_fk" FOREIGN KEY ("capacity_id") REFERENCES "public"."capacities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "capacity_waiters" ADD CONSTRAINT "capacity_waiters_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "capacity_waiters" ADD CONSTRAINT "capacity_waiters_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_capacity_id_capacities_id_fk" FOREIGN KEY ("capacity_id") REFERENCES "public"."capacities"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "task_runs_id" ON "task_runs" USING btree ("tenant_id","id");
CREATE INDEX "task_runs_list" ON "task_runs" USING btree ("tenant_id","due_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "task_runs_due_across" ON "task_runs" USING btree ("next_try_at") WHERE state in ('claimed','running');
CREATE INDEX "task_runs_old_across" ON "task_runs" USING btree ("due_at");
CREATE INDEX "task_triggers_task" ON "task_triggers" USING btree ("tenant_id","task_id");
CREATE INDEX "task_triggers_due_across" ON "task_triggers" USING btree ("next_at") WHERE next_at is not null;
CREATE INDEX "tasks_name" ON "tasks" USING btree ("tenant_id","sort_key","id");
CREATE INDEX "tasks_target" ON "tasks" USING btree ("tenant_id","target_id");
CREATE INDEX "tasks_owner" ON "tasks" USING btree ("tenant_id","owner_id");
CREATE INDEX "tasks_of_visits_across" ON "tasks" USING btree ("relation_id") WHERE state = 'active' and relation_id is not null;
CREATE INDEX "tasks_announced_across" ON "tasks" USING btree ("id") WHERE state = 'active' and action = 'start';
CREATE INDEX "tasks_ending_across" ON "tasks" USING btree ("ends_at") WHERE state = 'active';
CREATE UNIQUE INDEX "capacities_arm" ON "capacities" USING btree ("arm_id");
CREATE INDEX "capacities_service_across" ON "capacities" USING btree ("service_capacity_id");
CREATE INDEX "capacities_owner_across" ON "capacities" USING btree ("owner_tenant_id","owner_account_id");
CREATE INDEX "capacities_look_across" ON "capacities" USING btree ("next_look_at") WHERE next_look_at is not null;
CREATE INDEX "capacity_demand_across" ON "capacity_demand" USING btree ("at");
CREATE INDEX "capacity_log_when" ON "capacity_log" USING btree ("capacity_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "capacity_log_across" ON "capacity_log" USING btree ("at");
CREATE INDEX "capacity_members_across" ON "capacity_members" USING btree ("capacity_id");
CREATE INDEX "capacity_waiters_across" ON "capacity_waiters" USING btree ("capacity_id","asked_at");
CREATE INDEX "shifts_name" ON "shifts" USING btree ("tenant_id","purpose","sort_key","id");
CREATE INDEX "shifts_capacity_across" ON "shifts" USING btree ("capacity_id");
CREATE INDEX "workspaces_capacity_across" ON "workspaces" USING btree ("capacity_id");
CREATE INDEX "remote_requests_active" ON "remote_requests" USING btree ("tenant_id","user_id") WHERE state = 'active';
CREATE INDEX "remote_requests_active_asker_across" ON "remote_requests" USING btree ("asker_id") WHERE state = 'active';
CREATE INDEX "visits_alive" ON "visits" USING btree ("tenant_id","alive_at");

-- ### Functions

grant create on schema app to mirante_gate;

-- Returns the shifts of a capacity's owner, and the zone and holidays by which they are read: {zone, holidays, shifts}.
-- Internal: called by capacity_plan, capacity_to_wake, claim_capacity.
create or replace function app.capacity_calendar(p_id uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('zone', t.zone,
      'holidays', coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('day', h.day, 'month', h.month, 'monthDay', h.month_day)))
        from public.holidays h
        where h.tenant_id = t.id), '[]'),
      'shifts', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'days', s.days, 'starts', s.starts,
            'ends', s.ends, 'autoActivate', s.auto_activate, 'autoPause', s.auto_pause, 'idleMinutes', s.idle_minutes,
            'useSchedule', s.use_schedule, 'size', s.size)
          order by s.id)
        from public.shifts s
        where s.tenant_id = t.id and s.capacity_id = c.id and s.purpose = 'capacity'), '[]'))
    from public.capacities c join public.tenants t on t.id = c.owner_tenant_id
    where c.id = p_id $$;
alter function app.capacity_calendar owner to mirante_gate;
revoke all on function app.capacity_calendar from public;

-- Returns whether the caller's unit reaches a capacity by an account that the caller may see. The platform sees those of the units below
-- it.
-- Internal: called by capacity_facts, capacity_history, controls_capacity and 2 more.
create or replace function app.sees_capacity(p_id uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (app.scope() = 'platform'
      and exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
        left join public.tenants p on p.id = t.parent_id
        where m.capacity_id = p_id and app.tenant_id() in (t.id, t.parent_id, p.parent_id)))
    or exists (select from public.capacity_members m
      join public.service_accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
      where m.tenant_id = app.tenant_id() and m.capacity_id = p_id
        and (app.profile() not in ('admin', 'user') or a.registered_by_id = app.user_id()
          or not (select t.restrict_accounts from public.tenants t where t.id = app.tenant_id()))) $$;
alter function app.sees_capacity owner to mirante_gate;
revoke all on function app.sees_capacity from public;

-- Returns whether the caller may change a capacity: the unit that owns it, by an account that the caller may see, its jobs, and the
-- platform.
-- Internal: called by capacity_demand, capacity_facts, capacity_ledger and 5 more.
create or replace function app.controls_capacity(p_id uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.capacities c
    where c.id = p_id
      and ((app.caller_kind() = 'job' and c.owner_tenant_id = app.tenant_id())
        or ((app.scope() = 'platform' or c.owner_tenant_id = app.tenant_id()) and app.sees_capacity(p_id)))) $$;
alter function app.controls_capacity owner to mirante_gate;
revoke all on function app.controls_capacity from public;

-- Returns whether a report runs on a capacity.
-- Internal: called by capacity_exports, capacity_viewers.
create or replace function app.on_capacity(p_id uuid, p_tenant uuid, p_report uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.reports r
    join public.capacities c on c.id = p_id
    join public.capacity_members m on m.tenant_id = r.tenant_id and m.capacity_id = c.id and m.account_id = r.account_id
    join public.workspaces w on w.tenant_id = r.tenant_id and w.account_id = r.account_id and w.service_id = r.workspace_id
      and w.capacity_id = c.service_capacity_id
    where r.tenant_id = p_tenant and r.id = p_report) $$;
alter function app.on_capacity owner to mirante_gate;
revoke all on function app.on_capacity from public;

-- Returns the people and displays that used a capacity since p_since: how many, and when the last of them gave a sign. p_tenant counts one
-- unit alone, null all that reach it and aren't suspended.
-- Internal: called by capacity_demand, capacity_facts.
create or replace function app.capacity_viewers(p_id uuid, p_since timestamptz, p_tenant uuid, out viewers int, out alive_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with units as materialized (select distinct m.tenant_id
      from public.capacity_members m join public.tenants t on t.id = m.tenant_id and t.deleted_at is null
      where m.capacity_id = p_id and app.acts(t.status, t.trial_ends_at) and (p_tenant is null or m.tenant_id = p_tenant)),
    live as materialized (select u.tenant_id, v.report_id, coalesce(v.user_id, v.id) as who, v.alive_at
      from units u
        cross join lateral (select v.id, v.user_id, v.report_id, v.alive_at
          from public.visits v
          where v.tenant_id = u.tenant_id and v.alive_at > p_since offset 0) v),
    shown as (select distinct l.tenant_id, l.report_id from live l),
    here as materialized (select s.tenant_id, s.report_id from shown s where app.on_capacity(p_id, s.tenant_id, s.report_id)),
    players as (select d.tenant_id, d.id, d.last_seen
      from units u
        cross join lateral (select d.tenant_id, d.id, d.last_seen, d.playlist_id
          from public.playlist_devices d
          where d.tenant_id = u.tenant_id and coalesce(d.last_seen, '-infinity') > p_since and d.revoked_at is null offset 0) d
        join public.playlists p on p.tenant_id = d.tenant_id and p.id = d.playlist_id and p.keeps_capacity
      where exists (select from public.playlist_items i
        where i.tenant_id = d.tenant_id and i.playlist_id = d.playlist_id and app.on_capacity(p_id, i.tenant_id, i.report_id))),
    seen as (select l.tenant_id, l.who, l.alive_at from live l join here h on h.tenant_id = l.tenant_id and h.report_id = l.report_id
      union all select p.tenant_id, p.id, p.last_seen from players p)
  select count(distinct (s.tenant_id, s.who))::int, max(s.alive_at) from seen s $$;
alter function app.capacity_viewers owner to mirante_gate;
revoke all on function app.capacity_viewers from public;

-- Returns how many people wait for a capacity to start, of one unit or of all that aren't suspended. People who asked their administrators
-- for an opening don't wait.
-- Internal: called by capacity_demand, capacity_facts, capacity_to_wake.
create or replace function app.capacity_waiting(p_id uuid, p_tenant uuid)
returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int
    from public.capacity_waiters w join public.tenants t on t.id = w.tenant_id and t.deleted_at is null
    where w.capacity_id = p_id and w.asked_at > app.now() - interval '30 minutes' and app.acts(t.status, t.trial_ends_at)
      and (w.opening_asked_at is null or w.asked_at > w.opening_asked_at) and (p_tenant is null or w.tenant_id = p_tenant) $$;
alter function app.capacity_waiting owner to mirante_gate;
revoke all on function app.capacity_waiting from public;

-- Returns how many exports of reports run on a capacity, in all units that reach it.
-- Internal: called by capacity_demand.
create or replace function app.capacity_exports(p_id uuid)
returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int
    from public.capacity_members m
      cross join lateral (select e.tenant_id, e.report_id
        from public.exports e
        where e.tenant_id = m.tenant_id and e.account_id = m.account_id and e.state in ('queued', 'running', 'finishing')
          and e.created_at > app.now() - interval '6 hours' offset 0) e
    where m.capacity_id = p_id and app.on_capacity(p_id, e.tenant_id, e.report_id) $$;
alter function app.capacity_exports owner to mirante_gate;
revoke all on function app.capacity_exports from public;

-- Returns the reports that run on a capacity: those of its members' accounts, in workspaces that the service keeps on it.
-- Internal: called by capacity_demand, capacity_in_maintenance, capacity_use.
create or replace function app.capacity_reports(p_id uuid)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 100 as $$
  select r.tenant_id, r.id
    from public.capacities c
    join public.capacity_members m on m.capacity_id = c.id
    join lateral (select w.service_id
      from public.workspaces w
      where w.capacity_id = c.service_capacity_id and w.tenant_id = m.tenant_id and w.account_id = m.account_id offset 0) w on true
    join lateral (select r.tenant_id, r.id
      from public.reports r
      where r.tenant_id = m.tenant_id and r.account_id = m.account_id and r.workspace_id = w.service_id offset 0) r on true
    where c.id = p_id $$;
alter function app.capacity_reports owner to mirante_gate;
revoke all on function app.capacity_reports from public;

-- Returns whether maintenance that pauses the capacity runs on all its reports.
-- Internal: called by capacity_demand.
create or replace function app.capacity_in_maintenance(p_id uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_windows jsonb; begin
  select jsonb_agg(jsonb_build_object('tenant', w.tenant_id, 'target', w.target, 'id', w.target_id)) into v_windows
    from (select distinct m.tenant_id from public.capacity_members m where m.capacity_id = p_id) u
      cross join lateral (select x.tenant_id, x.target, x.target_id
        from public.maintenance x
        where x.tenant_id = u.tenant_id and x.ends_at > app.now() and x.starts_at <= app.now() and x.pauses_capacity and x.blocks
          and x.cancelled_at is null and x.closed_at is null offset 0) w;
  if v_windows is null then return false; end if;
  return exists (select from app.capacity_reports(p_id))
    and not exists (select from app.capacity_reports(p_id) o
      join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
      left join public.subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      where not exists (select from jsonb_to_recordset(v_windows) w (tenant uuid, target text, id uuid)
        where w.tenant = r.tenant_id
          and (w.target = 'unit' or (w.target = 'report' and w.id = r.id) or (w.target = 'subgroup' and w.id = r.subgroup_id)
            or (w.target = 'group' and w.id in (r.group_id, s.group_id))))); end $$;
alter function app.capacity_in_maintenance owner to mirante_gate;
revoke all on function app.capacity_in_maintenance from public;

-- Returns the demand for a capacity, in numbers over all units that reach it: {viewers, recent, aliveAt, waiters, exports,
-- maintenance, schedules, telling}. `recent` are the viewers of the last five minutes, `schedules` the refresh schedules of its
-- reports where it wakes for them, `telling` the units with people to notify once it runs. Only a job and who controls it get them;
-- null for any other.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.capacity_demand(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; v_idle int; v_live record; begin
  perform app.need('{own,remote,partner,job}');
  if app.caller_kind() <> 'job' and app.controls_capacity(p_id) is not true then return null; end if;
  select x.* into c from public.capacities x where x.id = p_id;
  select greatest(c.idle_minutes, max(s.idle_minutes)) into v_idle
    from public.shifts s
    where s.capacity_id = p_id and s.tenant_id = c.owner_tenant_id;
  v_live := app.capacity_viewers(p_id, app.now() - make_interval(mins => coalesce(v_idle, c.idle_minutes)), null);
  return jsonb_build_object('viewers', v_live.viewers, 'aliveAt', v_live.alive_at,
    'recent', (app.capacity_viewers(p_id, app.now() - interval '5 minutes', null)).viewers,
    'waiters', app.capacity_waiting(p_id, null), 'exports', app.capacity_exports(p_id), 'maintenance', app.capacity_in_maintenance(p_id),
    'schedules', case
      when c.wake_for_refreshes then (select coalesce(jsonb_agg(distinct r.load_schedule), '[]')
        from app.capacity_reports(p_id) o join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
        where r.load_schedule is not null)
      else '[]' end,
    'telling', array(select distinct w.tenant_id from public.capacity_waiters w where w.capacity_id = p_id and w.tell)); end $$;
alter function app.capacity_demand owner to mirante_gate;
revoke all on function app.capacity_demand from public;
grant execute on function app.capacity_demand to mirante_app, mirante_job;

-- Returns what the caller may know of one capacity that it reaches, or of all of them (p_id null). Every member learns state and
-- reason, with the numbers of its own unit and no name of another one; who controls it also the rules, the override and who asked for
-- it.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities, capacity_log.
create or replace function app.capacity_facts(p_id uuid)
returns setof jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_ids uuid[]; v_platform boolean := app.scope() = 'platform'; begin
  perform app.need('{own,remote,partner}');
  if p_id is not null then v_ids := array[p_id];
  elsif v_platform then v_ids := array(select c.id from public.capacities c);
  else v_ids := array(select distinct m.capacity_id from public.capacity_members m where m.tenant_id = app.tenant_id());
  end if;
  return query
    select jsonb_build_object('id', c.id, 'armId', c.arm_id, 'name', c.name, 'kind', c.kind, 'resourceGroup', c.resource_group,
        'region', c.region, 'serviceCapacityId', c.service_capacity_id, 'controls', k.controls, 'owned', c.owner_tenant_id is not null,
        'owner', case when v_platform or c.owner_tenant_id = app.tenant_id() then t.name end,
        'ownedByOther', c.owner_tenant_id is not null and c.owner_tenant_id <> app.tenant_id(),
        'state', c.observed_state, 'size', c.observed_size, 'observedAt', c.observed_at, 'problem', c.problem, 'reason', c.reason,
        'reasonVars', case when k.controls then c.reason_vars else '{}' end, 'reasonUntil', c.reason_until, 'pauseAt', c.pause_at,
        'operation', c.operation, 'wakeSeconds', c.wake_seconds,
        'since', (select l.at
          from public.capacity_log l
          where l.capacity_id = c.id and l.what in ('on', 'off', 'external')
          order by l.at desc, l.id desc limit 1),
        'viewers', (app.capacity_viewers(c.id, app.now() - make_interval(mins => c.idle_minutes), k.unit)).viewers,
        'waiters', app.capacity_waiting(c.id, k.unit), 'version', c.version)
      || case
        when k.controls then jsonb_build_object('ownerTenantId', c.owner_tenant_id, 'ownerAccountId', c.owner_account_id,
          'followShifts', c.follow_shifts, 'autoPause', c.auto_pause, 'idleMinutes', c.idle_minutes, 'forceStop', c.force_stop,
          'wakeOutside', c.wake_outside, 'wakeBy', c.wake_by, 'wakeForRefreshes', c.wake_for_refreshes,
          'paidByReservation', c.paid_by_reservation, 'baseSize', c.base_size, 'prices', c.prices, 'currency', c.currency,
          'budgetCents', c.budget_cents, 'budgetStop', c.budget_stop,
          'override', case when (c.override->>'until')::timestamptz > app.now() then c.override end,
          'overrideName', coalesce(
            (select x.name from public.tasks x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'taskId')::uuid),
            (select x.name from public.users x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'userId')::uuid)))
        else '{}' end
      from public.capacities c
        left join public.tenants t on t.id = c.owner_tenant_id
        cross join lateral (select y.controls, case when y.controls then null else app.tenant_id() end as unit
          from (select app.controls_capacity(c.id) as controls offset 0) y) k
      where c.id = any (v_ids) and app.sees_capacity(c.id)
      order by c.name, c.id; end $$;
alter function app.capacity_facts owner to mirante_gate;
revoke all on function app.capacity_facts from public;
grant execute on function app.capacity_facts to mirante_app;

-- Returns a page of a capacity's log, newest first, before an entry if one is named. What it names, and who did it, only its own unit and
-- the platform see.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacity_log.
create or replace function app.capacity_history(p_id uuid, p_at timestamptz, p_before uuid, p_n int)
returns table (id uuid, at timestamptz, what text, is_on boolean, size text, cause text, vars jsonb, by_name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  if app.sees_capacity(p_id) is not true then return; end if;
  return query
    select l.id, l.at, l.what, l.is_on, l.size, l.cause, case when k.open then l.vars else '{}' end,
        case when k.open then (select u.name from public.users u where u.tenant_id = l.by_tenant_id and u.id = l.by_user_id) end
      from (select x.*
          from public.capacity_log x
          where x.capacity_id = p_id
            and (x.at, x.id) < (coalesce(p_at, 'infinity'), coalesce(p_before, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          order by x.at desc, x.id desc limit least(p_n, 101)) l
        cross join lateral (select app.scope() = 'platform' or l.by_tenant_id = app.tenant_id() as open) k
      order by l.at desc, l.id desc; end $$;
alter function app.capacity_history owner to mirante_gate;
revoke all on function app.capacity_history from public;
grant execute on function app.capacity_history to mirante_app;

-- Returns the entries of state in a capacity's log from p_from on, and the one before it, oldest first: [{at, isOn, size, cause}].
-- Internal: called by capacity_ledger, claim_capacity.
create or replace function app.capacity_intervals(p_id uuid, p_from timestamptz)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'isOn', e.is_on, 'size', e.size, 'cause', e.cause) order by e.at, e.id), '[]')
    from (
      select l.at, l.id, l.is_on, l.size, l.cause from public.capacity_log l
        where l.capacity_id = p_id and l.at >= p_from and l.what in ('on', 'off', 'size', 'kept', 'external')
      union all
      (select l.at, l.id, l.is_on, l.size, l.cause from public.capacity_log l
        where l.capacity_id = p_id and l.at < p_from and l.what in ('on', 'off', 'size', 'kept', 'external')
        order by l.at desc, l.id desc limit 1)) e $$;
alter function app.capacity_intervals owner to mirante_gate;
revoke all on function app.capacity_intervals from public;

-- Returns what the money of a capacity is computed from, for who controls it: the hours of the ledger between two instants, the log since
-- they were last written, and when that was; null for any other.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities, capacity_hours.
create or replace function app.capacity_ledger(p_id uuid, p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  if app.controls_capacity(p_id) is not true then return null; end if;
  return (select jsonb_build_object('since', coalesce(c.hours_until, c.created_at), 'createdAt', c.created_at,
      'log', app.capacity_intervals(p_id, coalesce(c.hours_until, c.created_at)),
      'hours', (select coalesce(jsonb_agg(jsonb_build_object('hour', h.hour, 'size', h.size, 'cause', h.cause, 'seconds', h.seconds,
            'centsPerHour', h.cents_per_hour)
          order by h.hour, h.size, h.cause), '[]')
        from public.capacity_hours h
        where h.capacity_id = p_id and h.hour >= p_from and h.hour < p_until))
    from public.capacities c where c.id = p_id); end $$;
alter function app.capacity_ledger owner to mirante_gate;
revoke all on function app.capacity_ledger from public;
grant execute on function app.capacity_ledger to mirante_app;

-- Returns the demand for a capacity since p_from as [at, viewers, work], for who controls it; null for any other.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacity_demand.
create or replace function app.capacity_past(p_id uuid, p_from timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  if app.controls_capacity(p_id) is not true then return null; end if;
  return (select coalesce(jsonb_agg(jsonb_build_array(extract(epoch from d.at)::int, d.viewers, d.work) order by d.at), '[]')
    from public.capacity_demand d
    where d.capacity_id = p_id and d.at >= p_from); end $$;
alter function app.capacity_past owner to mirante_gate;
revoke all on function app.capacity_past from public;
grant execute on function app.capacity_past to mirante_app;

-- Returns the calendar of a capacity that the caller's unit reaches, null for any other: {zone, holidays, shifts} of its owner, from which
-- openings are computed. Shifts carry names, which only their own unit is shown.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers may not execute caller_kind, capacity_calendar.
create or replace function app.capacity_plan(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,job}');
  if app.scope() is distinct from 'platform' and app.caller_kind() <> 'job'
    and not exists (select from public.capacity_members m where m.tenant_id = app.tenant_id() and m.capacity_id = p_id) then
    return null;
  end if;
  return app.capacity_calendar(p_id); end $$;
alter function app.capacity_plan owner to mirante_gate;
revoke all on function app.capacity_plan from public;
grant execute on function app.capacity_plan to mirante_app, mirante_job;

-- Returns the controlled capacity that a report of the caller's unit runs on, as it was last observed, and what its viewers are notified
-- of; no row if its account isn't a member of one.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.report_capacity(p_report uuid)
returns table (id uuid, arm_id text, state text, observed_at timestamptz, pause_at timestamptz, force_notice int)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  select c.id, c.arm_id, c.observed_state, c.observed_at,
      case when c.observed_state = 'running' and c.pause_at > app.now() then c.pause_at end,
      case when c.observed_state = 'running' then c.force_notice end
    from public.reports r
      join public.workspaces w on w.tenant_id = r.tenant_id and w.account_id = r.account_id and w.service_id = r.workspace_id
      join public.capacities c on c.service_capacity_id = w.capacity_id and c.owner_tenant_id is not null
      join public.capacity_members m on m.tenant_id = r.tenant_id and m.capacity_id = c.id and m.account_id = r.account_id
    where r.tenant_id = app.tenant_id() and r.id = p_report
    limit 1 $$;
alter function app.report_capacity owner to mirante_gate;
revoke all on function app.report_capacity from public;
grant execute on function app.report_capacity to mirante_app, mirante_job;

-- Returns the capacity of a report with all that decides whether the caller may wake it, in its owner's zone; no row if it isn't
-- controlled.
-- "asked_at": since when the caller waits; "waiters": people of the caller's unit.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.capacity_to_wake(p_report uuid)
returns table (id uuid, state text, observed_at timestamptz, starting_at timestamptz, problem text, wake_seconds jsonb,
  follow_shifts boolean, wake_outside boolean, wake_by text, reason text, reason_until timestamptz, override jsonb, zone text, shifts jsonb,
  holidays jsonb, flagged boolean, tell boolean, opening_asked_at timestamptz, asked_at timestamptz, waiters int)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  select c.id, c.observed_state, c.observed_at, case when c.operation = 'resume' then c.operation_at end, c.problem,
      to_jsonb(c.wake_seconds),
      c.follow_shifts, c.wake_outside, c.wake_by, case when c.desired_state = 'paused' then c.reason end, c.reason_until, c.override,
      k.v ->> 'zone', k.v -> 'shifts', k.v -> 'holidays',
      coalesce((select u.profile <> 'user' or 'wake' = any (u.flags) from public.users u
        where u.tenant_id = app.tenant_id() and u.id = app.user_id()),
        false),
      coalesce(q.tell, false), q.opening_asked_at,
      case when coalesce(q.asked_at > q.opening_asked_at, true) then q.asked_at end,
      app.capacity_waiting(c.id, app.tenant_id())
    from app.report_capacity(p_report) f
      join public.capacities c on c.id = f.id
      cross join lateral (select app.capacity_calendar(c.id) as v offset 0) k
      left join public.capacity_waiters q on q.tenant_id = app.tenant_id() and q.capacity_id = c.id and q.user_id = app.user_id() $$;
alter function app.capacity_to_wake owner to mirante_gate;
revoke all on function app.capacity_to_wake from public;
grant execute on function app.capacity_to_wake to mirante_app, mirante_job;

-- Returns what a pause of a capacity concerns beside people who look: refreshes of the portal's models that ended on it within 24
-- hours, and the service's ids of the workspaces on it in which the portal publishes. Null for a caller who doesn't control it.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities.
create or replace function app.capacity_use(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  if app.controls_capacity(p_id) is not true then return null; end if;
  return jsonb_build_object(
    'refreshes', (select count(distinct (r.tenant_id, r.dataset_id))
      from app.capacity_reports(p_id) o join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
      where r.data_at > app.now() - interval '24 hours'),
    'workspaces', array(select distinct w.service_id
      from public.capacities c join public.workspaces w on w.capacity_id = c.service_capacity_id
      where c.id = p_id)); end $$;
alter function app.capacity_use owner to mirante_gate;
revoke all on function app.capacity_use from public;
grant execute on function app.capacity_use to mirante_app;

-- Leases a capacity to one look and returns all that is stored of it: its row, the account of its owner, the shifts, the last state
-- that was seen, wakes of the last hour, the log since the ledger was last written, and what this month has cost so far. Null while
-- another look has it, and for one that isn't due, unless p_again. One that is changing is asked for at most once in two seconds.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on capacities, capacity_hours, capacity_log.
create or replace function app.claim_capacity(p_id uuid, p_lease interval, p_again boolean)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; t public.tenants; v_last record; begin
  perform app.need('{job}');
  update public.capacities x
    set taken_until = app.now() + p_lease, next_look_at = app.now() + p_lease
    where x.id = p_id and x.owner_tenant_id is not null and (x.taken_until is null or x.taken_until <= app.now())
      and (p_again or (x.next_look_at <= app.now()
        and (x.operation is null or x.observed_at is null or x.observed_at <= app.now() - interval '2 seconds')))
    returning x.* into c;
  if c.id is null then return null; end if;
  select x.* into t from public.tenants x where x.id = c.owner_tenant_id;
  select l.is_on, l.size, l.at, l.cause into v_last
    from public.capacity_log l
    where l.capacity_id = p_id and l.what in ('on', 'off', 'size', 'kept', 'external')
    order by l.at desc, l.id desc limit 1;
  return to_jsonb(c) || app.capacity_calendar(p_id) || jsonb_build_object(
    'acts', t.deleted_at is null and app.acts(t.status, t.trial_ends_at),
    'account', (select jsonb_build_object('id', a.id, 'directoryId', a.directory_id, 'appId', a.app_id, 'secretSealed', a.secret_sealed,
        'profileId', a.profile_id, 'disabled', a.disabled)
      from public.service_accounts a
      where a.tenant_id = c.owner_tenant_id and a.id = c.owner_account_id),
    'last', case when v_last.at is not null then to_jsonb(v_last) end,
    'wakes', array(select l.at from public.capacity_log l
      where l.capacity_id = p_id and l.what = 'on' and l.cause = 'waiters' and l.at > app.now() - interval '1 hour'),
    'log', app.capacity_intervals(p_id, coalesce(c.hours_until, c.created_at)),
    'closed_cents', (select coalesce(sum(round(h.seconds * h.cents_per_hour / 3600.0)), 0)::int from public.capacity_hours h
      where h.capacity_id = p_id and h.hour >= date_trunc('month', app.now() at time zone t.zone) at time zone t.zone)); end $$;
alter function app.claim_capacity owner to mirante_gate;
revoke all on function app.claim_capacity from public;
grant execute on function app.claim_capacity to mirante_job;

-- Lets one caller ask Azure whether a capacity that was last seen not running still isn't; false while an observation or another claim is
-- younger than p_seconds.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.claim_look(p_capacity uuid, p_seconds int)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  with claimed as (update public.capacities c set observed_at = app.now()
      where c.id = p_capacity and c.observed_state in ('paused', 'stopping', 'starting')
        and coalesce(c.observed_at <= app.now() - make_interval(secs => p_seconds), true)
        and exists (select from public.capacity_members m where m.tenant_id = app.tenant_id() and m.capacity_id = c.id)
      returning c.id)
    select exists (select from claimed) $$;
alter function app.claim_look owner to mirante_gate;
revoke all on function app.claim_look from public;
grant execute on function app.claim_look to mirante_app, mirante_job;

-- Claims triggers that are due, over all units, under a lease: what the Worker needs to compute their runs. A trigger at the epoch is to be
-- computed again, because its unit's clock or holidays changed.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.claim_triggers(p_n int, p_lease interval)
returns table (tenant_id uuid, id uuid, next_at timestamptz, task jsonb, fields jsonb, zone text, holidays jsonb)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with due as (select g.tenant_id, g.id from public.task_triggers g
      where g.next_at <= app.now() and (g.taken_until is null or g.taken_until <= app.now())
      order by g.next_at limit least(p_n, 200) for update skip locked),
    taken as (update public.task_triggers g set taken_until = app.now() + p_lease from due
      where g.tenant_id = due.tenant_id and g.id = due.id returning g.*)
  select g.tenant_id, g.id, g.next_at,
      jsonb_build_object('id', k.id, 'type', k.type, 'state', k.state, 'startsAt', k.starts_at, 'endsAt', k.ends_at),
      jsonb_build_object('frequency', g.frequency, 'date', g.date, 'days', g.days, 'monthDay', g.month_day, 'shortMonth', g.short_month,
        'businessDay', g.business_day, 'onHoliday', g.on_holiday, 'times', g.times, 'everyMinutes', g.every_minutes, 'from', g.from_time,
        'until', g.until_time),
      t.zone,
      (select coalesce(jsonb_agg(case
          when h.day is not null then jsonb_build_object('day', h.day)
          else jsonb_build_object('month', h.month, 'monthDay', h.month_day) end), '[]')
        from public.holidays h
        where h.tenant_id = g.tenant_id)
    from taken g
      join lateral (select x.* from public.tasks x where x.tenant_id = g.tenant_id and x.id = g.task_id offset 0) k on true
      join lateral (select x.zone from public.tenants x where x.id = g.tenant_id offset 0) t on true $$;
alter function app.claim_triggers owner to mirante_gate;
revoke all on function app.claim_triggers from public;
grant execute on function app.claim_triggers to mirante_job;

-- Puts together when a person may sign in: their own windows and the access shifts attached to them. Neither means always; a shift that
-- isn't used has no windows.
-- Trigger on users.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.compose_hours()
returns trigger
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.access_hours := nullif(coalesce(new.own_hours, '[]') || coalesce((select
        jsonb_agg(jsonb_build_object('days', to_jsonb(s.days), 'from', s.starts, 'to', s.ends) order by s.sort_key, s.id)
      from public.shifts s
      where s.tenant_id = new.tenant_id and s.id = any (new.shift_ids) and s.purpose = 'access' and s.use_schedule), '[]'), '[]');
  return new; end $$;
alter function app.compose_hours owner to mirante_gate;
revoke all on function app.compose_hours from public;

create or replace trigger users_hours_composed before insert or update of own_hours, shift_ids on users for each row
  execute function app.compose_hours();

-- Returns capacities that are due to be looked at, the longest waiting first. Looking itself claims them (claim_capacity).
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.due_capacities(p_n int)
returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select c.id
    from public.capacities c
    where c.next_look_at <= app.now() and (c.taken_until is null or c.taken_until <= app.now())
    order by c.next_look_at limit least(p_n, 100) $$;
alter function app.due_capacities owner to mirante_gate;
revoke all on function app.due_capacities from public;
grant execute on function app.due_capacities to mirante_job;

-- Returns runs that wait for an attempt: a retry, a lost message, or a Worker that was killed. The consumer takes each under a lease.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_runs(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select r.tenant_id, r.id
    from public.task_runs r
    where r.state in ('claimed', 'running') and r.next_try_at <= app.now()
    order by r.next_try_at limit least(p_n, 500) $$;
alter function app.due_runs owner to mirante_gate;
revoke all on function app.due_runs from public;
grant execute on function app.due_runs to mirante_job;

-- Returns active tasks whose end is due for a notice or has come, those that a partner made whose relation has ended, and those that
-- start a maintenance which is to be announced now.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on relations.
create or replace function app.due_tasks(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.ends_at <= app.now() + interval '30 days'
      and (k.ends_at <= app.now() or k.ends_told is null
        or (k.ends_told > 7 and k.ends_at <= app.now() + interval '7 days')
        or (k.ends_told > 1 and k.ends_at <= app.now() + interval '1 day'))
    order by k.ends_at limit least(p_n, 500))
  union
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.relation_id is not null
      and not exists (select from public.relations r
        where r.tenant_id = k.tenant_id and r.id = k.relation_id and r.kind = 'partner' and r.role = 'admin' and r.status = 'active'
          and r.ended_at is null and r.until > app.now())
    limit least(p_n, 500))
  union
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.action = 'start'
      and exists (select from public.task_triggers g
        where g.tenant_id = k.tenant_id and g.task_id = k.id and g.next_at > app.now()
          and g.next_at <= app.now() + make_interval(hours => coalesce((k.options->>'announceHours')::int, 0))
          and not exists (select from public.task_runs r
            where r.tenant_id = g.tenant_id and r.task_id = g.task_id and r.trigger_id = g.id and r.due_at = g.next_at))
    limit least(p_n, 500)) $$;
alter function app.due_tasks owner to mirante_gate;
revoke all on function app.due_tasks from public;
grant execute on function app.due_tasks to mirante_job;

-- Returns, of the jobs that a tick names, those that have work, aren't leased and whose slot has come, with that slot. One round trip
-- covers a minute in which nothing is due. p_jobs is [{name, every, at, missed}] in minutes. A job without a case of its own always counts
-- as having work.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on job_marks.
create or replace function app.due(p_jobs jsonb, p_check_every interval)
returns table (name text, slot timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with planned as materialized (
      select x.n, x.j->>'name' as name, m.done_for, m.taken_until,
          case
            when x.j->>'missed' = 'each' and m.done_for is not null then least(l.latest, date_bin(p.every, m.done_for, p.origin) + p.every)
            else l.latest end as slot
        from jsonb_array_elements(p_jobs) with ordinality x (j, n)
          cross join lateral (select make_interval(mins => (x.j->>'every')::int) as every,
          timestamptz '2000-01-01 00:00:00+00' + make_interval(mins => (x.j->>'at')::int) as origin) p
          cross join lateral (select date_bin(p.every, app.now(), p.origin) as latest) l
          left join public.job_marks m on m.name = x.j->>'name'),
    free as materialized (select *
      from planned q
      where (q.done_for is null or q.slot > q.done_for) and (q.taken_until is null or q.taken_until <= app.now()))
  select f.name, f.slot from free f where case f.name
      when 'announce-and-close-windows' then exists (select from app.due_windows(1))
      when 'read-data-times'
        then exists (select from public.reports r
          where r.kind = 'powerbi' and r.dataset_id is not null and (r.checked_at is null or r.checked_at < app.now() - p_check_every))
      when 'warn-of-secrets' then exists (select from app.due_secrets(1))
      when 'warn-of-displays' then exists (select from app.due_devices(1))
      when 'resume-exports' then exists (select from app.due_exports(1))
      when 'resume-user-imports' then exists (select from app.due_user_imports(1))
      when 'remove-old-exports'
        then exists (select from public.exports e
          where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null)))
        or exists (select from public.exports e
          where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing'))
      when 'settle-addresses'
        then exists (select from public.settings s
          where s."values"->'ip_trial'->>'until' is not null and (s."values"->'ip_trial'->>'until')::timestamptz <= app.now())
      when 'settle-remote' then exists (select from app.due_remote(1))
      when 'expire-people' then exists (select from app.due_people(1))
      when 'warn-of-limits' then exists (select from app.due_limits(1))
      when 'settle-requests' then exists (select from app.due_requests(1))
      when 'tell-of-partners' then exists (select from app.due_partner_months(1))
      when 'tell-of-trials'
        then exists (select from public.tenants t where t.status = 'T' and t.trial_ends_at <= app.now() + interval '7 days')
      when 'fan-out-mailings'
        then exists (select from public.mailings m
          join public.tenants t on t.id = m.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
          where m.state in ('queued', 'running') and (m.taken_until is null or m.taken_until < app.now()))
      when 'deliver-outbox'
        then exists (select from public.outbox o where o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now()))
      when 'look-at-capacities' then exists (select from app.due_capacities(1))
      when 'claim-tasks'
        then exists (select from public.task_triggers g
          where g.next_at <= app.now() and (g.taken_until is null or g.taken_until <= app.now()))
        or exists (select from app.due_runs(1))
      when 'tell-of-tasks' then exists (select from app.due_tasks(1))
      when 'forget-units' then exists (select from app.due_units(1))
      else true end order by f.n $$;
alter function app.due owner to mirante_gate;
revoke all on function app.due from public;
grant execute on function app.due to mirante_job;

-- The first statement of a transaction that writes the effect of a task's run: a job in the unit, with the task's owner as its user, so
-- that what it writes names them. A task of a partner has no owner, and then there is no user.
-- Callers: mirante_job.
-- Raises: changed.
-- Security definer: callers may not execute set_me.
create or replace function app.enter_run(p_tenant uuid, p_run uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_owner uuid; begin
  select k.owner_id into v_owner
    from public.task_runs r join public.tasks k on k.tenant_id = r.tenant_id and k.id = r.task_id
    where r.tenant_id = p_tenant and r.id = p_run and r.state in ('claimed', 'running');
  if not found then raise exception 'changed' using errcode = 'MR419'; end if;
  perform app.set_me(p_tenant, v_owner, null, 'job', p_tenant, 'job', 'act', 'job', null, null); end $$;
alter function app.enter_run owner to mirante_gate;
revoke all on function app.enter_run from public;
grant execute on function app.enter_run to mirante_job;

-- Decides before every session start whether a second factor is still required, and when one was last given. If one is required, it creates
-- a ticket for that step, which records whether the account or the unit vouches for this sign-in and so which factors count
-- (app.factor_holders). Also says whether the user waits to be readmitted after all factors of the account were lost: as a result, because
-- an error would undo the removal that it reports.
-- Internal: called by session_begin.
create or replace function app.factor_gate(p_tenant uuid, p_user uuid, p_way text, p_vouched text, p_given boolean, p_device bytea,
  p_from bytea, p_ticket bytea, p_host text, p_body jsonb)
returns table (due boolean, at timestamptz, remember boolean, waits boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_vouched text := app.vouched_by(p_tenant, p_user, p_way, p_vouched); v_profile text; v_account uuid; v_waits timestamptz;
  v_at timestamptz; v_remember boolean := false; v_trusted boolean := false;
begin
  -- The party that vouches for this sign-in has already applied its own two-factor policy.
  if not p_given
    and (p_way = 'embedded'
      or (p_way in ('saml', 'entra')
        and coalesce((select s."values"->>'mfa_trust_sso' from public.settings s where s.tenant_id = p_tenant), 'S') = 'S')) then
    v_trusted := true;
  else
    -- All factors were reported lost 24 hours ago and no one objected.
    select u.account_id into v_account
      from public.users u join public.accounts a on a.id = u.account_id
      where u.tenant_id = p_tenant and u.id = p_user and a.lost_at <= app.now() - interval '24 hours';
    if found then perform app.wipe_factors(v_account, true); end if;
  end if;
  select u.profile, u.account_id, u.waits_at into v_profile, v_account, v_waits
    from public.users u
    where u.tenant_id = p_tenant and u.id = p_user;
  if v_waits is not null and not v_trusted then return query select true, null::timestamptz, false, true; return; end if;
  if p_given then return query select false, app.now(), false, false; return; end if;
  -- A device that was remembered when only the unit vouched doesn't replace the account's factor.
  select d.trusted_at into v_at
    from public.devices d
    where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and d.trusted_at > app.now() - interval '30 days'
      and (d.trusted_by = 'account' or v_vouched = 'unit');
  if v_at is null and p_from is not null then
    -- Another unit's session of the same account in which the account's factor was given: one that the account vouched for, or one in which
    -- the account was proved, which requires a factor if the account has one.
    select case s.vouched when 'account' then s.factor_at else s.proved_at end into v_at
      from public.tokens k join public.sessions s on s.id = k.source_sid join public.users o on o.tenant_id = s.home_id and o.id = s.user_id
      where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'company'
        and s.factor_at > app.now() - interval '30 days' and o.account_id = v_account
        and (s.vouched = 'account' or (s.proved_at is not null and exists (select from public.factors f where f.account_id = v_account)));
    if v_at is null then
      -- The link of a forced password change; the factor was given before it was created.
      select (k.body->>'factor_at')::timestamptz, coalesce((k.body->>'remember')::boolean, false) into v_at, v_remember from public.tokens k
        where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'account.change';
    end if;
  end if;
  if v_at is not null then return query select false, v_at, v_remember, false; return; end if;
  if v_trusted then return query select false, null::timestamptz, false, false; return; end if;
  -- Before a forced password change only an existing factor can be asked for; a first one is set up afterwards.
  if not exists (select from public.factors f where f.holder = any (app.factor_holders(p_tenant, p_user, v_vouched)))
    and (coalesce((p_body->>'change')::boolean, false) or app.factor_required(p_tenant, v_profile) is false) then
    return query select false, null::timestamptz, false, false;
    return;
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_ticket, 'factor', p_tenant, p_host, p_body || jsonb_build_object('userId', p_user, 'vouched', v_vouched),
      app.now() + interval '10 minutes');
  return query select true, null::timestamptz, false, false; end $$;
alter function app.factor_gate owner to mirante_gate;
revoke all on function app.factor_gate from public;

-- Adds an entry to a capacity's log that changes nothing of its state, in the name of its owner and of the caller's person.
-- Internal: called by hand_capacity, note_pause_refused, register_capacity, set_capacity.
create or replace function app.note_capacity(p_id uuid, p_what text, p_cause text, p_vars jsonb)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.capacity_log (capacity_id, what, is_on, size, cause, vars, by_tenant_id, by_user_id)
    select c.id, p_what, c.observed_state in ('running', 'resizing', 'stopping'), coalesce(c.observed_size, c.base_size), p_cause, p_vars,
        c.owner_tenant_id, case when c.owner_tenant_id = app.home_id() then app.user_id() end
      from public.capacities c
      where c.id = p_id $$;
alter function app.note_capacity owner to mirante_gate;
revoke all on function app.note_capacity from public;

-- Gives control of a capacity to one of its members, with its shifts and tasks. Tasks get the new unit's first administrator as their
-- owner, or are suspended where there is none; a null member leaves it to no unit, without shifts and tasks.
-- Internal: called by keep_capacity_owner, move_capacity.
create or replace function app.hand_capacity(p_id uuid, p_tenant uuid, p_account uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_old uuid; v_owner uuid; begin
  select c.owner_tenant_id into v_old from public.capacities c where c.id = p_id for update;
  update public.capacities c
    set owner_tenant_id = p_tenant, owner_account_id = p_account, override = null, version = c.version + 1,
      next_look_at = case when p_tenant is null then null else app.now() end
    where c.id = p_id;
  if v_old is not distinct from p_tenant then return; end if;
  if p_tenant is null then
    delete from public.shifts s where s.tenant_id = v_old and s.capacity_id = p_id;
    update public.tasks k set state = 'suspended', reason = 'target_gone'
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id and k.state <> 'ended';
    return;
  end if;
  update public.shifts s set tenant_id = p_tenant where s.tenant_id = v_old and s.capacity_id = p_id;
  select u.id into v_owner
    from public.users u
    where u.tenant_id = p_tenant and u.profile in ('admin', 'master') and u.status = 'A' and u.seat is null and u.deleted_at is null
    order by u.created_at, u.id limit 1;
  insert into public.tasks (tenant_id, id, name, sort_key, type, action, target_kind, target_id, owner_id, state, reason, starts_at,
      ends_at, ends_told, failures, last_sent_at, wake_outside, options, condition, version, created_at)
    select p_tenant, k.id, k.name, k.sort_key, k.type, k.action, k.target_kind, k.target_id, v_owner,
        case when v_owner is null and k.state <> 'ended' then 'suspended' else k.state end,
        case when v_owner is null and k.state <> 'ended' then 'owner_gone' else k.reason end, k.starts_at, k.ends_at, k.ends_told,
        k.failures,
        k.last_sent_at, k.wake_outside, k.options, k.condition, k.version + 1, k.created_at
      from public.tasks k
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  insert into public.task_triggers (tenant_id, id, task_id, frequency, date, days, month_day, short_month, business_day, on_holiday, times,
      every_minutes, from_time, until_time, next_at)
    select p_tenant, g.id, g.task_id, g.frequency, g.date, g.days, g.month_day, g.short_month, g.business_day, g.on_holiday, g.times,
        g.every_minutes, g.from_time, g.until_time, case when v_owner is not null then g.next_at end
      from public.task_triggers g join public.tasks k on k.tenant_id = g.tenant_id and k.id = g.task_id
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  delete from public.tasks k where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  perform app.note_capacity(p_id, 'owner', 'owner', '{}'); end $$;
alter function app.hand_capacity owner to mirante_gate;
revoke all on function app.hand_capacity from public;

-- When the account goes with which a unit controls a capacity (removed from it, deleted, or purged with its unit), another account
-- takes over: one of the same unit, else of the next unit that reaches it.
-- Trigger on capacity_members.
-- Security definer: callers lack the grants on capacities.
create or replace function app.keep_capacity_owner()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_next record; begin
  if exists (select from public.capacities c
    where c.id = old.capacity_id and c.owner_tenant_id = old.tenant_id and c.owner_account_id = old.account_id) then
    select m.tenant_id, m.account_id into v_next
      from public.capacity_members m join public.tenants t on t.id = m.tenant_id
      where m.capacity_id = old.capacity_id
      order by m.tenant_id <> old.tenant_id, t.deleted_at is not null, m.tenant_id, m.account_id limit 1;
    perform app.hand_capacity(old.capacity_id, v_next.tenant_id, v_next.account_id);
  end if;
  return null; end $$;
alter function app.keep_capacity_owner owner to mirante_gate;
revoke all on function app.keep_capacity_owner from public;

create or replace trigger capacity_members_gone after delete on capacity_members for each row execute function app.keep_capacity_owner();

-- Guards a tenant's protected configuration: identity providers, embedding keys, directory tokens and mappings, the mail server, service
-- accounts, domains, the partner's rights, and users' rights. Each trigger names the kinds of sessions that may change it besides users'
-- own. Connection tests, last-used marks and renames don't count.
-- Trigger on capacity_members, domains, embed_keys and 9 more.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_house()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.guard_keys(tg_argv);
  return null; end $$;
alter function app.keep_house owner to mirante_gate;
revoke all on function app.keep_house from public;

create or replace trigger sso_apps_kept after insert or delete on sso_apps for each row execute function app.keep_house('job', 'door');
create or replace trigger sso_apps_changed after update on sso_apps for each row
  when ((old.kind, old.status, old.settings, old.domains) is distinct from (new.kind, new.status, new.settings, new.domains))
  execute function app.keep_house('job', 'door');
create or replace trigger identities_kept after insert on identities for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_kept after insert or delete on embed_keys for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_changed after update on embed_keys for each row
  when ((old.secret_sealed, old.replaced_at, old.revoked_at) is distinct from (new.secret_sealed, new.replaced_at, new.revoked_at))
  execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_kept after insert or delete on scim_tokens for each row
  execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_changed after update on scim_tokens for each row
  when ((old.hash, old.slot, old.expires_at, old.revoked_at) is distinct from (new.hash, new.slot, new.expires_at, new.revoked_at))
  execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_kept after insert on scim_groups for each row
  when (new.profile is not null)
  execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_changed after update on scim_groups for each row
  when ((old.profile, old.user_group_id) is distinct from (new.profile, new.user_group_id))
  execute function app.keep_house('job', 'directory', 'door');
create or replace trigger mail_servers_kept after insert or delete on mail_servers for each row
  execute function app.keep_house('job', 'door');
create or replace trigger mail_servers_changed after update on mail_servers for each row
  when ((old.email, old.user_name, old.password_sealed, old.host, old.port, old.protocol, old.enabled) is distinct from (new.email,
    new.user_name, new.password_sealed, new.host, new.port, new.protocol, new.enabled))
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_kept after insert or delete on service_accounts for each row
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_changed after update on service_accounts for each row
  when ((old.directory_id, old.app_id, old.object_id, old.secret_sealed, old.profile_id, old.disabled) is distinct from (new.directory_id,
    new.app_id, new.object_id, new.secret_sealed, new.profile_id, new.disabled))
  execute function app.keep_house('job', 'door');
create or replace trigger domains_kept after insert or delete on domains for each row execute function app.keep_house('job', 'door');
create or replace trigger domains_changed after update on domains for each row
  when (old.main is distinct from new.main)
  execute function app.keep_house('job', 'door');
create or replace trigger capacity_members_kept after insert on capacity_members for each row
  execute function app.keep_house('job', 'door');
create or replace trigger relations_kept after insert on relations for each row
  when (new.kind = 'partner')
  execute function app.keep_house('job', 'door');
-- Suspending or ending a partner is an emergency switch, so it never requires a fresh factor.
create or replace trigger relations_changed after update on relations for each row
  when (new.kind = 'partner'
    and ((old.role, old.verify, old.until) is distinct from (new.role, new.verify, new.until)
      or (new.status = 'active' and old.status <> 'active')
    or (new.standing_until is not null and old.standing_until is distinct from new.standing_until))) execute function app.keep_house('job',
    'door');
create or replace trigger users_kept_added after insert on users for each row
  when (new.seat is null and (new.profile <> 'user' or new.flags <> '{}' or new.ip_exempt or new.allow_remote))
  execute function app.keep_house('job', 'directory', 'door');
create or replace trigger users_kept_changed after update on users for each row
  when (old.seat is null and (old.email, old.profile, old.flags, old.ip_exempt, old.access_hours, old.allow_remote, old.remote_until)
    is distinct from (new.email, new.profile, new.flags, new.ip_exempt, new.access_hours, new.allow_remote,
    new.remote_until)) execute function app.keep_house('job',
    'directory', 'door');
create or replace trigger shifts_kept after insert on shifts for each row
  when (new.purpose <> 'capacity')
  execute function app.keep_house('job', 'door');
create or replace trigger shifts_changed after update or delete on shifts for each row
  when (old.purpose <> 'capacity')
  execute function app.keep_house('job', 'door');

-- Writes the runs of claimed triggers and moves each to its next run, unless it was changed since the claim; done twice, it does nothing
-- more.
-- p_claims is [{tenant, task, trigger, old, next, runs: [{due, state, reason, notes}]}]. Returns the runs to do.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_runs(p_claims jsonb)
returns table (tenant_id uuid, id uuid)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with c as materialized (select x.*
      from jsonb_to_recordset(p_claims) x (tenant uuid, task uuid, trigger uuid, old timestamptz, next timestamptz, runs jsonb)),
    still as materialized (select g.tenant_id, g.id
      from c join public.task_triggers g on g.tenant_id = c.tenant and g.id = c.trigger
      where g.next_at = c.old
      order by g.tenant_id, g.id
      for update of g),
    ran as (insert into public.task_runs as r (tenant_id, task_id, trigger_id, due_at, state, reason, notes, next_try_at, ended_at)
      select c.tenant, c.task, c.trigger, o.due, o.state, o.reason, coalesce(o.notes, '{}'),
          case o.state when 'claimed' then app.now() end, case o.state when 'claimed' then null else app.now() end
        from still s join c on c.tenant = s.tenant_id and c.trigger = s.id
          cross join lateral jsonb_to_recordset(c.runs) o (due timestamptz, state text, reason text, notes jsonb)
      on conflict do nothing returning r.tenant_id, r.id, r.state),
    moved as (update public.task_triggers g set next_at = c.next, taken_until = null
      from still s join c on c.tenant = s.tenant_id and c.trigger = s.id
      where g.tenant_id = s.tenant_id and g.id = s.id)
  select r.tenant_id, r.id from ran r where r.state = 'claimed' $$;
alter function app.keep_runs owner to mirante_gate;
revoke all on function app.keep_runs from public;
grant execute on function app.keep_runs to mirante_job;

-- A task that isn't active has no next run.
-- Trigger on tasks.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_triggers()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.task_triggers g set next_at = null, taken_until = null
    where g.tenant_id = new.tenant_id and g.task_id = new.id and g.next_at is not null;
  return null; end $$;
alter function app.keep_triggers owner to mirante_gate;
revoke all on function app.keep_triggers from public;

create or replace trigger tasks_triggers after update of state on tasks for each row
  when (new.state <> 'active') execute function app.keep_triggers();

-- Ends the visits that a change of a user or of settings no longer allows, in the same transaction: a permission that is given back later
-- starts no visit again. Looks only at visits to and by that user, or to that tenant; a
-- layer above looks at every visit.
-- Trigger on settings, users.
-- Security definer: callers may not execute act_over, may_act.
create or replace function app.keep_visits()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid := case when tg_table_name = 'users' then (to_jsonb(new)->>'id')::uuid end; v_sids uuid[]; v_sid uuid; begin
  if v_user is not null then
    v_sids := array(select r.session_id
      from public.remote_requests r
      where r.tenant_id = new.tenant_id and r.user_id = v_user and r.state = 'active'
      union
      select r.session_id from public.remote_requests r
        where r.asker_id = v_user and r.asker_home_id = new.tenant_id and r.state = 'active');
  elsif exists (select from public.tenants t where t.id = new.tenant_id and t.kind = 'unit') then
    v_sids := array(select r.session_id from public.remote_requests r where r.tenant_id = new.tenant_id and r.state = 'active');
  else
    -- In the tenants below, whose remote access the layer above can forbid.
    v_sids := array(select r.session_id
      from public.remote_requests r
        join public.tenants t on t.id = r.tenant_id
        left join public.tenants p on p.id = t.parent_id
      where r.state = 'active' and new.tenant_id in (t.id, t.parent_id, p.parent_id));
  end if;
  foreach v_sid in array v_sids loop
    if app.may_act(v_sid) is null then perform app.act_over(v_sid, 'rights', null, null); end if;
  end loop;
  return null; end $$;
alter function app.keep_visits owner to mirante_gate;
revoke all on function app.keep_visits from public;

create or replace trigger users_visits after update on users for each row
  when ((old.profile, old.flags, old.status, old.deleted_at, old.allow_remote, old.remote_until)
    is distinct from (new.profile, new.flags, new.status, new.deleted_at, new.allow_remote, new.remote_until))
  execute function app.keep_visits();
create or replace trigger settings_visits after update on settings for each row
  when ((old."values"->'allow_access_remote', old."values"->'remote_consent', old."values"->'below_remote')
    is distinct from (new."values"->'allow_access_remote', new."values"->'remote_consent', new."values"->'below_remote'))
  execute function app.keep_visits();

-- Lets the reconciler look at the capacities that the caller's unit controls now, because a shift or a holiday changed: at one of
-- them, or at all. Returns how many.
-- Callers: mirante_app (own, partner).
-- Security definer: callers lack the grants on capacities.
create or replace function app.look_at_capacities(p_capacity uuid)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,partner}');
  with looked as (update public.capacities c
      set next_look_at = app.now()
      where c.owner_tenant_id = app.tenant_id() and (p_capacity is null or c.id = p_capacity)
      returning c.id)
  select count(*)::int from looked $$;
alter function app.look_at_capacities owner to mirante_gate;
revoke all on function app.look_at_capacities from public;
grant execute on function app.look_at_capacities to mirante_app;

-- Moves control of a capacity to another unit that reaches it, for the platform. Returns false where there is no such capacity or
-- member; another version is refused.
-- Callers: mirante_app (own).
-- Raises: changed_meanwhile.
-- Security definer: callers lack the grants on capacities.
create or replace function app.move_capacity(p_id uuid, p_tenant uuid, p_version int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; v_version int; begin
  perform app.need('{own}');
  if app.scope() is distinct from 'platform' or app.sees_capacity(p_id) is not true then return false; end if;
  select c.version into v_version from public.capacities c where c.id = p_id for update;
  select m.account_id into v_account
    from public.capacity_members m
    where m.tenant_id = p_tenant and m.capacity_id = p_id
    order by m.account_id limit 1;
  if v_version is null or v_account is null then return false; end if;
  if v_version is distinct from p_version then raise exception 'changed_meanwhile' using errcode = 'MR419'; end if;
  perform app.hand_capacity(p_id, p_tenant, v_account);
  return true; end $$;
alter function app.move_capacity owner to mirante_gate;
revoke all on function app.move_capacity from public;
grant execute on function app.move_capacity to mirante_app;

-- Returns the relation of the partner's visit in which the caller works; null for everyone else.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on sessions.
create or replace function app.my_relation()
returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select s.relation_id from public.sessions s where s.id = app.my_session() and s.kind = 'partner' $$;
alter function app.my_relation owner to mirante_gate;
revoke all on function app.my_relation from public;
grant execute on function app.my_relation to mirante_app;

-- Records that a pause by hand was refused because of what runs on the capacity.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute controls_capacity, note_capacity.
create or replace function app.note_pause_refused(p_id uuid, p_vars jsonb)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own}');
  if app.controls_capacity(p_id) then perform app.note_capacity(p_id, 'pause_refused', 'work', p_vars); end if; end $$;
alter function app.note_pause_refused owner to mirante_gate;
revoke all on function app.note_pause_refused from public;
grant execute on function app.note_pause_refused to mirante_app;

-- Returns whether the caller's unit controls a capacity.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities.
create or replace function app.owns_capacity(p_capacity uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select exists (select from public.capacities c where c.id = p_capacity and c.owner_tenant_id = app.tenant_id()) $$;
alter function app.owns_capacity owner to mirante_gate;
revoke all on function app.owns_capacity from public;
grant execute on function app.owns_capacity to mirante_app;

-- Clears all personal data 30 days after a user was removed; the row stays for the audit log. Returns the pictures whose files must be
-- deleted too.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on accounts, audit, favorites and 9 more.
create or replace function app.purge_removed(p_n int)
returns table (tenant_id uuid, picture text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p record; begin
  perform app.need('{job}');
  for p in
  select u.tenant_id, u.id, u.picture, u.removed_account_id, t.language as words
  from public.users u join public.tenants t on t.id = u.tenant_id
      where u.deleted_at < app.now() - interval '30 days' and u.purged_at is null
      order by u.deleted_at
      limit least(p_n, 200)
      for update of u skip locked loop
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
    update public.tasks x set owner_id = null where x.tenant_id = p.tenant_id and x.owner_id = p.id;
    delete from public.tokens x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    update public.sessions x set address = null, agent = null where x.home_id = p.tenant_id and x.user_id = p.id;
    update public.audit x set change = '{}' where x.tenant_id = p.tenant_id and x.row_id = p.id and x.what like 'user.%';
    update public.users u
      set name = case p.words
        when 'en-US' then 'Removed person'
        when 'es' then 'Persona eliminada'
        when 'pt-PT' then 'Pessoa removida'
        else 'Pessoa removida' end,
        sort_key = '', email = 'removed-' || u.id || '@removed.invalid', phone = null, department = null, "position" = null,
        language = null, rls_username = null, rls_roles = '{}', flags = '{}',
        preferences = '{}', custom = '{}', picture = null, home_page = null, own_hours = null, shift_ids = '{}', status_reason = null,
        removed_account_id = null, purged_at = app.now()
      where u.tenant_id = p.tenant_id and u.id = p.id;
    delete from public.accounts a
      where a.id = p.removed_account_id and not exists (select from public.users o where o.account_id = a.id)
        and not exists (select from public.users o where o.removed_account_id = a.id);
    tenant_id := p.tenant_id; picture := p.picture; return next;
  end loop; end $$;
alter function app.purge_removed owner to mirante_gate;
revoke all on function app.purge_removed from public;
grant execute on function app.purge_removed to mirante_job;

-- Writes the result of one look at a capacity: what was seen and decided (p_row, by column), log entries, hours of the ledger and
-- demand. An override that was set since the claim stays, and so does a wish to look again sooner. Waiting people are let in once it
-- runs; those who asked for a notification stay until they get it. With p_release the lease ends. Returns when it is looked at next.
-- Callers: mirante_job (job).
-- Raises: claim_lost.
-- Security definer: callers lack the grants on capacities, capacity_demand, capacity_hours, capacity_log.
create or replace function app.record_observed(p_id uuid, p_claim timestamptz, p_row jsonb, p_seen jsonb, p_log jsonb, p_hours jsonb,
  p_demand jsonb, p_release boolean)
returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; n public.capacities; begin
  perform app.need('{job}');
  select x.* into c from public.capacities x where x.id = p_id and x.taken_until = p_claim for update;
  if c.id is null then raise exception 'claim_lost' using errcode = 'MR419'; end if;
  n := jsonb_populate_record(c, p_row);
  update public.capacities x
    set observed_state = n.observed_state, observed_size = n.observed_size, observed_at = n.observed_at, problem = n.problem,
      started_at = n.started_at, wake_seconds = n.wake_seconds, desired_state = n.desired_state, desired_size = n.desired_size,
      reason = n.reason, reason_vars = n.reason_vars, reason_until = n.reason_until, pause_at = n.pause_at, force_notice = n.force_notice,
      operation = n.operation, operation_at = n.operation_at, budget_told = n.budget_told, budget_month = n.budget_month,
      hours_until = n.hours_until,
      override = case
        when c.override is not distinct from nullif(p_seen, 'null') then nullif(p_row->'override', 'null')
        else c.override end,
      next_look_at = case
        when c.next_look_at <> p_claim then least(c.next_look_at, n.next_look_at)
        when p_release then n.next_look_at
        else c.next_look_at end,
      taken_until = case when p_release then null else c.taken_until end
    where x.id = p_id returning x.next_look_at into n.next_look_at;
  insert into public.capacity_log (capacity_id, id, at, what, is_on, size, cause, vars, by_tenant_id, by_user_id)
    select p_id, e.id, e.at, e.what, e.is_on, e.size, e.cause, coalesce(e.vars, '{}'), c.owner_tenant_id, e.by_user_id
      from jsonb_to_recordset(p_log) e (id uuid, at timestamptz, what text, is_on boolean, size text, cause text, vars jsonb,
        by_user_id uuid);
  insert into public.capacity_hours (capacity_id, hour, size, cause, seconds, cents_per_hour)
    select p_id, e.hour, e.size, e.cause, e.seconds, e.cents_per_hour
      from jsonb_to_recordset(p_hours) e (hour timestamptz, size text, cause text, seconds smallint, cents_per_hour int)
    on conflict do nothing;
  insert into public.capacity_demand as d (capacity_id, at, viewers, work, wakes)
    select p_id, e.at, e.viewers, e.work, e.wakes
      from jsonb_to_record(nullif(p_demand, 'null')) e (at timestamptz, viewers int, work int, wakes int)
      where e.at is not null
    on conflict (capacity_id, at) do update set viewers = greatest(d.viewers, excluded.viewers), work = greatest(d.work, excluded.work),
      wakes = greatest(d.wakes, excluded.wakes);
  if n.observed_state = 'running' then delete from public.capacity_waiters w where w.capacity_id = p_id and not w.tell; end if;
  return n.next_look_at; end $$;
alter function app.record_observed owner to mirante_gate;
revoke all on function app.record_observed from public;
grant execute on function app.record_observed to mirante_job;

-- Joins a capacity with an account of the unit: the first unit to do so owns it, as does the next one after an owner is gone. Returns
-- its id and whether the unit controls it; an account that is gone or switched off is refused. A key of the unit: see keep_house.
-- Callers: mirante_app (own).
-- Raises: account_gone.
-- Security definer: callers lack the grants on capacities.
create or replace function app.register_capacity(p_id uuid, p_account uuid, p_capacity jsonb)
returns table (id uuid, controls boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_id uuid; v_owned boolean; begin
  perform app.need('{own}');
  if not exists (select from public.service_accounts a where a.tenant_id = app.tenant_id() and a.id = p_account and not a.disabled) then
    raise exception 'account_gone' using errcode = 'MR419';
  end if;
  insert into public.capacities as c (id, arm_id, kind, name, resource_group, region, service_capacity_id, base_size, observed_state,
      observed_size, observed_at)
    values (p_id, lower(p_capacity->>'armId'), p_capacity->>'kind', p_capacity->>'name', p_capacity->>'resourceGroup',
      p_capacity->>'region', p_capacity->>'serviceCapacityId', p_capacity->>'size', p_capacity->>'state', p_capacity->>'size', app.now())
    on conflict (arm_id) do update set name = excluded.name, resource_group = excluded.resource_group, region = excluded.region,
      service_capacity_id = coalesce(c.service_capacity_id, excluded.service_capacity_id)
    returning c.id into v_id;
  insert into public.capacity_members (tenant_id, capacity_id, account_id) values (app.tenant_id(), v_id, p_account) on conflict do nothing;
  update public.capacities c
    set owner_tenant_id = app.tenant_id(), owner_account_id = p_account, next_look_at = app.now(),
      hours_until = date_trunc('hour', app.now())
    where c.id = v_id and c.owner_tenant_id is null;
  if found then perform app.note_capacity(v_id, 'owner', 'owner', '{}'); end if;
  select c.owner_tenant_id = app.tenant_id() into v_owned from public.capacities c where c.id = v_id;
  return query select v_id, v_owned; end $$;
alter function app.register_capacity owner to mirante_gate;
revoke all on function app.register_capacity from public;
grant execute on function app.register_capacity to mirante_app;

-- Returns whether a partner's relation to the unit still allows what an administrator does there.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers lack the grants on relations.
create or replace function app.relation_stands(p_id uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,job}');
  select exists (select from public.relations r
    where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' and r.role = 'admin' and r.status = 'active'
      and r.ended_at is null and r.until > app.now()) $$;
alter function app.relation_stands owner to mirante_gate;
revoke all on function app.relation_stands from public;
grant execute on function app.relation_stands to mirante_app, mirante_job;

-- Ends the membership of the caller's unit in a capacity, by every account that the caller may see; the platform ends its owner's. If
-- the unit controlled it, the next member takes over (keep_capacity_owner). Returns whether there was one.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on capacities.
create or replace function app.release_capacity(p_id uuid, p_name text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_unit uuid := app.tenant_id(); begin
  perform app.need('{own}');
  if app.scope() = 'platform' then
    select coalesce(c.owner_tenant_id, v_unit) into v_unit from public.capacities c where c.id = p_id;
  end if;
  if app.sees_capacity(p_id) is not true or not exists (select from public.capacities c where c.id = p_id and c.name = p_name) then
    return false;
  end if;
  delete from public.capacity_members m where m.tenant_id = v_unit and m.capacity_id = p_id;
  return found; end $$;
alter function app.release_capacity owner to mirante_gate;
revoke all on function app.release_capacity from public;
grant execute on function app.release_capacity to mirante_app;

-- A unit's tasks keep the time on its clock: their next runs are computed again by the next tick, which finds them at the epoch.
-- Trigger on tenants.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.retime_tasks()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.task_triggers g set next_at = 'epoch', taken_until = null where g.tenant_id = new.id and g.next_at is not null;
  return null; end $$;
alter function app.retime_tasks owner to mirante_gate;
revoke all on function app.retime_tasks from public;

create or replace trigger tenants_tasks after update of zone on tenants for each row
  when (old.zone is distinct from new.zone) execute function app.retime_tasks();

-- The only function that starts a user's session. The proof, which it uses up, says whose session it is, the sign-in method and the factor
-- given. Returns 'ok'; 'due' with a ticket for the second factor; 'change' with a link to a new password; 'stale' when the proof is used up
-- or its basis changed meanwhile; 'waits' when the user must be readmitted first, which is recorded; 'blocked' when they may no longer sign
-- in. A new password can only be chosen where the account vouches: on a host whose DNS a unit controls, the unit could choose it.
-- Callers: mirante_door.
-- Raises: account_elsewhere.
-- Security definer: callers lack the grants on accounts, tickets, users.
create or replace function app.session_begin(p_proof bytea, p_tenant uuid, p_host text, p jsonb)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  b jsonb := app.proof_take(p_proof, 'proof', p_tenant, p_host); g record; v_user uuid; v_way text; v_vouched text; v_email text;
  v_device bytea; v_last timestamptz; v_until timestamptz;
  v_change boolean := coalesce((p->>'change')::boolean, false) or coalesce((b->>'change')::boolean, false);
  v_remember boolean := coalesce((p->>'remember')::boolean, false);
begin
  v_user := (b->>'userId')::uuid; v_way := b->>'way';
  if v_user is null or v_way is null or (v_way = 'password' and b->>'seen' is null) then return 'stale'; end if;
  v_vouched := app.vouched_by(p_tenant, v_user, v_way,
    case when (p->>'ours')::boolean is true and b->>'vouched' is distinct from 'unit' then 'account' else 'unit' end);
  if app.password_stands(p_tenant, v_user, (b->>'seen')::bytea, (b->>'epoch')::bigint) is not true then return 'stale'; end if;
  if v_change and v_vouched is distinct from 'account' then raise exception 'account_elsewhere' using errcode = 'MR427'; end if;
  select * into g
    from app.factor_gate(p_tenant, v_user, v_way, v_vouched, (b->>'given')::boolean is true, (p->>'device')::bytea, (b->>'from')::bytea,
      (p->>'ticket')::bytea, p_host,
    jsonb_strip_nulls((b - '{given,from}'::text[]) || jsonb_build_object('change', nullif(v_change, false))));
  if g.waits is not false then
    perform app.sign_in_refused(p_tenant, v_user, 'account_waits', v_way, p->>'address', p->>'agent', p->>'requestId');
    return 'waits';
  end if;
  if g.due is not false then return 'due'; end if;
  if v_change then
    return case when app.change_link(p_tenant, v_user, (p->>'link')::bytea, p_host, g.at, v_remember) then 'change' else 'blocked' end;
  end if;
  -- Only one of the account's own secrets resets the guess counter: a unit's own provider must not give its administrator new guesses.
  v_email := coalesce(b->>'email',
    (select a.email
      from public.users u join public.accounts a on a.id = u.account_id
      where u.tenant_id = p_tenant and u.id = v_user and v_way = 'passkey' and b->>'vouched' = 'account'));
  v_last := least((b->>'ends')::timestamptz, (p->>'last')::timestamptz);
  v_until := least((p->>'until')::timestamptz, v_last);
  v_device := (p->>'newDevice')::bytea;
  if app.session_start((p->>'sid')::uuid, p_tenant, v_user, v_email, p->>'address', v_until, (p->>'device')::bytea, v_device, p->>'rehash',
    v_way, v_vouched, p->>'agent', p->>'requestId') is not true then
    return 'blocked';
  end if;
  perform app.factor_mark((p->>'sid')::uuid, g.at, coalesce(v_device, (p->>'device')::bytea), g.remember or v_remember);
  if v_last is not null then perform app.session_bound((p->>'sid')::uuid, v_last); end if;
  -- What the provider needs for logout, kept as long as the session can live.
  if b->'provider' is not null then
    insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
      values ((p->>'kept')::bytea, 'saml.session', p_tenant, p_host, b->'provider', least((p->>'longest')::timestamptz, v_last));
  end if;
  return 'ok'; end $$;
alter function app.session_begin owner to mirante_gate;
revoke all on function app.session_begin from public;
grant execute on function app.session_begin to mirante_door;

-- Changes rules of a capacity, for who controls it; what p_patch doesn't name stays. Returns the new version; one that was
-- changed meanwhile, or that the caller doesn't control, is refused.
-- Callers: mirante_app (own).
-- Raises: changed_meanwhile.
-- Security definer: callers lack the grants on capacities.
create or replace function app.set_capacity(p_id uuid, p_version int, p_patch jsonb)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; n public.capacities; begin
  perform app.need('{own}');
  select x.* into c from public.capacities x where x.id = p_id for update;
  if c.version is distinct from p_version or app.controls_capacity(p_id) is not true then
    raise exception 'changed_meanwhile' using errcode = 'MR419';
  end if;
  n := jsonb_populate_record(c, p_patch);
  update public.capacities x
    set version = x.version + 1, next_look_at = app.now(), follow_shifts = n.follow_shifts, auto_pause = n.auto_pause,
      idle_minutes = n.idle_minutes, force_stop = n.force_stop, wake_outside = n.wake_outside, wake_by = n.wake_by,
      wake_for_refreshes = n.wake_for_refreshes, paid_by_reservation = n.paid_by_reservation, base_size = n.base_size, prices = n.prices,
      currency = n.currency, budget_cents = n.budget_cents, budget_stop = n.budget_stop, service_capacity_id = n.service_capacity_id,
      budget_told = case when n.budget_cents is distinct from c.budget_cents then '{}' else c.budget_told end
    where x.id = p_id;
  perform app.note_capacity(p_id, 'rules', 'rules', '{}');
  return c.version + 1; end $$;
alter function app.set_capacity owner to mirante_gate;
revoke all on function app.set_capacity from public;
grant execute on function app.set_capacity to mirante_app;

-- Stores what a person or a task asks of a capacity until p_until, and has it looked at now; a null state ends what was asked before. With
-- p_finished a pause waits until running work has ended. Returns false for a capacity that the caller doesn't control.
-- Callers: mirante_app, mirante_job (own, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.set_override(p_capacity uuid, p_state text, p_size text, p_until timestamptz, p_by text, p_task uuid,
  p_finished boolean default false)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,job}');
  if app.controls_capacity(p_capacity) is not true then return false; end if;
  update public.capacities c
    set next_look_at = app.now(),
      override = case
        when p_state is null then null
        else jsonb_strip_nulls(jsonb_build_object('state', p_state, 'until', p_until, 'by', p_by, 'userId', app.user_id(), 'taskId', p_task,
          'finished', nullif(p_finished, false))) || jsonb_build_object('size', p_size) end
    where c.id = p_capacity;
  return found; end $$;
alter function app.set_override owner to mirante_gate;
revoke all on function app.set_override from public;
grant execute on function app.set_override to mirante_app, mirante_job;

-- Nightly: deletes what has expired. Groups deleted 30 days ago leave their reports without a group.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on attempts, embed_tokens, factor_changes and 7 more.
create or replace function app.sweep() returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare gone record; begin
  perform app.need('{job}');
  delete from public.failed_messages where last_at < app.now() - interval '30 days';
  delete from public.attempts where until < app.now() - interval '1 day';
  delete from public.task_runs where due_at < app.now() - interval '90 days' and state not in ('claimed', 'running');
  delete from public.factor_changes where at < app.now() - interval '7 days';
  delete from public.tokens where expires_at < app.now() - interval '7 days';
  delete from public.embed_tokens where (refused_at is null or refused_at < app.now() - interval '30 days')
    and (expires_at < app.now() - interval '1 hour'
      or (expires_at is null and coalesce(minting_until, refused_at) < app.now() - interval '1 hour'));
  delete from public.sessions s
    where expires_at < app.now() - interval '90 days' and not exists (select from public.sessions a where a.actor_sid = s.id);
  -- The audience of a deleted group or sub-group outlives it: grants to everyone become grants to its viewers, and grants to other users
  -- are removed.
  for gone in
    select r.tenant_id, r.id as report_id, g.id as target_id
      from public.reports r join public.groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
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
      and (e.subject = 'everyone'
        or not exists (select from public.viewers v
          where v.tenant_id = e.tenant_id and v.target_id = gone.target_id and v.user_id = e.user_id));
  end loop;
  update public.reports r
    set hidden = true
    from public.groups g
    where g.tenant_id = r.tenant_id and g.id = r.group_id and g.hidden and g.deleted_at < app.now() - interval '30 days';
  update public.reports r set hidden = true from public.subgroups s join public.groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and s.hidden
      and (s.deleted_at < app.now() - interval '30 days' or g.deleted_at < app.now() - interval '30 days');
  update public.reports r set subgroup_id = null from public.subgroups s
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and (s.deleted_at < app.now() - interval '30 days'
      or exists (select from public.groups g
        where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days'));
  update public.reports r
    set group_id = null
    from public.groups g
    where g.tenant_id = r.tenant_id and g.id = r.group_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.groups g
    where g.tenant_id = v.tenant_id and g.id = v.target_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.subgroups s
    where s.tenant_id = v.tenant_id and s.id = v.target_id and s.deleted_at < app.now() - interval '30 days';
  delete from public.subgroups s
    where s.deleted_at < app.now() - interval '30 days'
      or exists (select from public.groups g
        where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days');
  delete from public.groups where deleted_at < app.now() - interval '30 days'; end $$;
alter function app.sweep owner to mirante_gate;
revoke all on function app.sweep from public;
grant execute on function app.sweep to mirante_job;

-- Deletes old entries of capacities' logs, old demand, and people who waited long ago.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on capacity_demand, capacity_log.
create or replace function app.sweep_capacities()
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{job}');
  delete from public.capacity_log l where l.at < app.now() - interval '400 days';
  delete from public.capacity_demand d where d.at < app.now() - interval '35 days';
  delete from public.capacity_waiters w where w.asked_at < app.now() - interval '1 day'; end $$;
alter function app.sweep_capacities owner to mirante_gate;
revoke all on function app.sweep_capacities from public;
grant execute on function app.sweep_capacities to mirante_job;

-- Returns the capacities that the unit reaches or controls, as tasks see them.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.task_capacities()
returns table (id uuid, name text, service_capacity_id text, is_controlled boolean, has_account boolean, follows_shifts boolean,
  observed_state text)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 5 as $$
  select app.need('{own,remote,partner,job}');
  select c.id, c.name, c.service_capacity_id, c.owner_tenant_id is not distinct from app.tenant_id(),
      exists (select from public.service_accounts a
        where a.tenant_id = c.owner_tenant_id and a.id = c.owner_account_id and not a.disabled),
      c.follow_shifts, c.observed_state
    from (select m.capacity_id as id from public.capacity_members m where m.tenant_id = app.tenant_id()
      union select o.id from public.capacities o where o.owner_tenant_id = app.tenant_id()) x
      join lateral (select y.* from public.capacities y where y.id = x.id offset 0) c on true $$;
alter function app.task_capacities owner to mirante_gate;
revoke all on function app.task_capacities from public;
grant execute on function app.task_capacities to mirante_app, mirante_job;

-- Returns what decides about the unit's tasks: its zone, whether it is active, and the screens that it or a layer above hides.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers may not execute acts, hidden_menu.
create or replace function app.task_unit()
returns table (zone text, acts boolean, hidden text[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,job}');
  select t.zone, app.acts(t.status, t.trial_ends_at) and t.deleted_at is null, app.hidden_menu(t.id)
    from public.tenants t
    where t.id = app.tenant_id() $$;
alter function app.task_unit owner to mirante_gate;
revoke all on function app.task_unit from public;
grant execute on function app.task_unit to mirante_app, mirante_job;

-- Lets the reconciler look at a capacity now, because someone of a member unit waits for it or keeps it on; returns whether it will.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.wake(p_capacity uuid)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  with looked as (update public.capacities c set next_look_at = app.now()
      where c.id = p_capacity and c.owner_tenant_id is not null
        and exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
          where m.tenant_id = app.tenant_id() and m.capacity_id = c.id and app.acts(t.status, t.trial_ends_at))
      returning c.id)
    select exists (select from looked) $$;
alter function app.wake owner to mirante_gate;
revoke all on function app.wake from public;
grant execute on function app.wake to mirante_app, mirante_job;

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table capacities enable row level security, force row level security;
create policy gate on capacities to mirante_gate using (true) with check (true);

grant select, insert, update, delete on capacities to mirante_gate;

comment on table capacities
  is 'Of no unit: several units may reach one capacity, and its functions say what each of them sees.';

alter table capacity_demand enable row level security, force row level security;
create policy gate on capacity_demand to mirante_gate using (true) with check (true);

grant select, insert, update, delete on capacity_demand to mirante_gate;

comment on table capacity_demand
  is 'Of no unit: the demand of all units together, as numbers.';

alter table capacity_hours enable row level security, force row level security;
create policy gate on capacity_hours to mirante_gate using (true) with check (true);

grant select, insert, update, delete on capacity_hours to mirante_gate;

comment on table capacity_hours
  is 'Of no unit: the ledger of a capacity.';

alter table capacity_log enable row level security, force row level security;
create policy gate on capacity_log to mirante_gate using (true) with check (true);

grant select, insert, update, delete on capacity_log to mirante_gate;

comment on table capacity_log
  is 'Of no unit: the decisions about a capacity; readers see names of their own unit only.';

alter table capacity_members enable row level security, force row level security;
create policy gate on capacity_members to mirante_gate using (true) with check (true);
create policy own on capacity_members to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on capacity_members to mirante_gate;
grant select, insert, update, delete on capacity_members to mirante_app;
grant select on capacity_members to mirante_job;

alter table capacity_waiters enable row level security, force row level security;
create policy gate on capacity_waiters to mirante_gate using (true) with check (true);
create policy own on capacity_waiters to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on capacity_waiters to mirante_gate;
grant select, insert, update, delete on capacity_waiters to mirante_app;
grant select, insert, update, delete on capacity_waiters to mirante_job;

alter table holidays enable row level security, force row level security;
create policy gate on holidays to mirante_gate using (true) with check (true);
create policy own on holidays to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on holidays to mirante_gate;
grant select, insert, update, delete on holidays to mirante_app;
grant select on holidays to mirante_job;

alter table maintenance enable row level security, force row level security;
create policy gate on maintenance to mirante_gate using (true) with check (true);
create policy own on maintenance to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on maintenance to mirante_gate;
grant select, insert, update, delete on maintenance to mirante_app;
grant select, insert, update (announced_at, opened_at, closed_at, ends_at, version) on maintenance to mirante_job;

alter table shifts enable row level security, force row level security;
create policy gate on shifts to mirante_gate using (true) with check (true);
create policy own on shifts to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on shifts as restrictive for insert to mirante_app
  with check (purpose = 'capacity' or (select app.my_kind()) = 'own');
create policy keys_update on shifts as restrictive for update to mirante_app
  using (purpose = 'capacity' or (select app.my_kind()) = 'own');
create policy keys_delete on shifts as restrictive for delete to mirante_app
  using (purpose = 'capacity' or (select app.my_kind()) = 'own');

grant select, insert, update, delete on shifts to mirante_gate;
grant select, insert, update, delete on shifts to mirante_app;
grant select on shifts to mirante_job;

alter table task_runs enable row level security, force row level security;
create policy gate on task_runs to mirante_gate using (true) with check (true);
create policy own on task_runs to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on task_runs to mirante_gate;
grant select, insert, update, delete on task_runs to mirante_app;
grant select, insert, update, delete on task_runs to mirante_job;

alter table task_triggers enable row level security, force row level security;
create policy gate on task_triggers to mirante_gate using (true) with check (true);
create policy own on task_triggers to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on task_triggers to mirante_gate;
grant select, insert, update, delete on task_triggers to mirante_app;
grant select, update on task_triggers to mirante_job;

alter table tasks enable row level security, force row level security;
create policy gate on tasks to mirante_gate using (true) with check (true);
create policy own on tasks to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on tasks to mirante_gate;
grant select, insert, update, delete on tasks to mirante_app;
grant select, update on tasks to mirante_job;

alter table users enable row level security, force row level security;
create policy gate on users to mirante_gate using (true) with check (true);
create policy own on users to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()) and (seat is null or id = (select app.user_id())))
  with check (tenant_id = (select app.tenant_id()));
create policy wide on users for select to mirante_wide
  using (seat is null
    and case (select app.scope())
      when 'platform' then true
      when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id()))
      else false end);

grant
  select, insert,
    update (account_id, email, name, sort_key, profile, flags, status, rights, language, phone, department, "position", rls_username,
      rls_roles, version, last_sign_in_at, preferences, custom, custom_own, home_page, picture, own_hours, shift_ids, invited_at,
      status_reason,
      removed_account_id, purged_at, waits_at, user_name, user_name_key, external_id, scim, scim_at, raised),
    delete on users to mirante_gate;
grant
  select,
    insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username, rls_roles,
      preferences, custom, custom_own, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, own_hours, shift_ids,
      allow_remote,
      remote_until, invited_at, status_reason, status_at, added_by_id, user_name, user_name_key, external_id, scim, scim_at, scim_token_id),
    update (email, name, sort_key, profile, flags, status, rights, language, phone, department, "position", rls_username, rls_roles,
      version, preferences, custom, custom_own, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, own_hours, shift_ids,
      allow_remote, remote_until, invited_at, status_reason, status_at, deleted_at, expiry_told, user_name, user_name_key, external_id,
      scim, scim_at, scim_token_id) on users to mirante_app;
grant select on users to mirante_wide;
grant select, insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username,
  rls_roles, preferences, custom, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, own_hours, allow_remote,
  remote_until, invited_at, status_reason, status_at, added_by_id), update (email, name, sort_key, profile, flags, status, rights, language,
  phone, department, "position", rls_username, rls_roles, version, preferences, custom, home_page, home_report_id, theme_id, picture,
  expires_at, ip_exempt, own_hours, allow_remote, remote_until, invited_at, status_reason, status_at, deleted_at, expiry_told) on users
  to mirante_job;

-- What people were given is their own.
update users set own_hours = access_hours where access_hours is not null;
