-- Returns an opaque mark for a session in the audit log: it tells one session's rows from another's without revealing the session's id.
-- Internal: called by act_open, act_over, call_closed and 5 more.
create or replace function app.session_mark(p_sid uuid)
returns uuid immutable parallel safe return substr(encode(sha256(uuid_send(p_sid)), 'hex'), 1, 32)::uuid;
revoke all on function app.session_mark from public;
grant execute on function app.session_mark to mirante_gate;
