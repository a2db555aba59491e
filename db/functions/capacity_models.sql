-- Returns the models on a capacity that its owner's account reads, as [{workspace, dataset}], at most thirty: a look asks for each whether
-- it is being refreshed where the service doesn't list what runs.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.capacity_models(p_id uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select coalesce(jsonb_agg(jsonb_build_object('workspace', d.workspace_id, 'dataset', d.dataset_id)), '[]')
    from (select distinct r.workspace_id, r.dataset_id
      from app.capacity_reports(p_id) o
        join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
        join public.capacities c on c.id = p_id and c.owner_tenant_id = r.tenant_id and c.owner_account_id = r.account_id
      where r.dataset_id is not null
      order by r.workspace_id, r.dataset_id limit 30) d $$;
alter function app.capacity_models owner to mirante_gate;
revoke all on function app.capacity_models from public;
grant execute on function app.capacity_models to mirante_job;
