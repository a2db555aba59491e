-- Creates a single-use ticket for a host, for a purpose that doesn't identify a user: a ticket that does is created by the step that proves
-- it.
-- Callers: mirante_door.
-- Raises: purpose.
-- Security definer: callers lack the grants on tickets.
create or replace function app.ticket_make(p_hash bytea, p_purpose text, p_tenant uuid, p_host text, p_body jsonb, p_seconds int)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (p_purpose in ('sso.request', 'saml.test', 'passkey')) is not true then raise exception 'purpose' using errcode = 'MR500'; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, p_purpose, p_tenant, p_host, p_body, app.now() + make_interval(secs => p_seconds));
end $$;
alter function app.ticket_make owner to mirante_gate;
revoke all on function app.ticket_make from public;
grant execute on function app.ticket_make to mirante_door;
