-- Nightly: deletes what has expired. Groups deleted 30 days ago leave their reports without a group.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on attempts, embed_tokens, factor_changes and 7 more.
create or replace function app.sweep() returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare gone record; begin
  perform app.need('{job}');
  delete from public.failed_messages where last_at < app.now() - interval '30 days';
  delete from public.attempts where until < app.now() - interval '1 day';
  delete from public.task_runs where due_at < app.now() - interval '90 days' and state not in ('claimed', 'running');
  delete from public.factor_changes where at < app.now() - interval '7 days';
  delete from public.tokens where expires_at < app.now() - interval '7 days';
  delete from public.embed_tokens where (refused_at is null or refused_at < app.now() - interval '30 days')
    and (expires_at < app.now() - interval '1 hour'
      or (expires_at is null and coalesce(minting_until, refused_at) < app.now() - interval '1 hour'));
  delete from public.sessions s
    where expires_at < app.now() - interval '90 days' and not exists (select from public.sessions a where a.actor_sid = s.id);
  -- The audience of a deleted group or sub-group outlives it: grants to everyone become grants to its viewers, and grants to other users
  -- are removed.
  for gone in
    select r.tenant_id, r.id as report_id, g.id as target_id
      from public.reports r join public.groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
      where g.audience = 'chosen' and g.deleted_at < app.now() - interval '30 days'
    union all
    select r.tenant_id, r.id, s.id from public.reports r join public.subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      join public.groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
      where s.audience = 'chosen' and (s.deleted_at < app.now() - interval '30 days' or g.deleted_at < app.now() - interval '30 days')
  loop
    insert into public.grants (tenant_id, id, report_id, subject, user_id, identity, valid_until, source)
      select e.tenant_id, gen_random_uuid(), e.report_id, 'user', v.user_id, e.identity, e.valid_until, 'group' from public.grants e
        join public.viewers v on v.tenant_id = e.tenant_id and v.target_id = gone.target_id
        where e.tenant_id = gone.tenant_id and e.report_id = gone.report_id and e.subject = 'everyone' on conflict do nothing;
    delete from public.grants e where e.tenant_id = gone.tenant_id and e.report_id = gone.report_id
      and (e.subject = 'everyone'
        or not exists (select from public.viewers v
          where v.tenant_id = e.tenant_id and v.target_id = gone.target_id and v.user_id = e.user_id));
  end loop;
  update public.reports r
    set hidden = true
    from public.groups g
    where g.tenant_id = r.tenant_id and g.id = r.group_id and g.hidden and g.deleted_at < app.now() - interval '30 days';
  update public.reports r set hidden = true from public.subgroups s join public.groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and s.hidden
      and (s.deleted_at < app.now() - interval '30 days' or g.deleted_at < app.now() - interval '30 days');
  update public.reports r set subgroup_id = null from public.subgroups s
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and (s.deleted_at < app.now() - interval '30 days'
      or exists (select from public.groups g
        where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days'));
  update public.reports r
    set group_id = null
    from public.groups g
    where g.tenant_id = r.tenant_id and g.id = r.group_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.groups g
    where g.tenant_id = v.tenant_id and g.id = v.target_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.subgroups s
    where s.tenant_id = v.tenant_id and s.id = v.target_id and s.deleted_at < app.now() - interval '30 days';
  delete from public.subgroups s
    where s.deleted_at < app.now() - interval '30 days'
      or exists (select from public.groups g
        where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days');
  delete from public.groups where deleted_at < app.now() - interval '30 days'; end $$;
alter function app.sweep owner to mirante_gate;
revoke all on function app.sweep from public;
grant execute on function app.sweep to mirante_job;
