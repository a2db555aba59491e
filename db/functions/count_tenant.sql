-- Keeps tenant_counts, the platform's number of tenants by kind and status. Locks both counters of a change in one order, because two
-- opposite changes at once would deadlock.
-- Trigger on tenants.
-- Security definer: callers lack the grants on tenant_counts.
create or replace function app.count_tenant()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform
      from public.tenant_counts c
      where (c.kind, c.status) in ((old.kind, old.status), (new.kind, new.status))
      order by c.kind, c.status
      for update;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then update public.tenant_counts set n = n - 1 where kind = old.kind and status = old.status; end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into public.tenant_counts as c (kind, status, n)
      values (new.kind, new.status, 1)
      on conflict (kind, status) do update set n = c.n + 1;
  end if;
  return null; end $$;
alter function app.count_tenant owner to mirante_gate;
revoke all on function app.count_tenant from public;

create or replace trigger tenants_counted after insert or delete or update of kind, status on tenants for each row
  execute function app.count_tenant();
