-- Of the jobs that a tick could run, those that have work: one trip for a minute in which nothing is due. A job that isn't named here has
-- no question of its own and always runs.
create or replace function app.due_jobs(p_names text[], p_check_every interval) returns text[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select array(select n from unnest(p_names) with ordinality as x (n, at) where case n
      when 'announce-and-close-windows' then exists (select from app.due_windows(1))
      when 'read-data-times' then exists (select from public.reports r where r.kind = 'powerbi' and r.dataset_id is not null and (r.checked_at is null or r.checked_at < app.now() - p_check_every))
      when 'warn-of-secrets' then exists (select from app.due_secrets(1))
      when 'warn-of-displays' then exists (select from app.due_devices(1))
      when 'resume-exports' then exists (select from app.due_exports(1))
      when 'resume-user-imports' then exists (select from app.due_user_imports(1))
      when 'remove-old-exports' then exists (select from public.exports e where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null)))
        or exists (select from public.exports e where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing'))
      when 'settle-addresses' then exists (select from public.settings s where s."values"->'ip_trial'->>'until' is not null and (s."values"->'ip_trial'->>'until')::timestamptz <= app.now())
      when 'settle-remote' then exists (select from app.due_remote(1))
      when 'expire-people' then exists (select from app.due_people(1))
      when 'warn-of-limits' then exists (select from app.due_limits(1))
      when 'settle-requests' then exists (select from app.due_requests(1))
      when 'tell-of-partners' then exists (select from app.due_partner_months(1))
      when 'fan-out-mailings' then exists (select from public.mailings m join public.tenants t on t.id = m.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) where m.state in ('queued', 'running') and (m.taken_until is null or m.taken_until < app.now()))
      when 'deliver-outbox' then exists (select from public.outbox o where o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now()))
      when 'forget-units' then exists (select from app.due_units(1))
      else true end order by at) $$;
alter function app.due_jobs owner to mirante_gate;
revoke all on function app.due_jobs from public;
grant execute on function app.due_jobs to mirante_job;
