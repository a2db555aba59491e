-- Returns the people and displays that used a capacity since p_since: how many, and when the last of them gave a sign. p_tenant counts one
-- unit alone, null all that reach it and aren't suspended.
-- Internal: called by capacity_demand, capacity_facts.
create or replace function app.capacity_viewers(p_id uuid, p_since timestamptz, p_tenant uuid, out viewers int, out alive_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
begin
  with units as materialized (select distinct m.tenant_id
      from public.capacity_members m join public.tenants t on t.id = m.tenant_id and t.deleted_at is null
      where m.capacity_id = p_id and app.acts(t.status, t.trial_ends_at) and (p_tenant is null or m.tenant_id = p_tenant)),
    live as materialized (select u.tenant_id, v.report_id, coalesce(v.user_id, v.id) as who, v.alive_at
      from units u
        cross join lateral (select v.id, v.user_id, v.report_id, v.alive_at
          from public.visits v
          where v.tenant_id = u.tenant_id and v.alive_at > p_since offset 0) v),
    shown as (select distinct l.tenant_id, l.report_id from live l),
    here as materialized (select s.tenant_id, s.report_id from shown s where app.on_capacity(p_id, s.tenant_id, s.report_id)),
    players as (select d.tenant_id, d.id, d.last_seen
      from units u
        cross join lateral (select d.tenant_id, d.id, d.last_seen, d.playlist_id
          from public.playlist_devices d
          where d.tenant_id = u.tenant_id and coalesce(d.last_seen, '-infinity') > p_since and d.revoked_at is null offset 0) d
        join public.playlists p on p.tenant_id = d.tenant_id and p.id = d.playlist_id and p.keeps_capacity
      where exists (select from public.playlist_items i
        where i.tenant_id = d.tenant_id and i.playlist_id = d.playlist_id and app.on_capacity(p_id, i.tenant_id, i.report_id))),
    seen as (select l.tenant_id, l.who, l.alive_at from live l join here h on h.tenant_id = l.tenant_id and h.report_id = l.report_id
      union all select p.tenant_id, p.id, p.last_seen from players p)
  select count(distinct (s.tenant_id, s.who))::int, max(s.alive_at) into viewers, alive_at from seen s; end $$;
alter function app.capacity_viewers owner to mirante_gate;
revoke all on function app.capacity_viewers from public;
