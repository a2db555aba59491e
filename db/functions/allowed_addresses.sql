-- Returns a tenant's saved allowed addresses and a pending change that hasn't been confirmed yet.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on settings.
create or replace function app.allowed_addresses(p_tenant uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('ip', coalesce(s."values"->'ip', '"N"'), 'listIp', coalesce(s."values"->'listIp', 'null'),
    'trial', coalesce(s."values"->'ip_trial', 'null'))
    from public.settings s
    where s.tenant_id = p_tenant $$;
alter function app.allowed_addresses owner to mirante_gate;
revoke all on function app.allowed_addresses from public;
grant execute on function app.allowed_addresses to mirante_public;
