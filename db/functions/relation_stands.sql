-- Returns whether a partner's relation to the unit still allows what an administrator does there; not while the partner is suspended.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers lack the grants on relations.
create or replace function app.relation_stands(p_id uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,job}');
  select exists (select from public.relations r
      join public.tenants h on h.id = r.above_id and h.deleted_at is null and app.acts(h.status, h.trial_ends_at)
    where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' and r.role = 'admin' and r.status = 'active'
      and r.ended_at is null and r.until > app.now()) $$;
alter function app.relation_stands owner to mirante_gate;
revoke all on function app.relation_stands from public;
grant execute on function app.relation_stands to mirante_app, mirante_job;
