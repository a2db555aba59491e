-- Mails a code for the first factor of the caller's account. Returns 'none' when there is no account, 'limited' when there were too many.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on factors.
create or replace function app.own_code_mail()
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own}');
  if app.my_account() is null or exists (select from public.factors f where f.account_id = app.my_account()) then return 'none'; end if;
  return case when app.code_mail(app.my_account(), app.tenant_id(), app.user_id()) then 'ok' else 'limited' end; end $$;
alter function app.own_code_mail owner to mirante_gate;
revoke all on function app.own_code_mail from public;
grant execute on function app.own_code_mail to mirante_app;
