-- Enforces a partner's limits: a unit can't be created without limits of its own, and no change may take more than the partner has left. A
-- unit that had no limit before can still be renamed. Raises the name of the limit with what is left.
-- Internal: called by add_tenant, edit_tenant, set_tenant_status.
-- Raises: the limit.
create or replace function app.keep_within(p_up public.tenants, p_new public.tenants, p_before int[], p_product text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare n record; v_what text; v_given int; v_limit int; v_own int; v_before int; begin
  if p_up.kind <> 'partner' then return; end if;
  select * into n from app.tree_use(p_up.id, p_product);
  for v_what, v_given, v_limit, v_own, v_before in values ('users', n.users_given, p_up.user_limit, p_new.user_limit, p_before[1]),
      ('domains', n.domains_given, p_up.domain_limit, p_new.domain_limit, p_before[2]),
      ('reports', n.reports_given, p_up.report_limit, p_new.report_limit, p_before[3]) loop
    if v_limit is not null and ((v_own is null and p_new.version = 1) or (v_given > v_limit and v_given > v_before)) then
      raise exception '% %', v_what, greatest(0, v_limit - v_before) using errcode = 'MT422';
    end if;
  end loop; end $$;
alter function app.keep_within owner to mirante_gate;
revoke all on function app.keep_within from public;
