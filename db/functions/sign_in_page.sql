-- Returns the notices and the maintenance window that the sign-in page shows: at most two notices of the tenant and of those above, the
-- most severe and then the oldest first. A tenant above that may not act shows none. A window that was cancelled or only warns blocks no
-- sign-in; one with a login notice is announced here.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on maintenance, notices, tenants.
create or replace function app.sign_in_page(p_tenant uuid)
returns table (notices jsonb, maintenance jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.id, t.parent_id, false as above, true as shows
    from public.tenants t
    where t.id = p_tenant
    union all select t.id, t.parent_id, true, app.acts(t.status, t.trial_ends_at)
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true),
  found as (select n.id, n.title, n."text", n.body, n.severity, n.texts, null::timestamptz as window_start,
      null::timestamptz as window_end, n.starts_at
    from up join lateral (select * from public.notices x
      where x.tenant_id = up.id and up.shows and x.withdrawn_at is null and coalesce(x.ends_at, 'infinity'::timestamptz) > app.now()
        and x.at_login and x.starts_at <= app.now() and (x.audience_below or not up.above) offset 0) n on true
    union all select m.id, m.title, m."text", null, 'warning', m.texts, m.starts_at, m.ends_at, m.starts_at from public.maintenance m
      where m.tenant_id = p_tenant and m.target = 'unit' and m.login_notice and m.cancelled_at is null and m.ends_at > app.now()
        and m.starts_at - make_interval(hours => m.announce_hours) <= app.now()
        and not (m.blocks and m.starts_at <= app.now())),
  shown as (select f.* from found f order by array_position(array['error', 'warning', 'info'], f.severity), f.starts_at, f.id limit 2)
  select coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'text', n."text", 'body', n.body,
      'severity', n.severity, 'texts', n.texts, 'startsAt', n.window_start, 'endsAt', n.window_end)) from shown n), '[]'),
    (select jsonb_build_object('title', m.title, 'text', m."text", 'texts', m.texts, 'until', m.ends_at) from public.maintenance m
      where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
        and m.ends_at > app.now()
      order by m.ends_at desc
      limit 1) $$;
alter function app.sign_in_page owner to mirante_gate;
revoke all on function app.sign_in_page from public;
grant execute on function app.sign_in_page to mirante_public;
