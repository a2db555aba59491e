-- Returns the custom fields in force in a tenant: its own, and the global ones of the tenants above it.
-- Internal: called by custom_fields_above, custom_use, identity_values and 2 more.
create or replace function app.custom_fields_of(p_tenant uuid)
returns setof public.custom_fields
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query with recursive up as (select t.parent_id, 1 as n
    from public.tenants t
    where t.id = p_tenant
    union all select t.parent_id, n + 1
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select f.* from public.custom_fields f where f.tenant_id = p_tenant
  union all select f.*
  from up join lateral (select x.* from public.custom_fields x where x.tenant_id = up.parent_id and x.global offset 0) f on true; end $$;
alter function app.custom_fields_of owner to mirante_gate;
revoke all on function app.custom_fields_of from public;
