CREATE TABLE "usage_days" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	"viewers" integer NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "usage_days_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
CREATE INDEX "usage_days_across" ON "usage_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "visits_when" ON "visits" USING btree ("tenant_id","started_at");--> statement-breakpoint
CREATE INDEX "visits_across" ON "visits" USING btree ("started_at");
--> statement-breakpoint
alter table usage_days enable row level security, force row level security;
create policy gate on usage_days to mirante_gate using (true) with check (true);
create policy own on usage_days for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy wide on usage_days for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);
grant select on usage_days to mirante_app, mirante_wide;
grant select, insert, update, delete on usage_days to mirante_gate;
grant select, delete on visits to mirante_gate;
-- A visit that was never closed ends with its last heartbeat; nobody looks at one report for more than four hours.
create function app.visit_seconds(p_from timestamptz, p_last timestamptz, p_end timestamptz) returns bigint immutable parallel safe return least(14400, greatest(0, extract(epoch from coalesce(p_end, p_last) - p_from)))::bigint;
-- Counts the visits since an instant again, each day as its tenant's own clocks show it.
create function app.count_usage(p_since timestamptz) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  insert into public.usage_days as d (tenant_id, day, views, viewers, seconds)
    select v.tenant_id, (v.started_at at time zone t.zone)::date, count(*)::int, count(distinct v.user_id)::int, sum(app.visit_seconds(v.started_at, v.last_at, v.ended_at))::bigint
      from public.visits v join public.tenants t on t.id = v.tenant_id
      where v.started_at >= ((p_since at time zone t.zone)::date)::timestamp at time zone t.zone and v.started_at >= p_since - interval '1 day' group by 1, 2
  on conflict (tenant_id, day) do update set views = excluded.views, viewers = excluded.viewers, seconds = excluded.seconds;
  delete from public.visits where started_at < app.now() - interval '400 days'; end $$;
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.count_usage(timestamptz) owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.count_usage(timestamptz), app.visit_seconds(timestamptz, timestamptz, timestamptz) from public;
grant execute on function app.visit_seconds(timestamptz, timestamptz, timestamptz) to mirante_gate, mirante_app;
grant execute on function app.count_usage(timestamptz) to mirante_job;
