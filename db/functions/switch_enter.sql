-- Turns an approved partner request into the ticket to enter.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on sessions.
create or replace function app.switch_enter(p_wait bytea, p_sid uuid, p_hash bytea)
returns table (state text, host text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; begin
  perform app.need('{own}');
  select r.* into q
    from public.remote_requests r
    where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind = 'partner'
      and app.actor_id() is null
    for update;
  if not found
    or not exists (select from public.sessions s where s.id = p_sid and s.user_id = app.user_id() and s.home_id = app.home_id()) then
    return;
  end if;
  if q.state is distinct from 'authorized' or (q.enter_by > app.now()) is not true then
    return query select case when q.state = 'authorized' then 'expired' else q.state end, null::text;
    return;
  end if;
  if app.may_visit(q, p_sid) is not true then return query select 'expired', null::text; return; end if;
  return query select q.state, app.switch_ticket(q, p_sid, p_hash); end $$;
alter function app.switch_enter owner to mirante_gate;
revoke all on function app.switch_enter from public;
grant execute on function app.switch_enter to mirante_app;
