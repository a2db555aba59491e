-- Returns whether a tenant lies below the caller's, for a partner's master or a platform administrator who isn't acting as another user.
-- Internal: called by edit_tenant, reinvite_administrator, set_tenant_status, tenant_facts.
create or replace function app.below(p_id uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_tenant uuid := app.tenant_id();
  v_master boolean := app.scope() = 'partner' and app.profile() = 'master';
  v_operator boolean := app.scope() = 'platform' and app.profile() = 'a2m';
begin
  return app.home_id() = v_tenant and app.actor_id() is null and exists (
    select from public.tenants t left join public.tenants p on p.id = t.parent_id
      where t.id = p_id and t.kind <> 'platform'
        and ((v_master and t.parent_id = v_tenant) or (v_operator and v_tenant in (t.parent_id, p.parent_id)))); end $$;
alter function app.below owner to mirante_gate;
revoke all on function app.below from public;
