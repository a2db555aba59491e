-- Returns whether an Entra app is active and accepts this directory.
-- Internal: called by entra_arrive.
create or replace function app.entra_admits(a public.sso_apps, p_tid text)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.kind = 'entra' and a.status = 'A'
    and exists (select from jsonb_array_elements(a.settings->'directories') e where e->>'id' = p_tid) $$;
alter function app.entra_admits owner to mirante_gate;
revoke all on function app.entra_admits from public;
