-- Replaces a user's recovery codes.
create or replace function app.factor_codes(p_tenant uuid, p_user uuid, p_codes jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_holder uuid := app.factor_holder(p_tenant, p_user); begin
  delete from public.factors f where f.holder = v_holder and f.kind = 'recovery';
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, hash)
    select gen_random_uuid(), v_holder, u.account_id, case when u.account_id is null then u.tenant_id end, case when u.account_id is null then u.id end, 'recovery', c::bytea
      from public.users u, jsonb_array_elements_text(p_codes) c where u.tenant_id = p_tenant and u.id = p_user; end $$;
alter function app.factor_codes owner to mirante_gate;
revoke all on function app.factor_codes from public;
