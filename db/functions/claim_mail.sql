-- Leases due mail to one run: lanes in priority order, round-robin over tenants, or of one tenant. One slot in four is reserved for bulk
-- mail, so other mail can't starve it; `wait_ms` is the time until a row's slot at its rate-limited server. The lease of a Worker that is
-- killed expires.
-- Callers: mirante_job (job).
-- Security definer: callers may not execute take_mail.
create or replace function app.claim_mail(p_lanes int[], p_n int, p_per_tenant int, p_lease interval, p_tenant uuid, p_rate float8)
returns table (tenant_id uuid, id uuid, lane int, wait_ms int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_left int := least(p_n, 100); v_got int; v_lane int; begin
  perform app.need('{job}');
  if 3 = any (p_lanes) then
    return query select * from app.take_mail(3, v_left / 4, p_per_tenant, p_lease, p_tenant, p_rate);
    get diagnostics v_got = row_count;
    v_left := v_left - v_got;
  end if;
  foreach v_lane in array array[0, 1, 2, 3] loop
    continue when not v_lane = any (p_lanes);
    return query select * from app.take_mail(v_lane, v_left, p_per_tenant, p_lease, p_tenant, p_rate);
    get diagnostics v_got = row_count;
    v_left := v_left - v_got;
  end loop; end $$;
alter function app.claim_mail owner to mirante_gate;
revoke all on function app.claim_mail from public;
grant execute on function app.claim_mail to mirante_job;
