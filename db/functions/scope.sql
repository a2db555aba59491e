-- Returns how far the caller sees, read from the sealed setting: platform, partner, unit, or the kind of client that has no user.
-- Callers: mirante_app, mirante_job, mirante_wide.
create or replace function app.scope() returns text stable parallel safe return (app.me())[7];
revoke all on function app.scope from public;
grant execute on function app.scope to mirante_app, mirante_gate, mirante_job, mirante_wide;
