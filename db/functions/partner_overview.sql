-- Returns a partner's overview of the tenants below: units that need attention, each list short and read by an index, and the caller's last
-- entries.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.partner_overview(p_n int)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select jsonb_build_object(
    'units',
    (select count(*)
      from (select from public.tenants t where t.parent_id = app.tenant_id() and t.kind = 'unit' and t.deleted_at is null limit 1) c),
    'people', (select coalesce(sum(t.users_used), 0) from public.tenants t where t.parent_id = app.tenant_id() and t.deleted_at is null),
    'trials', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (select t.id, t.name, t.trial_ends_at as at from public.tenants t
      where t.parent_id = app.tenant_id() and t.status = 'T' and t.deleted_at is null and t.trial_ends_at <= app.now() + interval '14 days'
      order by t.trial_ends_at, t.id
      limit least(p_n, 20)) n),
    'seats',
    (select coalesce(jsonb_agg(to_jsonb(n)), '[]')
      from (select t.id, t.name, t.users_used as used, t.user_limit as "limit" from public.tenants t
      where t.parent_id = app.tenant_id() and t.status in ('A', 'T') and t.deleted_at is null and t.user_limit is not null
        and t.users_used * 10 >= t.user_limit * 9
      order by t.id
      limit least(p_n, 20)) n),
    -- The newest units in which no administrator has ever signed in.
    'invited', (select coalesce(jsonb_agg(to_jsonb(n) order by n.at), '[]') from (select t.id, t.name, t.created_at as at from
      (select * from public.tenants x where x.parent_id = app.tenant_id() order by x.created_at desc, x.id limit 50) t
      where t.status in ('A', 'T') and t.deleted_at is null and t.created_at <= app.now() - interval '2 days'
        and not exists (select from public.users u
          where u.tenant_id = t.id and u.profile in ('admin', 'master') and u.account_id is not null and u.deleted_at is null)
          limit least(p_n, 20)) n),
    'entries',
    (select coalesce(jsonb_agg(to_jsonb(n) order by n.asked desc), '[]')
      from (select q.id, t.id as unit_id, t.name as unit, q.created_at as asked,
        case
          when (q.state = 'requested' and q.expires_at <= app.now()) or (q.state = 'authorized' and q.enter_by <= app.now()) then 'expired'
          when q.state = 'active' and q.ends_at <= app.now() then 'ended'
          else q.state end as state,
        (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id) as person,
        case
          when q.admin_at is not null
            then (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.admin_id) end as allowed_by,
        nullif(q.refusal, '') as refusal, q.started_at, least(coalesce(q.ended_at, app.now()), q.ends_at) as until
      from public.remote_requests q join public.tenants t on t.id = q.tenant_id
      where q.kind = 'partner' and q.asker_id = app.user_id() and q.asker_home_id = app.tenant_id()
      order by q.created_at desc, q.id desc
      limit least(p_n, 20)) n))
  where app.scope() = 'partner' and app.actor_id() is null $$;
alter function app.partner_overview owner to mirante_gate;
revoke all on function app.partner_overview from public;
grant execute on function app.partner_overview to mirante_app;
