-- Sums usage_days up: for each tenant and period, and over all tenants for each day since p_from; the first run starts from the beginning.
-- Only sums that changed are written.
-- Internal: called by count_usage.
create or replace function app.sum_usage(p_from date)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_today date := (app.now() at time zone 'utc')::date;
  v_from date := case when exists (select from public.usage_totals) then p_from else '-infinity' end;
begin
  insert into public.usage_sums as s (tenant_id, days, views, peak, seconds, last_day)
    select t.id, p.days, coalesce(sum(d.views), 0), coalesce(max(d.viewers), 0), coalesce(sum(d.seconds), 0), max(d.day)
      from public.tenants t
        cross join unnest('{7,30,90,365}'::int[]) p (days)
        left join public.usage_days d on d.tenant_id = t.id and d.day > v_today - p.days
      group by 1, 2
  on conflict (tenant_id, days) do update set views = excluded.views, peak = excluded.peak, seconds = excluded.seconds,
    last_day = excluded.last_day
    where (s.views, s.peak, s.seconds, s.last_day) is distinct from (excluded.views, excluded.peak, excluded.seconds, excluded.last_day);
  delete from public.usage_totals o where o.day >= v_from;
  insert into public.usage_totals (day, views, viewers, seconds)
    select d.day, sum(d.views), sum(d.viewers), sum(d.seconds)
      from public.usage_days d join public.tenants t on t.id = d.tenant_id and t.kind <> 'platform'
      where d.day >= v_from
      group by 1;
  update public.usage_totals o set last_used = n.last_used
    from (select x.day, count(s.tenant_id)::int as last_used from public.usage_totals x
        left join (public.usage_sums s join public.tenants t on t.id = s.tenant_id and t.kind <> 'platform') on s.days = 365
          and s.last_day = x.day
          group by 1) n
    where n.day = o.day and n.last_used <> o.last_used; end $$;
alter function app.sum_usage owner to mirante_gate;
revoke all on function app.sum_usage from public;
