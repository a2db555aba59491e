-- Starts an embedded session. A token is single use: of sixty concurrent calls, one succeeds.
create or replace function app.embed_begin(p_sid uuid, p_tenant uuid, p_host text, p_once bytea, p_key uuid, p_user uuid, p_report uuid, p_identity jsonb, p_filters jsonb, p_until timestamptz, p_address text, p_request text)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at, used_at) values (p_once, 'embedded', p_tenant, p_host, '{}', app.now() + interval '20 minutes', app.now()) on conflict do nothing;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  perform from public.embed_keys k where k.tenant_id = p_tenant and k.id = p_key and k.revoked_at is null for share;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.embed_keys k set last_used_at = app.now() where k.tenant_id = p_tenant and k.id = p_key and (k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute');
  insert into public.embed_sessions (tenant_id, id, key_id, user_id, report_id, identity, filters, address, expires_at) values (p_tenant, p_sid, p_key, p_user, p_report, p_identity, p_filters, p_address, p_until);
  update public.attempts set n = greatest(n - 1, 0) where key = 'em ' || p_address;
  if p_user is null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'embedded.start', app.session_mark(p_sid), jsonb_build_object('key', p_key, 'report', p_report, 'username', p_identity->>'username'), p_address, p_request);
  end if;
  return true; end $$;
alter function app.embed_begin owner to mirante_gate;
revoke all on function app.embed_begin from public;
grant execute on function app.embed_begin to mirante_door;
