-- Limits a session by an end that its provider or its link sets; the first limit holds.
-- Internal: called by session_begin.
create or replace function app.session_bound(p_sid uuid, p_end timestamptz)
returns timestamptz
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.sessions s
    set ends_by = p_end, expires_at = least(s.expires_at, p_end)
    where s.id = p_sid and s.ends_by is null and s.revoked_at is null
    returning s.ends_by $$;
alter function app.session_bound owner to mirante_gate;
revoke all on function app.session_bound from public;
