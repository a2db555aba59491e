-- Links a user of this tenant to a provider by the identifier that the provider has for them, so their first sign-in works. The platform
-- notifies the user. A removed user's identifier may be linked to another user. The trigger on identities requires a fresh factor.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on identities.
create or replace function app.identity_link(p_user uuid, p_app uuid, p_directory text, p_subject text, p_identity uuid, p_address text,
  p_request text)
returns table (state text, holder text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.sso_apps; v_issuer text; v_subject text := p_subject; v_holder text; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.profile() <> 'user'
    for no key update;
  if u.id is null then return query select 'none', null::text; return; end if;
  if app.left_to(u.tenant_id, 'saml') is not true then return query select 'closed', null::text; return; end if;
  select x.* into a from public.sso_apps x where x.tenant_id = u.tenant_id and x.id = p_app;
  if a.kind = 'entra' then
    select e->>'id' into v_issuer from jsonb_array_elements(a.settings->'directories') e where e->>'id' = p_directory;
    v_subject := lower(p_subject);
    if (v_subject ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$') is not true then return query select 'shape', null::text; return; end if;
  else
    v_issuer := a.settings->>'issuer';
  end if;
  if v_issuer is null then return query select 'provider', null::text; return; end if;
  if app.link_holds(u.tenant_id, u.id) is not true then return query select 'confirms', null::text; return; end if;
  if exists (select from public.identities i
    where i.tenant_id = u.tenant_id and i.user_id = u.id and i.kind = a.kind and i.issuer = v_issuer) then
    return query select 'there', u.name;
    return;
  end if;
  delete from public.identities i using public.users o
    where i.tenant_id = u.tenant_id and i.kind = a.kind and i.issuer = v_issuer and i.subject = v_subject and o.tenant_id = i.tenant_id
      and o.id = i.user_id and o.deleted_at is not null;
  insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, linked_by)
    values (u.tenant_id, p_identity, u.id, a.kind, v_issuer, v_subject, app.user_id())
    on conflict (tenant_id, kind, issuer, subject) do nothing;
  if not found then
    select o.name into v_holder
      from public.identities i join public.users o on o.tenant_id = i.tenant_id and o.id = i.user_id
      where i.tenant_id = u.tenant_id and i.kind = a.kind and i.issuer = v_issuer and i.subject = v_subject;
    return query select 'taken', v_holder; return;
  end if;
  perform app.write_audit(u.tenant_id, 'user.link', u.id,
    jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('name', u.name, 'provider', a.name,
        'directory', case when a.kind = 'entra' then v_issuer end, 'identity', v_subject))),
    p_address, p_request);
  perform app.act_tell(u.tenant_id, u.id, 'identity_linked',
    jsonb_build_object('person', (select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()),
      'provider', a.name),
    '/?account=sessions');
  return query select 'ok', null::text; end $$;
alter function app.identity_link owner to mirante_gate;
revoke all on function app.identity_link from public;
grant execute on function app.identity_link to mirante_app;
