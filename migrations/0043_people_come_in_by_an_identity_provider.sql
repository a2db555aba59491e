ALTER TABLE "identities" ADD COLUMN "name_id" text;--> statement-breakpoint
CREATE INDEX "identities_named" ON "identities" USING btree ("tenant_id","kind","issuer","name_id");
--> statement-breakpoint
grant insert on user_group_members to mirante_gate;
grant select on user_groups to mirante_gate;
grant update (profile, version) on users to mirante_gate;
grant update (last_used_at) on sso_apps to mirante_gate;

-- What an answer of a provider is judged by: the app, and what the answer's request was, if it is still open.
create function app.saml_app(p_tenant uuid, p_id uuid, p_host text, p_request bytea) returns table (name text, status text, settings jsonb, request jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.name, a.status, a.settings,
      (select t.body from public.tickets t where t.hash = p_request and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and t.body->>'app' = a.id::text)
    from public.sso_apps a where a.tenant_id = p_tenant and a.id = p_id and a.kind = 'saml' $$;

-- An answer that was found good arrives: its request is used, it cannot come again, and whom it names is found, bound once, made, or refused.
create function app.saml_arrive(p_tenant uuid, p jsonb) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_request jsonb; v_user public.users; v_changed public.users; v_host text := p->>'host'; v_redirect text := p->>'redirect'; v_browser text; v_refusal text; v_n int; v_more int;
  w jsonb := p->'person'; v_before jsonb; v_bound boolean := false; v_new boolean := false;
begin
  if p->>'request' is not null then
    update public.tickets t set used_at = app.now() where t.hash = (p->>'request')::bytea and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p->>'host'
      and t.used_at is null and t.expires_at > app.now() and t.body->>'app' = p->>'app' and t.body->>'test' is null returning t.body into v_request;
    if v_request is null then return null; end if;
    v_host := v_request->>'host'; v_redirect := v_request->>'redirect'; v_browser := v_request->>'browser';
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at)
    values ((p->>'seen')::bytea, 'sso.seen', p_tenant, p->>'host', app.now() + make_interval(secs => (p->>'seenSeconds')::int), app.now()) on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then return null; end if;
  -- Two first arrivals of one person are one after the other.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant || ' ' || (w->>'email'), 0));
  select u.* into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject' and u.deleted_at is null and u.seat is null;
  if v_user.id is null then
    delete from public.identities i using public.users u where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject'
      and u.tenant_id = i.tenant_id and u.id = i.user_id and (u.deleted_at is not null or u.seat is not null);
    select u.* into v_user from public.users u where u.tenant_id = p_tenant and u.email = w->>'email' and u.deleted_at is null and u.seat is null for update;
    if v_user.id is not null then
      -- Bound by address once, and only somebody whom no provider knows yet.
      if exists (select from public.identities i where i.tenant_id = p_tenant and i.user_id = v_user.id) then v_refusal := 'error_saml'; v_user := null; else v_bound := true; end if;
    elsif (p->>'jit')::boolean and w->>'email' <> '' and exists (select from public.tenants t where t.id = p_tenant and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)) then
      begin
        insert into public.users (tenant_id, id, email, name, sort_key, profile, status, phone, department, "position")
          values (p_tenant, (p->>'newUser')::uuid, w->>'email', w->>'name', w->>'sortKey', w->>'profile', 'A',
            (select w->>'phone' where not exists (select from public.users x where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null)), w->>'department', w->>'position') returning * into v_user;
        v_bound := true; v_new := true;
      exception when sqlstate 'MR422' then v_refusal := 'user_limit_reached'; when unique_violation then v_refusal := 'error_saml'; end;
    else
      v_refusal := 'not_found_companies';
    end if;
    if v_bound then
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at) values (p_tenant, (p->>'newIdentity')::uuid, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'nameId', app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        select p_tenant, v_user.id, null, p_tenant, case when v_new then 'user.add' else 'user.identity' end, v_user.id,
          jsonb_build_object('after', jsonb_build_object('provider', p->>'appName', 'identity', w->>'subject')
            || case when v_new then jsonb_build_object('name', v_user.name, 'email', v_user.email, 'profile', v_user.profile, 'status', v_user.status, 'department', v_user.department, 'position', v_user."position") else '{}' end), p->>'address', p->>'requestId';
    end if;
  else
    update public.identities set last_at = app.now(), name_id = w->>'nameId' where tenant_id = p_tenant and kind = 'saml' and issuer = w->>'issuer' and subject = w->>'subject';
  end if;
  if v_user.id is not null then
    if not v_new and (p->>'sync')::boolean then
      v_before := jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department, 'position', v_user."position");
      update public.users u set name = coalesce(nullif(w->>'name', ''), u.name), sort_key = coalesce(nullif(w->>'sortKey', ''), u.sort_key), department = coalesce(w->>'department', u.department), "position" = coalesce(w->>'position', u."position"),
          phone = case when w->>'phone' is null or exists (select from public.users x where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null and x.id <> u.id) then u.phone else w->>'phone' end, version = u.version + 1
        where u.tenant_id = p_tenant and u.id = v_user.id and (u.name, coalesce(u.phone, ''), coalesce(u.department, ''), coalesce(u."position", ''))
          is distinct from (coalesce(nullif(w->>'name', ''), u.name), coalesce(w->>'phone', u.phone, ''), coalesce(w->>'department', u.department, ''), coalesce(w->>'position', u."position", '')) returning u.* into v_changed;
      if found then
        v_user := v_changed;
        insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
          values (p_tenant, v_user.id, null, p_tenant, 'user.edit', v_user.id, jsonb_build_object('before', v_before, 'after', jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department, 'position', v_user."position", 'provider', p->>'appName')), p->>'address', p->>'requestId');
      end if;
    end if;
    -- A rule of groups says which profile; the last administrator stays one.
    if not v_new and w->>'ruled' is not null and w->>'ruled' <> v_user.profile and (w->>'ruled' <> 'user'
        or exists (select from public.users x where x.tenant_id = p_tenant and x.id <> v_user.id and x.profile in ('a2m', 'master', 'admin') and x.status in ('A', 'T') and x.seat is null and x.deleted_at is null)) then
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (p_tenant, v_user.id, null, p_tenant, 'user.edit', v_user.id, jsonb_build_object('before', jsonb_build_object('profile', v_user.profile), 'after', jsonb_build_object('profile', w->>'ruled', 'provider', p->>'appName')), p->>'address', p->>'requestId');
      update public.users set profile = w->>'ruled', rights = rights + 1, version = version + 1 where tenant_id = p_tenant and id = v_user.id;
    end if;
    insert into public.user_group_members (tenant_id, user_group_id, user_id)
      select p_tenant, q.id, v_user.id from public.user_groups q where q.tenant_id = p_tenant and q.deleted_at is null and q.id in (select e::uuid from jsonb_array_elements_text(w->'groups') e) on conflict do nothing;
    get diagnostics v_n = row_count;
    delete from public.user_group_members m where m.tenant_id = p_tenant and m.user_id = v_user.id and m.user_group_id in (select e::uuid from jsonb_array_elements_text(w->'mapped') e)
      and m.user_group_id not in (select e::uuid from jsonb_array_elements_text(w->'groups') e);
    get diagnostics v_more = row_count;
    if v_n + v_more > 0 then
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (p_tenant, v_user.id, null, p_tenant, 'user.groups', v_user.id, jsonb_build_object('after', jsonb_build_object('provider', p->>'appName', 'added', v_n, 'removed', v_more)), p->>'address', p->>'requestId');
    end if;
  end if;
  update public.sso_apps set last_used_at = app.now() where tenant_id = p_tenant and id = (p->>'app')::uuid;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values ((p->>'code')::bytea, 'sso.code', p_tenant, v_host, jsonb_strip_nulls(jsonb_build_object('way', 'saml', 'redirect', v_redirect, 'userId', v_user.id, 'refusal', v_refusal, 'browser', v_browser)), app.now() + make_interval(secs => (p->>'codeSeconds')::int));
  return v_host;
end $$;

-- A provider signs somebody out, once by each request: the sessions that it began end; others go on.
create function app.saml_logout(p_tenant uuid, p_issuer text, p_name_id text, p_host text, p_seen bytea, p_seconds int, p_address text, p_request text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; v_user uuid; begin
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at) values (p_seen, 'sso.seen', p_tenant, p_host, app.now() + make_interval(secs => p_seconds), app.now()) on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then return null; end if;
  select i.user_id into v_user from public.identities i where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = p_issuer and i.name_id = p_name_id limit 1;
  update public.sessions set revoked_at = app.now() where home_id = p_tenant and user_id = v_user and auth_type = 'saml' and revoked_at is null;
  get diagnostics v_n = row_count;
  if v_n > 0 then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (p_tenant, v_user, null, p_tenant, 'saml.logout', v_user, jsonb_build_object('after', jsonb_build_object('sessions', v_n)), p_address, p_request);
  end if;
  return v_n;
end $$;

-- A provider that a tenant no longer has: whom it knew is known no more, and the sessions that it began end.
create function app.saml_end(p_issuer text) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with i as (delete from public.identities where tenant_id = app.tenant_id() and kind = 'saml' and issuer = p_issuer returning user_id),
    s as (update public.sessions set revoked_at = app.now() where home_id = app.tenant_id() and auth_type = 'saml' and revoked_at is null and user_id in (select i.user_id from i) returning 1)
  select count(*)::int from s $$;

-- Which units of the tenant that has entered, its own and those below, have apps.
create function app.saml_companies() returns table (id uuid, name text, apps int, active int, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, count(a.id)::int, count(a.id) filter (where a.status = 'A')::int, (select count(distinct i.user_id)::int from public.identities i where i.tenant_id = t.id and i.kind = 'saml')
    from public.tenants t join public.sso_apps a on a.tenant_id = t.id and a.kind = 'saml'
   where t.deleted_at is null and (t.id = app.tenant_id() or (t.parent_id = app.tenant_id() and exists (select from public.relations r where r.tenant_id = t.id and r.above_id = app.tenant_id() and r.status = 'active' and r.ended_at is null and r.until > app.now())))
   group by t.id, t.name, t.sort_key order by t.id = app.tenant_id() desc, t.sort_key, t.id limit 500 $$;

do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['saml_app(uuid, uuid, text, bytea)', 'saml_arrive(uuid, jsonb)', 'saml_logout(uuid, text, text, text, bytea, int, text, text)', 'saml_end(text)', 'saml_companies()'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.saml_app(uuid, uuid, text, bytea), app.saml_arrive(uuid, jsonb), app.saml_logout(uuid, text, text, text, bytea, int, text, text) to mirante_public;
grant execute on function app.saml_end(text), app.saml_companies() to mirante_app;
