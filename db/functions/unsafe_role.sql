-- Returns whether the calling role could bypass row-level security; the Worker refuses to serve if so.
-- Callers: mirante_app, mirante_door, mirante_job, mirante_public, mirante_wide.
create or replace function app.unsafe_role()
returns boolean stable return (select r.rolsuper or r.rolbypassrls from pg_catalog.pg_roles r where r.rolname = current_user);
revoke all on function app.unsafe_role from public;
grant execute on function app.unsafe_role to mirante_app, mirante_door, mirante_job, mirante_public, mirante_wide;
