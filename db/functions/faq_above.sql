-- Returns the questions of the tenants above that apply in the caller's tenant, with the kind of the tenant that wrote each.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers may not execute faq_of.
create or replace function app.faq_above()
returns table (far int, id uuid, audience text, kind text, "position" int, texts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 100 as $$
  select app.need('{own,remote,partner}');
  select f.far, f.id, f.audience, t.kind, f.position, f.texts
    from app.faq_of(app.tenant_id()) f join public.tenants t on t.id = f.tenant_id where f.far > 0 $$;
alter function app.faq_above owner to mirante_gate;
revoke all on function app.faq_above from public;
grant execute on function app.faq_above to mirante_app;
