-- Returns what a pause of a capacity concerns beside people who look: refreshes of the portal's models that ended on it within 24
-- hours, and the service's ids of the workspaces on it in which the portal publishes. Null for a caller who doesn't control it.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities.
create or replace function app.capacity_use(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  if app.controls_capacity(p_id) is not true then return null; end if;
  return jsonb_build_object(
    'refreshes', (select count(distinct (r.tenant_id, r.dataset_id))
      from app.capacity_reports(p_id) o join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
      where r.data_at > app.now() - interval '24 hours'),
    'workspaces', array(select distinct w.service_id
      from public.capacities c join public.workspaces w on w.capacity_id = c.service_capacity_id
      where c.id = p_id)); end $$;
alter function app.capacity_use owner to mirante_gate;
revoke all on function app.capacity_use from public;
grant execute on function app.capacity_use to mirante_app;
