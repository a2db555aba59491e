-- Returns whether a request to act as another user (partner_switch, remote access) is allowed now, from the asker's session p_actor_sid.
-- Checks the asker, the relation, the unit's switch and the layers above it, the target user and their own switch, and every consent given
-- in advance. The gates of a pending request aren't checked yet.
-- Internal: called by keep_consented, may_act, switch_enter.
create or replace function app.may_visit(q public.remote_requests, p_actor_sid uuid)
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_waits boolean := q.state = 'requested'; v_set jsonb; a record; begin
  select m.profile, m.flags, h.kind into a from public.sessions e
    join public.users m on m.tenant_id = e.home_id and m.id = e.user_id and m.status in ('A', 'T') and m.deleted_at is null
    join public.tenants h on h.id = e.home_id and h.deleted_at is null and app.acts(h.status, h.trial_ends_at)
   where e.id = p_actor_sid and e.home_id = q.asker_home_id and e.user_id = q.asker_id and e.kind = 'own' and e.revoked_at is null
     and e.expires_at > app.now();
  if not found
    or not exists (select from public.tenants t
      where t.id = q.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)) then
    return false;
  end if;
  if q.kind = 'partner' then
    -- Same rule as on entering: a factor that has become stale suspends the visit until it is given again.
    if app.factor_aged(p_actor_sid) is not false then return false; end if;
    if a.kind <> 'partner' or a.profile <> 'master'
      or not exists (select from public.relations r
        where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.above_id = q.asker_home_id and r.kind = 'partner'
        and r.status = 'active' and r.ended_at is null and r.until > app.now()
        and (r.role = 'admin' or (r.role = 'user' and q.user_id is not null))
        and (v_waits or q.admin_at is not null
          or (not q.needs_admin and (not r.verify or coalesce(r.standing_until > app.now(), false))))) then
      return false;
    end if;
  else
    if q.asker_home_id <> q.tenant_id
      or (q.state = 'active'
        and not exists (select from public.relations r
          where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.above_id = q.asker_home_id and r.kind = 'consent'
        and r.ended_at is null and r.until > app.now())) then return false; end if;
    if a.profile <> 'admin'
      and (q.kind = 'view' or not a.flags @> '{support,remote_access}' or not (v_waits or q.admin_at is not null)) then
      return false;
    end if;
  end if;
  if q.user_id is null then return q.kind = 'partner'; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = q.tenant_id;
  if coalesce(v_set->>'allow_access_remote', 'N') <> 'S' or app.left_to(q.tenant_id, 'remote') is not true then return false; end if;
  return exists (select from public.users u
    where u.tenant_id = q.tenant_id and u.id = q.user_id and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
      and u.allow_remote
      -- Never a user of equal rank, and never more rights than the user had when the visit was allowed.
      and u.profile = 'user' and q.profile = 'user' and u.flags <@ q.flags
      and (a.profile <> 'user' or not u.flags @> '{support,remote_access}')
      and (v_waits or q.kind = 'view' or q.person_at is not null
        or (not q.needs_person and (coalesce(v_set->>'remote_consent', 'each') = 'none' or coalesce(u.remote_until > app.now(), false)))))
    and (q.person_sid is null or exists (select from public.sessions p where p.id = q.person_sid and p.revoked_at is null)); end $$;
alter function app.may_visit owner to mirante_gate;
revoke all on function app.may_visit from public;
