-- Returns service accounts whose secret expires within 30, 7 or 1 day(s) and whose warning hasn't been sent. Sending the warning marks it
-- as sent.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.due_secrets(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select a.tenant_id, a.id from public.service_accounts a
   where a.secret_ends_at > app.now() and a.secret_ends_at <= app.now() + interval '30 days' and not a.disabled
     and a.secret_warned_days is distinct from case
       when a.secret_ends_at <= app.now() + interval '1 day' then '1'
       when a.secret_ends_at <= app.now() + interval '7 days' then '7'
       else '30' end
   order by a.secret_ends_at limit least(p_n, 100) $$;
alter function app.due_secrets owner to mirante_gate;
revoke all on function app.due_secrets from public;
grant execute on function app.due_secrets to mirante_job;
