-- Returns whether every layer above a tenant allows it a function (user_import, saml, mfa, remote): one "no" is enough to deny it.
-- Internal: called by enters_unasked, identity_link, import_units and 3 more.
create or replace function app.left_to(p_tenant uuid, p_function text)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.tenants t
    left join public.tenants p on p.id = t.parent_id
    cross join lateral unnest(array[t.parent_id, p.parent_id]) above (id)
      join lateral (select x."values" from public.settings x where x.tenant_id = above.id offset 0) s on true
    where t.id = p_tenant and s."values"->>('below_' || p_function) = 'false') $$;
alter function app.left_to owner to mirante_gate;
revoke all on function app.left_to from public;
