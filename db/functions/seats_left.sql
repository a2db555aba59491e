-- Returns how many users may still be added; a partner's limit covers what it has promised its units too. Locks the tenant's row, so a
-- batch can't take more than that.
-- Callers: mirante_app, mirante_job (own, remote, partner, directory, job).
-- Security definer: callers may not execute tree_use.
create or replace function app.seats_left() returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,directory,job}');
  select case when t.user_limit is null then 2147483647
      when t.kind = 'partner' then greatest(0, t.user_limit - (select u.users_given from app.tree_use(t.id, '') u))
      else greatest(0, t.user_limit - t.users_used) end
    from public.tenants t
    where t.id = app.tenant_id()
    for no key update $$;
alter function app.seats_left owner to mirante_gate;
revoke all on function app.seats_left from public;
grant execute on function app.seats_left to mirante_app, mirante_job;
