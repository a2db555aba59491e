-- Returns remote-access requests that expired and sessions whose grant is gone; the job settles each.
-- Callers: mirante_job (job).
-- Security definer: callers may not execute may_act.
create or replace function app.due_remote(p_n int)
returns table (tenant_id uuid, id uuid, session_id uuid, by text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select r.tenant_id, r.id, case r.state when 'active' then r.session_id end,
    case when r.state = 'active' then case when r.ends_at <= app.now() then 'time' else 'rights' end else 'time' end
    from public.remote_requests r
    where (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now())
      or (r.state = 'active' and app.may_act(r.session_id) is null) order by r.expires_at limit least(p_n, 200) $$;
alter function app.due_remote owner to mirante_gate;
revoke all on function app.due_remote from public;
grant execute on function app.due_remote to mirante_job;
