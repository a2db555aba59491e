-- Leases due outbox rows to one worker; skip locked keeps workers off each other's rows.
create or replace function app.claim(p_n int, p_lease interval) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  update public.outbox o set taken_until = app.now() + p_lease from (select c.tenant_id, c.id from public.outbox c where c.due_at <= app.now() and (c.taken_until is null or c.taken_until < app.now()) order by c.due_at limit least(p_n, 100) for update skip locked) c
   where o.tenant_id = c.tenant_id and o.id = c.id returning o.tenant_id, o.id $$;
alter function app.claim owner to mirante_gate;
revoke all on function app.claim from public;
grant execute on function app.claim to mirante_job;
