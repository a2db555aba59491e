-- Gives control of a capacity to one of its members, with its shifts and tasks. No one of the new unit took the tasks, so they have no
-- owner and rest until an administrator takes them over; a null member leaves it to no unit, without shifts and tasks.
-- The unit that gets it, and the one from which the platform takes it, have it in their audit logs.
-- Internal: called by keep_capacity_owner, move_capacity.
create or replace function app.hand_capacity(p_id uuid, p_tenant uuid, p_account uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_old uuid; begin
  select c.owner_tenant_id into v_old from public.capacities c where c.id = p_id for update;
  update public.capacities c
    set owner_tenant_id = p_tenant, owner_account_id = p_account, override = null, version = c.version + 1,
      next_look_at = case when p_tenant is null then null else app.now() end
    where c.id = p_id;
  if v_old is not distinct from p_tenant then return; end if;
  -- In the order of keep_runs.
  perform from public.tasks k
    where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id order by k.tenant_id, k.id for update;
  if p_tenant is null then
    delete from public.shifts s where s.tenant_id = v_old and s.capacity_id = p_id;
    update public.tasks k set state = 'suspended', reason = 'target_gone'
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id and k.state <> 'ended';
    return;
  end if;
  update public.shifts s set tenant_id = p_tenant where s.tenant_id = v_old and s.capacity_id = p_id;
  insert into public.tasks (tenant_id, id, name, sort_key, type, action, target_kind, target_id, owner_id, state, reason, starts_at,
      ends_at, ends_told, failures, last_sent_at, wake_outside, options, condition, version, created_at)
    select p_tenant, k.id, k.name, k.sort_key, k.type, k.action, k.target_kind, k.target_id, null,
        case when k.state = 'ended' then 'ended' else 'suspended' end, case when k.state <> 'ended' then 'owner_gone' end, k.starts_at,
        k.ends_at, k.ends_told, k.failures, k.last_sent_at, k.wake_outside, k.options, k.condition, k.version + 1, k.created_at
      from public.tasks k
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  insert into public.task_triggers (tenant_id, id, task_id, frequency, date, days, month_day, short_month, business_day, on_holiday, times,
      every_minutes, from_time, until_time, next_at)
    select p_tenant, g.id, g.task_id, g.frequency, g.date, g.days, g.month_day, g.short_month, g.business_day, g.on_holiday, g.times,
        g.every_minutes, g.from_time, g.until_time, null
      from public.task_triggers g join public.tasks k on k.tenant_id = g.tenant_id and k.id = g.task_id
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  delete from public.tasks k where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  -- The unit that gets control learns of it, and so does the one from which the platform takes it. Neither is told a person of the other.
  perform app.write_audit(x, 'capacity.move', p_id, jsonb_build_object('capacity', c.name),
        p_user => case when app.scope() = 'platform' then app.user_id() end,
        p_home => case when app.scope() = 'platform' then app.home_id() end, p_actor => null)
      from public.capacities c, unnest(array[p_tenant, v_old]) x
      where c.id = p_id and (x = p_tenant or (x = v_old and app.scope() = 'platform'));
  perform app.note_capacity(p_id, 'owner', 'owner', '{}'); end $$;
alter function app.hand_capacity owner to mirante_gate;
revoke all on function app.hand_capacity from public;
