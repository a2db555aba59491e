-- Cancels the request that the asker's page waits for.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute write_audit.
create or replace function app.wait_cancel(p_wait bytea, p_address text, p_request text)
returns text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with q as (select r.tenant_id, r.id, r.state
    from public.remote_requests r
    where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id()),
    w as (update public.remote_requests r set state = 'cancelled', decided_at = app.now(), version = version + 1 from q
      where r.tenant_id = q.tenant_id and r.id = q.id and r.state in ('requested', 'authorized') returning r.tenant_id, r.id),
    a as materialized (select app.write_audit(w.tenant_id, 'remote.cancel', w.id, p_ip => p_address, p_request => p_request) from w)
  select case when (select count(*) from a) > 0 then 'cancelled' else (select q.state from q) end $$;
alter function app.wait_cancel owner to mirante_gate;
revoke all on function app.wait_cancel from public;
grant execute on function app.wait_cancel to mirante_app;
