-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
create or replace function app.keep_administrator() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.tenant_id() is null then return null; end if;
  perform from public.tenants where id = new.tenant_id for no key update;
  if not exists (select from public.users u where u.tenant_id = new.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null) then
    raise exception 'last_administrator' using errcode = 'MR418';
  end if;
  return null; end $$;
