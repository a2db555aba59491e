-- Returns the origins that may frame a tenant's embedded pages, for the frame-ancestors policy of those pages alone; null means none.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on settings.
create or replace function app.embed_origins(p_tenant uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when s."values"->>'enable_embedded' = 'S' then coalesce(s."values"->'embed_origins', '[]') end
    from public.settings s
    where s.tenant_id = p_tenant $$;
alter function app.embed_origins owner to mirante_gate;
revoke all on function app.embed_origins from public;
grant execute on function app.embed_origins to mirante_public;
