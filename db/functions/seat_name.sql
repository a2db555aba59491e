-- Returns the name of a partner's user who acted in the unit, for its histories.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.seat_name(p_user uuid)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select u.name || coalesce(' (' || (select q.asker_from
    from public.remote_requests q
    where q.tenant_id = u.tenant_id and u.email = q.asker_id || '@seat.invalid'
    limit 1) || ')',
    '')
    from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is not null $$;
alter function app.seat_name owner to mirante_gate;
revoke all on function app.seat_name from public;
grant execute on function app.seat_name to mirante_app;
