-- Returns the seconds of a visit. One that was never closed ends with its last heartbeat; a visit counts four hours at most.
-- Callers: mirante_app.
create or replace function app.visit_seconds(p_from timestamptz, p_last timestamptz, p_end timestamptz)
returns bigint immutable parallel safe return least(14400, greatest(0, extract(epoch from coalesce(p_end, p_last) - p_from)))::bigint;
revoke all on function app.visit_seconds from public;
grant execute on function app.visit_seconds to mirante_app, mirante_gate;
