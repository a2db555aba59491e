-- Returns the units that a client of the caller's tenant pays for.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.units_of_party(p_party uuid)
returns table (id uuid, name text, status text, users int, user_limit int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select t.id, t.name, t.status, t.users_used, t.user_limit
    from public.tenants t
    where t.payer_tenant_id = app.tenant_id() and t.payer_id = p_party and t.deleted_at is null
    order by t.sort_key
    limit 200 $$;
alter function app.units_of_party owner to mirante_gate;
revoke all on function app.units_of_party from public;
grant execute on function app.units_of_party to mirante_app;
