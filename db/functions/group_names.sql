-- Returns the names of a user's groups, as the user's audit rows store them.
-- Internal: called by saml_groups.
create or replace function app.group_names(p_tenant uuid, p_user uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(g.name order by g.sort_key), '[]')
    from public.user_group_members m
      join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
    where m.tenant_id = p_tenant and m.user_id = p_user $$;
alter function app.group_names owner to mirante_gate;
revoke all on function app.group_names from public;
