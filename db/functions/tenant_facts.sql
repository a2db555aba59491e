-- Returns everything the layer above sees of one tenant below it, in one read; null if there is none.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.tenant_facts(p_id uuid, p_product text)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select jsonb_build_object('id', t.id, 'kind', t.kind, 'name', t.name, 'status', t.status, 'status_reason', t.status_reason,
    'language', t.language, 'zone', t.zone, 'trial_days', t.trial_days, 'trial_ends_at', t.trial_ends_at,
      'users_used', t.users_used, 'user_limit', t.user_limit, 'bonus_users', t.bonus_users, 'domain_limit', t.domain_limit, 'report_limit',
      t.report_limit, 'default_directory', t.default_directory,
      'restrict_accounts', t.restrict_accounts, 'allow_reports', t.allow_reports, 'own_domain', t.own_domain, 'created_at', t.created_at,
      'deleted_at', t.deleted_at, 'version', t.version,
      'held', app.held_above(t), 'limits_above', case when app.scope() = 'platform' then '{}' else t.platform_limits end,
      'hidden_by_partner', t.hidden_by_partner, 'hidden_by_platform', t.hidden_by_platform, 'hidden_above', app.hidden_menu(t.parent_id),
      'hidden_by_itself', coalesce((select s."values"->'hidden_menu' from public.settings s where s.tenant_id = t.id), '[]'),
      'last_update',
      coalesce((select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean from public.settings s where s.tenant_id = t.id),
        true),
      'parent', (select jsonb_build_object('id', p.id, 'name', p.name, 'kind', p.kind) from public.tenants p where p.id = t.parent_id),
      'hosts',
      coalesce((select jsonb_agg(jsonb_build_object('host', d.host, 'main', d.main) order by d.main desc, d.host)
        from public.domains d
        where d.tenant_id = t.id),
        '[]'),
      'payer',
      (select jsonb_build_object('id', c.id, 'name', c.fantasy_name, 'document', c.document, 'mine', c.tenant_id = app.tenant_id())
        from public.parties c
        where c.tenant_id = t.payer_tenant_id and c.id = t.payer_id and c.deleted_at is null),
      'party', (select c.id from public.parties c where c.tenant_id = app.tenant_id() and c.of_tenant_id = t.id and c.deleted_at is null),
      'relation',
      (select jsonb_build_object('role', r.role, 'verify', r.verify,
        'status', case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end,
        'until', case when isfinite(r.until) then r.until end, 'since', r.created_at)
        from public.relations r where r.tenant_id = t.id and r.kind = 'partner' order by r.ended_at nulls first, r.created_at desc limit 1),
      'admins',
      coalesce((select jsonb_agg(jsonb_build_object('name', u.name, 'email', u.email, 'waiting', u.account_id is null,
        'last', u.last_sign_in_at)
        order by u.sort_key)
        from (select * from public.users a
        where a.tenant_id = t.id and a.profile in ('admin', 'master') and a.seat is null and a.deleted_at is null and a.status in ('A', 'T')
        order by a.sort_key
        limit 5) u),
        '[]'),
      'invitee',
      (select jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email)
        from public.users u
        where u.tenant_id = t.id and u.id = app.invitee(t.id)),
      'last_activity', (select max(u.last_sign_in_at) from public.users u where u.tenant_id = t.id and u.seat is null),
      'groups', (select count(*) from public.groups g where g.tenant_id = t.id and g.deleted_at is null), 'units',
      (select count(*) from public.tenants c where c.parent_id = t.id and c.deleted_at is null),
      'directory_holder',
      (select c.name from public.tenants c where c.parent_id = t.parent_id and c.default_directory and c.deleted_at is null),
      'tree', (select to_jsonb(u) from app.tree_use(t.id, p_product) u))
    from public.tenants t
    where t.id = p_id and app.below(p_id) and (t.deleted_at is null or t.deleted_at > app.now() - interval '30 days') $$;
alter function app.tenant_facts owner to mirante_gate;
revoke all on function app.tenant_facts from public;
grant execute on function app.tenant_facts to mirante_app;
