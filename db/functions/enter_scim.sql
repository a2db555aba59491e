-- The first statement of every SCIM request: the token and its tenant must be active. It seals a directory and no user, and returns a row
-- so that a statement can take its tenant from it.
-- Callers: mirante_app.
-- Raises: session_gone, tenant_blocked.
-- Security definer: callers may not execute acts, set_me.
create or replace function app.enter_scim(p_hash bytea, p_tenant uuid, p_address text)
returns table (tenant uuid, token uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select k.id, k.last_used_at is null
    or k.last_used_at < app.now() - interval '1 minute' as old, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.scim_tokens k join public.tenants t on t.id = k.tenant_id
   where k.tenant_id = p_tenant and k.hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > app.now());
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.acts is not true then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, null, null, 'scim', p_tenant, 'scim', 'act', 'directory', null, null);
  if s.old then
    update public.scim_tokens
      set last_used_at = app.now(), last_ip = p_address
      where tenant_id = p_tenant
        and id = (select id from public.scim_tokens where tenant_id = p_tenant and id = s.id for no key update skip locked);
  end if;
  return query select p_tenant, s.id; end $$;
alter function app.enter_scim owner to mirante_gate;
revoke all on function app.enter_scim from public;
grant execute on function app.enter_scim to mirante_app;
