-- Keeps a group's member version and the profiles mapped from it when members join or leave.
-- Trigger on user_group_members.
-- Security definer: callers may not execute keep_mapped_profiles.
create or replace function app.group_members_changed()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; begin
  -- One group at a time, in the global lock order (functions/request/lock-people.ts). A join with rows of unknown number would make the
  -- planner scan every tenant's groups.
  for d in select distinct m.tenant_id, m.user_group_id from moved m order by m.tenant_id, m.user_group_id loop
    update public.user_groups g
      set members_version = g.members_version + 1, changed_at = app.now()
      where g.tenant_id = d.tenant_id and g.id = d.user_group_id;
  end loop;
  if app.tenant_id() is null then return null; end if;
  for d in
  select m.tenant_id, array_agg(distinct m.user_id) as people
  from moved m join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile is not null
  group by m.tenant_id loop
    perform app.keep_mapped_profiles(d.tenant_id, d.people);
  end loop;
  return null; end $$;
alter function app.group_members_changed owner to mirante_gate;
revoke all on function app.group_members_changed from public;

create or replace trigger user_group_members_added after insert on user_group_members referencing new table as moved for each statement
  execute function app.group_members_changed();
create or replace trigger user_group_members_taken_over after update on user_group_members referencing new table as moved for each statement
  execute function app.group_members_changed();
create or replace trigger user_group_members_gone after delete on user_group_members referencing old table as moved for each statement
  execute function app.group_members_changed();
