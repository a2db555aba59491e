-- Returns how many of the caller's devices are remembered, in every unit of their account if the session reaches it.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on devices.
create or replace function app.own_remembered() returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select count(*)::int
    from app.own_rows() o
      join lateral (select from public.devices x
        where x.tenant_id = o.tenant_id and x.user_id = o.user_id and x.trusted_at > app.now() - interval '30 days' offset 0) d on true $$;
alter function app.own_remembered owner to mirante_gate;
revoke all on function app.own_remembered from public;
grant execute on function app.own_remembered to mirante_app;
