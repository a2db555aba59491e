-- Joins a capacity with an account of the unit: the first unit to do so owns it, as does the next one after an owner is gone, with rules
-- that start and pause nothing yet. What another unit controls stays as that one knows it. Returns its id and whether the unit controls
-- it; an account that is gone or switched off is refused. A key of the unit: see keep_house.
-- Callers: mirante_app (own).
-- Raises: account_gone.
-- Security definer: callers lack the grants on capacities.
create or replace function app.register_capacity(p_id uuid, p_account uuid, p_capacity jsonb)
returns table (id uuid, controls boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_id uuid; v_owned boolean; begin
  perform app.need('{own}');
  if not exists (select from public.service_accounts a where a.tenant_id = app.tenant_id() and a.id = p_account and not a.disabled) then
    raise exception 'account_gone' using errcode = 'MR419';
  end if;
  -- A known capacity's membership is locked before its row, as where a unit leaves it.
  insert into public.capacity_members (tenant_id, capacity_id, account_id)
    select app.tenant_id(), c.id, p_account from public.capacities c where c.arm_id = lower(p_capacity->>'armId')
    on conflict (tenant_id, capacity_id, account_id) do update set account_id = excluded.account_id;
  insert into public.capacities as c (id, arm_id, kind, name, resource_group, region, service_capacity_id, base_size, observed_state,
      observed_size, observed_at)
    values (p_id, lower(p_capacity->>'armId'), p_capacity->>'kind', p_capacity->>'name', p_capacity->>'resourceGroup',
      p_capacity->>'region', p_capacity->>'serviceCapacityId', p_capacity->>'size', p_capacity->>'state', p_capacity->>'size', app.now())
    on conflict (arm_id) do update set name = excluded.name, resource_group = excluded.resource_group, region = excluded.region,
      service_capacity_id = coalesce(c.service_capacity_id, excluded.service_capacity_id)
    where c.owner_tenant_id is null or c.owner_tenant_id = app.tenant_id();
  select c.id into v_id from public.capacities c where c.arm_id = lower(p_capacity->>'armId');
  insert into public.capacity_members (tenant_id, capacity_id, account_id) values (app.tenant_id(), v_id, p_account) on conflict do nothing;
  update public.capacities c
    set owner_tenant_id = app.tenant_id(), owner_account_id = p_account, next_look_at = app.now(),
      controlled_at = app.now(), hours_until = app.now(), auto_pause = false, force_stop = false, wake_outside = false,
      wake_for_refreshes = false, budget_stop = false
    where c.id = v_id and c.owner_tenant_id is null;
  if found then perform app.note_capacity(v_id, 'owner', 'owner', '{}'); end if;
  select c.owner_tenant_id = app.tenant_id() into v_owned from public.capacities c where c.id = v_id;
  return query select v_id, v_owned;
exception when foreign_key_violation then
  -- The account was deleted at the same moment.
  raise exception 'account_gone' using errcode = 'MR419';
end $$;
alter function app.register_capacity owner to mirante_gate;
revoke all on function app.register_capacity from public;
grant execute on function app.register_capacity to mirante_app;
