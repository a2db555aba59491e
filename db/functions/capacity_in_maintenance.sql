-- Returns whether maintenance that pauses the capacity runs on all its reports.
-- Internal: called by capacity_demand.
create or replace function app.capacity_in_maintenance(p_id uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_windows jsonb; begin
  select jsonb_agg(jsonb_build_object('tenant', w.tenant_id, 'target', w.target, 'id', w.target_id)) into v_windows
    from (select distinct m.tenant_id from public.capacity_members m where m.capacity_id = p_id) u
      cross join lateral (select x.tenant_id, x.target, x.target_id
        from public.maintenance x
        where x.tenant_id = u.tenant_id and x.ends_at > app.now() and x.starts_at <= app.now() and x.pauses_capacity and x.blocks
          and x.cancelled_at is null and x.closed_at is null offset 0) w;
  if v_windows is null then return false; end if;
  return exists (select from app.capacity_reports(p_id))
    and not exists (select from app.capacity_reports(p_id) o
      join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
      left join public.subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      where not exists (select from jsonb_to_recordset(v_windows) w (tenant uuid, target text, id uuid)
        where w.tenant = r.tenant_id
          and (w.target = 'unit' or (w.target = 'report' and w.id = r.id) or (w.target = 'subgroup' and w.id = r.subgroup_id)
            or (w.target = 'group' and w.id in (r.group_id, s.group_id))))); end $$;
alter function app.capacity_in_maintenance owner to mirante_gate;
revoke all on function app.capacity_in_maintenance from public;
