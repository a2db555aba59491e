-- Finds the tenant's user for a directory identity: already linked, provisioned by the directory, linked now by an address that may link,
-- or created just in time. `waits` means that the user has to confirm the link first.
-- Internal: called by entra_arrive.
create or replace function app.entra_person(a public.sso_apps, p_tid text, p_oid text, p_person jsonb, p_address text, p_request text)
returns table (user_id uuid, refusal text, waits boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_user uuid; v_here uuid; v_gone boolean; v_void boolean; v_held uuid; v_how text; h public.tenants; v_email text := p_person->>'email';
  v_guest boolean := (p_person->>'guest')::boolean is not false; v_vouched boolean := (p_person->>'vouched')::boolean is true;
begin
  if v_guest and a.settings->>'guests' is distinct from 'S' then
    return query select null::uuid, 'error_azure_not_companies', false;
    return;
  end if;
  select i.user_id, u.deleted_at is not null, i.linked_by is not null and u.deleted_at is null
    and app.link_holds(a.tenant_id, u.id) is not true into v_user, v_gone, v_void
    from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
  -- An identifier that an administrator linked and that is no longer valid can only be used by its own user, who confirms it.
  if v_void then v_held := v_user; end if;
  if v_gone or v_void then v_user := null; end if;
  if v_user is null then
    select u.id into v_user
      from public.users u
      where u.tenant_id = a.tenant_id and u.id = app.provisioned(a.tenant_id, 'entra', p_tid, p_oid) and (v_held is null or u.id = v_held)
      for update;
    if v_user is not null then v_how := 'identity.bind'; end if;
  end if;
  -- A guest's address belongs to another organization, so it never links to an existing user.
  if v_user is null and v_vouched and not v_guest then
    select u.id into v_here
      from public.users u
      where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null and u.seat is null
        and (v_held is null or u.id = v_held)
      for update;
    if v_here is not null then
      if a.settings->>'link' is distinct from 'S'
        or app.may_link(a.tenant_id, v_here, 'entra', p_tid, p_oid, v_email, a.domains) is not true then
        return query select v_here, null::text, true;
        return;
      end if;
      v_user := v_here; v_how := 'identity.bind';
    end if;
  end if;
  if v_user is null and v_gone is null and v_vouched and a.settings->>'jit' = 'S' and app.may_join(a.tenant_id, v_email, a.domains) then
    select * into h from public.tenants t where t.id = a.tenant_id;
    if app.acts(h.status, h.trial_ends_at) is not true then
      return query select null::uuid, case when h.status = 'T' then 'finish_test' else 'tenant_blocked' end, false;
      return;
    end if;
    v_user := gen_random_uuid(); v_how := 'user.add';
  end if;
  if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  begin
    if v_how = 'user.add' then
      insert into public.users (tenant_id, id, email, name, sort_key, profile, status, added_by_id)
        values (a.tenant_id, v_user, v_email, p_person->>'name', p_person->>'sortKey', 'user', a.settings->>'jitStatus', null);
    end if;
    if v_how is not null then
      delete from public.identities i
        where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and (v_gone or v_void);
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, last_at)
        values (a.tenant_id, gen_random_uuid(), v_user, 'entra', p_tid, p_oid, app.now());
      perform app.write_audit(a.tenant_id, v_how, v_user,
        jsonb_build_object('after', jsonb_build_object('name', p_person->>'name', 'email', v_email, 'by', 'entra', 'directory', p_tid)),
        p_address, p_request, p_user => v_user, p_home => a.tenant_id);
    else
      update public.identities i
        set last_at = app.now()
        where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
    end if;
  exception
    when sqlstate 'MR422' then return query select null::uuid, 'user_limit_reached', false; return;
    -- A concurrent first sign-in of the same user created the row.
    when unique_violation then
      select i.user_id into v_user
        from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
       where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
      if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  end;
  if jsonb_typeof(p_person->'groups') = 'array' then perform app.entra_groups(a, v_user, p_person->'groups', p_address, p_request); end if;
  return query select v_user, null::text, false; end $$;
alter function app.entra_person owner to mirante_gate;
revoke all on function app.entra_person from public;
