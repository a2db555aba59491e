-- Notifies the administrators of the unit that owns a capacity that people of the caller's unit want it opened: without their names, and at
-- most once in p_minutes for the unit. Called right after the caller asked; does nothing where the caller's own unit owns it.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers lack the grants on capacities.
create or replace function app.ask_owner(p_capacity uuid, p_minutes int)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal}');
  perform app.act_tell(u.tenant_id, u.id, 'opening_wanted', jsonb_build_object('capacity', c.name), '/powerbi/resources?id=' || c.id)
    from public.capacities c
      join public.users u on u.tenant_id = c.owner_tenant_id and u.profile in ('admin', 'master', 'a2m') and u.deleted_at is null
    where c.id = p_capacity and c.owner_tenant_id <> app.tenant_id()
      and exists (select from public.capacity_waiters w
        where w.tenant_id = app.tenant_id() and w.capacity_id = c.id and w.user_id = app.user_id() and w.opening_asked_at = app.now())
      and not exists (select from public.capacity_waiters w
        where w.tenant_id = app.tenant_id() and w.capacity_id = c.id and w.user_id <> app.user_id()
          and w.opening_asked_at > app.now() - make_interval(mins => p_minutes)); end $$;
alter function app.ask_owner owner to mirante_gate;
revoke all on function app.ask_owner from public;
grant execute on function app.ask_owner to mirante_app;
