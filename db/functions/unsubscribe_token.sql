-- Returns the token by which this person of the entered tenant stops one kind of mail.
-- Callers: mirante_job (job).
-- Security definer: callers may not execute unsubscribe_mac.
create or replace function app.unsubscribe_token(p_person uuid, p_about text)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select replace(p_person::text, '-', '') || '.' || p_about || '.' || app.unsubscribe_mac(app.tenant_id(), p_person, p_about) $$;
alter function app.unsubscribe_token owner to mirante_gate;
revoke all on function app.unsubscribe_token from public;
grant execute on function app.unsubscribe_token to mirante_job;
