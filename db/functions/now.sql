-- Returns the current time for every decision in SQL; only the seal uses pg_catalog.now().
-- Callers: mirante_app, mirante_door, mirante_job, mirante_public, mirante_wide.
create or replace function app.now() returns timestamptz stable parallel safe return pg_catalog.now();
revoke all on function app.now from public;
grant execute on function app.now to mirante_app, mirante_door, mirante_gate, mirante_job, mirante_public, mirante_wide;
