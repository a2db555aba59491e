-- The first statement of a job's transaction: one tenant and no user, or no tenant while it claims what is due.
-- Callers: mirante_job.
-- Raises: tenant_gone.
-- Security definer: callers may not execute set_me.
create or replace function app.enter_job(p_tenant uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_tenant is not null and not exists (select from public.tenants where id = p_tenant) then
    raise exception 'tenant_gone' using errcode = 'MR404';
  end if;
  perform app.set_me(p_tenant, null, null, 'job', p_tenant, 'job', 'act', 'job', null, null); end $$;
alter function app.enter_job owner to mirante_gate;
revoke all on function app.enter_job from public;
grant execute on function app.enter_job to mirante_job;
