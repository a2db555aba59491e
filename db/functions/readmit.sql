-- Readmits a user whose account's factors were wiped, by an administrator: they can sign in here again and set up a new factor.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute write_audit.
create or replace function app.readmit(p_user uuid, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own}');
  if app.my_kind() is distinct from 'own' or app.profile() = 'user' or p_user = app.user_id() then return false; end if;
  update public.users u
    set waits_at = null
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.waits_at is not null;
  if not found then return false; end if;
  perform app.write_audit(app.tenant_id(), 'user.readmit', p_user, p_ip => p_address, p_request => p_request);
  return true; end $$;
alter function app.readmit owner to mirante_gate;
revoke all on function app.readmit from public;
grant execute on function app.readmit to mirante_app;
