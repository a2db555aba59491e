-- Recomputes mapped profiles when a group's profile mapping changes or its group is removed.
-- Trigger on scim_groups, user_groups.
-- Security definer: callers may not execute keep_mapped_profiles.
create or replace function app.group_mapping_changed()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenant uuid := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end; v_groups uuid[]; begin
  if app.tenant_id() is null then return null; end if;
  if tg_table_name = 'user_groups' then
    -- Without a profile the group changes no user's profile. Users are locked before groups (functions/request/lock-people.ts).
    if not exists (select from public.scim_groups s
      where s.tenant_id = v_tenant and s.user_group_id = new.id and s.profile is not null) then
      return null;
    end if;
    v_groups := array[new.id];
  elsif tg_op = 'DELETE' then v_groups := array[old.user_group_id];
  else v_groups := array[old.user_group_id, new.user_group_id]; end if;
  -- Users who left in the same statement are found by their raised flag.
  perform app.keep_mapped_profiles(v_tenant,
    array(select m.user_id from public.user_group_members m where m.tenant_id = v_tenant and m.user_group_id = any (v_groups)
    union select u.id from public.users u where u.tenant_id = v_tenant and u.raised));
  return null; end $$;
alter function app.group_mapping_changed owner to mirante_gate;
revoke all on function app.group_mapping_changed from public;

create or replace trigger scim_groups_mapped after update on scim_groups for each row
  when (old.profile is distinct from new.profile or old.user_group_id <> new.user_group_id)
  execute function app.group_mapping_changed();
create or replace trigger scim_groups_unmapped after delete on scim_groups for each row
  when (old.profile is not null)
  execute function app.group_mapping_changed();
create or replace trigger user_groups_gone after update on user_groups for each row
  when (old.deleted_at is distinct from new.deleted_at)
  execute function app.group_mapping_changed();
