-- Tells whether a correct password must be changed first (Spec 4, user_change_password); read together with the sign-in's other facts.
create or replace function app.password_age(p_tenant uuid, p_email text) returns table (must_change boolean, password_at timestamptz, rules jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant) from public.accounts a where a.email = p_email $$;
alter function app.password_age owner to mirante_gate;
revoke all on function app.password_age from public;
grant execute on function app.password_age to mirante_door;
