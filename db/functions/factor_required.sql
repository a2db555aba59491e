-- Returns whether a tenant requires a second factor of users with this profile.
-- Internal: called by factor_aged, factor_gate, factor_required_of and 2 more.
create or replace function app.factor_required(p_tenant uuid, p_profile text)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s."values"->>'mfa_master' = 'S' and (coalesce(s."values"->>'mfa_required', 'all') = 'all' or p_profile <> 'user')
    from public.settings s
    where s.tenant_id = p_tenant),
    false) $$;
alter function app.factor_required owner to mirante_gate;
revoke all on function app.factor_required from public;
