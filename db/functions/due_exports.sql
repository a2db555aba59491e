-- Returns exports that no worker is processing: never started, or the worker's lease expired.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_exports(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select e.tenant_id, e.id from public.exports e where e.state in ('queued', 'running', 'finishing') and e.next_at <= app.now()
    and (e.taken_until is null or e.taken_until < app.now()) order by e.next_at limit least(p_n, 200) $$;
alter function app.due_exports owner to mirante_gate;
revoke all on function app.due_exports from public;
grant execute on function app.due_exports to mirante_job;
