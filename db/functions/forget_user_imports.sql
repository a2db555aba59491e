-- Deletes imported rows: drafts after 30 days, finished imports after 90.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on user_imports.
create or replace function app.forget_user_imports(p_n int)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with old as (select i.tenant_id, i.id from public.user_imports i where i.state <> 'running'
      and coalesce(i.ended_at, i.created_at) < app.now() - case when i.ended_at is null then interval '30 days' else interval '90 days' end
        limit least(p_n, 500)),
    gone as (delete from public.user_imports i using old where i.tenant_id = old.tenant_id and i.id = old.id returning 1)
  select count(*)::int from gone $$;
alter function app.forget_user_imports owner to mirante_gate;
revoke all on function app.forget_user_imports from public;
grant execute on function app.forget_user_imports to mirante_job;
