-- When the account goes with which a unit controls a capacity (removed from it, deleted, or purged with its unit), another account
-- takes over: one of the same unit, else of the next unit that reaches it.
-- Trigger on capacity_members.
-- Security definer: callers lack the grants on capacities.
create or replace function app.keep_capacity_owner()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_next record; begin
  if exists (select from public.capacities c
    where c.id = old.capacity_id and c.owner_tenant_id = old.tenant_id and c.owner_account_id = old.account_id) then
    select m.tenant_id, m.account_id into v_next
      from public.capacity_members m join public.tenants t on t.id = m.tenant_id
      where m.capacity_id = old.capacity_id
      order by m.tenant_id <> old.tenant_id, t.deleted_at is not null, m.tenant_id, m.account_id limit 1;
    perform app.hand_capacity(old.capacity_id, v_next.tenant_id, v_next.account_id);
  end if;
  return null; end $$;
alter function app.keep_capacity_owner owner to mirante_gate;
revoke all on function app.keep_capacity_owner from public;

create or replace trigger capacity_members_gone after delete on capacity_members for each row execute function app.keep_capacity_owner();
