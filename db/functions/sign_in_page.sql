-- Returns the notices and the maintenance window that the sign-in page shows. A window that was cancelled or only warns blocks no sign-in;
-- one with a login notice is announced here.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on maintenance, notices.
create or replace function app.sign_in_page(p_tenant uuid)
returns table (notices jsonb, maintenance jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'text', n.text, 'severity', n.severity,
    'texts', n.texts, 'startsAt', n.window_start, 'endsAt', n.window_end))
    from (
      select id, title, text, severity, '{}'::jsonb as texts, null::timestamptz as window_start, null::timestamptz as window_end, starts_at
        from public.notices
        where tenant_id = p_tenant and at_login and starts_at <= app.now() and (ends_at is null or ends_at > app.now())
      union all select id, title, text, 'warning', texts, m.starts_at, m.ends_at, m.starts_at from public.maintenance m
        where m.tenant_id = p_tenant and m.target = 'unit' and m.login_notice and m.cancelled_at is null and m.ends_at > app.now()
          and m.starts_at - make_interval(hours => m.announce_hours) <= app.now()
          and not (m.blocks and m.starts_at <= app.now())
      order by starts_at limit 2) n), '[]'),
    (select jsonb_build_object('title', m.title, 'text', m.text, 'texts', m.texts, 'until', m.ends_at) from public.maintenance m
      where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
        and m.ends_at > app.now()
      order by m.ends_at desc
      limit 1) $$;
alter function app.sign_in_page owner to mirante_gate;
revoke all on function app.sign_in_page from public;
grant execute on function app.sign_in_page to mirante_public;
