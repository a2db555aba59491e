-- Asks for the start of a capacity on behalf of a display whose slideshow allows it, or of an embedded page whose key does; returns whether
-- it may.
-- Callers: mirante_app (own, remote, partner, embed_portal, embed_report, player).
-- Security definer: callers lack the grants on capacities.
create or replace function app.ask_start(p_capacity uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_may boolean; begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player}');
  v_may := exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
      where m.tenant_id = app.tenant_id() and m.capacity_id = p_capacity and app.acts(t.status, t.trial_ends_at))
    and case app.caller_kind()
      when 'player' then exists (select from public.players p
          join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
          join public.playlists l on l.tenant_id = d.tenant_id and l.id = d.playlist_id and l.wakes_capacity
        where p.tenant_id = app.tenant_id() and p.id = app.my_session())
      when 'embed_report' then exists (select from public.embed_sessions e
          join public.embed_keys k on k.tenant_id = e.tenant_id and k.id = e.key_id and k.wakes
        where e.tenant_id = app.tenant_id() and e.id = app.my_session())
      else false end;
  if not v_may then return false; end if;
  update public.capacities c set start_asked_at = app.now(), next_look_at = app.now()
    where c.id = p_capacity and c.owner_tenant_id is not null;
  return found; end $$;
alter function app.ask_start owner to mirante_gate;
revoke all on function app.ask_start from public;
grant execute on function app.ask_start to mirante_app;
