-- Records in the source unit that users were copied out of it, under that unit's own administrator when the same account has one.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute write_audit.
create or replace function app.import_taken(p_unit uuid, p_people int, p_request text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select app.write_audit(i.id, 'user.copied_out', null,
    jsonb_build_object('to', (select t.name from public.tenants t where t.id = app.tenant_id()), 'people', p_people),
    p_request => p_request,
    p_user => (select o.id from public.users o where o.account_id = app.my_account() and o.tenant_id = i.id and o.seat is null limit 1))
    from app.import_units() i where i.id = p_unit $$;
alter function app.import_taken owner to mirante_gate;
revoke all on function app.import_taken from public;
grant execute on function app.import_taken to mirante_app;
