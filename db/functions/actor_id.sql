-- Returns the user who acts as another, or null; read from the sealed setting.
-- Callers: mirante_app, mirante_job, mirante_wide.
create or replace function app.actor_id() returns uuid stable parallel safe return nullif((app.me())[4], '-')::uuid;
revoke all on function app.actor_id from public;
grant execute on function app.actor_id to mirante_app, mirante_gate, mirante_job, mirante_wide;
