-- The digest of the password that a sign-in step was judged by, and whether it must be changed; for a company ticket also whether it was
-- typed for that ticket.
create or replace function app.arrival_password(p_tenant uuid, p_hash bytea) returns table (seen bytea, typed boolean, must_change boolean, password_at timestamptz, rules jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select sha256(convert_to(a.password, 'UTF8')), k.source_sid is null, a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant)
    from public.tokens k join public.users u on u.tenant_id = k.tenant_id and u.id = k.user_id join public.accounts a on a.id = u.account_id
   where k.hash = p_hash and k.tenant_id = p_tenant and k.purpose = 'company' $$;
alter function app.arrival_password owner to mirante_gate;
revoke all on function app.arrival_password from public;
grant execute on function app.arrival_password to mirante_door;
