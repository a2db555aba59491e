-- Recounts the visits since an instant into usage_days, by day in each tenant's own time zone, and updates the sums.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on usage_days, visits.
create or replace function app.count_usage(p_since timestamptz)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{job}');
  -- purge_unit takes this lock before it locks a unit: both write the sums of many rows, in different orders.
  perform pg_advisory_xact_lock(hashtextextended('usage', 0));
  insert into public.usage_days as d (tenant_id, day, views, viewers, seconds)
    select v.tenant_id, (v.started_at at time zone t.zone)::date, count(*)::int, count(distinct v.user_id)::int,
      sum(app.visit_seconds(v.started_at, v.last_at, v.ended_at))::bigint
      from public.visits v join public.tenants t on t.id = v.tenant_id
      where v.started_at >= ((p_since at time zone t.zone)::date)::timestamp at time zone t.zone
        and v.started_at >= p_since - interval '1 day'
      group by 1, 2
  on conflict (tenant_id, day) do update set views = excluded.views, viewers = excluded.viewers, seconds = excluded.seconds;
  -- West of Greenwich the instant falls on the previous local day.
  perform app.sum_usage((p_since at time zone 'utc')::date - 1);
  delete from public.visits where started_at < app.now() - interval '400 days'; end $$;
alter function app.count_usage owner to mirante_gate;
revoke all on function app.count_usage from public;
grant execute on function app.count_usage to mirante_job;
