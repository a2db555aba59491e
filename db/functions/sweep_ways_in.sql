-- Deletes tickets after a day and the sign-in log after half a year.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on sign_ins, tickets.
create or replace function app.sweep_ways_in()
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.tickets where expires_at < app.now() - interval '1 day';
  delete from public.sign_ins where at < app.now() - interval '180 days' $$;
alter function app.sweep_ways_in owner to mirante_gate;
revoke all on function app.sweep_ways_in from public;
grant execute on function app.sweep_ways_in to mirante_job;
