-- Returns the controlled capacity that a report of the caller's unit runs on, as it was last observed, and what its viewers are notified
-- of; no row if its account isn't a member of one. One that can't be observed counts as paused if it was off before, or was asked to pause.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities, capacity_log.
create or replace function app.report_capacity(p_report uuid)
returns table (id uuid, arm_id text, state text, observed_at timestamptz, pause_at timestamptz, stop_at timestamptz,
  force_notice int)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  select c.id, c.arm_id,
      case
        when c.observed_state = 'unknown' and (c.operation = 'suspend' or not coalesce((select l.is_on
            from public.capacity_log l
            where l.capacity_id = c.id and l.what in ('on', 'off', 'size', 'kept', 'external')
            order by l.at desc, l.id desc limit 1), true)) then 'paused'
        else c.observed_state end, c.observed_at,
      case when c.observed_state = 'running' and c.pause_at > app.now() then c.pause_at end,
      case when c.observed_state = 'running' and c.stop_at > app.now() then c.stop_at end,
      case when c.observed_state = 'running' and c.stop_at > app.now() then c.force_notice end
    from public.reports r
      join public.workspaces w on w.tenant_id = r.tenant_id and w.account_id = r.account_id and w.service_id = r.workspace_id
      join public.capacities c on c.service_capacity_id = w.capacity_id and c.owner_tenant_id is not null
      join public.capacity_members m on m.tenant_id = r.tenant_id and m.capacity_id = c.id and m.account_id = r.account_id
    where r.tenant_id = app.tenant_id() and r.id = p_report
    limit 1 $$;
alter function app.report_capacity owner to mirante_gate;
revoke all on function app.report_capacity from public;
grant execute on function app.report_capacity to mirante_app, mirante_job;
