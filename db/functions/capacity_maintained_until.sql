-- Returns until when maintenance that pauses the capacity runs on all its reports, with its owner taking part; null where it doesn't.
-- Another unit's maintenance alone never pauses it. An owner without reports on it takes part by maintenance of its whole unit.
-- Internal: called by capacity_demand.
create or replace function app.capacity_maintained_until(p_id uuid)
returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_windows jsonb; v_owner uuid; v_until timestamptz; v_own timestamptz; v_takes_part boolean; begin
  select jsonb_agg(jsonb_build_object('tenant', w.tenant_id, 'target', w.target, 'id', w.target_id, 'until', w.ends_at)) into v_windows
    from (select distinct m.tenant_id from public.capacity_members m where m.capacity_id = p_id) u
      cross join lateral (select x.tenant_id, x.target, x.target_id, x.ends_at
        from public.maintenance x
        where x.tenant_id = u.tenant_id and x.ends_at > app.now() and x.starts_at <= app.now() and x.pauses_capacity and x.blocks
          and x.cancelled_at is null and x.closed_at is null offset 0) w;
  if v_windows is null then return null; end if;
  select c.owner_tenant_id into v_owner from public.capacities c where c.id = p_id;
  -- Without any report nothing is maintained, and one report that isn't keeps the capacity on.
  select case when bool_and(w.until is not null) then min(w.until) end, bool_or(o.tenant_id = v_owner) into v_until, v_takes_part
    from app.capacity_reports(p_id) o
      join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
      left join public.subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      cross join lateral (select max(x.until) as until
        from jsonb_to_recordset(v_windows) x (tenant uuid, target text, id uuid, until timestamptz)
        where x.tenant = r.tenant_id
          and (x.target = 'unit' or (x.target = 'report' and x.id = r.id) or (x.target = 'subgroup' and x.id = r.subgroup_id)
            or (x.target = 'group' and x.id in (r.group_id, s.group_id)))) w;
  if v_until is null or v_takes_part then return v_until; end if;
  select max(x.until) into v_own
    from jsonb_to_recordset(v_windows) x (tenant uuid, target text, until timestamptz)
    where x.tenant = v_owner and x.target = 'unit';
  return case when v_own is not null then least(v_until, v_own) end; end $$;
alter function app.capacity_maintained_until owner to mirante_gate;
revoke all on function app.capacity_maintained_until from public;
