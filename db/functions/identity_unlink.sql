-- Unlinks a user of this tenant from a provider. For another user than the caller, sessions and known devices end too, and the platform
-- notifies them. Returns how many sessions ended; null if there is no such identity.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on identities.
create or replace function app.identity_unlink(p_user uuid, p_identity uuid, p_address text, p_request text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.identities; v_provider text; v_ended int := 0; begin
  perform app.need('{own}');
  delete from public.identities x using public.users u
    where x.tenant_id = app.tenant_id() and x.id = p_identity and x.user_id = p_user and u.tenant_id = x.tenant_id and u.id = x.user_id
      and u.deleted_at is null and app.profile() <> 'user'
    returning x.* into i;
  if i.id is null then return null; end if;
  v_provider := coalesce(app.provider_name(i.tenant_id, i.kind, i.issuer), i.issuer);
  if p_user <> app.user_id() then v_ended := app.end_person_sessions(p_user); end if;
  perform app.write_audit(i.tenant_id, 'user.unlink', p_user,
    jsonb_build_object('before', jsonb_build_object('provider', v_provider, 'identity', i.subject),
        'after', jsonb_build_object('sessions', v_ended)),
    p_address, p_request);
  perform app.act_tell(i.tenant_id, p_user, 'identity_unlinked',
    jsonb_build_object('person', (select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()),
      'provider', v_provider),
    '/?account=sessions');
  return v_ended; end $$;
alter function app.identity_unlink owner to mirante_gate;
revoke all on function app.identity_unlink from public;
grant execute on function app.identity_unlink to mirante_app;
