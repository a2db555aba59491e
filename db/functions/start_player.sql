-- Adds a player to a device that the caller has locked; at most three at a time.
-- Internal: called by pair_poll, playlist_login.
create or replace function app.start_player(p_tenant uuid, p_device uuid, p_generation int, p_sid uuid, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*)
    from public.players p
    where p.tenant_id = p_tenant and p.device_id = p_device and p.generation = p_generation and p.ended_at is null
      and p.last_seen >= app.now() - interval '3 minutes') >= 3 then
    return 'full';
  end if;
  delete from public.players p
    where p.tenant_id = p_tenant and p.device_id = p_device
      and (p.ended_at is not null or p.generation < p_generation or p.last_seen < app.now() - interval '90 days')
      and p.last_seen < app.now() - interval '1 hour';
  insert into public.players (tenant_id, id, device_id, generation, address, last_seen, created_at)
    values (p_tenant, p_sid, p_device, p_generation, p_address, app.now(), app.now());
  update public.playlist_devices d set last_seen = app.now(), last_ip = p_address where d.tenant_id = p_tenant and d.id = p_device;
  perform app.write_audit(p_tenant, 'device.play', p_device, p_ip => p_address, p_request => p_request, p_user => null,
    p_home => p_tenant);
  return 'ok'; end $$;
alter function app.start_player owner to mirante_gate;
revoke all on function app.start_player from public;
