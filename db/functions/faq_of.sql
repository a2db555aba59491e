-- Returns the questions shown in a tenant: its own, and those of the tenants above it that apply below; `far` counts the layers up.
-- Internal: called by faq_above, public_faq, vote_faq.
create or replace function app.faq_of(p_tenant uuid)
returns table (far int, tenant_id uuid, id uuid, audience text, below boolean, "position" int, texts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 100 as $$
  with recursive up as (select t.parent_id, 1 as n
    from public.tenants t
    where t.id = p_tenant
    union all select t.parent_id, n + 1
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select 0, f.tenant_id, f.id, f.audience, f.below, f.position, f.texts from public.faq_entries f where f.tenant_id = p_tenant
  union all select up.n, f.tenant_id, f.id, f.audience, f.below, f.position, f.texts
  from up join lateral (select x.* from public.faq_entries x where x.tenant_id = up.parent_id and x.below offset 0) f on true $$;
alter function app.faq_of owner to mirante_gate;
revoke all on function app.faq_of from public;
