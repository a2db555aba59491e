-- Ends the visits that a change of a user or of settings no longer allows, in the same transaction: a permission that is given back later
-- starts no visit again. Looks only at visits to and by that user, or to that tenant; a
-- layer above looks at every visit.
-- Trigger on settings, users.
-- Security definer: callers may not execute act_over, may_act.
create or replace function app.keep_visits()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid := case when tg_table_name = 'users' then (to_jsonb(new)->>'id')::uuid end; v_sids uuid[]; v_sid uuid; begin
  if v_user is not null then
    v_sids := array(select r.session_id
      from public.remote_requests r
      where r.tenant_id = new.tenant_id and r.user_id = v_user and r.state = 'active'
      union
      select r.session_id from public.remote_requests r
        where r.asker_id = v_user and r.asker_home_id = new.tenant_id and r.state = 'active');
  elsif exists (select from public.tenants t where t.id = new.tenant_id and t.kind = 'unit') then
    v_sids := array(select r.session_id from public.remote_requests r where r.tenant_id = new.tenant_id and r.state = 'active');
  else
    -- In the tenants below, whose remote access the layer above can forbid.
    v_sids := array(select r.session_id
      from public.remote_requests r
        join public.tenants t on t.id = r.tenant_id
        left join public.tenants p on p.id = t.parent_id
      where r.state = 'active' and new.tenant_id in (t.id, t.parent_id, p.parent_id));
  end if;
  foreach v_sid in array v_sids loop
    if app.may_act(v_sid) is null then perform app.act_over(v_sid, 'rights', null, null); end if;
  end loop;
  return null; end $$;
alter function app.keep_visits owner to mirante_gate;
revoke all on function app.keep_visits from public;

create or replace trigger users_visits after update on users for each row
  when ((old.profile, old.flags, old.status, old.deleted_at, old.allow_remote, old.remote_until)
    is distinct from (new.profile, new.flags, new.status, new.deleted_at, new.allow_remote, new.remote_until))
  execute function app.keep_visits();
create or replace trigger settings_visits after update on settings for each row
  when ((old."values"->'allow_access_remote', old."values"->'remote_consent', old."values"->'below_remote')
    is distinct from (new."values"->'allow_access_remote', new."values"->'remote_consent', new."values"->'below_remote'))
  execute function app.keep_visits();
