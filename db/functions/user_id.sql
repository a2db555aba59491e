-- Returns the caller's user, or the user they act as; read from the sealed setting.
-- Callers: mirante_app, mirante_job, mirante_wide.
create or replace function app.user_id() returns uuid stable parallel safe return nullif((app.me())[3], '-')::uuid;
revoke all on function app.user_id from public;
grant execute on function app.user_id to mirante_app, mirante_gate, mirante_job, mirante_wide;
