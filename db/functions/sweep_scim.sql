-- Deletes old rows of the provisioning log, 20,000 at a time.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on scim_log.
create or replace function app.sweep_scim(p_days int)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with d as (delete from public.scim_log x using (select l.tenant_id, l.id
    from public.scim_log l
    where l.at < app.now() - make_interval(days => p_days)
    order by l.at
    limit 20000) o
    where x.tenant_id = o.tenant_id and x.id = o.id
    returning 1)
  select count(*)::int from d $$;
alter function app.sweep_scim owner to mirante_gate;
revoke all on function app.sweep_scim from public;
grant execute on function app.sweep_scim to mirante_job;
