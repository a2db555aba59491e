-- Returns the caller's kind: the sealed one, or door for sign-in functions, which run without a seal. 'none' means that the caller skipped
-- app.enter; 'owner' is any role that the Worker doesn't use.
-- Internal: called by ask_start, capacity_demand, capacity_plan and 4 more.
create or replace function app.caller_kind() returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.my_kind(),
    case
      when session_user = 'mirante_door' then 'door'
      when session_user in ('mirante_app', 'mirante_wide', 'mirante_job', 'mirante_public') then 'none'
      else 'owner' end) $$;
alter function app.caller_kind owner to mirante_gate;
revoke all on function app.caller_kind from public;
