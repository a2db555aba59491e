-- Returns the values of a user that may be part of an RLS identity: those of the active identity fields, except values that the user wrote
-- (p_own) and no administrator has accepted.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers may not execute custom_fields_of.
create or replace function app.identity_values(p_custom jsonb, p_own text[])
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  return (select coalesce(jsonb_object_agg(f.key, p_custom ->> f.key)
        filter (where p_custom ? f.key and not coalesce(f.key = any (p_own), false)), '{}')
    from app.custom_fields_of(app.tenant_id()) f
    where f.identity and f.of = 'user' and f.disabled_at is null and f.deleted_at is null and f.type <> 'multiple'); end $$;
alter function app.identity_values owner to mirante_gate;
revoke all on function app.identity_values from public;
grant execute on function app.identity_values to mirante_app, mirante_job;
