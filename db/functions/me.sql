-- Reads and verifies app.me = "seal tenant user actor profile home scope reach kind account session": one setting, bound to the
-- transaction's own start.
-- Callers: mirante_app, mirante_job, mirante_wide.
-- Raises: unsealed.
-- Security definer: callers may not read app.secret, the key of the seal.
create or replace function app.me()
returns text[]
language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare m text[] := string_to_array(nullif(current_setting('app.me', true), ''), ' '); k bytea; begin
  if m is null then return null; end if;
  select v into k from app.secret;
  if m[1] is distinct from encode(sha256(k || timestamptz_send(now()) || convert_to(array_to_string(m[2:], ' '), 'UTF8') || k), 'hex')
     or (m[8] = 'view' and current_setting('transaction_read_only') = 'off') then
    raise exception 'unsealed' using errcode = 'MR500';
  end if;
  return m; end $$;
alter function app.me owner to mirante_gate;
revoke all on function app.me from public;
grant execute on function app.me to mirante_app, mirante_job, mirante_wide;
