-- Helps with the second step of a sign-in that the account vouches for: mails a code for the first factor ('code') or, when the user has
-- lost every factor, a link that starts the waiting period after which they are wiped ('lost'). While that is running, it sends the mail
-- that cancels it again. Returns 'ok', 'over' or 'limited'.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, factors, outbox and 2 more.
create or replace function app.factor_help(p_hash bytea, p_tenant uuid, p_host text, p_what text, p_address text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; v_account uuid; v_any boolean; v_lost timestamptz; begin
  if not app.attempt('f2 ' || p_address, 200, '15 min') then return 'limited'; end if;
  select * into k
    from public.tickets t
    where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now() and t.body->>'vouched' = 'account';
  select u.account_id into v_account
    from public.users u
    where u.tenant_id = k.tenant_id and u.id = (k.body->>'userId')::uuid and u.deleted_at is null and u.seat is null;
  if v_account is null then return 'over'; end if;
  v_any := exists (select from public.factors f where f.account_id = v_account);
  if p_what = 'code' and not v_any then
    return case when app.code_mail(v_account, k.tenant_id, (k.body->>'userId')::uuid) then 'ok' else 'limited' end;
  end if;
  if p_what is distinct from 'lost' or not v_any then return 'over'; end if;
  if not app.attempt('fl ' || v_account, 3, '1 hour') then return 'limited'; end if;
  select a.lost_at into v_lost from public.accounts a where a.id = v_account;
  insert into public.outbox (tenant_id, kind, body)
    values (k.tenant_id, case when v_lost is null then 'account.lost' else 'account.waiting' end,
      jsonb_strip_nulls(jsonb_build_object('user_id', k.body->>'userId', 'account', v_account, 'at', v_lost + interval '24 hours')));
  return 'ok'; end $$;
alter function app.factor_help owner to mirante_gate;
revoke all on function app.factor_help from public;
grant execute on function app.factor_help to mirante_door;
