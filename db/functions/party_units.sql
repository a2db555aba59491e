-- Returns how many units a client of the caller's tenant pays for.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.party_units(p_party uuid)
returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select count(*)::int from public.tenants t where t.payer_tenant_id = app.tenant_id() and t.payer_id = p_party and t.deleted_at is null $$;
alter function app.party_units owner to mirante_gate;
revoke all on function app.party_units from public;
grant execute on function app.party_units to mirante_app;
