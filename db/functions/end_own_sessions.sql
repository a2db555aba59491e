-- Ends the caller's other sessions, or one of them, in every unit of their account where the account is theirs to reach. Ending all also
-- forgets remembered devices except the current one.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on sessions.
create or replace function app.end_own_sessions(p_id uuid, p_device bytea, p_address text, p_request text)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with w as (update public.sessions s set revoked_at = app.now() from app.own_rows() o
      where s.home_id = o.tenant_id and s.user_id = o.user_id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null
        and s.expires_at > app.now()
        and s.id <> app.my_session() and (p_id is null or s.id = p_id) returning s.id, s.tenant_id, s.user_id),
    d as (select case
      when p_id is null
        and app.actor_id() is null then app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), p_device) end as n),
    a as materialized (select w.id, app.write_audit(w.tenant_id, 'session.end', null, p_ip => p_address, p_request => p_request,
      p_user => w.user_id, p_home => w.tenant_id) from w)
  select count(a.id)::int from d left join a on true $$;
alter function app.end_own_sessions owner to mirante_gate;
revoke all on function app.end_own_sessions from public;
grant execute on function app.end_own_sessions to mirante_app;
