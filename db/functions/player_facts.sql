-- Returns the claims of a new token for a live player; recreating a display's link ends the players of the old one.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on players, playlist_devices, tenants.
create or replace function app.player_facts(p_sid uuid)
returns table (state text, tenant_id uuid, device_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when app.acts(t.status, t.trial_ends_at) then 'ok' else 'tenant_blocked' end, p.tenant_id, p.device_id
    from public.players p
      join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
      join public.tenants t on t.id = p.tenant_id
   where p.id = p_sid and p.ended_at is null and p.generation = d.generation and d.approved_at is not null and d.revoked_at is null
     and d.expires_at > app.now() $$;
alter function app.player_facts owner to mirante_gate;
revoke all on function app.player_facts from public;
grant execute on function app.player_facts to mirante_door;
