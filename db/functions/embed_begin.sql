-- Starts an embedded session from the proof of the step that read its key. A token is single use: of sixty concurrent calls, one succeeds.
-- A user's proof goes on to start their session; an anonymous one ends here.
-- Callers: mirante_door.
-- Raises: link_used, session_gone.
-- Security definer: callers lack the grants on attempts, embed_keys, embed_sessions, tickets.
create or replace function app.embed_begin(p_proof bytea, p_tenant uuid, p_host text, p_sid uuid, p_once bytea, p_identity jsonb,
  p_filters jsonb, p_until timestamptz, p_address text, p_request text)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  b jsonb := app.proof_take(p_proof, 'proof.embed', p_tenant, p_host); v_key uuid := (b->>'key')::uuid; v_user uuid := (b->>'userId')::uuid;
begin
  if b is null then raise exception 'session_gone' using errcode = 'MR401'; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at, used_at)
    values (p_once, 'embedded', p_tenant, p_host, '{}', app.now() + interval '20 minutes', app.now())
    on conflict do nothing;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  perform from public.embed_keys k where k.tenant_id = p_tenant and k.id = v_key and k.revoked_at is null for share;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.embed_keys k
    set last_used_at = app.now()
    where k.tenant_id = p_tenant and k.id = v_key and (k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute');
  insert into public.embed_sessions (tenant_id, id, key_id, user_id, report_id, identity, filters, address, expires_at)
    values (p_tenant, p_sid, v_key, v_user, (b->>'report')::uuid, p_identity, p_filters, p_address, p_until);
  update public.attempts set n = greatest(n - 1, 0) where key = 'em ' || p_address;
  if v_user is null then
    perform app.write_audit(p_tenant, 'embedded.start', app.session_mark(p_sid),
      jsonb_build_object('key', v_key, 'report', b->'report', 'username', p_identity->>'username'), p_address, p_request,
      p_user => null, p_home => p_tenant);
  else
    perform app.proof_make(p_proof, 'proof', p_tenant, p_host, b);
  end if;
  return true; end $$;
alter function app.embed_begin owner to mirante_gate;
revoke all on function app.embed_begin from public;
grant execute on function app.embed_begin to mirante_door;
