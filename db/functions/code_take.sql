-- Uses the code that was mailed for an account's first factor: six digits, once, valid for ten minutes. Guesses are counted per caller.
-- Returns whether it was right.
-- Internal: called by factor_use, factor_write.
create or replace function app.code_take(p_account uuid, p_hash bytea)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with k as (update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'account.code' and t.body->>'account' = p_account::text and t.used_at is null
      and t.expires_at > app.now()
    returning 1)
  select exists (select from k) $$;
alter function app.code_take owner to mirante_gate;
revoke all on function app.code_take from public;
