-- Returns what the caller may know of one capacity that it reaches, or of all of them (p_id null). Every member learns state and
-- reason, and whether shifts decide, with the numbers of its own unit and no name of another one; who controls it also the rules, the
-- override and who asked for it. Of a single one the platform also learns the other units to which it can be moved.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities, capacity_log.
create or replace function app.capacity_facts(p_id uuid)
returns setof jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_ids uuid[]; v_platform boolean := app.scope() = 'platform'; begin
  perform app.need('{own,remote,partner}');
  if p_id is not null then v_ids := array[p_id];
  elsif v_platform then v_ids := array(select c.id from public.capacities c);
  else v_ids := array(select distinct m.capacity_id from public.capacity_members m where m.tenant_id = app.tenant_id());
  end if;
  return query
    select jsonb_build_object('id', c.id, 'armId', c.arm_id, 'name', c.name, 'kind', c.kind, 'resourceGroup', c.resource_group,
        'region', c.region, 'serviceCapacityId', c.service_capacity_id, 'controls', k.controls, 'owned', c.owner_tenant_id is not null,
        'owner', case when v_platform or c.owner_tenant_id = app.tenant_id() then t.name end,
        'ownedByOther', c.owner_tenant_id is not null and c.owner_tenant_id <> app.tenant_id(),
        'state', c.observed_state, 'size', c.observed_size, 'observedAt', c.observed_at, 'problem', c.problem, 'reason', c.reason,
        'reasonVars', case when k.controls then c.reason_vars else '{}' end, 'reasonUntil', c.reason_until, 'pauseAt', c.pause_at,
        'operation', c.operation, 'wakeSeconds', c.wake_seconds, 'followShifts', c.follow_shifts,
        'since', (select l.at
          from public.capacity_log l
          where l.capacity_id = c.id and l.what in ('on', 'off', 'external')
          order by l.at desc, l.id desc limit 1),
        'sizeSince', (select case when l.what = 'size' and l.is_on then l.at end
          from public.capacity_log l
          where l.capacity_id = c.id and l.what in ('on', 'off', 'external', 'size')
          order by l.at desc, l.id desc limit 1),
        -- Without an id at the service nothing is known to run on it.
        'viewers', case when c.service_capacity_id is null then 0
          else (app.capacity_viewers(c.id, app.now() - make_interval(mins => c.idle_minutes), k.unit)).viewers end,
        'waiters', app.capacity_waiting(c.id, k.unit), 'version', c.version,
        'members', case when v_platform and p_id is not null then (select coalesce(jsonb_agg(jsonb_build_object('tenantId', m.id,
            'name', m.name) order by m.name, m.id), '[]')
          from public.tenants m
          where m.deleted_at is null and m.id is distinct from c.owner_tenant_id
            and m.id in (select x.tenant_id from public.capacity_members x where x.capacity_id = c.id)) end)
      || case
        when k.controls then jsonb_build_object('ownerTenantId', c.owner_tenant_id, 'ownerAccountId', c.owner_account_id,
          'autoPause', c.auto_pause, 'idleMinutes', c.idle_minutes, 'forceStop', c.force_stop,
          'wakeOutside', c.wake_outside, 'wakeBy', c.wake_by, 'wakeForRefreshes', c.wake_for_refreshes,
          'paidByReservation', c.paid_by_reservation, 'baseSize', c.base_size, 'prices', c.prices, 'currency', c.currency,
          'budgetCents', c.budget_cents, 'budgetStop', c.budget_stop,
          'override', case when (c.override->>'until')::timestamptz > app.now() then c.override end,
          'overrideName', coalesce(
            (select x.name from public.tasks x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'taskId')::uuid),
            (select x.name from public.users x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'userId')::uuid)))
        else '{}' end
      from public.capacities c
        left join public.tenants t on t.id = c.owner_tenant_id
        cross join lateral (select y.controls, case when y.controls then null else app.tenant_id() end as unit
          from (select app.controls_capacity(c.id) as controls offset 0) y) k
      where c.id = any (v_ids) and app.sees_capacity(c.id)
      order by c.name, c.id; end $$;
alter function app.capacity_facts owner to mirante_gate;
revoke all on function app.capacity_facts from public;
grant execute on function app.capacity_facts to mirante_app;
