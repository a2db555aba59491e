-- A unit's tasks keep the time on its clock: their next runs are computed again by the next tick, which finds them at the epoch. A run that
-- is due and not claimed yet stays. Triggers are locked in the order of keep_runs.
-- Trigger on tenants.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.retime_tasks()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.task_triggers g where g.tenant_id = new.id and g.next_at > app.now() order by g.tenant_id, g.id for update;
  update public.task_triggers g set next_at = 'epoch', taken_until = null where g.tenant_id = new.id and g.next_at > app.now();
  return null; end $$;
alter function app.retime_tasks owner to mirante_gate;
revoke all on function app.retime_tasks from public;

create or replace trigger tenants_tasks after update of zone on tenants for each row
  when (old.zone is distinct from new.zone) execute function app.retime_tasks();
