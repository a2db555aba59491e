-- Returns the capacities that the unit reaches or controls, as tasks see them: controlled only by callers who may change them, and by its
-- jobs, who also learn what keeps it paused, and what was asked of it.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.task_capacities()
returns table (id uuid, name text, service_capacity_id text, is_controlled boolean, has_account boolean, follows_shifts boolean,
  observed_state text, reason text, override jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 5 as $$
  select app.need('{own,remote,partner,job}');
  select c.id, c.name, c.service_capacity_id, k.v,
      exists (select from public.service_accounts a
        where a.tenant_id = c.owner_tenant_id and a.id = c.owner_account_id and not a.disabled),
      c.follow_shifts, c.observed_state, case when k.v and c.desired_state = 'paused' then c.reason end, case when k.v then c.override end
    from (select m.capacity_id as id from public.capacity_members m where m.tenant_id = app.tenant_id()
      union select o.id from public.capacities o where o.owner_tenant_id = app.tenant_id()) x
      join lateral (select y.* from public.capacities y where y.id = x.id offset 0) c on true
      cross join lateral (select c.owner_tenant_id is not distinct from app.tenant_id() and app.controls_capacity(c.id) as v offset 0) k $$;
alter function app.task_capacities owner to mirante_gate;
revoke all on function app.task_capacities from public;
grant execute on function app.task_capacities to mirante_app, mirante_job;
