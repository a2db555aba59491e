-- Returns the custom fields that the tenants above define for the caller's tenant.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, directory, job).
-- Security definer: callers may not execute custom_fields_of.
create or replace function app.custom_fields_above()
returns setof public.custom_fields
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  return query select f.*
    from app.custom_fields_of(app.tenant_id()) f
    where f.tenant_id <> app.tenant_id() and f.deleted_at is null; end $$;
alter function app.custom_fields_above owner to mirante_gate;
revoke all on function app.custom_fields_above from public;
grant execute on function app.custom_fields_above to mirante_app, mirante_job;
