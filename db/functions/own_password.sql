-- Changes the password of app.my_account() if p_seen is still the current one, then ends the account's other sessions and forgets its other
-- devices.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts.
create or replace function app.own_password(p_seen text, p_new text, p_device bytea, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  perform app.need('{own}');
  update public.accounts a
    set password = p_new, password_at = app.now(), must_change = false
    where a.id = app.my_account() and a.password = p_seen
    returning a.id into v_account;
  if v_account is null then return false; end if;
  perform app.end_account(v_account, app.my_session());
  perform app.forget_devices(v_account, app.tenant_id(), app.user_id(), p_device);
  delete from public.attempts where key = 'c ' || v_account;
  perform app.write_audit(app.tenant_id(), 'account.password', app.user_id(), p_ip => p_address, p_request => p_request);
  insert into public.outbox (tenant_id, kind, body)
    values (app.tenant_id(), 'account.changed', jsonb_build_object('user_id', app.user_id()));
  return true; end $$;
alter function app.own_password owner to mirante_gate;
revoke all on function app.own_password from public;
grant execute on function app.own_password to mirante_app;
