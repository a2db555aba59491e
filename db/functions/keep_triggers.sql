-- A task that isn't active has no next run. Triggers are locked in the order of keep_runs.
-- Trigger on tasks.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_triggers()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.task_triggers g
    where g.tenant_id = new.tenant_id and g.task_id = new.id and g.next_at is not null order by g.tenant_id, g.id for update;
  update public.task_triggers g set next_at = null, taken_until = null
    where g.tenant_id = new.tenant_id and g.task_id = new.id and g.next_at is not null;
  return null; end $$;
alter function app.keep_triggers owner to mirante_gate;
revoke all on function app.keep_triggers from public;

create or replace trigger tasks_triggers after update of state on tasks for each row
  when (new.state <> 'active') execute function app.keep_triggers();
