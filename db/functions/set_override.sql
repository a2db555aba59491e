-- Stores what a person or a task asks of a capacity until p_until, and has it looked at now; nulls end what was asked before. A size
-- without a state joins a state that was asked for and still holds. With p_finished a pause waits until running work has ended. A paused
-- capacity that a task starts for a refresh rests after it. Returns false for a capacity that the caller doesn't control.
-- Callers: mirante_app, mirante_job (own, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.set_override(p_capacity uuid, p_state text, p_size text, p_until timestamptz, p_by text, p_task uuid,
  p_finished boolean default false)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_refreshes boolean; begin
  perform app.need('{own,job}');
  if app.controls_capacity(p_capacity) is not true then return false; end if;
  v_refreshes := exists (select from public.tasks k where k.tenant_id = app.tenant_id() and k.id = p_task and k.type = 'dataset');
  update public.capacities c
    set next_look_at = app.now(),
      override = case
        when p_state is null and p_size is null then null
        when p_state is null and c.override->>'state' is not null and (c.override->>'until')::timestamptz > app.now()
          then c.override || jsonb_build_object('size', p_size)
        else jsonb_strip_nulls(jsonb_build_object('until', p_until, 'by', p_by, 'userId', app.user_id(), 'taskId', p_task,
          'finished', nullif(p_finished, false), 'rests', nullif(v_refreshes and p_state = 'running'
            and (c.observed_state in ('paused', 'stopping') or coalesce((c.override->>'rests')::boolean, false)), false)))
          || jsonb_build_object('state', p_state, 'size', p_size) end
    where c.id = p_capacity;
  return found; end $$;
alter function app.set_override owner to mirante_gate;
revoke all on function app.set_override from public;
grant execute on function app.set_override to mirante_app, mirante_job;
