-- Returns what the layers above hide from the caller's tenant, and which layer does; the tenant can see it but not change it.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.hidden_from_above()
returns table (name text, by text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  return query with recursive up as (select t.id, t.parent_id, t.kind, 0 as n, t.hidden_by_partner as p, t.hidden_by_platform as o
    from public.tenants t
    where t.id = app.tenant_id()
      union all select t.id, t.parent_id, t.kind, n + 1, t.hidden_by_partner, t.hidden_by_platform
      from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select h, min(b) from (select unnest(up.p) as h, 'partner' as b from up union all select unnest(up.o), 'platform' from up
    union all select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu')
      when 'array' then s."values"->'hidden_menu'
      else '[]' end),
      up.kind
    from up join lateral (select y."values" from public.settings y where y.tenant_id = up.id offset 0) s on true
    where up.n > 0) x
      group by h; end $$;
alter function app.hidden_from_above owner to mirante_gate;
revoke all on function app.hidden_from_above from public;
grant execute on function app.hidden_from_above to mirante_app;
