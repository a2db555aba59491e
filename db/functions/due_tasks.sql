-- Returns active tasks whose end is due for a notice or has come, those of a partner that is suspended or whose relation has ended, and
-- those that start a maintenance which is to be announced now, or was announced for a time that their calendar has moved.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on relations.
create or replace function app.due_tasks(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.ends_at <= app.now() + interval '30 days'
      and (k.ends_at <= app.now() or k.ends_told is null
        or (k.ends_told > 7 and k.ends_at <= app.now() + interval '7 days')
        or (k.ends_told > 1 and k.ends_at <= app.now() + interval '1 day'))
    order by k.ends_at limit least(p_n, 500))
  union
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.relation_id is not null
      and not exists (select from public.relations r
          join public.tenants h on h.id = r.above_id and h.deleted_at is null and app.acts(h.status, h.trial_ends_at)
        where r.tenant_id = k.tenant_id and r.id = k.relation_id and r.kind = 'partner' and r.role = 'admin' and r.status = 'active'
          and r.ended_at is null and r.until > app.now())
    limit least(p_n, 500))
  union
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.action = 'start'
      and (exists (select from public.task_triggers g
          where g.tenant_id = k.tenant_id and g.task_id = k.id and g.next_at > app.now()
            and g.next_at <= app.now() + make_interval(hours => coalesce((k.options->>'announceHours')::int, 0))
            and not exists (select from public.task_runs r
              where r.tenant_id = g.tenant_id and r.task_id = g.task_id and r.trigger_id = g.id and r.due_at = g.next_at))
        or exists (select from public.task_runs r
            join public.task_triggers g on g.tenant_id = r.tenant_id and g.id = r.trigger_id
          where r.tenant_id = k.tenant_id and r.task_id = k.id and r.state = 'claimed' and r.due_at > app.now()
            and (g.next_at is null or (g.next_at > app.now() and g.next_at <> r.due_at))))
    limit least(p_n, 500)) $$;
alter function app.due_tasks owner to mirante_gate;
revoke all on function app.due_tasks from public;
grant execute on function app.due_tasks to mirante_job;
