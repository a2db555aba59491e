-- Writes the result of one look at a capacity: what was seen and decided (p_row, by column), log entries, hours of the ledger and
-- demand. An override that was set since the claim stays, and so does a wish to look again sooner. Waiting people are let in once it
-- runs; those who asked for a notification stay until they get it. With p_release the lease ends. Returns when it is looked at next.
-- Callers: mirante_job (job).
-- Raises: claim_lost.
-- Security definer: callers lack the grants on capacities, capacity_demand, capacity_hours, capacity_log.
create or replace function app.record_observed(p_id uuid, p_claim timestamptz, p_row jsonb, p_seen jsonb, p_log jsonb, p_hours jsonb,
  p_demand jsonb, p_release boolean)
returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; n public.capacities; begin
  perform app.need('{job}');
  select x.* into c from public.capacities x where x.id = p_id and x.taken_until = p_claim for update;
  if c.id is null then raise exception 'claim_lost' using errcode = 'MR419'; end if;
  n := jsonb_populate_record(c, p_row);
  update public.capacities x
    set observed_state = n.observed_state, observed_size = n.observed_size, observed_at = n.observed_at, problem = n.problem,
      started_at = n.started_at, wake_seconds = n.wake_seconds, desired_state = n.desired_state, desired_size = n.desired_size,
      reason = n.reason, reason_vars = n.reason_vars, reason_until = n.reason_until, pause_at = n.pause_at, stop_at = n.stop_at,
      force_notice = n.force_notice, operation = n.operation, operation_at = n.operation_at, budget_told = n.budget_told,
      budget_month = n.budget_month, hours_until = n.hours_until, retry_at = n.retry_at,
      start_asked_at = case when n.observed_state = 'running' then null else c.start_asked_at end,
      override = case
        when c.override is not distinct from nullif(p_seen, 'null') then nullif(p_row->'override', 'null')
        else c.override end,
      next_look_at = case
        when c.next_look_at <> p_claim then least(c.next_look_at, n.next_look_at)
        when p_release then n.next_look_at
        else c.next_look_at end,
      taken_until = case when p_release then null else c.taken_until end
    where x.id = p_id returning x.next_look_at into n.next_look_at;
  insert into public.capacity_log (capacity_id, id, at, what, is_on, size, cause, vars, by_tenant_id, by_user_id)
    select p_id, e.id, e.at, e.what, e.is_on, e.size, e.cause, coalesce(e.vars, '{}'), c.owner_tenant_id, e.by_user_id
      from jsonb_to_recordset(p_log) e (id uuid, at timestamptz, what text, is_on boolean, size text, cause text, vars jsonb,
        by_user_id uuid);
  insert into public.capacity_hours (capacity_id, hour, size, cause, seconds, cents_per_hour)
    select p_id, e.hour, e.size, e.cause, e.seconds, e.cents_per_hour
      from jsonb_to_recordset(p_hours) e (hour timestamptz, size text, cause text, seconds smallint, cents_per_hour int)
    on conflict do nothing;
  insert into public.capacity_demand as d (capacity_id, at, viewers, work, wakes)
    select p_id, e.at, e.viewers, e.work, e.wakes
      from jsonb_to_record(nullif(p_demand, 'null')) e (at timestamptz, viewers int, work int, wakes int)
      where e.at is not null
    on conflict (capacity_id, at) do update set viewers = greatest(d.viewers, excluded.viewers), work = greatest(d.work, excluded.work),
      wakes = greatest(d.wakes, excluded.wakes);
  if n.observed_state = 'running' then delete from public.capacity_waiters w where w.capacity_id = p_id and not w.tell; end if;
  return n.next_look_at; end $$;
alter function app.record_observed owner to mirante_gate;
revoke all on function app.record_observed from public;
grant execute on function app.record_observed to mirante_job;
