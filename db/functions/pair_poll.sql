-- Returns whether a display's pairing code was approved; the secret works once.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on playlist_devices, tenants.
create or replace function app.pair_poll(p_tenant uuid, p_secret bytea, p_sid uuid, p_address text, p_request text)
returns table (state text, device_id uuid, playlist_id uuid, name text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_state text; begin
  select x.id, x.playlist_id, x.name, x.generation, x.approved_at, x.code_ends_at, x.revoked_at,
    app.acts(t.status, t.trial_ends_at) as acts into d
    from public.playlist_devices x join public.tenants t on t.id = x.tenant_id
    where x.tenant_id = p_tenant and x.pair_hash = p_secret
    for update of x;
  v_state := case
    when not found or d.revoked_at is not null or d.code_ends_at + interval '10 minutes' < app.now()
      or (d.approved_at is null and d.code_ends_at < app.now()) then 'ended'
    when d.approved_at is null then 'waiting' when d.acts is not true then 'tenant_blocked' else 'ok' end;
  if v_state <> 'ok' then return query select v_state, null::uuid, null::uuid, null::text; return; end if;
  v_state := app.start_player(p_tenant, d.id, d.generation, p_sid, p_address, p_request);
  if v_state = 'ok' then update public.playlist_devices x set pair_hash = null where x.tenant_id = p_tenant and x.id = d.id; end if;
  return query select v_state, d.id, d.playlist_id, d.name; end $$;
alter function app.pair_poll owner to mirante_gate;
revoke all on function app.pair_poll from public;
grant execute on function app.pair_poll to mirante_door;
