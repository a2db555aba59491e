-- Returns imports whose message was lost or whose Worker was stopped; the next batch of each is due.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_user_imports(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select i.tenant_id, i.id
    from public.user_imports i
    where i.state = 'running' and (i.taken_until is null or i.taken_until < app.now())
    order by i.taken_until nulls first
    limit least(p_n, 200) $$;
alter function app.due_user_imports owner to mirante_gate;
revoke all on function app.due_user_imports from public;
grant execute on function app.due_user_imports to mirante_job;
