-- Returns the user of a single-report embedded session and the access hours that apply; no row for an anonymous session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on embed_sessions, users.
create or replace function app.embed_person(p_tenant uuid, p_sid uuid)
returns table (user_id uuid, profile text, flags text[], access_hours jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.profile, u.flags, u.access_hours
    from public.embed_sessions e join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
    where e.tenant_id = p_tenant and e.id = p_sid $$;
alter function app.embed_person owner to mirante_gate;
revoke all on function app.embed_person from public;
grant execute on function app.embed_person to mirante_door;
