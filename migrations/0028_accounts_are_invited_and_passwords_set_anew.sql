-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- The rules of passwords of every tenant in which this account may act, and of one more: the strictest of them holds (ARCHITECTURE 10).
create function app.account_rules(p_account uuid, p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('enable_password', s."values"->'enable_password', 'min_character', s."values"->'min_character', 'capital_letter', s."values"->'capital_letter',
      'special_characters', s."values"->'special_characters', 'expiry_time_password', s."values"->'expiry_time_password')), '[]')
    from public.settings s where s."values"->>'enable_password' = 'S' and (s.tenant_id = p_tenant or s.tenant_id in (select u.tenant_id from public.users u
      join public.tenants t on t.id = u.tenant_id and t.status in ('A','T') and t.deleted_at is null where u.account_id = p_account and u.status in ('A','T') and u.deleted_at is null)) $$;

-- What mail about an account must know of a person of this tenant, found by id or by the address typed at "forgot".
create function app.account_reader(p_user uuid, p_email text)
returns table (user_id uuid, name text, email text, language text, accepted boolean, owned boolean, elsewhere boolean, hosts jsonb, platform_hosts jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, coalesce(a.email, u.email), u.language, a.id is not null,
      a.id is not null or exists (select from public.accounts x where x.email = u.email and x.verified_at is not null and x.password is not null),
      exists (select from public.users o where o.account_id = a.id and o.tenant_id <> u.tenant_id and o.deleted_at is null),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d where d.tenant_id = u.tenant_id),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d join public.tenants p on p.id = d.tenant_id and p.kind = 'platform')
    from public.users u left join public.accounts a on a.id = u.account_id
   where u.tenant_id = app.tenant_id() and u.status in ('A','T') and u.deleted_at is null and u.seat is null
     and u.id = coalesce(p_user, (select x.id from public.accounts y join public.users x on x.account_id = y.id and x.tenant_id = app.tenant_id() where y.email = p_email limit 1),
       (select x.id from public.users x where x.tenant_id = app.tenant_id() and x.email = p_email and x.account_id is null)) $$;

-- A link of one use. The one before it dies with it, so that never two of a kind work.
create function app.account_link(p_user uuid, p_purpose text, p_hash bytea, p_host text, p_via text, p_email text, p_life interval) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  select * into u from public.users x where x.tenant_id = app.tenant_id() and x.id = p_user and x.status in ('A','T') and x.deleted_at is null and x.seat is null for no key update;
  if not found or p_purpose not in ('account.invite', 'account.reset') or (p_purpose = 'account.invite' and u.account_id is not null) then return false; end if;
  -- What leaves by a tenant's own server opens no account that another tenant shares.
  if p_via = 'tenant' and (u.account_id is null or exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null)) then return false; end if;
  update public.tokens t set used_at = app.now() where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = p_purpose and t.used_at is null;
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) values (p_hash, p_purpose, u.tenant_id, u.id, p_host, app.now() + p_life, jsonb_build_object('via', p_via, 'email', p_email));
  if p_purpose = 'account.invite' then update public.users x set invited_at = app.now() where x.tenant_id = u.tenant_id and x.id = u.id; end if;
  return true; end $$;

-- What a link opens, without using it. A guess at an existing password counts like one at the sign-in.
create function app.account_opens(p_hash bytea, p_host text, p_address text, p_guess boolean)
returns table (wait int, purpose text, via text, email text, tenant_id uuid, tenant_name text, host text, user_id uuid, account_id uuid, password text, own boolean, rules jsonb, status text, rights bigint, profile text, flags text[], name text, language text,
               department text, "position" text, tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], expires_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  if not app.attempt('p ' || p_address, 120, '15 min') then
    return query select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::text, null::uuid, null::text, null::text, null::uuid, null::uuid, null::text, null::boolean, null::jsonb, null::text, null::bigint, null::text, null::text[], null::text, null::text,
      null::text, null::text, null::text, null::boolean, null::boolean, null::jsonb, null::text[], null::timestamptz from public.attempts x where x.key = 'p ' || p_address;
    return;
  end if;
  select * into k from public.tokens t where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null and t.expires_at > app.now();
  if not found then return; end if;
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then return; end if;
  v_email := k.body->>'email';
  select * into a from public.accounts x where case when u.account_id is null then x.email = v_email else x.id = u.account_id end;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email) then return; end if;
  if k.body->>'via' = 'tenant' and exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null) then return; end if;
  own := k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null;
  -- One link pays for ten hashes in a quarter of an hour, however many calls bring it.
  if p_guess and not app.attempt('k ' || encode(p_hash, 'hex'), 10, '15 min') then wait := 900; return next; return; end if;
  if p_guess and own and not (app.attempt('u ' || k.tenant_id || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then wait := 1800; return next; return; end if;
  return query select 0, k.purpose, k.body->>'via', v_email, k.tenant_id, h.name, (select d.host from public.domains d where d.tenant_id = h.id order by d.host <> p_host, d.main desc, d.created_at, d.host limit 1), u.id, a.id, a.password, account_opens.own,
      app.account_rules(a.id, k.tenant_id), u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = k.tenant_id and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = k.tenant_id), app.hidden_menu(k.tenant_id), k.expires_at
    from public.tenants h left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = k.tenant_id; end $$;

-- Ends every session of an account, in whatever tenant, but for one; sessions of others inside them end with it.
create function app.end_account(p_account uuid, p_but uuid) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (update public.sessions s set revoked_at = app.now() from public.users u where u.account_id = p_account and s.home_id = u.tenant_id and s.user_id = u.id and s.revoked_at is null and s.id is distinct from p_but returning 1),
    k as (update public.tokens t set used_at = app.now() from public.users u where u.account_id = p_account and t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null and t.purpose in ('account.reset', 'account.change', 'company') returning 1)
  select $$;

-- Uses a link: once, however many come at once. Without a new password the person's own one was right (p_seen) and the account is joined as it is.
create function app.account_take(p_hash bytea, p_host text, p_seen text, p_new text, p_account uuid, p_address text, p_request text) returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  v_email := k.body->>'email';
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null for no key update;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then raise exception 'link_used' using errcode = 'MR411'; end if;
  insert into public.accounts (id, email) values (p_account, v_email) on conflict (email) do nothing;
  select * into a from public.accounts x where case when u.account_id is null then x.email = v_email else x.id = u.account_id end for no key update;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email)
     or a.password is distinct from p_seen
     or (k.body->>'via' = 'tenant' and exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null))
     or (p_new is null) <> (k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null) then raise exception 'link_used' using errcode = 'MR411'; end if;
  if p_new is not null then
    -- Of an address that nobody was known to own, nothing of before remains.
    perform app.end_account(a.id, null);
    delete from public.devices d using public.users o where o.account_id = a.id and d.tenant_id = o.tenant_id and d.user_id = o.id and k.purpose <> 'account.change';
    update public.accounts x set password = p_new, password_at = app.now(), must_change = false,
        verified_at = case k.body->>'via' when 'platform' then app.now() when 'tenant' then null else x.verified_at end where x.id = a.id;
  end if;
  update public.users x set account_id = a.id where x.tenant_id = u.tenant_id and x.id = u.id and x.account_id is null;
  update public.tokens t set used_at = app.now() where t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null and t.purpose in ('account.invite', 'account.reset', 'account.change');
  delete from public.attempts where key in ('u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (u.tenant_id, u.id, null, u.tenant_id, case when u.account_id is null then 'account.accepted' when k.purpose = 'account.change' then 'account.password' else 'account.reset' end, u.id, p_address, p_request);
  if k.purpose <> 'account.invite' then insert into public.outbox (tenant_id, kind, body) values (u.tenant_id, 'account.changed', jsonb_build_object('user_id', u.id)); end if;
  return a.id; end $$;

-- "Forgot": counted and written down the same for an address that is known and one that is not; what follows is decided at delivery.
create function app.account_forgot(p_tenant uuid, p_email text, p_address text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not (app.attempt('f ' || p_tenant || ' ' || p_email, 5, '1 hour') and app.attempt('fa ' || p_address, 20, '1 hour') and app.attempt('ft ' || p_tenant, 1000, '1 hour')) then
    return (select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int from public.attempts x where x.until > app.now() and ((x.key = 'f ' || p_tenant || ' ' || p_email and x.n >= 5) or (x.key = 'fa ' || p_address and x.n >= 20) or (x.key = 'ft ' || p_tenant and x.n >= 1000)));
  end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.forgot', jsonb_build_object('email', p_email));
  return 0; end $$;

-- Whether a right password must be changed first (Spec 4, user_change_password); read with the sign-in's own facts.
create function app.password_age(p_tenant uuid, p_email text) returns table (must_change boolean, password_at timestamptz, rules jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant) from public.accounts a where a.email = p_email $$;

create function app.change_link(p_tenant uuid, p_user uuid, p_hash bytea, p_host text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with u as (select u.tenant_id, u.id, a.email from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A','T') and u.deleted_at is null),
    o as (update public.tokens t set used_at = app.now() from u where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = 'account.change' and t.used_at is null),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) select p_hash, 'account.change', u.tenant_id, u.id, p_host, app.now() + interval '30 minutes', jsonb_build_object('via', 'sign-in', 'email', u.email) from u returning 1)
  select exists (select from k) $$;

-- One's own account, for who is himself: never for somebody who acts as him.
create function app.own_account(p_sid uuid, p_guess boolean) returns table (wait int, email text, password text, password_at timestamptz, rules jsonb, others int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.accounts; begin
  select x.* into a from public.users u join public.accounts x on x.id = u.account_id where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null;
  if not found then return; end if;
  if p_guess and not app.attempt('c ' || a.id, 5, '30 min') then
    return query select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::timestamptz, null::jsonb, null::int from public.attempts x where x.key = 'c ' || a.id;
    return;
  end if;
  return query select 0, a.email, a.password, coalesce(a.password_at, a.created_at), app.account_rules(a.id, app.tenant_id()),
    (select count(*)::int from public.sessions s join public.users u on u.account_id = a.id and u.tenant_id = s.home_id and u.id = s.user_id where s.revoked_at is null and s.expires_at > app.now() and s.actor_sid is null and s.id <> p_sid); end $$;

create function app.own_password(p_sid uuid, p_seen text, p_new text, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  update public.accounts a set password = p_new, password_at = app.now(), must_change = false from public.users u
   where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and a.id = u.account_id and a.password = p_seen returning a.id into v_account;
  if v_account is null then return false; end if;
  perform app.end_account(v_account, p_sid);
  delete from public.attempts where key = 'c ' || v_account;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) values (app.tenant_id(), app.user_id(), null, app.home_id(), 'account.password', app.user_id(), p_address, p_request);
  insert into public.outbox (tenant_id, kind, body) values (app.tenant_id(), 'account.changed', jsonb_build_object('user_id', app.user_id()));
  return true; end $$;

-- Who is blocked, removed or gets another address keeps no link: not for the day on which he is let in again either.
create function app.end_links() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.tokens t set used_at = app.now() from gone o join fresh n on n.tenant_id = o.tenant_id and n.id = o.id
   where (n.status <> o.status or n.deleted_at is distinct from o.deleted_at or n.email <> o.email) and (n.status not in ('A','T') or n.deleted_at is not null or n.email <> o.email)
     and t.tenant_id = n.tenant_id and t.user_id = n.id and t.used_at is null and t.purpose in ('account.invite', 'account.reset', 'account.change');
  return null; end $$;
create trigger users_links after update on users referencing old table as gone new table as fresh for each statement execute function app.end_links();

grant select, insert on tokens, outbox to mirante_gate;
grant select, insert, update on accounts to mirante_gate;
grant select, update (account_id, invited_at) on users to mirante_gate;
grant select, delete on devices to mirante_gate;
grant execute on function app.user_id(), app.actor_id(), app.home_id() to mirante_gate;
do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['account_rules(uuid, uuid)', 'account_reader(uuid, text)', 'account_link(uuid, text, bytea, text, text, text, interval)', 'account_opens(bytea, text, text, boolean)', 'end_account(uuid, uuid)',
      'account_take(bytea, text, text, text, uuid, text, text)', 'account_forgot(uuid, text, text)', 'password_age(uuid, text)', 'change_link(uuid, uuid, bytea, text)', 'own_account(uuid, boolean)',
      'own_password(uuid, text, text, text, text)', 'end_links()'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.account_reader(uuid, text), app.account_link(uuid, text, bytea, text, text, text, interval) to mirante_job;
grant execute on function app.account_rules(uuid, uuid), app.account_opens(bytea, text, text, boolean), app.account_take(bytea, text, text, text, uuid, text, text), app.account_forgot(uuid, text, text), app.password_age(uuid, text), app.change_link(uuid, uuid, bytea, text) to mirante_public;
grant execute on function app.own_account(uuid, boolean), app.own_password(uuid, text, text, text, text) to mirante_app;
