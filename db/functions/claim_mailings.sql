-- Leases unfinished mailings to one worker, the longest waiting first; those of suspended or deleted units wait. p_tenant limits it to one
-- tenant through a range, because "is null or equal" would scan every tenant's rows.
-- Callers: mirante_job (job).
-- Security definer: callers may not execute acts.
create or replace function app.claim_mailings(p_n int, p_lease interval, p_tenant uuid)
returns table (tenant_id uuid, id uuid)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  update public.mailings m
    set taken_until = app.now() + p_lease
    from (select c.tenant_id, c.id
      from public.mailings c join public.tenants t on t.id = c.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
      where c.state in ('queued', 'running') and (c.taken_until is null or c.taken_until < app.now())
        and c.tenant_id between coalesce(p_tenant, '00000000-0000-0000-0000-000000000000')
        and coalesce(p_tenant, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by c.created_at
      limit least(p_n, 100)
      for update of c skip locked) c
   where m.tenant_id = c.tenant_id and m.id = c.id returning m.tenant_id, m.id $$;
alter function app.claim_mailings owner to mirante_gate;
revoke all on function app.claim_mailings from public;
grant execute on function app.claim_mailings to mirante_job;
