-- Releases a slot, done or to be taken again. A caller whose lease has passed to another one changes nothing.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on job_marks.
create or replace function app.end_slot(p_name text, p_slot timestamptz, p_taken timestamptz, p_done boolean)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  update public.job_marks m set taken_until = null, done_for = case when p_done then greatest(m.done_for, p_slot) else m.done_for end
   where m.name = p_name and m.taken_until = p_taken $$;
alter function app.end_slot owner to mirante_gate;
revoke all on function app.end_slot from public;
grant execute on function app.end_slot to mirante_job;
