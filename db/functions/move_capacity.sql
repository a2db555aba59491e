-- Moves control of a capacity to another unit that reaches it, for the platform. Returns false where there is no such capacity or
-- member; another version is refused.
-- Callers: mirante_app (own).
-- Raises: changed_meanwhile.
-- Security definer: callers lack the grants on capacities.
create or replace function app.move_capacity(p_id uuid, p_tenant uuid, p_version int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; v_version int; begin
  perform app.need('{own}');
  if app.scope() is distinct from 'platform' or app.sees_capacity(p_id) is not true then return false; end if;
  select c.version into v_version from public.capacities c where c.id = p_id for update;
  select m.account_id into v_account
    from public.capacity_members m
    where m.tenant_id = p_tenant and m.capacity_id = p_id
    order by m.account_id limit 1;
  if v_version is null or v_account is null then return false; end if;
  if v_version is distinct from p_version then raise exception 'changed_meanwhile' using errcode = 'MR419'; end if;
  perform app.hand_capacity(p_id, p_tenant, v_account);
  return true; end $$;
alter function app.move_capacity owner to mirante_gate;
revoke all on function app.move_capacity from public;
grant execute on function app.move_capacity to mirante_app;
