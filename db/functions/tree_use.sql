-- Returns what a tenant and those below it use, and what their limits reserve: a limit counts in full, a tenant without one counts by its
-- use.
-- Internal: called by add_tenant, count_users, edit_tenant and 5 more.
create or replace function app.tree_use(p_id uuid, p_product text)
returns table (users int, users_given int, domains int, domains_given int, reports int, reports_given int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with x as (select t.id = p_id as top, t.users_used as u, t.user_limit as ul, t.domain_limit as dl, t.report_limit as rl,
      (select count(*)::int
        from public.domains d
        where d.tenant_id = t.id and right(d.host, length(p_product) + 1) <> '.' || p_product) as d,
      (select count(*)::int from public.reports r where r.tenant_id = t.id) as r
    from public.tenants t where (t.id = p_id or t.parent_id = p_id) and t.deleted_at is null)
  select coalesce(sum(u), 0)::int, coalesce(sum(case when top then u else greatest(u, coalesce(ul, u)) end), 0)::int,
    coalesce(sum(d), 0)::int, coalesce(sum(case when top then d else greatest(d, coalesce(dl, d)) end), 0)::int,
    coalesce(sum(r), 0)::int, coalesce(sum(case when top then r else greatest(r, coalesce(rl, r)) end), 0)::int from x $$;
alter function app.tree_use owner to mirante_gate;
revoke all on function app.tree_use from public;
