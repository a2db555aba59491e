-- Counts the caller, who finds a capacity closed, as demand of the present five minutes, at most once in five minutes; returns whether it
-- did. p_barred: only others may start it.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers lack the grants on capacity_demand.
create or replace function app.note_closed(p_capacity uuid, p_report uuid, p_barred boolean)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal}');
  if not exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
    where m.tenant_id = app.tenant_id() and m.capacity_id = p_capacity and app.acts(t.status, t.trial_ends_at)) then
    return false;
  end if;
  insert into public.capacity_waiters as w (tenant_id, capacity_id, user_id, report_id, asked_at, closed_at)
    values (app.tenant_id(), p_capacity, app.user_id(), p_report, null, app.now())
    on conflict (tenant_id, capacity_id, user_id) do update set closed_at = excluded.closed_at
      where coalesce(w.closed_at <= app.now() - interval '5 minutes', true);
  if not found then return false; end if;
  insert into public.capacity_demand as d (capacity_id, at, viewers, barred, work, wakes)
    values (p_capacity, date_bin('5 minutes', app.now(), 'epoch'), (not p_barred)::int, p_barred::int, 0, 0)
    on conflict (capacity_id, at) do update set viewers = d.viewers + excluded.viewers, barred = d.barred + excluded.barred;
  return true; end $$;
alter function app.note_closed owner to mirante_gate;
revoke all on function app.note_closed from public;
grant execute on function app.note_closed to mirante_app;
