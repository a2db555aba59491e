-- Stores a new factor of an account or, without one, of a user in this unit alone; the holder never changes.
-- Internal: called by factor_use, factor_write.
create or replace function app.factor_put(p_account uuid, p_tenant uuid, p_user uuid, p_factor jsonb)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, name, secret, step, host, credential, public_key, counter,
    transports, last_used_at)
    select (p_factor->>'id')::uuid, coalesce(p_account, p_user), p_account, case when p_account is null then p_tenant end,
      case when p_account is null then p_user end, p_factor->>'kind', p_factor->>'name', p_factor->>'secret',
        coalesce((p_factor->>'step')::bigint, 0), p_factor->>'host', p_factor->>'credential', p_factor->>'publicKey',
        coalesce((p_factor->>'counter')::bigint, 0),
        array(select jsonb_array_elements_text(coalesce(p_factor->'transports', '[]'))),
        case when p_factor->>'kind' = 'totp' then app.now() end $$;
alter function app.factor_put owner to mirante_gate;
revoke all on function app.factor_put from public;
