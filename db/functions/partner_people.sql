-- Returns the users of a unit that a partner may ask to act as.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.partner_people(p_unit uuid, p_search text)
returns table (id uuid, name text, email text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select u.id, u.name, u.email
    from public.users u
    where u.tenant_id = p_unit and u.profile = 'user' and u.allow_remote and u.status in ('A', 'T') and u.seat is null
      and u.deleted_at is null
    and (starts_with(u.sort_key, p_search) or starts_with(u.email, p_search)) and app.actor_id() is null
    and exists (select from public.relations r
      where r.tenant_id = p_unit and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status = 'active'
        and r.role in ('admin', 'user') and r.ended_at is null and r.until > app.now())
    and exists (select from public.settings s where s.tenant_id = p_unit and s."values"->>'allow_access_remote' = 'S')
    and app.left_to(p_unit, 'remote')
   order by u.sort_key, u.id limit 20 $$;
alter function app.partner_people owner to mirante_gate;
revoke all on function app.partner_people from public;
grant execute on function app.partner_people to mirante_app;
