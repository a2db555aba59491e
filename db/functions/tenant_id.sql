-- Returns the tenant entered, read from the sealed setting; null for a job that claims. Every row-level policy compares with it.
-- Callers: mirante_app, mirante_job, mirante_wide.
create or replace function app.tenant_id() returns uuid stable parallel safe return nullif((app.me())[2], '-')::uuid;
revoke all on function app.tenant_id from public;
grant execute on function app.tenant_id to mirante_app, mirante_gate, mirante_job, mirante_wide;
