-- Records a refused sign-in of a known user in the sign-in log and the audit log.
-- Internal: called by factor_refused, proof_refused, refused_once, session_begin.
create or replace function app.sign_in_refused(p_tenant uuid, p_user uuid, p_code text, p_way text, p_address text, p_agent text,
  p_request text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent) select u.tenant_id, gen_random_uuid(), u.id,
    p_way, p_code, p_address, p_agent
    from public.users u
    where u.tenant_id = p_tenant and u.id = p_user)
  select app.write_audit(p_tenant, 'session.refused', u.id, jsonb_build_object('code', p_code), p_address, p_request,
    p_user => u.id, p_home => p_tenant)
    from public.users u
      where u.tenant_id = p_tenant and u.id = p_user $$;
alter function app.sign_in_refused owner to mirante_gate;
revoke all on function app.sign_in_refused from public;
