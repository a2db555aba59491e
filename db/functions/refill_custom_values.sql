-- Rebuilds the searchable values of a field that became searchable or changed its type.
-- Trigger on custom_fields.
-- Security definer: callers may not execute custom_found, tenants_below.
create or replace function app.refill_custom_values()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_where uuid[] := case when new.global then array(select app.tenants_below(new.tenant_id)) else array[new.tenant_id] end; begin
  delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = new.key;
  if new.searchable and new.of = 'user' then
    insert into public.custom_values (tenant_id, row_id, key, value) select u.tenant_id, u.id, new.key, x.v
      from public.users u, lateral app.custom_found(new.type, u.custom -> new.key) x (v)
      where u.tenant_id = any (v_where) and u.custom ? new.key on conflict do nothing;
  elsif new.searchable then
    insert into public.custom_values (tenant_id, row_id, key, value) select r.tenant_id, r.id, new.key, x.v
      from public.reports r, lateral app.custom_found(new.type, r.custom -> new.key) x (v)
      where r.tenant_id = any (v_where) and r.custom ? new.key on conflict do nothing;
  end if;
  return null; end $$;
alter function app.refill_custom_values owner to mirante_gate;
revoke all on function app.refill_custom_values from public;

create or replace trigger custom_fields_searched after update of searchable, type on custom_fields for each row
  when (old.searchable is distinct from new.searchable or old.type is distinct from new.type)
  execute function app.refill_custom_values();
