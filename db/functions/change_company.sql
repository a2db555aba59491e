-- Leaves for another tenant of the same account. Returns a single-use ticket for its host, 'sign_in' when that tenant accepts no passwords,
-- or 'prove' when the caller's account must be proved first, whatever the target.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute company_ticket, write_audit.
create or replace function app.change_company(p_target uuid, p_hash bytea, p_address text, p_request text)
returns table (state text, host text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid := app.my_account(); v_made boolean; begin
  perform app.need('{own}');
  if v_account is null then return query select case when app.may_prove() then 'prove' else 'none' end, null::text; return; end if;
  select t.host, t.made into host, v_made from app.company_ticket(v_account, app.tenant_id(), app.my_session(), p_target, p_hash) t;
  if host is null then state := 'none'; return next; return; end if;
  if not v_made then state := 'sign_in'; return next; return; end if;
  -- Not where to: the administrators of this tenant don't learn in which others the account is used.
  perform app.write_audit(app.tenant_id(), 'session.company', null, p_ip => p_address, p_request => p_request);
  state := 'ok'; return next; end $$;
alter function app.change_company owner to mirante_gate;
revoke all on function app.change_company from public;
grant execute on function app.change_company to mirante_app;
