-- Returns what the platform set of a tenant's state that a layer below can't undo: blocked, deleted, trial. Empty for the platform itself.
-- Callers: mirante_app, mirante_wide.
create or replace function app.held_above(t public.tenants) returns text[] stable parallel safe
  return case
    when app.scope() = 'platform' then '{}'
    else array_remove(array[case when t.blocked_by = 'platform' then 'blocked' end, case when t.deleted_by = 'platform' then 'deleted' end,
      case when t.trial_by = 'platform' then 'trial' end],
    null) end;
revoke all on function app.held_above from public;
grant execute on function app.held_above to mirante_app, mirante_gate, mirante_wide;
