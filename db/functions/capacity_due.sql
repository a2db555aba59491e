-- Returns when tasks next refresh a report that runs on a capacity, in all units that reach it and aren't suspended, if that is within
-- fifteen minutes: by their timetables, or a run that waits for an attempt. What is overdue for longer keeps nothing on. Null where none
-- does.
-- Internal: called by capacity_demand.
create or replace function app.capacity_due(p_id uuid)
returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select min(d.at)
    from (select distinct m.tenant_id
        from public.capacity_members m join public.tenants t on t.id = m.tenant_id and t.deleted_at is null
        where m.capacity_id = p_id and app.acts(t.status, t.trial_ends_at)) u
      cross join lateral (select k.id, k.target_id
        from public.tasks k
        where k.tenant_id = u.tenant_id and k.action = 'refresh' and k.state = 'active' offset 0) k
      cross join lateral (select g.next_at as at
          from public.task_triggers g
          where g.tenant_id = u.tenant_id and g.task_id = k.id
            and g.next_at between app.now() - interval '15 minutes' and app.now() + interval '15 minutes'
        union all select r.next_try_at
          from public.task_runs r
          where r.tenant_id = u.tenant_id and r.task_id = k.id and r.state in ('claimed', 'running')
            and r.next_try_at between app.now() - interval '15 minutes' and app.now() + interval '15 minutes' offset 0) d
    where app.on_capacity(p_id, u.tenant_id, k.target_id)); end $$;
alter function app.capacity_due owner to mirante_gate;
revoke all on function app.capacity_due from public;
