-- Decides before every session start whether a second factor is still required, and when one was last given. If one is required, it creates
-- a ticket for that step, which records whether the account or the unit vouches for this sign-in and so which factors count
-- (app.factor_holders). Also says whether the user waits to be readmitted after all factors of the account were lost: as a result, because
-- an error would undo the removal that it reports.
-- Internal: called by session_begin.
create or replace function app.factor_gate(p_tenant uuid, p_user uuid, p_way text, p_vouched text, p_given boolean, p_device bytea,
  p_from bytea, p_ticket bytea, p_host text, p_body jsonb)
returns table (due boolean, at timestamptz, remember boolean, waits boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_vouched text := app.vouched_by(p_tenant, p_user, p_way, p_vouched); v_profile text; v_account uuid; v_waits timestamptz;
  v_at timestamptz; v_remember boolean := false; v_trusted boolean := false;
begin
  -- The party that vouches for this sign-in has already applied its own two-factor policy.
  if not p_given
    and (p_way = 'embedded'
      or (p_way in ('saml', 'entra')
        and coalesce((select s."values"->>'mfa_trust_sso' from public.settings s where s.tenant_id = p_tenant), 'S') = 'S')) then
    v_trusted := true;
  else
    -- All factors were reported lost 24 hours ago and no one objected.
    select u.account_id into v_account
      from public.users u join public.accounts a on a.id = u.account_id
      where u.tenant_id = p_tenant and u.id = p_user and a.lost_at <= app.now() - interval '24 hours';
    if found then perform app.wipe_factors(v_account, true); end if;
  end if;
  select u.profile, u.account_id, u.waits_at into v_profile, v_account, v_waits
    from public.users u
    where u.tenant_id = p_tenant and u.id = p_user;
  if v_waits is not null and not v_trusted then return query select true, null::timestamptz, false, true; return; end if;
  if p_given then return query select false, app.now(), false, false; return; end if;
  -- A device that was remembered when only the unit vouched doesn't replace the account's factor.
  select d.trusted_at into v_at
    from public.devices d
    where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and d.trusted_at > app.now() - interval '30 days'
      and (d.trusted_by = 'account' or v_vouched = 'unit');
  if v_at is null and p_from is not null then
    -- Another unit's session of the same account in which the account's factor was given: one that the account vouched for, or one in which
    -- the account was proved, which requires a factor if the account has one.
    select case s.vouched when 'account' then s.factor_at else s.proved_at end into v_at
      from public.tokens k join public.sessions s on s.id = k.source_sid join public.users o on o.tenant_id = s.home_id and o.id = s.user_id
      where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'company'
        and s.factor_at > app.now() - interval '30 days' and o.account_id = v_account
        and (s.vouched = 'account' or (s.proved_at is not null and exists (select from public.factors f where f.account_id = v_account)));
    if v_at is null then
      -- The link of a forced password change; the factor was given before it was created.
      select (k.body->>'factor_at')::timestamptz, coalesce((k.body->>'remember')::boolean, false) into v_at, v_remember from public.tokens k
        where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'account.change';
    end if;
  end if;
  if v_at is not null then return query select false, v_at, v_remember, false; return; end if;
  if v_trusted then return query select false, null::timestamptz, false, false; return; end if;
  -- Before a forced password change only an existing factor can be asked for; a first one is set up afterwards.
  if not exists (select from public.factors f where f.holder = any (app.factor_holders(p_tenant, p_user, v_vouched)))
    and (coalesce((p_body->>'change')::boolean, false) or app.factor_required(p_tenant, v_profile) is false) then
    return query select false, null::timestamptz, false, false;
    return;
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_ticket, 'factor', p_tenant, p_host, p_body || jsonb_build_object('userId', p_user, 'vouched', v_vouched),
      app.now() + interval '10 minutes');
  return query select true, null::timestamptz, false, false; end $$;
alter function app.factor_gate owner to mirante_gate;
revoke all on function app.factor_gate from public;
