-- Returns the caller's own session, read from the sealed setting; null for clients that have none.
-- Callers: mirante_app.
create or replace function app.my_session() returns uuid stable parallel safe return nullif((app.me())[11], '-')::uuid;
revoke all on function app.my_session from public;
grant execute on function app.my_session to mirante_app, mirante_gate;
