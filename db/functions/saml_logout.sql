-- Handles a provider's logout request, once per request: ends the sessions that the provider started and no others.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on identities, sessions, tickets.
create or replace function app.saml_logout(p_tenant uuid, p_issuer text, p_name_id text, p_host text, p_seen bytea, p_seconds int,
  p_indexes jsonb, p_address text, p_request text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; v_user uuid; begin
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at)
    values (p_seen, 'sso.seen', p_tenant, p_host, app.now() + make_interval(secs => p_seconds), app.now())
    on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then return null; end if;
  select i.user_id into v_user
    from public.identities i
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = p_issuer and i.name_id = p_name_id
    limit 1;
  -- The provider's session index is stored on the ticket kept for logout. A session without such a ticket ends too.
  update public.sessions s
    set revoked_at = app.now()
    where s.home_id = p_tenant and s.user_id = v_user and s.auth_type = 'saml' and s.revoked_at is null
    and (p_indexes = '[]'
      or not exists (select from public.tickets t
        where t.hash = sha256(convert_to(s.id::text, 'UTF8')) and t.purpose = 'saml.session' and t.tenant_id = p_tenant
      and t.body->>'sessionIndex' is not null and not p_indexes ? (t.body->>'sessionIndex')));
  get diagnostics v_n = row_count;
  if v_n > 0 then
    perform app.write_audit(p_tenant, 'saml.logout', v_user, jsonb_build_object('after', jsonb_build_object('sessions', v_n)),
      p_address, p_request, p_user => v_user, p_home => p_tenant);
  end if;
  return v_n;
end $$;
alter function app.saml_logout owner to mirante_gate;
revoke all on function app.saml_logout from public;
grant execute on function app.saml_logout to mirante_door;
