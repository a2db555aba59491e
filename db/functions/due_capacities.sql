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
      and (c.retry_at is null or c.retry_at <= app.now())
    order by c.next_look_at limit least(p_n, 100) $$;
alter function app.due_capacities owner to mirante_gate;
revoke all on function app.due_capacities from public;
grant execute on function app.due_capacities to mirante_job;
