-- Returns tenants deleted more than 30 days ago that have no tenants below them; they can be purged.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_units(p_n int)
returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select t.id
    from public.tenants t
    where t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days'
      and not exists (select from public.tenants c where c.parent_id = t.id)
    order by t.deleted_at
    limit least(p_n, 20) $$;
alter function app.due_units owner to mirante_gate;
revoke all on function app.due_units from public;
grant execute on function app.due_units to mirante_job;
