-- Returns the relation between a unit and its partner, as the unit's administrators see and change it.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.partner_relations()
returns table (id uuid, partner text, role text, verify boolean, status text, until timestamptz, standing_until timestamptz, set_by text,
  inside int, version int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select r.id, t.name, r.role, r.verify, case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end, r.until,
    case when r.standing_until > app.now() then r.standing_until end,
      (select u.name from public.users u where u.id = r.set_by_id and u.tenant_id in (r.tenant_id, r.above_id) limit 1),
      (select count(*)::int from public.remote_requests q where q.tenant_id = r.tenant_id and q.relation_id = r.id and q.state = 'active'),
      r.version
    from public.relations r join public.tenants t on t.id = r.above_id
    where r.tenant_id = app.tenant_id() and r.kind = 'partner' and app.actor_id() is null
    order by r.created_at $$;
alter function app.partner_relations owner to mirante_gate;
revoke all on function app.partner_relations from public;
grant execute on function app.partner_relations to mirante_app;
