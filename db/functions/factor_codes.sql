-- Replaces the recovery codes of an account or, without one, of a user in this unit alone.
-- Internal: called by factor_use, factor_write.
create or replace function app.factor_codes(p_account uuid, p_tenant uuid, p_user uuid, p_codes jsonb)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.factors f where f.holder = coalesce(p_account, p_user) and f.kind = 'recovery';
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, hash)
    select gen_random_uuid(), coalesce(p_account, p_user), p_account, case when p_account is null then p_tenant end,
      case when p_account is null then p_user end, 'recovery', c::bytea
      from jsonb_array_elements_text(p_codes) c; end $$;
alter function app.factor_codes owner to mirante_gate;
revoke all on function app.factor_codes from public;
