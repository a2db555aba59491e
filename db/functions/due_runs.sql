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
