-- Refuses to remove a unit's limit when its partner has one.
-- Trigger on tenants.
-- Raises: domains, reports, users.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_limits()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up public.tenants; begin
  select * into v_up from public.tenants where id = new.parent_id;
  if v_up.kind = 'partner' and ((new.user_limit is null and v_up.user_limit is not null and old.user_limit is not null)) then
    raise exception 'users 0' using errcode = 'MT422';
  end if;
  if v_up.kind = 'partner' and new.domain_limit is null and v_up.domain_limit is not null and old.domain_limit is not null then
    raise exception 'domains 0' using errcode = 'MT422';
  end if;
  if v_up.kind = 'partner' and new.report_limit is null and v_up.report_limit is not null and old.report_limit is not null then
    raise exception 'reports 0' using errcode = 'MT422';
  end if;
  return new; end $$;
alter function app.keep_limits owner to mirante_gate;
revoke all on function app.keep_limits from public;

create or replace trigger tenants_limits_kept before update of user_limit, domain_limit, report_limit on tenants for each row
  execute function app.keep_limits();
