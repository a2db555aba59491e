-- Maintains the searchable custom field values of users and reports, for single and bulk writes.
-- Trigger on reports, users.
-- Security definer: callers may not execute custom_fields_of, custom_found.
create or replace function app.keep_custom_values()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.custom_values v where v.tenant_id = new.tenant_id and v.row_id = new.id;
  insert into public.custom_values (tenant_id, row_id, key, value) select new.tenant_id, new.id, f.key, x.v
    from app.custom_fields_of(new.tenant_id) f, lateral app.custom_found(f.type, new.custom -> f.key) x (v)
    where f.searchable and new.custom ? f.key
    on conflict do nothing;
  return null; end $$;
alter function app.keep_custom_values owner to mirante_gate;
revoke all on function app.keep_custom_values from public;

create or replace trigger reports_custom_added after insert on reports for each row
  when (new.custom <> '{}')
  execute function app.keep_custom_values();
create or replace trigger reports_custom_changed after update of custom on reports for each row
  when (old.custom is distinct from new.custom)
  execute function app.keep_custom_values();
create or replace trigger users_custom_added after insert on users for each row
  when (new.custom <> '{}')
  execute function app.keep_custom_values();
create or replace trigger users_custom_changed after update of custom on users for each row
  when (old.custom is distinct from new.custom)
  execute function app.keep_custom_values();
