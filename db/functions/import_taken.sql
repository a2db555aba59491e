-- Records in the source unit that users were copied out of it, under that unit's own administrator when the same account has one.
-- Callers: mirante_app (own).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.import_taken(p_unit uuid, p_people int, p_request text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, request_id)
  select i.id, (select o.id from public.users o where o.account_id = app.my_account() and o.tenant_id = i.id and o.seat is null limit 1),
      null, app.home_id(), 'user.copied_out', null,
      jsonb_build_object('to', (select t.name from public.tenants t where t.id = app.tenant_id()), 'people', p_people), p_request
    from app.import_units() i where i.id = p_unit $$;
alter function app.import_taken owner to mirante_gate;
revoke all on function app.import_taken from public;
grant execute on function app.import_taken to mirante_app;
