-- Returns catalog requests with something due: a reminder, an expiry, the end of a grant, or a user who may no longer act.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_requests(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  (select c.tenant_id, c.id from public.catalog_requests c join public.users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where c.state = 'pending'
      and (u.status not in ('A', 'T')
        or c.asked_at <= app.now() - (array[interval '3 days', interval '10 days', interval '25 days',
        interval '30 days'])[least(c.reminded, 3) + 1])
    order by c.asked_at
    limit least(p_n, 100))
  union all (select c.tenant_id, c.id
    from public.catalog_requests c
    where c.state = 'granted' and c.valid_until <= app.now()
    order by c.valid_until
    limit least(p_n, 100)) $$;
alter function app.due_requests owner to mirante_gate;
revoke all on function app.due_requests from public;
grant execute on function app.due_requests to mirante_job;
