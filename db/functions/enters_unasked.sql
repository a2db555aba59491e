-- Returns whether the unit lets administrators enter accounts without asking each time; its sign-in page says so.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on settings.
create or replace function app.enters_unasked(p_tenant uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.settings s
    where s.tenant_id = p_tenant and s."values"->>'allow_access_remote' = 'S' and s."values"->>'remote_consent' = 'none')
    and app.left_to(p_tenant, 'remote') $$;
alter function app.enters_unasked owner to mirante_gate;
revoke all on function app.enters_unasked from public;
grant execute on function app.enters_unasked to mirante_public;
