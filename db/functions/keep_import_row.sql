-- Fires when the user that an import row describes is edited. While the import runs, only its job and users who may change protected
-- configuration can do that.
-- Trigger on user_import_rows.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_import_row()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.user_imports i where i.tenant_id = new.tenant_id and i.id = new.import_id and i.state = 'running') then
    perform app.guard_keys('{job}');
  end if;
  return null; end $$;
alter function app.keep_import_row owner to mirante_gate;
revoke all on function app.keep_import_row from public;

create or replace trigger user_import_rows_kept after update on user_import_rows for each row
  when ((old.import_id, old.person, old.email, old.phone, old.removed) is distinct from (new.import_id, new.person, new.email, new.phone,
    new.removed))
  execute function app.keep_import_row();
