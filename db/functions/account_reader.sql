-- Returns what an account e-mail needs to know about a user of this tenant, found by id or by the address typed at "Forgot password".
-- E-mails about an account's factors (p_account) go to the account's own address, whatever happened to the user since.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on accounts, identities.
create or replace function app.account_reader(p_user uuid, p_email text, p_account uuid)
returns table (user_id uuid, name text, email text, language text, accepted boolean, owned boolean, federated boolean, hosts jsonb,
  platform_hosts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select u.id, u.name, coalesce(a.email, u.email), u.language, a.id is not null,
      a.id is not null
        or exists (select from public.accounts x where x.email = u.email and x.verified_at is not null and x.password is not null),
      u.account_id is null and u.invited_at is null
        and (u.scim_at is not null or u.user_name is not null
          or exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id)),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d where d.tenant_id = u.tenant_id),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host)
        from public.domains d join public.tenants p on p.id = d.tenant_id and p.kind = 'platform')
    from public.users u left join public.accounts a on a.id = coalesce(p_account, u.account_id)
   where u.tenant_id = app.tenant_id() and (p_account is not null or (u.status in ('A','T') and u.deleted_at is null)) and u.seat is null
     and u.id = coalesce(p_user,
       (select x.id
         from public.accounts y join public.users x on x.account_id = y.id and x.tenant_id = app.tenant_id()
         where y.email = p_email
         limit 1),
       (select x.id from public.users x where x.tenant_id = app.tenant_id() and x.email = p_email and x.account_id is null)) $$;
alter function app.account_reader owner to mirante_gate;
revoke all on function app.account_reader from public;
grant execute on function app.account_reader to mirante_job;
