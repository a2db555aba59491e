-- Synchronizes the groups that a SAML app's rules name with the provider's assertion, and leaves all other groups alone.
-- Internal: called by link_bind, saml_arrive.
create or replace function app.saml_groups(p_tenant uuid, p_user uuid, p_groups jsonb, p_mapped jsonb, p_provider text, p_address text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_before jsonb; v_after jsonb; begin
  perform
    from public.user_groups g
    where g.tenant_id = p_tenant and g.id in (select e::uuid from jsonb_array_elements_text(p_groups || p_mapped) e)
    order by g.id
    for no key update;
  v_before := app.group_names(p_tenant, p_user);
  insert into public.user_group_members (tenant_id, user_group_id, user_id)
    select p_tenant, q.id, p_user
      from public.user_groups q
      where q.tenant_id = p_tenant and q.deleted_at is null and q.id in (select e::uuid from jsonb_array_elements_text(p_groups) e)
      on conflict do nothing;
  delete from public.user_group_members m
    where m.tenant_id = p_tenant and m.user_id = p_user and m.user_group_id in (select e::uuid from jsonb_array_elements_text(p_mapped) e)
    and m.user_group_id not in (select e::uuid from jsonb_array_elements_text(p_groups) e);
  v_after := app.group_names(p_tenant, p_user);
  if v_before <> v_after then
    perform app.write_audit(p_tenant, 'user.groups', p_user,
      jsonb_build_object('before', jsonb_build_object('groups', v_before),
          'after', jsonb_build_object('groups', v_after, 'provider', p_provider)),
      p_address, p_request, p_user => p_user, p_home => p_tenant);
  end if; end $$;
alter function app.saml_groups owner to mirante_gate;
revoke all on function app.saml_groups from public;
