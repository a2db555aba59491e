-- Returns the tenant of the caller's own user, read from the sealed setting; differs from tenant_id() when they act elsewhere.
-- Callers: mirante_app, mirante_job, mirante_wide.
create or replace function app.home_id() returns uuid stable parallel safe return nullif((app.me())[6], '-')::uuid;
revoke all on function app.home_id from public;
grant execute on function app.home_id to mirante_app, mirante_gate, mirante_job, mirante_wide;
