-- Returns the counters that lock a user out of this tenant: the user's own and those of their known browsers. Counters of an address or of
-- all tenants only expire. `rows` keeps the estimate low, so that a join with the counters looks each one up.
-- Internal: called by lift_lock, person_lock.
create or replace function app.lock_keys(p_user uuid)
returns table (key text)
language sql stable rows 4 security definer set search_path = pg_catalog, pg_temp as $$
  select 'u ' || u.tenant_id || ' ' || e
    from public.users u left join public.accounts a on a.id = u.account_id, lateral unnest(array[u.email, a.email]) e
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null and e is not null
  union select 'd ' || encode(d.hash, 'hex') from public.users u join public.devices d on d.tenant_id = u.tenant_id and d.user_id = u.id
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null $$;
alter function app.lock_keys owner to mirante_gate;
revoke all on function app.lock_keys from public;
