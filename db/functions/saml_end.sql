-- Unlinks the users of a provider that a tenant removed, and ends the sessions it started.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on identities, sessions.
create or replace function app.saml_end(p_issuer text)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with i as (delete from public.identities where tenant_id = app.tenant_id() and kind = 'saml' and issuer = p_issuer returning user_id),
    s as (update public.sessions
      set revoked_at = app.now()
      where home_id = app.tenant_id() and auth_type = 'saml' and revoked_at is null and user_id in (select i.user_id from i)
      returning 1)
  select count(*)::int from s $$;
alter function app.saml_end owner to mirante_gate;
revoke all on function app.saml_end from public;
grant execute on function app.saml_end to mirante_app;
