-- Stamps changed_at when a user group gets a new version.
-- Trigger on user_groups.
-- Security definer: like every function of the gate.
create or replace function app.group_changed()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.changed_at := app.now(); return new; end $$;
alter function app.group_changed owner to mirante_gate;
revoke all on function app.group_changed from public;

create or replace trigger user_groups_changed before update on user_groups for each row
  when (old.version <> new.version)
  execute function app.group_changed();
