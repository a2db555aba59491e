-- Refuses a change that would leave a tenant without an active administrator, even when several are blocked concurrently.
-- Trigger on users.
-- Raises: last_administrator.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_administrator()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.tenant_id() is null then return null; end if;
  perform from public.tenants where id = new.tenant_id for no key update;
  if not exists (select from public.users u
    where u.tenant_id = new.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.seat is null
      and u.deleted_at is null) then
    raise exception 'last_administrator' using errcode = 'MR418';
  end if;
  return null; end $$;
alter function app.keep_administrator owner to mirante_gate;
revoke all on function app.keep_administrator from public;

create or replace trigger users_administered after update on users for each row
  when (old.profile in ('a2m', 'master', 'admin') and old.status in ('A', 'T') and old.seat is null and old.deleted_at is null
    and not (new.profile in ('a2m', 'master', 'admin') and new.status in ('A', 'T')
      and new.deleted_at is null)) execute function app.keep_administrator();
