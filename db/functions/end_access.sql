-- Signs a user out everywhere and revokes their links when they may no longer act or the row now belongs to another person. Links about an
-- account's factors keep working: no unit can stop a user from undoing a change.
-- Trigger on users.
-- Security definer: callers lack the grants on devices, sessions, tokens.
create or replace function app.end_access()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.sessions set revoked_at = app.now() where home_id = new.tenant_id and user_id = new.id and revoked_at is null;
  delete from public.devices where tenant_id = new.tenant_id and user_id = new.id;
  update public.tokens
    set used_at = app.now()
    where tenant_id = new.tenant_id and user_id = new.id and used_at is null
      and purpose not in ('account.undo', 'account.lost', 'account.keep');
  return null; end $$;
alter function app.end_access owner to mirante_gate;
revoke all on function app.end_access from public;

create or replace trigger users_ended after update on users for each row
  when ((old.status in ('A', 'T') and new.status not in ('A', 'T')) or new.deleted_at is distinct from old.deleted_at
    or new.email <> old.email)
  execute function app.end_access();
