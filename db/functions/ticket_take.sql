-- Uses a ticket once and returns its body; null if it is unknown, used or expired.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on tickets.
create or replace function app.ticket_take(p_hash bytea, p_purpose text, p_tenant uuid, p_host text)
returns jsonb
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.tickets t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = p_purpose and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.body $$;
alter function app.ticket_take owner to mirante_gate;
revoke all on function app.ticket_take from public;
grant execute on function app.ticket_take to mirante_door;
