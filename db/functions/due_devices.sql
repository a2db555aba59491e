-- Returns displays that expire within 30, 7 or 1 day(s) and whose warning hasn't been sent. Sending the warning marks it as sent.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_devices(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select d.tenant_id, d.id from public.playlist_devices d
   where d.revoked_at is null and d.approved_at is not null and d.expires_at > app.now() and d.expires_at <= app.now() + interval '30 days'
     and d.warned_days is distinct from case
       when d.expires_at <= app.now() + interval '1 day' then 1
       when d.expires_at <= app.now() + interval '7 days' then 7
       else 30 end
   order by d.expires_at limit least(p_n, 100) $$;
alter function app.due_devices owner to mirante_gate;
revoke all on function app.due_devices from public;
grant execute on function app.due_devices to mirante_job;
