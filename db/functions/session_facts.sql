-- Returns the claims of a new token for a live session; for an act-as session also the acting user, their reach and the grant. In an
-- embedded portal every user is a viewer: the profile is user and flags don't count.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on remote_requests, sessions, tenants, users.
create or replace function app.session_facts(p_sid uuid)
returns table (state text, tenant_id uuid, user_id uuid, kind text, profile text, flags text[], rights bigint, until timestamptz,
  reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when u.status not in ('A', 'T') then 'user_blocked'
    when app.acts(h.status, h.trial_ends_at) is not true then 'tenant_blocked'
    else 'ok' end,
      se.tenant_id, se.user_id, se.kind, case se.kind when 'embed_portal' then 'user' else u.profile end,
      case se.kind when 'embed_portal' then '{}' else u.flags end, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0),
      se.expires_at, se.reach, e.user_id,
      case
        when se.actor_sid is not null
          then coalesce((select q.kind from public.remote_requests q where q.session_id = se.id), 'partner') end,
        app.hidden_menu(se.tenant_id),
      u.name, u.email, u.language, u.department, u."position"
    from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id
    left join public.tenants g on g.id = p.parent_id
    left join public.sessions e on e.id = se.actor_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now()
     and (se.actor_sid is null or app.may_act(se.id) is not null) $$;
alter function app.session_facts owner to mirante_gate;
revoke all on function app.session_facts from public;
grant execute on function app.session_facts to mirante_door;
