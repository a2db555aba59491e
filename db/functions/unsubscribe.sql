-- Answers an unsubscribe link of this tenant: the person's language, what it is about, and whether that mail is off. With p_act the mail is
-- turned off first, recorded once. No row for a token that this database didn't sign, or whose person is gone.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on users.
create or replace function app.unsubscribe(p_tenant uuid, p_token text, p_act boolean, p_address text, p_request text)
returns table (language text, about text, is_off boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_person uuid; v_about text; begin
  if p_token !~ '^[0-9a-f]{32}\.[a-z_]{1,60}\.[A-Za-z0-9_-]{43}$' then return; end if;
  v_person := split_part(p_token, '.', 1)::uuid;
  v_about := split_part(p_token, '.', 2);
  if (split_part(p_token, '.', -1) = app.unsubscribe_mac(p_tenant, v_person, v_about)) is not true then return; end if;
  select x.* into u from public.users x
    where x.tenant_id = p_tenant and x.id = v_person and x.deleted_at is null and x.seat is null
    for no key update;
  if u.id is null then return; end if;
  if p_act is true and u.preferences->'mail'->>v_about is distinct from 'false' then
    update public.users x
      set preferences = jsonb_set(x.preferences, '{mail}', coalesce(x.preferences->'mail', '{}') || jsonb_build_object(v_about, false))
      where x.tenant_id = u.tenant_id and x.id = u.id;
    perform app.write_audit(u.tenant_id, 'users.unsubscribe', u.id,
      jsonb_build_object('before', coalesce(u.preferences->'mail', '{}'), 'after', jsonb_build_object(v_about, false)),
      p_address, p_request, p_user => u.id, p_home => u.tenant_id, p_actor => null);
    u.preferences := jsonb_build_object('mail', jsonb_build_object(v_about, false));
  end if;
  return query select u.language, v_about, coalesce(u.preferences->'mail'->>v_about = 'false', false);
end $$;
alter function app.unsubscribe owner to mirante_gate;
revoke all on function app.unsubscribe from public;
grant execute on function app.unsubscribe to mirante_door;
