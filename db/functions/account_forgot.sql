-- Handles "Forgot password". Known and unknown addresses are counted and queued the same way, so the answer doesn't reveal whether the
-- address exists. Returns the seconds to wait, 0 when the request was queued.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts, outbox.
create or replace function app.account_forgot(p_tenant uuid, p_email text, p_address text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (app.attempt('f ' || p_tenant || ' ' || p_email, 5, '1 hour') and app.attempt('fa ' || p_address, 20, '1 hour')
    and app.attempt('ft ' || p_tenant, 1000, '1 hour')) then
    return (select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int
      from public.attempts x
      where x.until > app.now()
        and ((x.key = 'f ' || p_tenant || ' ' || p_email and x.n >= 5) or (x.key = 'fa ' || p_address and x.n >= 20)
          or (x.key = 'ft ' || p_tenant and x.n >= 1000)));
  end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.forgot', jsonb_build_object('email', p_email));
  return 0; end $$;
alter function app.account_forgot owner to mirante_gate;
revoke all on function app.account_forgot from public;
grant execute on function app.account_forgot to mirante_door;
