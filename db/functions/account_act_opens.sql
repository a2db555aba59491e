-- Returns what a link about an account's factors does, without using it: undo a change ('account.undo'), start the waiting period after
-- every factor was lost ('account.lost'), or cancel that period ('account.keep'); and the language of the user it was mailed to. No row
-- when the link is used, expired or belongs to another host; only `wait` (seconds) when the address is rate limited.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, factor_changes and 3 more.
create or replace function app.account_act_opens(p_hash bytea, p_host text, p_address text)
returns table (wait int, purpose text, unit text, email text, what text, name text, at timestamptz, expires_at timestamptz,
  language text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.attempt('p ' || p_address, 120, '15 min') then
    return query
      select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::text, null::text, null::text,
        null::timestamptz, null::timestamptz, null::text
      from public.attempts x
      where x.key = 'p ' || p_address;
    return;
  end if;
  return query select 0, k.purpose, h.name, a.email, c.what, c.name, coalesce(c.at, a.lost_at), k.expires_at,
      (select u.language from public.users u where u.tenant_id = k.tenant_id and u.id = k.user_id)
    from public.tokens k join public.tenants h on h.id = k.tenant_id join public.accounts a on a.id = (k.body->>'account')::uuid
    left join public.factor_changes c on c.id = (k.body->>'change')::uuid and c.account_id = a.id and c.undone_at is null
   where k.hash = p_hash and k.purpose in ('account.undo', 'account.lost', 'account.keep') and k.host = p_host and k.used_at is null
     and k.expires_at > app.now()
     and (k.purpose <> 'account.undo' or c.id is not null) and (k.purpose <> 'account.keep' or a.lost_at is not null); end $$;
alter function app.account_act_opens owner to mirante_gate;
revoke all on function app.account_act_opens from public;
grant execute on function app.account_act_opens to mirante_door;
