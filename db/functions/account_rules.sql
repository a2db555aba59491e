-- Returns the password rules of every tenant in which this account is active, plus those of p_tenant; the strictest apply.
-- Internal: called by account_opens, arrive, own_account and 2 more.
create or replace function app.account_rules(p_account uuid, p_tenant uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('enable_password', s."values"->'enable_password',
    'min_character', s."values"->'min_character', 'capital_letter', s."values"->'capital_letter',
      'special_characters', s."values"->'special_characters', 'expiry_time_password', s."values"->'expiry_time_password')), '[]')
    from (select p_tenant as id
      union select u.tenant_id
      from public.users u
        join lateral (select x.status, x.deleted_at from public.tenants x where x.id = u.tenant_id offset 0) t on t.status in ('A','T')
          and t.deleted_at is null
        where u.account_id = p_account and u.status in ('A','T') and u.deleted_at is null) own
      join lateral (select x."values"
        from public.settings x
        where x.tenant_id = own.id offset 0) s on s."values"->>'enable_password' = 'S' $$;
alter function app.account_rules owner to mirante_gate;
revoke all on function app.account_rules from public;
