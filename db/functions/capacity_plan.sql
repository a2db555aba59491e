-- Returns the calendar of a capacity that the caller's unit reaches, null for any other: {zone, holidays, shifts} of its owner, from which
-- openings are computed. Shifts carry names, which only their own unit is shown.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers may not execute caller_kind, capacity_calendar.
create or replace function app.capacity_plan(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,job}');
  if app.scope() is distinct from 'platform' and app.caller_kind() <> 'job'
    and not exists (select from public.capacity_members m where m.tenant_id = app.tenant_id() and m.capacity_id = p_id) then
    return null;
  end if;
  return app.capacity_calendar(p_id); end $$;
alter function app.capacity_plan owner to mirante_gate;
revoke all on function app.capacity_plan from public;
grant execute on function app.capacity_plan to mirante_app, mirante_job;
