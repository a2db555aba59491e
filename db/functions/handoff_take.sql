-- Takes an answer that was handed on, from the origin that it was given to, and creates a code for this host and this browser.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.handoff_take(p_hash bytea, p_tenant uuid, p_host text, p_origin text, p_code bytea, p_browser text,
  p_seconds int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.ticket_take(p_hash, 'sso.handoff', p_tenant, p_host); begin
  if b is null or b->>'origin' is distinct from p_origin then return false; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_code, 'sso.code', p_tenant, p_host, (b - 'origin') || jsonb_build_object('browser', p_browser),
      app.now() + make_interval(secs => p_seconds));
  return true; end $$;
alter function app.handoff_take owner to mirante_gate;
revoke all on function app.handoff_take from public;
grant execute on function app.handoff_take to mirante_door;
