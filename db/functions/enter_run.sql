-- The first statement of a transaction that writes the effect of a task's run: a job in the unit, with the task's owner as its user, so
-- that what it writes names them. A task of a partner has no owner, and then there is no user.
-- Callers: mirante_job.
-- Raises: changed.
-- Security definer: callers may not execute set_me.
create or replace function app.enter_run(p_tenant uuid, p_run uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_owner uuid; begin
  select k.owner_id into v_owner
    from public.task_runs r join public.tasks k on k.tenant_id = r.tenant_id and k.id = r.task_id
    where r.tenant_id = p_tenant and r.id = p_run and r.state in ('claimed', 'running');
  if not found then raise exception 'changed' using errcode = 'MR419'; end if;
  perform app.set_me(p_tenant, v_owner, null, 'job', p_tenant, 'job', 'act', 'job', null, null); end $$;
alter function app.enter_run owner to mirante_gate;
revoke all on function app.enter_run from public;
grant execute on function app.enter_run to mirante_job;
