-- Fires when rows are added to imports, which happens before one runs.
-- Trigger on user_import_rows.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_import_rows()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from written w join public.user_imports i on i.tenant_id = w.tenant_id and i.id = w.import_id
    where i.state = 'running') then
    perform app.guard_keys('{job}');
  end if;
  return null; end $$;
alter function app.keep_import_rows owner to mirante_gate;
revoke all on function app.keep_import_rows from public;

create or replace trigger user_import_rows_added after insert on user_import_rows referencing new table as written for each statement
  execute function app.keep_import_rows();
