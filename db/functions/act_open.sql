-- Opens an act-as session after the calling function checked permission. Sessions don't chain: a user who already acts as another can't
-- open one. Returns false when the session can't be opened.
-- Internal: called by act_start, partner_arrive.
create or replace function app.act_open(p_sid uuid, p_tenant uuid, p_user uuid, p_actor_sid uuid, p_relation uuid, p_reach text,
  p_until timestamptz, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, actor_sid, relation_id, reach, kind, vouched, auth_type, address,
    expires_at)
      select p_sid, p_tenant, p_tenant, p_user, e.id, p_relation, p_reach, case r.kind when 'partner' then 'partner' else 'remote' end,
        'unit', 'act', p_address, least(p_until, e.expires_at)
        from public.sessions e join public.relations r on r.tenant_id = p_tenant and r.id = p_relation
        where e.id = p_actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now() returning 1),
    a as materialized (select app.write_audit(p_tenant, 'session.act', app.session_mark(p_sid),
      jsonb_build_object('reach', p_reach, 'until', least(p_until, e.expires_at), 'home', e.home_id), p_address, p_request,
      p_user => p_user, p_home => p_tenant, p_actor => e.user_id)
      from s, public.sessions e
        where e.id = p_actor_sid)
  select count(*) > 0 from a $$;
alter function app.act_open owner to mirante_gate;
revoke all on function app.act_open from public;
