-- Fires when an administrator changes, is removed or restored. Users can always change their own row: an administrator's preferences in an
-- embedded portal are saved there.
-- Trigger on users.
-- Security definer: callers may not execute spare_administrator.
create or replace function app.spare_administrators()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.id is distinct from app.user_id() then perform app.spare_administrator(new.id); end if;
  return null; end $$;
alter function app.spare_administrators owner to mirante_gate;
revoke all on function app.spare_administrators from public;

create or replace trigger users_administrators_spared after update on users for each row
  when (old.profile <> 'user' and old.seat is null)
  execute function app.spare_administrators();
