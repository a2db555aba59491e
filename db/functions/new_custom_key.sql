-- Returns a key for a new field that no tenant above, beside or below uses; null when there are already fifty. Fields are created one at a
-- time.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers may not execute custom_fields_of, tenants_below.
create or replace function app.new_custom_key(p_base text, p_global boolean)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key text := p_base; n int := 1; begin
  perform app.need('{own,remote,partner}');
  perform pg_advisory_xact_lock(hashtextextended('custom_fields', 0));
  if (select count(*) from app.custom_fields_of(app.tenant_id()) f where f.global = p_global and f.deleted_at is null) >= 50 then
    return null;
  end if;
  while exists (select from app.custom_fields_of(app.tenant_id()) f where f.key = v_key)
      or exists (select from app.tenants_below(app.tenant_id()) t (id)
        join lateral (select from public.custom_fields f where f.tenant_id = t.id and f.key = v_key offset 0) f on true) loop
    n := n + 1; v_key := p_base || '_' || n; end loop;
  return v_key; end $$;
alter function app.new_custom_key owner to mirante_gate;
revoke all on function app.new_custom_key from public;
grant execute on function app.new_custom_key to mirante_app;
