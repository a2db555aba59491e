-- Locks counters one after the other, in the order in which attempts are counted (sign_in_facts, factor_open, passkey_offer); transactions
-- with different lock orders would deadlock.
-- Internal: called by account_take, factor_use, link_bind and 3 more.
create or replace function app.lock_attempts(p_keys text[])
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key text; begin
  foreach v_key in array p_keys loop perform from public.attempts x where x.key = v_key for update; end loop; end $$;
alter function app.lock_attempts owner to mirante_gate;
revoke all on function app.lock_attempts from public;
