-- Returns the caller's own user rows: in every tenant of the account if app.my_account() reaches it, else in this tenant alone.
-- Internal: called by companies, end_own_sessions, own_account and 2 more.
create or replace function app.own_rows()
returns table (tenant_id uuid, user_id uuid)
language sql stable rows 5 security definer set search_path = pg_catalog, pg_temp as $$
  select u.tenant_id, u.id from public.users u where u.account_id = app.my_account()
  union select u.tenant_id, u.id
  from public.users u
  where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and u.seat is null $$;
alter function app.own_rows owner to mirante_gate;
revoke all on function app.own_rows from public;
