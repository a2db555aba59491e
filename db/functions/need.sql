-- The first statement of every gate function that a session or a job may call. Refuses callers that skipped app.enter, and kinds that
-- aren't listed.
-- Internal: called by account_code, account_link, account_prove and 145 more.
-- Raises: kind_refused, unsealed.
create or replace function app.need(p_kinds text[])
returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_kind text := app.caller_kind(); begin
  if v_kind = 'none' then raise exception 'unsealed' using errcode = 'MR500'; end if;
  if v_kind <> 'owner' and (v_kind = any (p_kinds)) is not true then raise exception 'kind_refused' using errcode = 'MR425'; end if; end $$;
alter function app.need owner to mirante_gate;
revoke all on function app.need from public;
