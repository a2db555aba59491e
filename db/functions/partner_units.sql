-- Returns the units a partner may enter: most recently entered first, then by name.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.partner_units(p_search text, p_n int)
returns table (id uuid, name text, role text, verify boolean, status text, entered_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select t.id, t.name, r.role, r.verify
    and coalesce(r.standing_until <= app.now(), true), case when app.acts(t.status, t.trial_ends_at) then r.status else 'closed' end,
      (select max(q.started_at)
        from public.remote_requests q
        where q.tenant_id = t.id and q.asker_id = app.user_id() and q.kind = 'partner') as entered_at
    from public.tenants t
      join public.relations r on r.tenant_id = t.id and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status <> 'ended'
        and r.ended_at is null and r.until > app.now()
   where t.parent_id = app.tenant_id() and t.kind = 'unit' and t.deleted_at is null and starts_with(t.sort_key, p_search)
     and app.scope() = 'partner' and app.actor_id() is null
   order by entered_at desc nulls last, t.sort_key, t.id limit least(p_n, 50) $$;
alter function app.partner_units owner to mirante_gate;
revoke all on function app.partner_units from public;
grant execute on function app.partner_units to mirante_app;
