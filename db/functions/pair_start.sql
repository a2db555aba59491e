-- Creates a pairing code for a display; earlier requests that were never approved are removed.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on playlist_devices.
create or replace function app.pair_start(p_tenant uuid, p_id uuid, p_code bytea, p_secret bytea, p_address text, p_life interval)
returns table (state text, ends_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_ends timestamptz := app.now() + p_life; begin
  if not (app.attempt('pa ' || p_address, 20, '10 min') and app.attempt('pt ' || p_tenant, 300, '10 min')) then
    return query select 'limited', null::timestamptz; return;
  end if;
  delete from public.playlist_devices d where d.tenant_id = p_tenant and d.approved_at is null and d.code_ends_at < app.now();
  insert into public.playlist_devices (tenant_id, id, sort_key, code_hash, code_ends_at, pair_hash, expires_at, last_ip, created_at)
    values (p_tenant, p_id, '', p_code, v_ends, p_secret, v_ends, p_address, app.now())
    on conflict do nothing;
  return query
    select case when exists (select from public.playlist_devices d where d.tenant_id = p_tenant and d.id = p_id) then 'ok' else 'again' end,
      v_ends;
end $$;
alter function app.pair_start owner to mirante_gate;
revoke all on function app.pair_start from public;
grant execute on function app.pair_start to mirante_door;
