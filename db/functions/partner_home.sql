-- Returns where the partner came from, while the session that acts for them is live.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on domains, relations, sessions.
create or replace function app.partner_home(p_sid uuid)
returns table (host text, partner_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select d.host from public.domains d where d.tenant_id = r.above_id order by d.main desc, d.host limit 1), r.above_id
    from public.sessions s join public.relations r on r.tenant_id = s.tenant_id and r.id = s.relation_id and r.kind = 'partner'
    where s.id = p_sid and s.actor_sid is not null $$;
alter function app.partner_home owner to mirante_gate;
revoke all on function app.partner_home from public;
grant execute on function app.partner_home to mirante_door;
