-- Records for the platform's administrators that a queue message failed, or failed for the last time (p_dead). Does nothing in a portal
-- without a platform.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on failed_messages.
create or replace function app.message_failed(p_queue text, p_kind text, p_unit uuid, p_body jsonb, p_whole boolean, p_attempts int,
  p_error text, p_dead boolean)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  insert into public.failed_messages as m (tenant_id, id, key, queue, kind, unit_id, unit_name, body, whole, attempts, first_error,
    last_error, first_at, last_at, dead_at)
    select p.id, gen_random_uuid(), md5((p_body - 'at')::text), p_queue, p_kind, p_unit,
      (select u.name from public.tenants u where u.id = p_unit), p_body, p_whole, p_attempts,
        p_error, p_error, app.now(), app.now(), case when p_dead then app.now() end
      from (select app.platform_id() as id) p where p.id is not null
    on conflict (tenant_id, key) do update set queue = coalesce(excluded.queue, m.queue), body = excluded.body,
      unit_name = coalesce(excluded.unit_name, m.unit_name),
      attempts = case when p_dead then greatest(m.attempts, p_attempts) else greatest(m.attempts + 1, p_attempts) end,
      first_error = coalesce(m.first_error, p_error), last_error = coalesce(p_error, m.last_error), last_at = excluded.last_at,
      dead_at = coalesce(excluded.dead_at, m.dead_at) $$;
alter function app.message_failed owner to mirante_gate;
revoke all on function app.message_failed from public;
grant execute on function app.message_failed to mirante_job;
