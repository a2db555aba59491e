-- Returns a page of a capacity's log, newest first, before an entry if one is named. What it names, and who did it, only its own unit and
-- the platform see.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacity_log.
create or replace function app.capacity_history(p_id uuid, p_at timestamptz, p_before uuid, p_n int)
returns table (id uuid, at timestamptz, what text, is_on boolean, size text, cause text, vars jsonb, by_name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner}');
  if app.sees_capacity(p_id) is not true then return; end if;
  return query
    select l.id, l.at, l.what, l.is_on, l.size, l.cause, case when k.open then l.vars else '{}' end,
        case when k.open then (select u.name from public.users u where u.tenant_id = l.by_tenant_id and u.id = l.by_user_id) end
      from (select x.*
          from public.capacity_log x
          where x.capacity_id = p_id
            and (x.at, x.id) < (coalesce(p_at, 'infinity'), coalesce(p_before, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          order by x.at desc, x.id desc limit least(p_n, 101)) l
        cross join lateral (select app.scope() = 'platform' or l.by_tenant_id = app.tenant_id() as open) k
      order by l.at desc, l.id desc; end $$;
alter function app.capacity_history owner to mirante_gate;
revoke all on function app.capacity_history from public;
grant execute on function app.capacity_history to mirante_app;
