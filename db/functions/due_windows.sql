-- Returns maintenance windows whose next step is due: announce, open or close. The step itself writes the mark that claims it.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_windows(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select m.tenant_id, m.id
    from public.maintenance m
    where m.closed_at is null and m.cancelled_at is null and m.starts_at <= app.now() + interval '168 hours'
    and ((m.announced_at is null and m.starts_at - make_interval(hours => m.announce_hours) <= app.now())
      or (m.opened_at is null and m.starts_at <= app.now()) or m.ends_at <= app.now())
  order by m.starts_at limit least(p_n, 100) $$;
alter function app.due_windows owner to mirante_gate;
revoke all on function app.due_windows from public;
grant execute on function app.due_windows to mirante_job;
