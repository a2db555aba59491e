-- Returns whether the caller has an account that this session doesn't reach yet and that can be proved here.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.may_prove() returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select app.my_kind() is not distinct from 'own' and app.my_account() is null
    and exists (select from public.users u where u.tenant_id = app.tenant_id() and u.id = app.user_id() and u.account_id is not null) $$;
alter function app.may_prove owner to mirante_gate;
revoke all on function app.may_prove from public;
grant execute on function app.may_prove to mirante_app;
