-- Returns units with partner sessions in a month that has ended in the unit's time zone and hasn't been reported yet.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_partner_months(p_n int)
returns table (tenant_id uuid, begins timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select q.tenant_id, date_trunc('month', app.now() at time zone t.zone) at time zone t.zone
    from public.remote_requests q join public.tenants t on t.id = q.tenant_id
   where q.kind = 'partner' and q.started_at is not null and q.digest_at is null and t.deleted_at is null
     and q.started_at < date_trunc('month', app.now() at time zone t.zone) at time zone t.zone
   group by q.tenant_id, t.zone order by min(q.started_at) limit least(p_n, 200) $$;
alter function app.due_partner_months owner to mirante_gate;
revoke all on function app.due_partner_months from public;
grant execute on function app.due_partner_months to mirante_job;
