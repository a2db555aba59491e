-- Returns tenants that crossed 80% or 100% of their user limit, or dropped below it again.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_limits(p_n int)
returns table (tenant_id uuid, parent_id uuid, level int, told int, used int, user_limit int, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select t.id, t.parent_id, l.level, t.users_told, t.users_used, t.user_limit, t.name from public.tenants t,
    lateral (select case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end as level) l
   where t.user_limit is not null
     and t.users_told <> (case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end)
     and t.deleted_at is null and (l.level > t.users_told or t.users_used * 100 < t.user_limit * (t.users_told - 5))
       order by t.id
       limit least(p_n, 100) $$;
alter function app.due_limits owner to mirante_gate;
revoke all on function app.due_limits from public;
grant execute on function app.due_limits to mirante_job;
