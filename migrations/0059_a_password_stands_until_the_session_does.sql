-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- By what password a step of a sign-in was judged (its digest), and whether that one has to be changed; of a company ticket also whether it was typed for it.
create function app.arrival_password(p_tenant uuid, p_hash bytea) returns table (seen bytea, typed boolean, must_change boolean, password_at timestamptz, rules jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select sha256(convert_to(a.password, 'UTF8')), k.source_sid is null, a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant)
    from public.tokens k join public.users u on u.tenant_id = k.tenant_id and u.id = k.user_id join public.accounts a on a.id = u.account_id
   where k.hash = p_hash and k.tenant_id = p_tenant and k.purpose = 'company' $$;

-- Whether the password that was compared still is the account's. Held until the session has begun: a change of the password comes wholly before it or ends it.
create function app.password_stands(p_tenant uuid, p_user uuid, p_seen bytea) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  if p_seen is null then return true; end if;
  select u.account_id into v_account from public.users u where u.tenant_id = p_tenant and u.id = p_user for no key update;
  perform from public.accounts a where a.id = v_account and sha256(convert_to(a.password, 'UTF8')) = p_seen for no key update;
  return found; end $$;

-- The way to a new password says since when its factor is given, so that it is asked before the change and not once more after it.
drop function app.change_link(uuid, uuid, bytea, text);
create function app.change_link(p_tenant uuid, p_user uuid, p_hash bytea, p_host text, p_at timestamptz, p_remember boolean) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with u as (select u.tenant_id, u.id, a.email from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A','T') and u.deleted_at is null),
    o as (update public.tokens t set used_at = app.now() from u where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = 'account.change' and t.used_at is null),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) select p_hash, 'account.change', u.tenant_id, u.id, p_host, app.now() + interval '30 minutes',
      jsonb_build_object('via', 'sign-in', 'email', u.email, 'factor_at', p_at, 'remember', p_remember) from u returning 1)
  select exists (select from k) $$;

drop function app.factor_gate(uuid, uuid, text, boolean, bytea, bytea, bytea, text, jsonb);
create function app.factor_gate(p_tenant uuid, p_user uuid, p_way text, p_given boolean, p_device bytea, p_from bytea, p_ticket bytea, p_host text, p_body jsonb)
returns table (due boolean, at timestamptz, remember boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_holder uuid := app.factor_holder(p_tenant, p_user); v_profile text; v_at timestamptz; v_remember boolean := false; begin
  if p_given then return query select false, app.now(), false; return; end if;
  select d.trusted_at into v_at from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and d.trusted_at > app.now() - interval '30 days';
  if v_at is null and p_from is not null then
    -- Another unit's session of the same account, in which it was given.
    select s.factor_at into v_at from public.tokens k join public.sessions s on s.id = k.source_sid
      where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'company' and s.factor_at > app.now() - interval '30 days' and app.factor_holder(s.home_id, s.user_id) = v_holder;
    if v_at is null then
      -- The way to a new password, before which it was given.
      select (k.body->>'factor_at')::timestamptz, coalesce((k.body->>'remember')::boolean, false) into v_at, v_remember from public.tokens k
        where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'account.change';
    end if;
  end if;
  if v_at is not null then return query select false, v_at, v_remember; return; end if;
  -- Who vouches for these people has asked what he wanted to ask.
  if p_way = 'embedded' or (p_way in ('saml', 'entra') and coalesce((select s."values"->>'mfa_trust_sso' from public.settings s where s.tenant_id = p_tenant), 'S') = 'S') then return query select false, null::timestamptz, false; return; end if;
  select u.profile into v_profile from public.users u where u.tenant_id = p_tenant and u.id = p_user;
  -- Before a password that must be changed only a factor that there is can be asked; a first one is set up after it.
  if not exists (select from public.factors f where f.holder = v_holder) and (coalesce((p_body->>'change')::boolean, false) or not app.factor_required(p_tenant, v_profile)) then return query select false, null::timestamptz, false; return; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_ticket, 'factor', p_tenant, p_host, p_body || jsonb_build_object('userId', p_user), app.now() + interval '10 minutes');
  return query select true, null::timestamptz, false; end $$;

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['app.arrival_password(uuid, bytea)', 'app.password_stands(uuid, uuid, bytea)', 'app.change_link(uuid, uuid, bytea, text, timestamptz, boolean)',
      'app.factor_gate(uuid, uuid, text, boolean, bytea, bytea, bytea, text, jsonb)']::regprocedure[] loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.arrival_password(uuid, bytea), app.password_stands(uuid, uuid, bytea), app.change_link(uuid, uuid, bytea, text, timestamptz, boolean), app.factor_gate(uuid, uuid, text, boolean, bytea, bytea, bytea, text, jsonb) to mirante_public;
