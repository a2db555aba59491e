-- Returns users who have expired or are due an expiry notice.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_people(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select u.tenant_id, u.id from public.users u
   where u.expires_at <= app.now() + interval '7 days' and u.expires_at is not null and u.status in ('A', 'T') and u.deleted_at is null
     and (u.expires_at <= app.now()
       or u.expiry_told is distinct from case when u.expires_at <= app.now() + interval '1 day' then 1 else 7 end)
   order by u.expires_at limit least(p_n, 500) $$;
alter function app.due_people owner to mirante_gate;
revoke all on function app.due_people from public;
grant execute on function app.due_people to mirante_job;
