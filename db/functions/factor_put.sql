-- Stores a new factor for its holder.
create or replace function app.factor_put(p_tenant uuid, p_user uuid, p_factor jsonb) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, name, secret, step, host, credential, public_key, counter, transports, last_used_at)
    select (p_factor->>'id')::uuid, coalesce(u.account_id, u.id), u.account_id, case when u.account_id is null then u.tenant_id end, case when u.account_id is null then u.id end, p_factor->>'kind', p_factor->>'name', p_factor->>'secret',
        coalesce((p_factor->>'step')::bigint, 0), p_factor->>'host', p_factor->>'credential', p_factor->>'publicKey', coalesce((p_factor->>'counter')::bigint, 0),
        array(select jsonb_array_elements_text(coalesce(p_factor->'transports', '[]'))), case when p_factor->>'kind' = 'totp' then app.now() end
      from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;
alter function app.factor_put owner to mirante_gate;
revoke all on function app.factor_put from public;
