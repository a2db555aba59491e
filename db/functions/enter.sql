-- The first statement of every transaction of a session: checks the session, the user, the tenant and the rights version, then seals the
-- caller's identity. In an embedded portal every user is a viewer: the profile is user and no flag counts. The account is sealed only in an
-- own session that the account itself vouched for, or in which it was proved within the last 15 minutes. Blocking a user ends their
-- sessions, but the next request of such a session still gets the reason (Spec 8, 'User is blocked!').
-- Callers: mirante_app, mirante_wide.
-- Raises: rights_stale, session_gone, tenant_blocked, user_blocked.
-- Security definer: callers lack the grants on relations, sessions.
create or replace function app.enter(p_sid uuid, p_rights bigint, p_tenant uuid, p_action text default null)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_actor uuid; v_above boolean; v_may boolean := false; v_limited boolean := false; begin
  select se.tenant_id, se.home_id, se.user_id, se.actor_sid, se.relation_id, se.reach, se.kind as session_kind,
    case
      when se.kind = 'own'
        and (se.vouched = 'account' or se.proved_at > app.now() - interval '15 minutes') then u.account_id end as account_id,
         se.revoked_at is not null as revoked, se.last_seen < app.now() - interval '1 minute' as old,
         case se.kind when 'embed_portal' then 'user' else u.profile end as profile,
           case se.kind when 'embed_portal' then '{}' else u.flags end as flags, u.status, app.acts(h.status, h.trial_ends_at) as home_acts,
           app.acts(t.status, t.trial_ends_at) as tenant_acts,
         u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0) as rights, t.kind
    into s from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id
    join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
    join public.tenants t on t.id = p_tenant
   where se.id = p_sid and se.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  -- Blocking ended the session too. The next request still gets the reason; later ones only see an ended session.
  if s.status not in ('A', 'T') and s.actor_sid is null then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.revoked then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.status not in ('A', 'T') then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.actor_sid is not null then                        -- acting as: whatever allows the visit must still stand
    v_actor := app.may_act(p_sid);
    if v_actor is null or s.tenant_id <> p_tenant then raise exception 'session_gone' using errcode = 'MR401'; end if;
  end if;
  if s.rights is distinct from p_rights then raise exception 'rights_stale' using errcode = 'MR409'; end if;
  if p_action is not null then
    select coalesce(bool_or(c.above), false), coalesce(bool_or(c.limited), false) into v_may, v_limited
      from app.actions c where c.action = p_action and c.profile = s.profile and (c.flag is null or c.flag = any (s.flags));
  end if;
  v_above := s.tenant_id <> p_tenant;                    -- from above: a declared action, its profile and flag, a live relation
  if v_above
    and not (v_may
      and exists (select from public.relations r
        where r.tenant_id = p_tenant and r.above_id = s.home_id and r.kind = 'partner' and r.ended_at is null and r.until > app.now())) then
    raise exception 'session_gone' using errcode = 'MR401';
  end if;
  if (not s.home_acts or (not s.tenant_acts and not v_above)) and not v_limited then
    raise exception 'tenant_blocked' using errcode = 'MR404';
  end if;
  perform app.set_me(p_tenant, s.user_id, v_actor, s.profile, s.home_id, s.kind, s.reach, s.session_kind, s.account_id, p_sid);
  if s.old and current_setting('transaction_read_only') = 'off' then
    update public.sessions
      set last_seen = app.now()
      where id = (select id
        from public.sessions
        where id = p_sid and last_seen < app.now() - interval '1 minute'
        for no key update skip locked);
  end if;
  if s.reach = 'view' then perform set_config('transaction_read_only', 'on', true); end if; end $$;
alter function app.enter owner to mirante_gate;
revoke all on function app.enter from public;
grant execute on function app.enter to mirante_app, mirante_wide;
