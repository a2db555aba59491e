-- Returns how many exports of reports run on a capacity, in all units that reach it.
-- Internal: called by capacity_demand.
create or replace function app.capacity_exports(p_id uuid)
returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select count(*)::int
    from public.capacity_members m
      cross join lateral (select e.tenant_id, e.report_id
        from public.exports e
        where e.tenant_id = m.tenant_id and e.account_id = m.account_id and e.state in ('queued', 'running', 'finishing')
          and e.created_at > app.now() - interval '6 hours' offset 0) e
    where m.capacity_id = p_id and app.on_capacity(p_id, e.tenant_id, e.report_id)); end $$;
alter function app.capacity_exports owner to mirante_gate;
revoke all on function app.capacity_exports from public;
