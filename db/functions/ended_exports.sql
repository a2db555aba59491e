-- Files kept longer than 24 hours and those of failed exports; exports older than ninety days are deleted.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on exports.
create or replace function app.ended_exports(p_n int)
returns table (tenant_id uuid, id uuid)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.exports e
    where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing');
  select e.tenant_id, e.id
    from public.exports e
    where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null))
    order by e.expires_at nulls first
    limit least(p_n, 500) $$;
alter function app.ended_exports owner to mirante_gate;
revoke all on function app.ended_exports from public;
grant execute on function app.ended_exports to mirante_job;
