-- Deletes embedded sessions a week after they expired and revoked keys after 180 days.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on embed_keys, embed_sessions.
create or replace function app.sweep_embedded()
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.embed_sessions where expires_at < app.now() - interval '7 days';
  delete from public.embed_keys k
    where k.revoked_at < app.now() - interval '180 days'
      and not exists (select from public.embed_sessions e where e.tenant_id = k.tenant_id and e.key_id = k.id) $$;
alter function app.sweep_embedded owner to mirante_gate;
revoke all on function app.sweep_embedded from public;
grant execute on function app.sweep_embedded to mirante_job;
