-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- A unit without a limit of its own under a partner that has one: none is made so, and none becomes so; one that was so before may still be renamed.
create or replace function app.keep_within(p_up public.tenants, p_new public.tenants, p_before int[], p_product text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare n record; v_what text; v_given int; v_limit int; v_own int; v_before int; begin
  if p_up.kind <> 'partner' then return; end if;
  select * into n from app.tree_use(p_up.id, p_product);
  for v_what, v_given, v_limit, v_own, v_before in values ('users', n.users_given, p_up.user_limit, p_new.user_limit, p_before[1]),
      ('domains', n.domains_given, p_up.domain_limit, p_new.domain_limit, p_before[2]), ('reports', n.reports_given, p_up.report_limit, p_new.report_limit, p_before[3]) loop
    if v_limit is not null and ((v_own is null and p_new.version = 1) or (v_given > v_limit and v_given > v_before)) then
      raise exception '% %', v_what, greatest(0, v_limit - v_before) using errcode = 'MT422';
    end if;
  end loop; end $$;
create function app.keep_limits() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up public.tenants; begin
  select * into v_up from public.tenants where id = new.parent_id;
  if v_up.kind = 'partner' and ((new.user_limit is null and v_up.user_limit is not null and old.user_limit is not null)) then raise exception 'users 0' using errcode = 'MT422'; end if;
  if v_up.kind = 'partner' and new.domain_limit is null and v_up.domain_limit is not null and old.domain_limit is not null then raise exception 'domains 0' using errcode = 'MT422'; end if;
  if v_up.kind = 'partner' and new.report_limit is null and v_up.report_limit is not null and old.report_limit is not null then raise exception 'reports 0' using errcode = 'MT422'; end if;
  return new; end $$;
create trigger tenants_limits_kept before update of user_limit, domain_limit, report_limit on tenants for each row execute function app.keep_limits();
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.keep_limits() owner to mirante_gate;
  revoke all on function app.keep_limits() from public;
  revoke create on schema app from mirante_gate; end $$;
