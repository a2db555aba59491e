-- Returns whether the caller's unit reaches a capacity by an account that the caller may see. The platform sees those of the units below
-- it.
-- Internal: called by capacity_facts, capacity_history, controls_capacity and 2 more.
create or replace function app.sees_capacity(p_id uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenant uuid := app.tenant_id(); v_user uuid := app.user_id(); v_every boolean := app.profile() not in ('admin', 'user'); begin
  if app.scope() = 'platform'
    and exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
      left join public.tenants p on p.id = t.parent_id
      where m.capacity_id = p_id and v_tenant in (t.id, t.parent_id, p.parent_id)) then
    return true;
  end if;
  return exists (select from public.capacity_members m
    join public.service_accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
    where m.tenant_id = v_tenant and m.capacity_id = p_id
      and (v_every or a.registered_by_id = v_user
        or not (select t.restrict_accounts from public.tenants t where t.id = v_tenant))); end $$;
alter function app.sees_capacity owner to mirante_gate;
revoke all on function app.sees_capacity from public;
