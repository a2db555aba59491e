-- Limits starts of a SAML sign-in ('se') and responses ('sa') to 600 in 15 minutes per address, as for Entra. Returns the seconds to wait;
-- 0 when the call may proceed.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts.
create or replace function app.saml_wait(p_tenant uuid, p_address text, p_step text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.attempt(p_step || ' ' || p_tenant || ' ' || p_address, 600, '15 min') then return 0; end if;
  return (select greatest(1, ceil(extract(epoch from x.until - app.now())))::int
    from public.attempts x
    where x.key = p_step || ' ' || p_tenant || ' ' || p_address);
end $$;
alter function app.saml_wait owner to mirante_gate;
revoke all on function app.saml_wait from public;
grant execute on function app.saml_wait to mirante_door;
