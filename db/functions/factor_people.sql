-- Returns which users of the caller's tenant have a second factor: one of the account, once they have accepted, or one bound to this
-- tenant.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on factors.
create or replace function app.factor_people()
returns table (user_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select u.id from public.users u where u.tenant_id = app.tenant_id() and u.deleted_at is null and u.seat is null
    and exists (select from public.factors f where f.holder in (u.account_id, u.id) and f.kind <> 'recovery') $$;
alter function app.factor_people owner to mirante_gate;
revoke all on function app.factor_people from public;
grant execute on function app.factor_people to mirante_app;
