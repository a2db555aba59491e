-- Makes members of a directory group that is mapped to administrator administrators if the directory itself added them. Users who are
-- administrators only for that reason become ordinary users again when they leave the last such group. Joining the group in any other way
-- grants nothing.
-- Internal: called by group_mapping_changed, group_members_changed.
create or replace function app.keep_mapped_profiles(p_tenant uuid, p_people uuid[])
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select from public.users u
    where u.tenant_id = p_tenant and u.id = any (p_people) and u.user_name is not null
    order by u.id
    for no key update;
  with meant as materialized (select u.id, u.profile,
    exists (select from public.user_group_members m
      join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile = 'admin'
        and m.by_directory
        join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
          where m.tenant_id = p_tenant and m.user_id = u.id) as mapped
      from public.users u
      where u.tenant_id = p_tenant and u.id = any (p_people) and u.user_name is not null and u.seat is null and u.deleted_at is null),
    w as (update public.users t
      set profile = case when x.mapped then 'admin' else 'user' end, raised = x.mapped, rights = t.rights + 1, version = t.version + 1
      from meant x
      where t.tenant_id = p_tenant and t.id = x.id
        and ((x.mapped and t.profile = 'user') or (not x.mapped and t.raised and t.profile = 'admin'))
      returning t.id, t.profile, x.profile as was)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
    select p_tenant, app.user_id(), app.actor_id(), app.home_id(), 'user.edit', w.id,
      jsonb_build_object('before', jsonb_build_object('profile', w.was), 'after', jsonb_build_object('profile', w.profile, 'by', 'scim'))
      from w $$;
alter function app.keep_mapped_profiles owner to mirante_gate;
revoke all on function app.keep_mapped_profiles from public;
