-- Returns the caller's profile, read from the sealed setting.
-- Callers: mirante_app, mirante_job, mirante_wide.
create or replace function app.profile() returns text stable parallel safe return (app.me())[5];
revoke all on function app.profile from public;
grant execute on function app.profile to mirante_app, mirante_gate, mirante_job, mirante_wide;
