-- Returns the display name of an audit record's row: the report of a favorite, comment, export or request, else the row's own name, else
-- the name that the record kept. Null when there is none.
-- Internal: called by act_over.
create or replace function app.recorded_name(p_tenant uuid, p_row uuid, p_change jsonb)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select r.title from public.reports r where r.tenant_id = p_tenant and r.id = p_row),
    (select v.name from public.report_views v where v.tenant_id = p_tenant and v.id = p_row),
    (select r.title
      from public.comments c join public.reports r on r.tenant_id = c.tenant_id and r.id = c.report_id
      where c.tenant_id = p_tenant and c.id = p_row),
    (select r.title
      from public.exports e join public.reports r on r.tenant_id = e.tenant_id and r.id = e.report_id
      where e.tenant_id = p_tenant and e.id = p_row),
    (select r.title
      from public.catalog_requests q join public.reports r on r.tenant_id = q.tenant_id and r.id = q.report_id
      where q.tenant_id = p_tenant and q.id = p_row),
    (select l.name from public.playlists l where l.tenant_id = p_tenant and l.id = p_row),
    (select d.name from public.playlist_devices d where d.tenant_id = p_tenant and d.id = p_row),
    (select u.name from public.users u where u.tenant_id = p_tenant and u.id = p_row and u.seat is null),
    (select g.name from public.user_groups g where g.tenant_id = p_tenant and g.id = p_row),
    (select g.name from public.groups g where g.tenant_id = p_tenant and g.id = p_row),
    (select s.name from public.subgroups s where s.tenant_id = p_tenant and s.id = p_row),
    p_change->>'name', p_change->'after'->>'name', p_change->'before'->>'name') $$;
alter function app.recorded_name owner to mirante_gate;
revoke all on function app.recorded_name from public;
