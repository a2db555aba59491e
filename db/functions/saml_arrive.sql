-- Completes a SAML sign-in. Refused and replayed responses are recorded, and the session is bounded by the end of the provider's own
-- session. Returns the host on which sign-in continues, null when the response was refused.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on identities, sso_apps, tenants and 2 more.
create or replace function app.saml_arrive(p_tenant uuid, p jsonb)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_request jsonb;
  v_user public.users;
  v_changed public.users;
  v_host text := p->>'host';
  v_redirect text := p->>'redirect';
  v_browser text;
  v_refusal text;
  v_n int;
  a public.sso_apps;
  w jsonb := p->'person';
  v_before jsonb;
  v_bound boolean := false;
  v_new boolean := false;
  v_gone boolean := false;
  v_waits uuid;
  v_void uuid;
begin
  if p->>'request' is not null then
    update public.tickets t
      set used_at = app.now()
      where t.hash = (p->>'request')::bytea and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p->>'host'
      and t.used_at is null and t.expires_at > app.now() and t.body->>'app' = p->>'app' and t.body->>'test' is null
        returning t.body into v_request;
    if v_request is null then
      perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'request', 60, p->>'address', p->>'requestId');
      return null;
    end if;
    v_host := v_request->>'host'; v_redirect := v_request->>'redirect'; v_browser := v_request->>'browser';
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at)
    values ((p->>'seen')::bytea, 'sso.seen', p_tenant, p->>'host', app.now() + make_interval(secs => (p->>'seenSeconds')::int), app.now())
    on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then
    perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'replay', 60, p->>'address', p->>'requestId');
    return null;
  end if;
  -- Serializes concurrent first sign-ins of the same user.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant || ' ' || (w->>'email'), 0));
  select u.* into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject' and u.deleted_at is null
      and u.seat is null and (i.linked_by is null or app.link_holds(p_tenant, u.id) is true);
  if v_user.id is null then
    select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = (p->>'app')::uuid;
    -- A removed user doesn't come back through the provider. If the address was given to another person, that person is a new user.
    v_gone := exists (select from public.identities i
      where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject');
    -- An identifier that an administrator linked and that is no longer valid can only be used by its own user, who confirms it.
    select u.id into v_void
      from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
      where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject'
        and i.linked_by is not null;
    select u.* into v_user
      from public.users u
      where u.tenant_id = p_tenant and u.id = app.provisioned(p_tenant, 'saml', w->>'issuer', w->>'subject')
        and (v_void is null or u.id = v_void)
      for update;
    if v_user.id is not null then v_bound := true;
    else
      select u.* into v_user
        from public.users u
        where u.tenant_id = p_tenant and u.email = w->>'email' and u.deleted_at is null and u.seat is null
          and (v_void is null or u.id = v_void)
        for update;
      if v_user.id is not null then
        if app.may_link(p_tenant, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'email', a.domains) then v_bound := true;
        else v_waits := v_user.id; v_user := null; end if;
      elsif not v_gone and (p->>'jit')::boolean and app.may_join(p_tenant, w->>'email', a.domains)
        and exists (select from public.tenants t where t.id = p_tenant and app.acts(t.status, t.trial_ends_at)) then
        begin
          -- New users have no account and never get the administrator profile.
          insert into public.users (tenant_id, id, email, name, sort_key, profile, status, phone, department, "position")
            values (p_tenant, (p->>'newUser')::uuid, w->>'email', w->>'name', w->>'sortKey', 'user', 'A',
              (select w->>'phone'
                where not exists (select from public.users x
                  where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null)),
              w->>'department', w->>'position')
                returning * into v_user;
          v_bound := true; v_new := true;
        exception when sqlstate 'MR422' then v_refusal := 'user_limit_reached'; when unique_violation then v_refusal := 'error_saml'; end;
      else
        v_refusal := 'not_found_companies';
      end if;
    end if;
    if v_bound then
      delete from public.identities i
        where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject';
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at)
        values (p_tenant, (p->>'newIdentity')::uuid, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'nameId', app.now());
      perform app.write_audit(p_tenant, case when v_new then 'user.add' else 'user.identity' end, v_user.id,
        jsonb_build_object('after', jsonb_build_object('provider', p->>'appName', 'identity', w->>'subject')
            || case
              when v_new
                then jsonb_build_object('name', v_user.name, 'email', v_user.email, 'profile', v_user.profile, 'status', v_user.status,
                  'department', v_user.department, 'position', v_user."position")
              else '{}' end),
        p->>'address', p->>'requestId', p_user => v_user.id, p_home => p_tenant);
    end if;
  else
    update public.identities
      set last_at = app.now(), name_id = w->>'nameId'
      where tenant_id = p_tenant and kind = 'saml' and issuer = w->>'issuer' and subject = w->>'subject';
  end if;
  if v_user.id is not null then
    if not v_new and (p->>'sync')::boolean then
      v_before := jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department,
        'position', v_user."position");
      update public.users u
        set name = coalesce(nullif(w->>'name', ''), u.name), sort_key = coalesce(nullif(w->>'sortKey', ''), u.sort_key),
          department = coalesce(w->>'department', u.department), "position" = coalesce(w->>'position', u."position"),
          phone = case
            when w->>'phone' is null
              or exists (select from public.users x
                where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null and x.id <> u.id) then u.phone
            else w->>'phone' end,
          version = u.version + 1
        where u.tenant_id = p_tenant and u.id = v_user.id
          and (u.name, coalesce(u.phone, ''), coalesce(u.department, ''), coalesce(u."position", ''))
          is distinct from (coalesce(nullif(w->>'name', ''), u.name), coalesce(w->>'phone', u.phone, ''),
            coalesce(w->>'department', u.department, ''), coalesce(w->>'position', u."position", ''))
            returning u.* into v_changed;
      if found then
        v_user := v_changed;
        perform app.write_audit(p_tenant, 'user.edit', v_user.id,
          jsonb_build_object('before', v_before,
              'after', jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department,
              'position', v_user."position", 'provider', p->>'appName')),
          p->>'address', p->>'requestId', p_user => v_user.id, p_home => p_tenant);
      end if;
    end if;
    perform app.saml_groups(p_tenant, v_user.id, w->'groups', w->'mapped', p->>'appName', p->>'address', p->>'requestId');
  end if;
  if v_refusal is not null or v_waits is not null then
    perform app.write_audit(p_tenant, 'saml.refused', (p->>'app')::uuid,
      jsonb_build_object('name', p->>'appName', 'code', coalesce(v_refusal, 'redirect_confirm_link'), 'email', w->>'email'),
      p->>'address', p->>'requestId', p_user => null, p_home => p_tenant);
  end if;
  update public.sso_apps set last_used_at = app.now() where tenant_id = p_tenant and id = (p->>'app')::uuid;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values ((p->>'code')::bytea, 'sso.code', p_tenant, v_host,
      jsonb_strip_nulls(jsonb_build_object('way', 'saml', 'redirect', v_redirect, 'userId', coalesce(v_user.id, v_waits),
        'refusal', v_refusal, 'browser', v_browser, 'ends', case when v_refusal is null then p->>'ends' end,
        'provider', case when v_refusal is null then p->'provider' end,
      'confirm',
      case
        when v_waits is not null
          then jsonb_build_object('app', a.id, 'name', a.name, 'kind', 'saml', 'issuer', w->>'issuer', 'subject', w->>'subject',
          'nameId', w->>'nameId', 'email', w->>'email', 'groups', w->'groups', 'mapped', w->'mapped') end)),
      app.now() + make_interval(secs => (p->>'codeSeconds')::int));
  return v_host;
end $$;
alter function app.saml_arrive owner to mirante_gate;
revoke all on function app.saml_arrive from public;
grant execute on function app.saml_arrive to mirante_door;
