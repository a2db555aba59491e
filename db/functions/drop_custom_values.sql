-- Deletes the searchable values of deleted users and reports.
-- Trigger on reports, users.
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.drop_custom_values()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.custom_values v using gone g where v.tenant_id = g.tenant_id and v.row_id = g.id; return null; end $$;
alter function app.drop_custom_values owner to mirante_gate;
revoke all on function app.drop_custom_values from public;

create or replace trigger reports_custom_gone after delete on reports referencing old table as gone for each statement
  execute function app.drop_custom_values();
create or replace trigger users_custom_gone after delete on users referencing old table as gone for each statement
  execute function app.drop_custom_values();
