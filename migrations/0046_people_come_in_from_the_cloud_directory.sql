CREATE UNIQUE INDEX "sso_apps_entra" ON "sso_apps" USING btree ("tenant_id") WHERE kind = 'entra';
--> statement-breakpoint
-- The way in of the cloud identity provider: who was proved there to be (directory, object id) becomes a person of the tenant, or hears why not.
grant insert on user_group_members to mirante_gate;
grant select on user_groups to mirante_gate;

-- Begins: the request's ticket stands on the product's host, which is the only one that the provider knows. At most 600 starts in 15 minutes from one address, which may be a whole office.
create function app.entra_start(p_tenant uuid, p_address text, p_hash bytea, p_host text, p_body jsonb, p_seconds int) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.sso_apps; begin
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.kind = 'entra' and x.status = 'A';
  if not found then return null; end if;
  if not app.attempt('e ' || p_tenant || ' ' || p_address, 600, '15 min') then return jsonb_build_object('limited', true); end if;
  perform app.ticket_make(p_hash, 'sso.request', p_tenant, p_host, p_body || jsonb_build_object('way', 'entra', 'app', a.id), p_seconds);
  return jsonb_build_object('id', a.id, 'settings', a.settings); end $$;

-- The provider has answered: the request's ticket is used, and says of which tenant it was.
create function app.entra_request(p_hash bytea, p_host text) returns table (tenant_id uuid, body jsonb, app jsonb) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with k as (update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'sso.request' and t.host = p_host and t.body->>'way' = 'entra' and t.used_at is null and t.expires_at > app.now() returning t.tenant_id, t.body)
  select k.tenant_id, k.body, (select jsonb_build_object('id', a.id, 'settings', a.settings) from public.sso_apps a where a.tenant_id = k.tenant_id and a.id = (k.body->>'app')::uuid and a.kind = 'entra' and a.status = 'A') from k $$;

create function app.entra_admits(a public.sso_apps, p_tid text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.kind = 'entra' and a.status = 'A' and exists (select from jsonb_array_elements(a.settings->'directories') e where e->>'id' = p_tid) $$;

-- Groups of people follow the groups of the directory, those that are mapped and no others.
create function app.entra_groups(a public.sso_apps, p_user uuid, p_groups jsonb, p_address text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with mapped as (select g.id, bool_or(p_groups ? (m->>'claim')) as has from jsonb_array_elements(a.settings->'groups') m join public.user_groups g on g.tenant_id = a.tenant_id and g.id = (m->>'group')::uuid and g.deleted_at is null group by g.id),
    gone as (delete from public.user_group_members x using mapped where x.tenant_id = a.tenant_id and x.user_id = p_user and x.user_group_id = mapped.id and not mapped.has returning x.user_group_id),
    come as (insert into public.user_group_members (tenant_id, user_group_id, user_id) select a.tenant_id, mapped.id, p_user from mapped where mapped.has on conflict do nothing returning user_group_id)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select a.tenant_id, p_user, null, a.tenant_id, 'entra.groups', p_user, jsonb_build_object('added', (select coalesce(jsonb_agg(user_group_id), '[]') from come), 'removed', (select coalesce(jsonb_agg(user_group_id), '[]') from gone)), p_address, p_request
     where exists (select from come) or exists (select from gone) $$;

-- The person of one tenant: bound before, bound now by an address that the tenant vouches for, or made just in time.
create function app.entra_person(a public.sso_apps, p_tid text, p_oid text, p_person jsonb, p_address text, p_request text) returns table (user_id uuid, refusal text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_gone boolean; v_how text; h public.tenants; v_email text := p_person->>'email'; begin
  select i.user_id, u.deleted_at is not null into v_user, v_gone from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
  if v_gone then v_user := null; end if;
  if v_user is null and a.settings->>'link' = 'S' and (p_person->>'vouched')::boolean and split_part(v_email, '@', 2) = any (a.domains) then
    select u.id into v_user from public.users u where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null and u.seat is null
      and not exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id) for update;
    if v_user is not null then v_how := 'identity.bind'; end if;
  end if;
  if v_user is null and v_gone is null and a.settings->>'jit' = 'S' and v_email <> '' and not exists (select from public.users u where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null) then
    select * into h from public.tenants t where t.id = a.tenant_id;
    if not app.acts(h.status, h.trial_ends_at) then return query select null::uuid, case when h.status = 'T' then 'finish_test' else 'tenant_blocked' end; return; end if;
    v_user := gen_random_uuid(); v_how := 'user.add';
  end if;
  if v_user is null then return query select null::uuid, 'error_azure_not_companies'; return; end if;
  begin
    if v_how = 'user.add' then
      insert into public.users (tenant_id, id, email, name, sort_key, profile, status, added_by_id)
        values (a.tenant_id, v_user, v_email, p_person->>'name', p_person->>'sortKey', a.settings->>'defaultProfile', a.settings->>'jitStatus', null);
    end if;
    if v_how is not null then
      delete from public.identities i where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and v_gone;
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, last_at) values (a.tenant_id, gen_random_uuid(), v_user, 'entra', p_tid, p_oid, app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (a.tenant_id, v_user, null, a.tenant_id, v_how, v_user, jsonb_build_object('after', jsonb_build_object('name', p_person->>'name', 'email', v_email, 'by', 'entra', 'directory', p_tid)), p_address, p_request);
    else
      update public.identities i set last_at = app.now() where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
    end if;
  exception
    when sqlstate 'MR422' then return query select null::uuid, 'user_limit_reached'; return;
    -- Two first sign-ins of one person at once: the other one has made him.
    when unique_violation then
      select i.user_id into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
       where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
      if v_user is null then return query select null::uuid, 'error_azure_not_companies'; return; end if;
  end;
  if jsonb_typeof(p_person->'groups') = 'array' then perform app.entra_groups(a, v_user, p_person->'groups', p_address, p_request); end if;
  return query select v_user, null::text; end $$;

-- Proved to be somebody of a directory: the code for the host on which it goes on. Without a unit of his own he comes to another unit of the same partner that
-- knows him, else to its default unit (Spec 3); between units only where both rely on the product's own registration.
create function app.entra_arrive(p_tenant uuid, p_app uuid, p_host text, p_tid text, p_oid text, p_person jsonb, p_hash bytea, p_body jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.sso_apps; b public.sso_apps; v_root uuid; v_user uuid; v_refusal text; v_host text := p_host; v_tenant uuid := p_tenant; begin
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = p_app and x.kind = 'entra' and x.status = 'A';
  if a.id is null then v_refusal := 'error_saml';
  elsif not app.entra_admits(a, p_tid) then v_refusal := 'domain_not_allowed';
  else
    select e.user_id, e.refusal into v_user, v_refusal from app.entra_person(a, p_tid, p_oid, p_person, p_address, p_request) e;
    if v_refusal = 'error_azure_not_companies' and a.settings->>'own' = 'N' then
      select p.id into v_root from public.tenants t join public.tenants p on p.id in (t.id, t.parent_id) and p.kind = 'partner' and p.deleted_at is null where t.id = p_tenant;
      select x.* into b from public.tenants t join public.sso_apps x on x.tenant_id = t.id
        left join public.identities i on i.tenant_id = t.id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and exists (select from public.users u where u.tenant_id = t.id and u.id = i.user_id and u.deleted_at is null)
       where t.parent_id = v_root and t.id <> p_tenant and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) and app.entra_admits(x, p_tid) and x.settings->>'own' = 'N' and (i.id is not null or t.default_directory)
       order by i.last_at desc nulls last, i.id limit 1;
      if b.id is not null then
        select d.host into v_host from public.domains d where d.tenant_id = b.tenant_id order by d.main desc, d.host limit 1;
        if v_host is not null then
          select e.user_id, e.refusal into v_user, v_refusal from app.entra_person(b, p_tid, p_oid, p_person, p_address, p_request) e;
        end if;
        if v_user is not null then v_tenant := b.tenant_id; a := b; else v_host := p_host; end if;
      end if;
    end if;
  end if;
  update public.sso_apps x set last_used_at = app.now() where x.tenant_id = a.tenant_id and x.id = a.id and v_user is not null and coalesce(x.last_used_at < app.now() - interval '1 minute', true);
  if v_refusal is not null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'entra.refused', p_app, jsonb_build_object('code', v_refusal, 'directory', p_tid, 'email', p_person->>'email'), p_address, p_request);
  end if;
  -- What binds the answer to the browser that asked stands in that browser's storage for the host it was on.
  perform app.ticket_make(p_hash, 'sso.code', v_tenant, v_host, case when v_tenant = p_tenant then p_body else p_body - 'binding' end || case when v_refusal is null then jsonb_build_object('userId', v_user) else jsonb_build_object('refusal', v_refusal) end, 60);
  return v_host; end $$;

do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['entra_start(uuid, text, bytea, text, jsonb, int)', 'entra_request(bytea, text)', 'entra_admits(public.sso_apps, text)', 'entra_groups(public.sso_apps, uuid, jsonb, text, text)',
      'entra_person(public.sso_apps, text, text, jsonb, text, text)', 'entra_arrive(uuid, uuid, text, text, text, jsonb, bytea, jsonb, text, text)'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.entra_start(uuid, text, bytea, text, jsonb, int), app.entra_request(bytea, text), app.entra_arrive(uuid, uuid, text, text, text, jsonb, bytea, jsonb, text, text) to mirante_public;
