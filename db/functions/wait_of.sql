-- Returns what the asker's waiting page shows, whichever tenant the request belongs to; no row for other users' requests.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute may_act.
create or replace function app.wait_of(p_wait bytea)
returns table (tenant_id uuid, id uuid, kind text, state text, person text, tenant_name text, reason text, ticket text, reach text,
  minutes int, needs_admin boolean, needs_person boolean, admin_at timestamptz, person_at timestamptz,
    refusal text, created_at timestamptz, expires_at timestamptz, enter_by timestamptz, ends_at timestamptz,
    ended_by text) language sql stable security definer
      set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select r.tenant_id, r.id, r.kind,
    case when (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now()) then 'expired'
      when r.state = 'active' and app.may_act(r.session_id) is null then 'ended' else r.state end,
      u.name, t.name, r.reason, r.ticket, r.reach, r.minutes, r.needs_admin, r.needs_person, r.admin_at, r.person_at, r.refusal,
      r.created_at, r.expires_at, r.enter_by, r.ends_at, r.ended_by
    from public.remote_requests r
      join public.tenants t on t.id = r.tenant_id
      left join public.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
   where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() $$;
alter function app.wait_of owner to mirante_gate;
revoke all on function app.wait_of from public;
grant execute on function app.wait_of to mirante_app;
