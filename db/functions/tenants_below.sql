-- Returns a tenant and all tenants below it.
-- Internal: called by custom_use, new_custom_key, purge_custom_fields, refill_custom_values.
create or replace function app.tenants_below(p_tenant uuid)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive down as (select p_tenant as id union all select t.id from down join public.tenants t on t.parent_id = down.id) select id
    from down $$;
alter function app.tenants_below owner to mirante_gate;
revoke all on function app.tenants_below from public;
