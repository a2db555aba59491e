-- Keeps the account apart from administrators' edits: a new address unlinks it, removal sets it aside, restoring the user links it again.
-- Trigger on users.
-- Security definer: like every function of the gate.
create or replace function app.part_account()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    new.removed_account_id := old.account_id; new.account_id := null;
  elsif new.deleted_at is null and old.deleted_at is not null then
    new.account_id := old.removed_account_id; new.removed_account_id := null;
  elsif new.email <> old.email and app.tenant_id() is not null and app.user_id() is distinct from new.id then
    new.account_id := null;
  end if;
  return new; end $$;
alter function app.part_account owner to mirante_gate;
revoke all on function app.part_account from public;

create or replace trigger users_parted before update on users for each row
  when (new.deleted_at is distinct from old.deleted_at or new.email <> old.email) execute function app.part_account();
