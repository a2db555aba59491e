-- Returns how many users or reports have a value of a custom field (the row without an option), and how often each option is chosen.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers may not execute custom_fields_of, tenants_below.
create or replace function app.custom_use(p_id uuid)
returns table (option text, n bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; begin
  perform app.need('{own,remote,partner}');
  select x.* into f from app.custom_fields_of(app.tenant_id()) x where x.id = p_id;
  if f.id is null then return; end if;
  v_where := case
    when f.global and f.tenant_id = app.tenant_id() then array(select app.tenants_below(f.tenant_id))
    else array[app.tenant_id()] end;
  return query with c as materialized (select u.custom -> f.key as v
    from public.users u
    where f.of = 'user' and u.tenant_id = any (v_where) and u.deleted_at is null and u.custom ? f.key
      union all select r.custom -> f.key from public.reports r where f.of = 'report' and r.tenant_id = any (v_where) and r.custom ? f.key)
    select null::text, count(*) from c
    union all (select x.o, count(*)
      from c,
        lateral (select jsonb_array_elements_text(c.v) as o
          where jsonb_typeof(c.v) = 'array'
          union all select c.v #>> '{}'
          where jsonb_typeof(c.v) = 'string') x
      where f.type in ('text', 'list', 'multiple', 'single') group by 1 order by 2 desc, 1 limit 1000); end $$;
alter function app.custom_use owner to mirante_gate;
revoke all on function app.custom_use from public;
grant execute on function app.custom_use to mirante_app;
