-- Creates the challenge for signing in with a passkey, which the sign-in page requests when a field gets focus. At most 600 in 15 minutes
-- from one address, which may be a whole office. Returns the seconds to wait, 0 when the challenge was created.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts.
create or replace function app.passkey_offer(p_tenant uuid, p_address text, p_hash bytea, p_host text, p_seconds int)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.attempt('po ' || p_tenant || ' ' || p_address, 600, '15 min') then
    return (select greatest(1, ceil(extract(epoch from x.until - app.now())))::int
      from public.attempts x
      where x.key = 'po ' || p_tenant || ' ' || p_address);
  end if;
  perform app.ticket_make(p_hash, 'passkey', p_tenant, p_host, '{}', p_seconds);
  return 0; end $$;
alter function app.passkey_offer owner to mirante_gate;
revoke all on function app.passkey_offer from public;
grant execute on function app.passkey_offer to mirante_door;
