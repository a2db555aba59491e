-- Returns the caller's kind: the sealed one, or door for sign-in functions, which run without a seal. 'none' means that the caller skipped
-- app.enter; 'owner' is any role that the Worker doesn't use. PL/pgSQL keeps its plan: nearly every function asks for it, and a plan for
-- each call was two thirds of what that cost.
-- Internal: called by ask_start, capacity_demand, capacity_plan and 4 more.
create or replace function app.caller_kind() returns text language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(app.my_kind(),
    case
      when session_user = 'mirante_door' then 'door'
      when session_user in ('mirante_app', 'mirante_wide', 'mirante_job', 'mirante_public') then 'none'
      else 'owner' end); end $$;
alter function app.caller_kind owner to mirante_gate;
revoke all on function app.caller_kind from public;
