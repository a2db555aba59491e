-- Returns, of the jobs that a tick names, those that have work, aren't leased and whose slot has come, with that slot. One round trip
-- covers a minute in which nothing is due. p_jobs is [{name, every, at, missed}] in minutes. A job without a case of its own always counts
-- as having work.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on job_marks.
create or replace function app.due(p_jobs jsonb, p_check_every interval)
returns table (name text, slot timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with planned as materialized (
      select x.n, x.j->>'name' as name, m.done_for, m.taken_until,
          case
            when x.j->>'missed' = 'each' and m.done_for is not null then least(l.latest, date_bin(p.every, m.done_for, p.origin) + p.every)
            else l.latest end as slot
        from jsonb_array_elements(p_jobs) with ordinality x (j, n)
          cross join lateral (select make_interval(mins => (x.j->>'every')::int) as every,
          timestamptz '2000-01-01 00:00:00+00' + make_interval(mins => (x.j->>'at')::int) as origin) p
          cross join lateral (select date_bin(p.every, app.now(), p.origin) as latest) l
          left join public.job_marks m on m.name = x.j->>'name'),
    free as materialized (select *
      from planned q
      where (q.done_for is null or q.slot > q.done_for) and (q.taken_until is null or q.taken_until <= app.now()))
  select f.name, f.slot from free f where case f.name
      when 'announce-and-close-windows' then exists (select from app.due_windows(1))
      when 'read-data-times'
        then exists (select from public.reports r
          where r.kind = 'powerbi' and r.dataset_id is not null and (r.checked_at is null or r.checked_at < app.now() - p_check_every))
      when 'warn-of-secrets' then exists (select from app.due_secrets(1))
      when 'warn-of-displays' then exists (select from app.due_devices(1))
      when 'resume-exports' then exists (select from app.due_exports(1))
      when 'resume-user-imports' then exists (select from app.due_user_imports(1))
      when 'remove-old-exports'
        then exists (select from public.exports e
          where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null)))
        or exists (select from public.exports e
          where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing'))
      when 'settle-addresses'
        then exists (select from public.settings s
          where s."values"->'ip_trial'->>'until' is not null and (s."values"->'ip_trial'->>'until')::timestamptz <= app.now())
      when 'settle-remote' then exists (select from app.due_remote(1))
      when 'expire-people' then exists (select from app.due_people(1))
      when 'warn-of-limits' then exists (select from app.due_limits(1))
      when 'settle-requests' then exists (select from app.due_requests(1))
      when 'tell-of-partners' then exists (select from app.due_partner_months(1))
      when 'tell-of-trials'
        then exists (select from public.tenants t where t.status = 'T' and t.trial_ends_at <= app.now() + interval '7 days')
      when 'fan-out-mailings'
        then exists (select from public.mailings m
          join public.tenants t on t.id = m.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
          where m.state in ('queued', 'running') and (m.taken_until is null or m.taken_until < app.now()))
      when 'deliver-outbox'
        then exists (select from public.outbox o where o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now()))
      when 'look-at-capacities' then exists (select from app.due_capacities(1))
      when 'claim-tasks'
        then exists (select from public.task_triggers g
          where g.next_at <= app.now() and (g.taken_until is null or g.taken_until <= app.now()))
        or exists (select from app.due_runs(1))
      when 'tell-of-tasks' then exists (select from app.due_tasks(1))
      when 'forget-units' then exists (select from app.due_units(1))
      else true end order by f.n $$;
alter function app.due owner to mirante_gate;
revoke all on function app.due from public;
grant execute on function app.due to mirante_job;
