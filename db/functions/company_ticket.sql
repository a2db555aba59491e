-- Creates a ticket into another tenant of the same account: single use, one minute, one host, and only while the session it came from is
-- live.
-- Internal: called by change_company, login_elsewhere.
create or replace function app.company_ticket(p_account uuid, p_from uuid, p_source uuid, p_target uuid, p_hash bytea)
returns table (host text, made boolean)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (select u.tenant_id, u.id,
    (select d.host from public.domains d where d.tenant_id = u.tenant_id order by d.main desc, d.host limit 1) as host
      from public.users u join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
     where u.account_id = p_account and u.tenant_id <> p_from and (p_target is null or u.tenant_id = p_target) and u.status in ('A','T')
       and u.deleted_at is null and u.seat is null
     order by u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 1),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
      select p_hash, 'company', c.tenant_id, c.id, c.host, p_source, app.now() + interval '60 seconds', jsonb_build_object('from', p_from)
        from c
        where c.host is not null and p_hash is not null and app.takes_passwords(c.tenant_id)
        returning 1)
  select c.host, exists (select from k) from c where c.host is not null $$;
alter function app.company_ticket owner to mirante_gate;
revoke all on function app.company_ticket from public;
