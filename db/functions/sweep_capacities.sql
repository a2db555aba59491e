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
  delete from public.capacity_waiters w where greatest(w.asked_at, w.closed_at) < app.now() - interval '1 day'; end $$;
alter function app.sweep_capacities owner to mirante_gate;
revoke all on function app.sweep_capacities from public;
grant execute on function app.sweep_capacities to mirante_job;
