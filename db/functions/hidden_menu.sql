-- Returns all menu entries hidden from a tenant: by its own settings, by the settings of every tenant above it, and by the partner or the
-- platform.
-- Internal: called by account_opens, arrive, entrant and 5 more.
create or replace function app.hidden_menu(p_tenant uuid)
returns text[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (with recursive up as (select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform as given
    from public.tenants t
    where t.id = p_tenant
      union all select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform
      from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select coalesce(array_agg(distinct h), '{}') from (
    select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu')
      when 'array' then s."values"->'hidden_menu'
      else '[]' end) as h
      from up join lateral (select x."values" from public.settings x where x.tenant_id = up.id offset 0) s on true
    union all select unnest(up.given) from up) x); end $$;
alter function app.hidden_menu owner to mirante_gate;
revoke all on function app.hidden_menu from public;
