-- Moves a user's own factors to the account they get, unless the account already has some. Nothing earlier remains of an account whose
-- owner was never verified. A removed user's factors are deleted.
create or replace function app.join_factors() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if new.deleted_at is not null then delete from public.factors f where f.holder = new.id; return null; end if;
  delete from public.factors f using public.accounts a where a.id = new.account_id and a.password_at = app.now() and f.holder = a.id;
  if exists (select from public.factors f where f.holder = new.account_id) then delete from public.factors f where f.holder = new.id;
  else update public.factors f set holder = new.account_id, account_id = new.account_id, tenant_id = null, user_id = null where f.holder = new.id; end if;
  return null; end $$;
alter function app.join_factors owner to mirante_gate;
revoke all on function app.join_factors from public;

create or replace trigger users_factors after update of account_id, deleted_at on users for each row
  when ((old.account_id is null and new.account_id is not null) or (old.deleted_at is null and new.deleted_at is not null)) execute function app.join_factors();
