-- Returns whether a host name is free.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.host_free(p_host text)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select not exists (select from public.domains d where d.host = p_host) $$;
alter function app.host_free owner to mirante_gate;
revoke all on function app.host_free from public;
grant execute on function app.host_free to mirante_app;
