-- Returns the answer of the partner_access_remote call (Spec 3), decided by the session and never by the browser.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers lack the grants on relations.
create or replace function app.partner_access(p_sid uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select case
    when app.scope() = 'partner'
      and app.profile() = 'master' then jsonb_build_object('is_partner_with_admin_company', exists (select from public.relations r
        where r.above_id = app.tenant_id() and r.kind = 'partner'
        and r.role = 'admin' and r.status = 'active' and r.ended_at is null and r.until > app.now()), 'is_partner_admin', false,
        'is_partner_user', false, 'partner_id', app.tenant_id())
    else
      (select jsonb_build_object('is_partner_with_admin_company', false, 'is_partner_admin', app.profile() = 'admin',
        'is_partner_user', app.profile() = 'user', 'partner_id', h.partner_id)
        from app.partner_home(p_sid) h
        where app.actor_id() is not null) end $$;
alter function app.partner_access owner to mirante_gate;
revoke all on function app.partner_access from public;
grant execute on function app.partner_access to mirante_app;
