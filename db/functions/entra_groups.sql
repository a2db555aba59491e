-- Synchronizes the mapped user groups with the directory's groups and leaves all other groups alone.
-- Internal: called by entra_person, link_bind.
create or replace function app.entra_groups(a public.sso_apps, p_user uuid, p_groups jsonb, p_address text, p_request text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select from public.user_groups g
    where g.tenant_id = a.tenant_id and g.id in (select (m->>'group')::uuid from jsonb_array_elements(a.settings->'groups') m)
    order by g.id
    for no key update;
  with had as materialized (select g.id, g.name, g.sort_key
    from public.user_group_members m
      join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
    where m.tenant_id = a.tenant_id and m.user_id = p_user),
    mapped as (select g.id, g.name, g.sort_key, bool_or(p_groups ? (m->>'claim')) as has
      from jsonb_array_elements(a.settings->'groups') m
        join public.user_groups g on g.tenant_id = a.tenant_id and g.id = (m->>'group')::uuid and g.deleted_at is null
      group by g.id, g.name, g.sort_key),
    gone as (delete from public.user_group_members x using mapped
      where x.tenant_id = a.tenant_id and x.user_id = p_user and x.user_group_id = mapped.id and not mapped.has
      returning x.user_group_id),
    come as (insert into public.user_group_members (tenant_id, user_group_id, user_id) select a.tenant_id, mapped.id, p_user
      from mapped
      where mapped.has
      on conflict do nothing
      returning user_group_id)
  select app.write_audit(a.tenant_id, 'entra.groups', p_user,
    jsonb_build_object('before', jsonb_build_object('groups', (select coalesce(jsonb_agg(h.name order by h.sort_key), '[]') from had h)),
        'after',
        jsonb_build_object('groups', (select coalesce(jsonb_agg(n.name order by n.sort_key), '[]')
          from (select h.id, h.name, h.sort_key
            from had h
            where h.id not in (select user_group_id from gone)
            union select p.id, p.name, p.sort_key
            from mapped p
            where p.has) n))),
    p_address, p_request, p_user => p_user, p_home => a.tenant_id) where exists (select from come) or exists (select from gone) $$;
alter function app.entra_groups owner to mirante_gate;
revoke all on function app.entra_groups from public;
