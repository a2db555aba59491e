-- Leases a capacity to one look and returns all that is stored of it: its row, the account of its owner, the shifts, the last state
-- that was seen, wakes of the last hour, the log since the ledger was last written, and what this month has cost so far. Null while
-- another look has it, and for one that isn't due, unless p_again. One that is changing is asked for at most once in two seconds, and
-- one that Azure refused not before its retry_at, whatever number of people wait.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on capacities, capacity_hours, capacity_log.
create or replace function app.claim_capacity(p_id uuid, p_lease interval, p_again boolean)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; t public.tenants; v_last record; begin
  perform app.need('{job}');
  update public.capacities x
    set taken_until = app.now() + p_lease, next_look_at = app.now() + p_lease
    where x.id = p_id and x.owner_tenant_id is not null and (x.taken_until is null or x.taken_until <= app.now())
      and (x.retry_at is null or x.retry_at <= app.now())
      and (p_again or (x.next_look_at <= app.now()
        and (x.operation is null or x.observed_at is null or x.observed_at <= app.now() - interval '2 seconds')))
    returning x.* into c;
  if c.id is null then return null; end if;
  select x.* into t from public.tenants x where x.id = c.owner_tenant_id;
  select l.is_on, l.size, l.at, l.cause into v_last
    from public.capacity_log l
    where l.capacity_id = p_id and l.what in ('on', 'off', 'size', 'kept', 'external')
    order by l.at desc, l.id desc limit 1;
  return to_jsonb(c) || app.capacity_calendar(p_id) || jsonb_build_object(
    'acts', t.deleted_at is null and app.acts(t.status, t.trial_ends_at),
    'account', (select jsonb_build_object('id', a.id, 'directoryId', a.directory_id, 'appId', a.app_id, 'secretSealed', a.secret_sealed,
        'profileId', a.profile_id, 'disabled', a.disabled)
      from public.service_accounts a
      where a.tenant_id = c.owner_tenant_id and a.id = c.owner_account_id),
    'last', case when v_last.at is not null then to_jsonb(v_last) end,
    'wakes', array(select l.at from public.capacity_log l
      where l.capacity_id = p_id and l.what = 'on' and l.cause = 'waiters' and l.at > app.now() - interval '1 hour'),
    'log', app.capacity_intervals(p_id, coalesce(c.hours_until, c.created_at)),
    'closed_cents', (select coalesce(sum(round(h.seconds * coalesce(h.cents_per_hour, (c.prices->>h.size)::int)::numeric / 3600.0)), 0)
      from public.capacity_hours h
      where h.capacity_id = p_id and h.hour >= date_trunc('month', app.now() at time zone t.zone) at time zone t.zone)); end $$;
alter function app.claim_capacity owner to mirante_gate;
revoke all on function app.claim_capacity from public;
grant execute on function app.claim_capacity to mirante_job;
