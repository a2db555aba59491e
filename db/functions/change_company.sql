-- Switches to another tenant of the same account. A passkey or an invitation's password counts as the account's own sign-in method, like
-- its password.
create or replace function app.change_company(p_sid uuid, p_target uuid, p_hash bytea, p_address text, p_request text) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; v_type text; v_made boolean; begin
  select u.account_id, s.auth_type into v_account, v_type from public.users u join public.sessions s on s.id = p_sid and s.user_id = u.id and s.home_id = u.tenant_id and s.actor_sid is null
   where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null;
  if v_account is null then return query select 'none', null::text; return; end if;
  -- Who came in by a way that is not an account's own proves himself to the target by the target's own way.
  if v_type not in ('password', 'passkey', 'invitation', 'company') then
    return query select 'sign_in', (select d.host from public.domains d where d.tenant_id = c.id order by d.main desc, d.host limit 1) from app.companies() c where c.id = p_target and not c.current;
    return;
  end if;
  select t.host, t.made into host, v_made from app.company_ticket(v_account, app.tenant_id(), p_sid, p_target, p_hash) t;
  if host is null then state := 'none'; return next; return; end if;
  if not v_made then state := 'sign_in'; return next; return; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'session.company', p_sid, jsonb_build_object('to', t.name), p_address, p_request from public.tenants t where t.id = p_target;
  state := 'ok'; return next; end $$;
alter function app.change_company owner to mirante_gate;
revoke all on function app.change_company from public;
grant execute on function app.change_company to mirante_app;
