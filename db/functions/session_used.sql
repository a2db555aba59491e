-- Returns when a session ends and extends one that is in use, at most to three times its unit's hours from the start.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers lack the grants on sessions, sign_ins.
create or replace function app.session_used(p_sid uuid, p_used boolean)
returns table (ends_at timestamptz, last_at timestamptz)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  with h as (select make_interval(hours => coalesce((select (s."values"->>'login_timeout')::int
    from public.settings s
    where s.tenant_id = app.tenant_id()),
    8)) as hours),
    w as (update public.sessions s
      set last_seen = app.now(), expires_at = greatest(s.expires_at, least(s.created_at + 3 * h.hours, app.now() + h.hours, s.ends_by))
      from h
      where p_used and s.id = p_sid and s.tenant_id = app.tenant_id() and s.user_id = app.user_id() and s.actor_sid is null
        and s.revoked_at is null and s.expires_at > app.now()
      returning s.expires_at),
    r as (update public.sign_ins i set seen_at = app.now() where i.sid = p_sid and i.tenant_id = app.tenant_id() and exists (select from w))
  select coalesce((select w.expires_at from w), s.expires_at), least(greatest(s.expires_at, s.created_at + 3 * h.hours), s.ends_by)
    from public.sessions s, h
    where s.id = p_sid and s.user_id = app.user_id() $$;
alter function app.session_used owner to mirante_gate;
revoke all on function app.session_used from public;
grant execute on function app.session_used to mirante_app;
