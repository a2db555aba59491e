-- Returns whether a tenant is active: status A, or T until its trial ends.
-- Internal: called by ask_start, capacity_due, capacity_viewers and 32 more.
create or replace function app.acts(p_status text, p_trial timestamptz)
returns boolean stable parallel safe return p_status = 'A' or (p_status = 'T' and (p_trial is null or p_trial > app.now()));
revoke all on function app.acts from public;
grant execute on function app.acts to mirante_gate;
