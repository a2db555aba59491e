-- Takes a job's slot under a lease; returns null when it is done or already leased. A worker that is killed loses it when the lease
-- expires.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on job_marks.
create or replace function app.take_slot(p_name text, p_slot timestamptz, p_lease interval)
returns timestamptz
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  insert into public.job_marks as m (name, taken_until) values (p_name, app.now() + p_lease)
    on conflict (name) do update set taken_until = excluded.taken_until
    where (m.done_for is null or m.done_for < p_slot) and (m.taken_until is null or m.taken_until <= app.now())
    returning m.taken_until $$;
alter function app.take_slot owner to mirante_gate;
revoke all on function app.take_slot from public;
grant execute on function app.take_slot to mirante_job;
