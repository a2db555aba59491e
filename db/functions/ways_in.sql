-- Returns a tenant's sign-in methods through identity providers, as its sign-in page shows them.
-- Callers: mirante_door, mirante_public.
-- Security definer: callers lack the grants on sso_apps.
create or replace function app.ways_in(p_tenant uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'domains', a.domains) order by a.position, a.id),
    '[]')
    from public.sso_apps a
    where a.tenant_id = p_tenant and a.status = 'A' $$;
alter function app.ways_in owner to mirante_gate;
revoke all on function app.ways_in from public;
grant execute on function app.ways_in to mirante_door, mirante_public;
