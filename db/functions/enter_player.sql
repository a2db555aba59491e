-- The first statement of every transaction of a display: its player, device and tenant must be active. It seals a device and no user. A
-- player that was away too long loses its slot to another one.
-- Callers: mirante_app.
-- Raises: session_gone, tenant_blocked.
-- Security definer: callers may not execute acts, set_me.
create or replace function app.enter_player(p_sid uuid, p_tenant uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select p.device_id, p.last_seen < app.now() - interval '3 minutes' as away, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.players p
      join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
      join public.tenants t on t.id = p.tenant_id
   where p.tenant_id = p_tenant and p.id = p_sid and p.ended_at is null and p.generation = d.generation and d.approved_at is not null
     and d.revoked_at is null and d.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.acts is not true then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  if s.away
    and (select count(*)
      from public.players o
      where o.tenant_id = p_tenant and o.device_id = s.device_id and o.id <> p_sid and o.ended_at is null
        and o.last_seen >= app.now() - interval '3 minutes') >= 3 then
    raise exception 'session_gone' using errcode = 'MR401';
  end if;
  perform app.set_me(p_tenant, null, null, 'device', p_tenant, 'device', 'act', 'player', null, p_sid); end $$;
alter function app.enter_player owner to mirante_gate;
revoke all on function app.enter_player from public;
grant execute on function app.enter_player to mirante_app;
