-- Readmits a user whose account's factors were wiped, by an administrator: they can sign in here again and set up a new factor.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
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
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (app.tenant_id(), app.user_id(), null, app.home_id(), 'user.readmit', p_user, p_address, p_request);
  return true; end $$;
alter function app.readmit owner to mirante_gate;
revoke all on function app.readmit from public;
grant execute on function app.readmit to mirante_app;
