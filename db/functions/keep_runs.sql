-- Writes the runs of claimed triggers and moves each to its next run, unless it was changed since the claim; done twice, it does nothing
-- more. Tasks are locked in the order of their ids, and then triggers in theirs, as where a task is edited, retimed or removed.
-- Each trigger is found by its key: a batch is small, and any other join reads all triggers.
-- p_claims is [{tenant, task, trigger, old, next, runs: [{due, state, reason, notes}]}]. Returns the runs to do.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_runs(p_claims jsonb)
returns table (tenant_id uuid, id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
#variable_conflict use_column
begin
  perform app.need('{job}');
  perform from (select x.* from jsonb_to_recordset(p_claims) x (tenant uuid, task uuid) order by x.tenant, x.task) x
    cross join lateral (select from public.tasks k where k.tenant_id = x.tenant and k.id = x.task for key share) k;
  return query with c as materialized (select x.*
      from jsonb_to_recordset(p_claims) x (tenant uuid, task uuid, trigger uuid, old timestamptz, next timestamptz, runs jsonb)
      order by x.tenant, x.trigger),
    moved as (update public.task_triggers g set next_at = c.next, taken_until = null
      from c where g.tenant_id = c.tenant and g.id = c.trigger and g.next_at = c.old returning c.tenant, c.task, c.trigger, c.runs),
    ran as (insert into public.task_runs as r (tenant_id, task_id, trigger_id, due_at, state, reason, notes, next_try_at, ended_at)
      select c.tenant, c.task, c.trigger, o.due, o.state, o.reason, coalesce(o.notes, '{}'),
          case o.state when 'claimed' then app.now() end, case o.state when 'claimed' then null else app.now() end
        from moved c
          cross join lateral jsonb_to_recordset(c.runs) o (due timestamptz, state text, reason text, notes jsonb)
      on conflict (tenant_id, task_id, trigger_id, due_at) do nothing returning r.tenant_id, r.id, r.state)
  select r.tenant_id, r.id from ran r where r.state = 'claimed'; end $$;
alter function app.keep_runs owner to mirante_gate;
revoke all on function app.keep_runs from public;
grant execute on function app.keep_runs to mirante_job;
