-- Returns the settings of the tenants above the caller's, nearest first.
-- Callers: mirante_app (own, remote, partner, embed_portal, embed_report, player, directory, job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.settings_above()
returns setof jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  return query with recursive up as (select t.parent_id, 1 as n
    from public.tenants t
    where t.id = app.tenant_id()
    union all select t.parent_id, n + 1
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select s."values"
    from up join lateral (select x."values" from public.settings x where x.tenant_id = up.parent_id offset 0) s on true
    order by n; end $$;
alter function app.settings_above owner to mirante_gate;
revoke all on function app.settings_above from public;
grant execute on function app.settings_above to mirante_app;
