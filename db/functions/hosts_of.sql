-- Returns the hosts of a tenant, its main one first. On a host whose DNS a unit controls, the password page redirects to one of the
-- product's.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on domains.
create or replace function app.hosts_of(p_tenant uuid)
returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(d.host order by d.main desc, d.host), '{}') from public.domains d where d.tenant_id = p_tenant $$;
alter function app.hosts_of owner to mirante_gate;
revoke all on function app.hosts_of from public;
grant execute on function app.hosts_of to mirante_public;
