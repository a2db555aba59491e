-- Returns who still has to acknowledge a notice of the caller's tenant, in its tenants below too where it applies there. Of a notice that
-- is over, those who were there while it was shown. Nothing for a notice that no one has to acknowledge.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers may not execute acts.
create or replace function app.notice_missing(p_notice uuid)
returns table (tenant_id uuid, unit text, id uuid, name text, email text, sort_key text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  with recursive n as (select x.audience, x.audience_below, coalesce(least(x.ends_at, x.withdrawn_at), 'infinity') as over
    from public.notices x
    where x.tenant_id = app.tenant_id() and x.id = p_notice and x.must_acknowledge),
  down as (select app.tenant_id() as id, n.audience_below as below
    from n
    union all select t.id, down.below
    from down join lateral (select x.id from public.tenants x
      where x.parent_id = down.id and down.below and x.deleted_at is null offset 0) t on true)
  select t.id, t.name, u.id, u.name, u.email, u.sort_key
    from n cross join down
      join lateral (select x.id, x.name from public.tenants x
        where x.id = down.id and app.acts(x.status, x.trial_ends_at) offset 0) t on true
      join lateral (select x.id, x.name, x.email, x.sort_key from public.users x
        where x.tenant_id = t.id and x.status in ('A','T') and x.seat is null and x.deleted_at is null and x.created_at < n.over
          and (n.audience->>'type' = 'all' or n.audience->'profiles' @> to_jsonb(x.profile)
            or (t.id = app.tenant_id() and n.audience->>'type' = 'groups' and exists (select from public.user_group_members m
              join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
              where m.tenant_id = x.tenant_id and m.user_id = x.id and n.audience->'ids' @> to_jsonb(m.user_group_id::text))))
          and not exists (select from public.notice_states s
            where s.tenant_id = x.tenant_id and s.notice_tenant_id = app.tenant_id() and s.notice_id = p_notice and s.user_id = x.id
              and s.acknowledged_at is not null) offset 0) u on true $$;
alter function app.notice_missing owner to mirante_gate;
revoke all on function app.notice_missing from public;
grant execute on function app.notice_missing to mirante_app;
