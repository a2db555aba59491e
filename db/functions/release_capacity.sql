-- Ends the membership of the caller's unit in a capacity, by every account that the caller may see; the platform ends its owner's. If
-- the unit controlled it, the next member takes over (keep_capacity_owner). Returns whether there was one.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on capacities.
create or replace function app.release_capacity(p_id uuid, p_name text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_unit uuid := app.tenant_id(); begin
  perform app.need('{own}');
  if app.scope() = 'platform' then
    select coalesce(c.owner_tenant_id, v_unit) into v_unit from public.capacities c where c.id = p_id;
  end if;
  if app.sees_capacity(p_id) is not true or not exists (select from public.capacities c where c.id = p_id and c.name = p_name) then
    return false;
  end if;
  delete from public.capacity_members m where m.tenant_id = v_unit and m.capacity_id = p_id;
  return found; end $$;
alter function app.release_capacity owner to mirante_gate;
revoke all on function app.release_capacity from public;
grant execute on function app.release_capacity to mirante_app;
