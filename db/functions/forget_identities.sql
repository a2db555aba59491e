-- Removes a purged user's identities at every provider.
-- Trigger on users.
-- Security definer: callers lack the grants on identities.
create or replace function app.forget_identities()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.identities where tenant_id = new.tenant_id and user_id = new.id;
  return null; end $$;
alter function app.forget_identities owner to mirante_gate;
revoke all on function app.forget_identities from public;

create or replace trigger users_identities_forgotten after update of purged_at on users for each row
  when (new.purged_at is not null and old.purged_at is null)
  execute function app.forget_identities();
