-- Uses one factor exactly once: a TOTP step, a recovery code and a passkey counter are never accepted twice. Using one of the account's
-- cancels the waiting period after a reported loss. Returns whether it was accepted.
-- Internal: called by account_prove, factor_use, factor_write and 2 more.
create or replace function app.factor_spend(p_holders uuid[], p_use jsonb)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_use->>'kind' = 'totp' then
    update public.factors f
      set step = (p_use->>'step')::bigint, last_used_at = app.now()
      where f.id = (p_use->>'id')::uuid and f.holder = any (p_holders) and f.kind = 'totp' and f.step < (p_use->>'step')::bigint;
  elsif p_use->>'kind' = 'recovery' then
    update public.factors f
      set used_at = app.now(), last_used_at = app.now()
      where f.holder = any (p_holders) and f.kind = 'recovery' and f.hash = (p_use->>'hash')::bytea and f.used_at is null;
  elsif p_use->>'kind' = 'passkey' then
    update public.factors f
      set counter = (p_use->>'counter')::bigint, last_used_at = app.now()
      where f.id = (p_use->>'id')::uuid and f.holder = any (p_holders) and f.kind = 'passkey'
      and (f.counter < (p_use->>'counter')::bigint or (f.counter = 0 and (p_use->>'counter')::bigint = 0));
  else return false; end if;
  if not found then return false; end if;
  -- A user who still has one of the account's factors hasn't lost them all.
  update public.accounts a set lost_at = null where a.id = any (p_holders) and a.lost_at is not null
    and exists (select from public.factors f
      where f.account_id = a.id and (f.id = (p_use->>'id')::uuid or f.hash = (p_use->>'hash')::bytea));
  return true; end $$;
alter function app.factor_spend owner to mirante_gate;
revoke all on function app.factor_spend from public;
