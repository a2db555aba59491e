-- Queues a six-digit code, generated at delivery, to an account's own address through the platform's mail server; at most five an hour.
-- Returns whether it was queued.
-- Internal: called by factor_help, own_code_mail.
create or replace function app.code_mail(p_account uuid, p_tenant uuid, p_user uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.attempt('fm ' || p_account, 5, '1 hour') then return false; end if;
  insert into public.outbox (tenant_id, kind, body)
    values (p_tenant, 'account.code', jsonb_build_object('user_id', p_user, 'account', p_account));
  return true; end $$;
alter function app.code_mail owner to mirante_gate;
revoke all on function app.code_mail from public;
