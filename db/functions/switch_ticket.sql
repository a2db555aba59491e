-- Creates the ticket with which an approved partner arrives on the unit's host: single use, one minute.
-- Internal: called by partner_switch, switch_enter.
create or replace function app.switch_ticket(q public.remote_requests, p_sid uuid, p_hash bytea)
returns text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
    select p_hash, 'partner', q.tenant_id, coalesce(q.user_id, app.seat_of(q.tenant_id, q.asker_home_id, q.asker_id)), d.host, p_sid,
      app.now() + interval '60 seconds', jsonb_build_object('request', q.id)
      from public.domains d where d.tenant_id = q.tenant_id order by d.main desc, d.host limit 1 returning host $$;
alter function app.switch_ticket owner to mirante_gate;
revoke all on function app.switch_ticket from public;
