-- Signs a display in with the token of its link. Only failures are counted, so many displays behind one address get in.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on playlist_devices, tenants.
create or replace function app.playlist_login(p_tenant uuid, p_hash bytea, p_sid uuid, p_address text, p_request text)
returns table (state text, device_id uuid, playlist_id uuid, name text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_state text; begin
  select x.id, x.playlist_id, x.name, x.generation, app.acts(t.status, t.trial_ends_at) as acts into d
    from public.playlist_devices x join public.tenants t on t.id = x.tenant_id
   where x.tenant_id = p_tenant and x.token_hash = p_hash and x.approved_at is not null and x.revoked_at is null
     and x.expires_at > app.now()
   for update of x;
  if not found then
    v_state := case when app.attempt('w ' || p_address, 30, '15 min') then 'unknown' else 'limited' end;
  elsif d.acts is not true then
    v_state := 'tenant_blocked';
  else
    v_state := app.start_player(p_tenant, d.id, d.generation, p_sid, p_address, p_request);
    return query select v_state, d.id, d.playlist_id, d.name;
    return;
  end if;
  return query select v_state, null::uuid, null::uuid, null::text; end $$;
alter function app.playlist_login owner to mirante_gate;
revoke all on function app.playlist_login from public;
grant execute on function app.playlist_login to mirante_door;
