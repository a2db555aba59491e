-- Returns the tenant of a host name; none for a deleted tenant.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on domains, tenants, themes.
create or replace function app.tenant_of_host(p_host text)
returns table (id uuid, name text, kind text, status text, language text, zone text, theme jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.kind, t.status, t.language, t.zone,
    (select h."values" from public.themes h where h.tenant_id = t.id and h.published limit 1)
    from public.domains d join public.tenants t on t.id = d.tenant_id where d.host = p_host and t.deleted_at is null $$;
alter function app.tenant_of_host owner to mirante_gate;
revoke all on function app.tenant_of_host from public;
grant execute on function app.tenant_of_host to mirante_public;
