-- How many devices of the caller are remembered.
create or replace function app.own_remembered() returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from public.users me join public.users o on (o.tenant_id = me.tenant_id and o.id = me.id) or (me.account_id is not null and o.account_id = me.account_id)
    join public.devices d on d.tenant_id = o.tenant_id and d.user_id = o.id and d.trusted_at > app.now() - interval '30 days'
   where me.tenant_id = app.tenant_id() and me.id = app.user_id() and app.actor_id() is null $$;
alter function app.own_remembered owner to mirante_gate;
revoke all on function app.own_remembered from public;
grant execute on function app.own_remembered to mirante_app;
