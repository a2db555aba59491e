-- Refuses to change an administrator from a session that isn't a user's own: an act-as session, an embedded page or a display.
-- Internal: called by end_person_sessions, lift_lock, spare_addressed, spare_administrators.
-- Raises: administrator_spared.
create or replace function app.spare_administrator(p_user uuid)
returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.caller_kind() not in ('own', 'directory', 'job', 'door', 'owner')
     and exists (select from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.profile <> 'user') then
    raise exception 'administrator_spared' using errcode = 'MR425';
  end if; end $$;
alter function app.spare_administrator owner to mirante_gate;
revoke all on function app.spare_administrator from public;
