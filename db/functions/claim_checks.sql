-- Leases the reports whose data time should be read from the service, least recently checked first.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.claim_checks(p_n int, p_every interval)
returns table (tenant_id uuid, id uuid)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  update public.reports r set checked_at = app.now() from (select c.tenant_id, c.id from public.reports c
      where c.kind = 'powerbi' and c.dataset_id is not null and (c.checked_at is null or c.checked_at < app.now() - p_every)
      order by c.checked_at nulls first limit least(p_n, 100) for update skip locked) c
   where r.tenant_id = c.tenant_id and r.id = c.id returning r.tenant_id, r.id $$;
alter function app.claim_checks owner to mirante_gate;
revoke all on function app.claim_checks from public;
grant execute on function app.claim_checks to mirante_job;
