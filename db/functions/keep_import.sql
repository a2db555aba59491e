-- Fires when an import begins and, while it runs, when its choices change. A job applies the rows later, so the permissions for what they
-- do (set a profile above user, change existing users) are checked here, against the user who begins or changes it.
-- Trigger on user_imports.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_import()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if coalesce((new.options->'choices'->>'update')::boolean, false) or coalesce(new.options->'fixed'->>'profile', 'user') <> 'user'
    or exists (select from public.user_import_rows r
      where r.tenant_id = new.tenant_id and r.import_id = new.id and not r.removed
        and coalesce(r.person->>'profile', 'user') <> 'user') then
    perform app.guard_keys('{job}');
  end if;
  return null; end $$;
alter function app.keep_import owner to mirante_gate;
revoke all on function app.keep_import from public;

create or replace trigger user_imports_begun after insert on user_imports for each row
  when (new.state = 'running')
  execute function app.keep_import();
create or replace trigger user_imports_kept after update on user_imports for each row
  when (new.state = 'running' and ((old.state, old.options) is distinct from (new.state, new.options))) execute function app.keep_import();
