-- Counts an attempt under a key and returns whether it is within the limit for the window. At the limit nothing more is written.
-- Internal: called by account_act_opens, account_forgot, account_opens and 18 more.
create or replace function app.attempt(p_key text, p_limit int, p_window interval)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (insert into public.attempts as x (key, n, until) values (p_key, 1, app.now() + p_window)
    on conflict (key) do update set n = case when x.until <= app.now() then 1 else x.n + 1 end,
      until = case when x.until <= app.now() then excluded.until else x.until end
    where x.until <= app.now() or x.n < p_limit returning 1)
  select exists (select from c) $$;
alter function app.attempt owner to mirante_gate;
revoke all on function app.attempt from public;
