-- Creates the link that forces a password change during sign-in, replacing the previous one.
-- Internal: called by session_begin.
create or replace function app.change_link(p_tenant uuid, p_user uuid, p_hash bytea, p_host text, p_at timestamptz, p_remember boolean)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with u as (select u.tenant_id, u.id, a.email
    from public.users u join public.accounts a on a.id = u.account_id
    where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A','T') and u.deleted_at is null),
    o as (update public.tokens t
      set used_at = app.now()
      from u
      where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = 'account.change' and t.used_at is null),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) select p_hash, 'account.change',
    u.tenant_id, u.id, p_host, app.now() + interval '30 minutes',
      jsonb_build_object('email', u.email, 'factor_at', p_at, 'remember', p_remember) from u returning 1)
  select exists (select from k) $$;
alter function app.change_link owner to mirante_gate;
revoke all on function app.change_link from public;
