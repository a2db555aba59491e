-- Removes the factors that are bound to a user in this tenant, by an administrator, which ends the user's sessions here. Never one's own,
-- and never an account's: no tenant resets what protects other tenants too.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on factors.
create or replace function app.reset_factors(p_user uuid, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_n int; v_who text; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.actor_id() is null
      and app.profile() <> 'user'
    for no key update;
  if u.id is null then return 'none'; end if;
  if u.id = app.user_id() then return 'own'; end if;
  delete from public.factors f where f.tenant_id = u.tenant_id and f.user_id = u.id and f.kind <> 'recovery';
  get diagnostics v_n = row_count;
  if v_n = 0 then
    return case when exists (select from public.factors f where f.account_id = u.account_id) then 'account' else 'empty' end;
  end if;
  delete from public.factors f where f.tenant_id = u.tenant_id and f.user_id = u.id;
  perform app.end_person_sessions(p_user);
  select x.name into v_who from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id();
  perform app.act_tell(u.tenant_id, u.id, 'factors_reset', jsonb_build_object('person', coalesce(v_who, '')), '/?account=security');
  perform app.write_audit(u.tenant_id, 'factor.reset', u.id, jsonb_build_object('after', jsonb_build_object('factors', v_n)),
    p_address, p_request);
  return 'ok'; end $$;
alter function app.reset_factors owner to mirante_gate;
revoke all on function app.reset_factors from public;
grant execute on function app.reset_factors to mirante_app;
