-- Returns what the caller's tenant and those below it use, and its limits.
-- Callers: mirante_app, mirante_wide (own).
-- Security definer: callers may not execute tree_use.
create or replace function app.own_tree(p_product text)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select to_jsonb(u) || jsonb_build_object('user_limit', t.user_limit, 'domain_limit', t.domain_limit, 'report_limit', t.report_limit,
    'directory_holder', (select c.name from public.tenants c where c.parent_id = t.id and c.default_directory and c.deleted_at is null))
    from public.tenants t, lateral app.tree_use(t.id, p_product) u where t.id = app.tenant_id() $$;
alter function app.own_tree owner to mirante_gate;
revoke all on function app.own_tree from public;
grant execute on function app.own_tree to mirante_app, mirante_wide;
