-- Who acts in a live act-as session, or null. The actor, the grant and the impersonated user must all still be valid.
create or replace function app.actor_of(p_sid uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.user_id from public.sessions se
    join public.sessions e on e.id = se.actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now()
    join public.users a on a.tenant_id = e.home_id and a.id = e.user_id and a.status in ('A', 'T') and a.deleted_at is null
    join public.tenants h on h.id = e.home_id and app.acts(h.status, h.trial_ends_at)
    join public.relations r on r.tenant_id = se.tenant_id and r.id = se.relation_id and r.above_id = e.home_id and r.status = 'active' and r.ended_at is null and r.until > app.now()
    join public.users u on u.tenant_id = se.home_id and u.id = se.user_id and u.deleted_at is null
    left join public.remote_requests q on q.session_id = se.id
    left join public.sessions p on p.id = q.person_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now() and case r.kind
     when 'partner' then se.last_seen > app.now() - interval '60 minutes'
     else u.allow_remote and u.profile = 'user' and (a.profile = 'admin' or a.flags @> '{support,remote_access}') and p.revoked_at is null
       and exists (select from public.settings s where s.tenant_id = se.tenant_id and s."values"->>'allow_access_remote' = 'S') end $$;
alter function app.actor_of owner to mirante_gate;
revoke all on function app.actor_of from public;
