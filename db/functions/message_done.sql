-- Clears the failure record of a queue message that succeeded on a retry.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on failed_messages.
create or replace function app.message_done(p_body jsonb)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.failed_messages m where m.tenant_id = (select app.platform_id()) and m.key = md5((p_body - 'at')::text) $$;
alter function app.message_done owner to mirante_gate;
revoke all on function app.message_done from public;
grant execute on function app.message_done to mirante_job;
