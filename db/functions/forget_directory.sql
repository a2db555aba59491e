-- Clears directory data when a user is purged.
-- Trigger on users.
-- Security definer: like every function of the gate.
create or replace function app.forget_directory()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.user_name := null; new.user_name_key := null; new.external_id := null; new.scim := null; return new; end $$;
alter function app.forget_directory owner to mirante_gate;
revoke all on function app.forget_directory from public;

create or replace trigger users_directory_forgotten before update on users for each row
  when (new.purged_at is distinct from old.purged_at)
  execute function app.forget_directory();
