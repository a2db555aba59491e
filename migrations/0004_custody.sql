-- Custody.

-- ### What goes

drop trigger users_factors on users;
drop function app.account_link(uuid,text,bytea,text,text,text,interval);
drop function app.account_opens(bytea,text,text,boolean);
drop function app.account_reader(uuid,text);
drop function app.act_facts(uuid);
drop function app.actor_of(uuid);
drop function app.change_company(uuid,uuid,bytea,text,text);
drop function app.end_own_sessions(uuid,uuid,bytea,text,text);
drop function app.entra_person(sso_apps,text,text,jsonb,text,text);
drop function app.entrant(uuid,uuid,bytea);
drop function app.factor_codes(uuid,uuid,jsonb);
drop function app.factor_gate(uuid,uuid,text,boolean,bytea,bytea,bytea,text,jsonb);
drop function app.factor_holder(uuid,uuid);
drop function app.factor_open(bytea,uuid,text,text,bytea,boolean);
drop function app.factor_put(uuid,uuid,jsonb);
drop function app.factor_shared(uuid);
drop function app.factor_spend(uuid,jsonb);
drop function app.factor_write(uuid,jsonb,text,jsonb,text,text);
drop function app.forget_devices(uuid,uuid,bytea);
drop function app.join_factors();
drop function app.login_elsewhere(uuid,text,uuid,bytea,bytea);
drop function app.own_account(uuid,boolean);
drop function app.own_factors(uuid,boolean);
drop function app.own_password(uuid,text,text,bytea,text,text);
drop function app.own_sessions(uuid);
drop function app.passkey_open(bytea,uuid,text,text,text);
drop function app.password_stands(uuid,uuid,bytea);
drop function app.person_factors(uuid);
drop function app.person_sessions(uuid);
drop function app.session_facts(uuid);
drop function app.session_start(uuid,uuid,uuid,text,text,timestamp with time zone,bytea,bytea,text,text,text,text);
drop function app.set_me(uuid,uuid,uuid,text,uuid,text,text);
drop policy gate on factors;
drop policy gate on scim_tokens;
drop policy own on scim_tokens;
drop policy gate on sessions;
drop policy gate on users;
drop policy own on users;
drop policy wide on users;
revoke all on factors from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on scim_tokens from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on sessions from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on users from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;

-- ### Functions that defaults of columns call

-- The kind of the caller's session, read from the sealed setting: own, remote, partner, embed_portal, embed_report, player, directory or
-- job; null without a seal.
create or replace function app.my_kind() returns text stable parallel safe return (app.me())[9];
revoke all on function app.my_kind from public;
grant execute on function app.my_kind to mirante_app, mirante_gate, mirante_job, mirante_wide;

-- ### Tables

DROP INDEX "users_account_across";
ALTER TABLE "sign_ins" ADD COLUMN "vouched" text;
ALTER TABLE "remote_requests" ADD COLUMN "profile" text;
ALTER TABLE "remote_requests" ADD COLUMN "flags" text[];
ALTER TABLE "scim_tokens" ADD COLUMN "provider_kind" text;
ALTER TABLE "scim_tokens" ADD COLUMN "provider_issuer" text;
ALTER TABLE "accounts" ADD COLUMN "epoch" bigint DEFAULT 1 NOT NULL;
ALTER TABLE "devices" ADD COLUMN "trusted_by" text;
ALTER TABLE "sessions" ADD COLUMN "kind" text DEFAULT 'own' NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "vouched" text DEFAULT 'unit' NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone;
ALTER TABLE "users" ADD COLUMN "scim_token_id" uuid;
ALTER TABLE "user_group_members" ADD COLUMN "by_directory" boolean DEFAULT coalesce(app.my_kind() = 'directory', false) NOT NULL;
CREATE UNIQUE INDEX "users_account_across" ON "users" USING btree ("account_id","tenant_id");
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_vouched" CHECK ("sign_ins"."vouched" in ('account','unit'));
ALTER TABLE "scim_tokens" ADD CONSTRAINT "scim_tokens_provider" CHECK (("scim_tokens"."provider_kind" is null) = ("scim_tokens"."provider_issuer" is null) and "scim_tokens"."provider_kind" in ('saml','entra'));
ALTER TABLE "devices" ADD CONSTRAINT "devices_trusted" CHECK (("devices"."trusted_at" is null) = ("devices"."trusted_by" is null) and "devices"."trusted_by" in ('account','unit'));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_kind" CHECK ("sessions"."kind" in ('own','remote','partner','embed_portal'));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_vouched" CHECK ("sessions"."vouched" in ('account','unit') and ("sessions"."kind" = 'own' or ("sessions"."vouched" = 'unit' and "sessions"."proved_at" is null)));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_kind_acts" CHECK (("sessions"."kind" in ('remote','partner')) = ("sessions"."actor_sid" is not null));

-- ### Functions

grant create on schema app to mirante_gate;

-- Creates a single-use account link, which leaves by the platform's mail alone, and revokes the previous one of its kind, so two of a kind never work.
create or replace function app.account_link(p_user uuid, p_purpose text, p_hash bytea, p_host text, p_email text, p_life interval) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  select * into u from public.users x where x.tenant_id = app.tenant_id() and x.id = p_user and x.status in ('A','T') and x.deleted_at is null and x.seat is null for no key update;
  if not found or p_purpose not in ('account.invite', 'account.reset') or (p_purpose = 'account.invite' and u.account_id is not null) then return false; end if;
  update public.tokens t set used_at = app.now() where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = p_purpose and t.used_at is null;
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) values (p_hash, p_purpose, u.tenant_id, u.id, p_host, app.now() + p_life, jsonb_build_object('email', p_email));
  if p_purpose = 'account.invite' then update public.users x set invited_at = app.now() where x.tenant_id = u.tenant_id and x.id = u.id; end if;
  return true; end $$;
alter function app.account_link owner to mirante_gate;
revoke all on function app.account_link from public;
grant execute on function app.account_link to mirante_job;

-- Tells what an account link opens without using it. A guess at an existing password counts like one at sign-in.
create or replace function app.account_opens(p_hash bytea, p_host text, p_address text, p_guess boolean)
returns table (wait int, purpose text, email text, tenant_id uuid, tenant_name text, host text, user_id uuid, account_id uuid, password text, own boolean, rules jsonb, status text, rights bigint, profile text, flags text[], name text, language text,
               department text, "position" text, tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], expires_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  if not app.attempt('p ' || p_address, 120, '15 min') then
    return query select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::uuid, null::text, null::text, null::uuid, null::uuid, null::text, null::boolean, null::jsonb, null::text, null::bigint, null::text, null::text[], null::text, null::text,
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
  own := k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null;
  -- One link pays for ten hashes in a quarter of an hour, however many calls bring it.
  if p_guess and not app.attempt('k ' || encode(p_hash, 'hex'), 10, '15 min') then wait := 900; return next; return; end if;
  if p_guess and own and not (app.attempt('u ' || k.tenant_id || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then wait := 1800; return next; return; end if;
  return query select 0, k.purpose, v_email, k.tenant_id, h.name, (select d.host from public.domains d where d.tenant_id = h.id order by d.host <> p_host, d.main desc, d.created_at, d.host limit 1), u.id, a.id, a.password, account_opens.own,
      app.account_rules(a.id, k.tenant_id), u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = k.tenant_id and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = k.tenant_id), app.hidden_menu(k.tenant_id), k.expires_at
    from public.tenants h left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = k.tenant_id; end $$;
alter function app.account_opens owner to mirante_gate;
revoke all on function app.account_opens from public;
grant execute on function app.account_opens to mirante_public;

-- Uses one factor exactly once: a TOTP step, a recovery code and a passkey counter are never accepted twice.
create or replace function app.factor_spend(p_holders uuid[], p_use jsonb) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if p_use->>'kind' = 'totp' then
    update public.factors f set step = (p_use->>'step')::bigint, last_used_at = app.now() where f.id = (p_use->>'id')::uuid and f.holder = any (p_holders) and f.kind = 'totp' and f.step < (p_use->>'step')::bigint;
  elsif p_use->>'kind' = 'recovery' then
    update public.factors f set used_at = app.now(), last_used_at = app.now() where f.holder = any (p_holders) and f.kind = 'recovery' and f.hash = (p_use->>'hash')::bytea and f.used_at is null;
  elsif p_use->>'kind' = 'passkey' then
    update public.factors f set counter = (p_use->>'counter')::bigint, last_used_at = app.now() where f.id = (p_use->>'id')::uuid and f.holder = any (p_holders) and f.kind = 'passkey'
      and (f.counter < (p_use->>'counter')::bigint or (f.counter = 0 and (p_use->>'counter')::bigint = 0));
  else return false; end if;
  return found; end $$;
alter function app.factor_spend owner to mirante_gate;
revoke all on function app.factor_spend from public;

-- The caller's own session, read from the sealed setting; null for clients that have none.
create or replace function app.my_session() returns uuid stable parallel safe return nullif((app.me())[11], '-')::uuid;
revoke all on function app.my_session from public;
grant execute on function app.my_session to mirante_app, mirante_gate;

-- Records in the caller's own session that its account was proved: by a passkey of the account, or by its password (p_seen is the one that
-- was verified) with a factor where the account has one. Says 'ok', or what is wrong: 'none', 'wrong', 'code' (a factor is missing), 'over'.
create or replace function app.account_prove(p_seen text, p_use jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null and x.deleted_at is null for no key update;
  select x.* into a from public.accounts x where x.id = u.account_id for no key update;
  if a.id is null then return 'none'; end if;
  if p_use->>'kind' is distinct from 'passkey' then
    if a.password is null or a.password is distinct from p_seen then return 'wrong'; end if;
    if p_use is null and exists (select from public.factors f where f.account_id = a.id) then return 'code'; end if;
  elsif app.ticket_take((p_use->>'ticket')::bytea, 'passkey', u.tenant_id, p_use->>'host')->>'proves' is distinct from u.id::text then return 'over'; end if;
  if p_use is not null then
    if not app.factor_spend(array[a.id], p_use) then return 'wrong'; end if;
    update public.sessions s set factor_at = app.now() where s.id = app.my_session();
  end if;
  delete from public.attempts x where x.key = 'mp ' || a.id;
  update public.sessions s set proved_at = app.now() where s.id = app.my_session();
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, u.id, null, u.tenant_id, 'account.proved', u.id, jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->>'kind', 'password'))), p_address, p_request);
  return 'ok'; end $$;
alter function app.account_prove owner to mirante_gate;
revoke all on function app.account_prove from public;
grant execute on function app.account_prove to mirante_app;

-- What an account e-mail needs to know about a user of this tenant, found by id or by the address typed at "Forgot password".
create or replace function app.account_reader(p_user uuid, p_email text)
returns table (user_id uuid, name text, email text, language text, accepted boolean, owned boolean, federated boolean, hosts jsonb, platform_hosts jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, coalesce(a.email, u.email), u.language, a.id is not null,
      a.id is not null or exists (select from public.accounts x where x.email = u.email and x.verified_at is not null and x.password is not null),
      u.account_id is null and u.invited_at is null and (u.scim_at is not null or u.user_name is not null or exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id)),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d where d.tenant_id = u.tenant_id),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d join public.tenants p on p.id = d.tenant_id and p.kind = 'platform')
    from public.users u left join public.accounts a on a.id = u.account_id
   where u.tenant_id = app.tenant_id() and u.status in ('A','T') and u.deleted_at is null and u.seat is null
     and u.id = coalesce(p_user, (select x.id from public.accounts y join public.users x on x.account_id = y.id and x.tenant_id = app.tenant_id() where y.email = p_email limit 1),
       (select x.id from public.users x where x.tenant_id = app.tenant_id() and x.email = p_email and x.account_id is null)) $$;
alter function app.account_reader owner to mirante_gate;
revoke all on function app.account_reader from public;
grant execute on function app.account_reader to mirante_job;

-- Forgets remembered devices except the one in use, of a user and, where it is given, of the account in every tenant: after a new password
-- and after "end all sessions", each must give the second factor again.
create or replace function app.forget_devices(p_account uuid, p_tenant uuid, p_user uuid, p_but bytea) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with o as (select u.tenant_id, u.id from public.users u where u.account_id = p_account union select p_tenant, p_user),
    w as (update public.devices d set trusted_at = null, trusted_by = null from o where d.tenant_id = o.tenant_id and d.user_id = o.id and d.hash is distinct from p_but and d.trusted_at is not null returning 1)
  select count(*)::int from w $$;
alter function app.forget_devices owner to mirante_gate;
revoke all on function app.forget_devices from public;

-- Begins a new epoch of an account: in every tenant its sessions, remembered devices, open links and pending tickets of before end. What
-- undoes a change, or keeps the account as it is, goes on working: a thief's new password must not take it away.
create or replace function app.raise_epoch(p_account uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.accounts a set epoch = a.epoch + 1 where a.id = p_account;
  perform app.end_account(p_account, null);
  delete from public.devices d using public.users u where u.account_id = p_account and d.tenant_id = u.tenant_id and d.user_id = u.id;
  update public.tickets t set used_at = app.now() from public.users u where u.account_id = p_account and t.tenant_id = u.tenant_id and u.id::text in (t.body->>'userId', t.body->>'proves') and t.used_at is null and t.expires_at > app.now(); end $$;
alter function app.raise_epoch owner to mirante_gate;
revoke all on function app.raise_epoch from public;

-- Uses an account link exactly once, however many requests arrive. Without a new password, p_seen is the existing one that was verified,
-- and the account is linked as it is.
create or replace function app.account_take(p_hash bytea, p_host text, p_seen text, p_new text, p_account uuid, p_device bytea, p_address text, p_request text) returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
     or (p_new is null) <> (k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null) then raise exception 'link_used' using errcode = 'MR411'; end if;
  if p_new is not null then
    if k.purpose = 'account.change' then
      perform app.end_account(a.id, null);
      perform app.forget_devices(a.id, u.tenant_id, u.id, p_device);
    else
      perform app.raise_epoch(a.id);
      -- Of an address that nobody was known to own, nothing of before remains.
      if a.verified_at is null and u.account_id is null then delete from public.factors f where f.account_id = a.id; end if;
    end if;
    update public.accounts x set password = p_new, password_at = app.now(), must_change = false,
        verified_at = case k.purpose when 'account.change' then x.verified_at else app.now() end where x.id = a.id;
  end if;
  update public.users x set account_id = a.id where x.tenant_id = u.tenant_id and x.id = u.id and x.account_id is null;
  update public.tokens t set used_at = app.now() where t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null and t.purpose in ('account.invite', 'account.reset', 'account.change');
  perform app.lock_attempts(array['u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email]);
  delete from public.attempts where key in ('u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (u.tenant_id, u.id, null, u.tenant_id, case when u.account_id is null then 'account.accepted' when k.purpose = 'account.change' then 'account.password' else 'account.reset' end, u.id, p_address, p_request);
  if k.purpose <> 'account.invite' then insert into public.outbox (tenant_id, kind, body) values (u.tenant_id, 'account.changed', jsonb_build_object('user_id', u.id)); end if;
  return a.id; end $$;
alter function app.account_take owner to mirante_gate;
revoke all on function app.account_take from public;
grant execute on function app.account_take to mirante_public;

-- What the caller's account is proved by: its password and its factors, in an own session. Reads the account before it is proved, which
-- is this function's whole purpose; what it returns is compared and never shown. Counts guesses.
create or replace function app.account_to_prove(p_guess boolean) returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb, passkeys jsonb, recovery int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.account_id is not null and x.seat is null;
  if not found then return; end if;
  holder := u.account_id;
  if p_guess and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, a.id, a.email, u.name, a.password, null::timestamptz,
      (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step)) from public.factors f where f.account_id = a.id and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.account_id = a.id and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.account_id = a.id and f.kind = 'recovery' and f.used_at is null)
    from public.accounts a where a.id = u.account_id; end $$;
alter function app.account_to_prove owner to mirante_gate;
revoke all on function app.account_to_prove from public;
grant execute on function app.account_to_prove to mirante_app;

-- Whether every layer above a tenant leaves it a function (user_import, saml, mfa, remote): one "no" is enough.
create or replace function app.left_to(p_tenant uuid, p_function text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.tenants t left join public.tenants p on p.id = t.parent_id join public.settings s on s.tenant_id in (t.parent_id, p.parent_id)
    where t.id = p_tenant and s."values"->>('below_' || p_function) = 'false') $$;
alter function app.left_to owner to mirante_gate;
revoke all on function app.left_to from public;

-- Whether a wish to act as another (partner_switch, remote access) is allowed now, from the asker's session p_actor_sid: who asks, the relation,
-- the unit's switch and the layers above it, the person and their own switch, and every yes that was given instead of being asked for.
-- While the wish still waits, its gates are not asked yet.
create or replace function app.may_visit(q public.remote_requests, p_actor_sid uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_waits boolean := q.state = 'requested'; v_set jsonb; a record; begin
  select m.profile, m.flags, h.kind into a from public.sessions e
    join public.users m on m.tenant_id = e.home_id and m.id = e.user_id and m.status in ('A', 'T') and m.deleted_at is null
    join public.tenants h on h.id = e.home_id and h.deleted_at is null and app.acts(h.status, h.trial_ends_at)
   where e.id = p_actor_sid and e.home_id = q.asker_home_id and e.user_id = q.asker_id and e.kind = 'own' and e.revoked_at is null and e.expires_at > app.now();
  if not found or not exists (select from public.tenants t where t.id = q.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)) then return false; end if;
  if q.kind = 'partner' then
    if a.kind <> 'partner' or a.profile <> 'master' or not exists (select from public.relations r where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.above_id = q.asker_home_id and r.kind = 'partner'
        and r.status = 'active' and r.ended_at is null and r.until > app.now() and (r.role = 'admin' or (r.role = 'user' and q.user_id is not null))
        and (v_waits or q.admin_at is not null or (not q.needs_admin and (not r.verify or coalesce(r.standing_until > app.now(), false))))) then return false; end if;
  else
    if q.asker_home_id <> q.tenant_id or (q.state = 'active' and not exists (select from public.relations r where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.above_id = q.asker_home_id and r.kind = 'consent'
        and r.ended_at is null and r.until > app.now())) then return false; end if;
    if a.profile <> 'admin' and (q.kind = 'view' or not a.flags @> '{support,remote_access}' or not (v_waits or q.admin_at is not null)) then return false; end if;
  end if;
  if q.user_id is null then return q.kind = 'partner'; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = q.tenant_id;
  if coalesce(v_set->>'allow_access_remote', 'N') <> 'S' or not app.left_to(q.tenant_id, 'remote') then return false; end if;
  return exists (select from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null and u.allow_remote
      -- Never onto an equal, and never more than the person was when the visit was allowed.
      and u.profile = 'user' and q.profile = 'user' and u.flags <@ q.flags and (a.profile <> 'user' or not u.flags @> '{support,remote_access}')
      and (v_waits or q.kind = 'view' or q.person_at is not null or (not q.needs_person and (coalesce(v_set->>'remote_consent', 'each') = 'none' or coalesce(u.remote_until > app.now(), false)))))
    and (q.person_sid is null or exists (select from public.sessions p where p.id = q.person_sid and p.revoked_at is null)); end $$;
alter function app.may_visit owner to mirante_gate;
revoke all on function app.may_visit from public;

-- Who acts in a live act-as session, or null. Decided anew at every call: whatever allowed the visit must still stand.
create or replace function app.may_act(p_sid uuid) returns uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare se record; q public.remote_requests; begin
  select s.tenant_id, s.user_id, s.actor_sid, s.relation_id, s.kind, s.last_seen into se from public.sessions s
   where s.id = p_sid and s.actor_sid is not null and s.revoked_at is null and s.expires_at > app.now();
  if not found or (se.kind = 'partner' and se.last_seen <= app.now() - interval '60 minutes') then return null; end if;
  select r.* into q from public.remote_requests r where r.session_id = p_sid and r.tenant_id = se.tenant_id and r.state = 'active' and r.relation_id = se.relation_id and (r.kind = 'partner') = (se.kind = 'partner');
  if not found or (q.user_id is not null and q.user_id <> se.user_id) or not app.may_visit(q, se.actor_sid) then return null; end if;
  return q.asker_id; end $$;
alter function app.may_act owner to mirante_gate;
revoke all on function app.may_act from public;

-- What a new token of a live session says; for an act-as session also who acts, with which reach and by which grant. In an embedded portal
-- everybody is a viewer: the profile is user and no flag counts.
create or replace function app.session_facts(p_sid uuid) returns table (state text, tenant_id uuid, user_id uuid, kind text, profile text, flags text[], rights bigint, until timestamptz, reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when u.status not in ('A', 'T') then 'user_blocked' when not app.acts(h.status, h.trial_ends_at) then 'tenant_blocked' else 'ok' end,
      se.tenant_id, se.user_id, se.kind, case se.kind when 'embed_portal' then 'user' else u.profile end, case se.kind when 'embed_portal' then '{}' else u.flags end, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), se.expires_at, se.reach, e.user_id,
      case when se.actor_sid is not null then coalesce((select q.kind from public.remote_requests q where q.session_id = se.id), 'partner') end, app.hidden_menu(se.tenant_id),
      u.name, u.email, u.language, u.department, u."position"
    from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id left join public.sessions e on e.id = se.actor_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now() and (se.actor_sid is null or app.may_act(se.id) is not null) $$;
alter function app.session_facts owner to mirante_gate;
revoke all on function app.session_facts from public;
grant execute on function app.session_facts to mirante_public;

-- What a new token says about the act-as session that the caller just opened; another session's id returns nothing.
create or replace function app.act_facts(p_sid uuid) returns table (state text, tenant_id uuid, user_id uuid, kind text, profile text, flags text[], rights bigint, until timestamptz, reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.* from public.sessions s join public.sessions e on e.id = s.actor_sid, lateral app.session_facts(s.id) f
    where s.id = p_sid and e.user_id = app.user_id() and e.home_id = app.home_id() and app.actor_id() is null $$;
alter function app.act_facts owner to mirante_gate;
revoke all on function app.act_facts from public;
grant execute on function app.act_facts to mirante_app;

-- Opens an act-as session. Only other gate functions call it, after they checked permission. Sessions don't chain: someone who is already
-- acting as another can't open one.
create or replace function app.act_open(p_sid uuid, p_tenant uuid, p_user uuid, p_actor_sid uuid, p_relation uuid, p_reach text, p_until timestamptz, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, actor_sid, relation_id, reach, kind, vouched, auth_type, address, expires_at)
      select p_sid, p_tenant, p_tenant, p_user, e.id, p_relation, p_reach, case r.kind when 'partner' then 'partner' else 'remote' end, 'unit', 'act', p_address, least(p_until, e.expires_at)
        from public.sessions e join public.relations r on r.tenant_id = p_tenant and r.id = p_relation
        where e.id = p_actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now() returning 1),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      select p_tenant, p_user, e.user_id, p_tenant, 'session.act', p_sid, jsonb_build_object('reach', p_reach, 'until', p_until, 'home', e.home_id), p_address, p_request from s, public.sessions e where e.id = p_actor_sid)
  select exists (select from s) $$;
alter function app.act_open owner to mirante_gate;
revoke all on function app.act_open from public;

-- Records a page opened in a live act-as session, for its summary.
create or replace function app.act_page(p_sid uuid, p_path text, p_title text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.remote_requests r set summary = jsonb_set(r.summary, '{pages}', coalesce(r.summary->'pages', '[]') || jsonb_build_object('at', app.now(), 'path', p_path, 'title', p_title))
      where r.session_id = p_sid and r.state = 'active' and jsonb_array_length(coalesce(r.summary->'pages', '[]')) < 200
        and (r.summary->'pages'->-1->>'path') is distinct from p_path and app.may_act(p_sid) is not null returning 1)
  select exists (select from w) or app.may_act(p_sid) is not null $$;
alter function app.act_page owner to mirante_gate;
revoke all on function app.act_page from public;
grant execute on function app.act_page to mirante_public;

-- Starts the session that was granted, once and before the grant expires. A user who wasn't asked this time is notified at once.
create or replace function app.act_start(p_wait bytea, p_actor_sid uuid, p_sid uuid, p_address text, p_request text) returns table (state text, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; v_relation uuid := gen_random_uuid(); v_until timestamptz; begin
  select r.* into q from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind in ('remote', 'view') and app.actor_id() is null for update;
  if not found then return; end if;
  if q.state <> 'authorized' or q.enter_by <= app.now() then return query select case when q.state = 'authorized' then 'expired' else q.state end, null::timestamptz; return; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id) values (q.tenant_id, v_relation, q.asker_home_id, 'consent', 'user', false, v_until, q.user_id);
  if not exists (select from public.sessions e where e.id = p_actor_sid and e.user_id = app.user_id() and e.home_id = app.home_id())
    or not app.act_open(p_sid, q.tenant_id, q.user_id, p_actor_sid, v_relation, q.reach, v_until, p_address, p_request) then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.remote_requests r set state = 'active', relation_id = v_relation, session_id = p_sid, started_at = app.now(), ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning r.ends_at into v_until;
  if app.may_act(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  if not q.needs_person then
    perform app.act_tell(q.tenant_id, q.user_id, case q.kind when 'view' then 'remote_looking' else 'remote_started' end,
      jsonb_build_object('person', q.asker_name, 'reason', q.reason, 'minutes', q.minutes), '/?account=access');
  end if;
  return query select 'active', v_until; end $$;
alter function app.act_start owner to mirante_gate;
revoke all on function app.act_start from public;
grant execute on function app.act_start to mirante_app;

-- The one way to the caller's account: null unless the account vouched for this session of its own, or was proved in it within the last
-- 15 minutes.
create or replace function app.my_account() returns uuid stable parallel safe return nullif((app.me())[10], '-')::uuid;
revoke all on function app.my_account from public;
grant execute on function app.my_account to mirante_app, mirante_gate;

-- Tells whether the caller has an account that this session doesn't reach yet: it can be proved here.
create or replace function app.may_prove() returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.my_kind() is not distinct from 'own' and app.my_account() is null
    and exists (select from public.users u where u.tenant_id = app.tenant_id() and u.id = app.user_id() and u.account_id is not null) $$;
alter function app.may_prove owner to mirante_gate;
revoke all on function app.may_prove from public;
grant execute on function app.may_prove to mirante_app;

-- Creates a ticket into another tenant of the same account: single use, one minute, one host, and only while the session it came from is
-- live.
create or replace function app.company_ticket(p_account uuid, p_from uuid, p_source uuid, p_target uuid, p_hash bytea) returns table (host text, made boolean) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with c as (select u.tenant_id, u.id, (select d.host from public.domains d where d.tenant_id = u.tenant_id order by d.main desc, d.host limit 1) as host
      from public.users u join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
     where u.account_id = p_account and u.tenant_id <> p_from and (p_target is null or u.tenant_id = p_target) and u.status in ('A','T') and u.deleted_at is null and u.seat is null
     order by u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 1),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, source_sid, expires_at, body)
      select p_hash, 'company', c.tenant_id, c.id, c.host, p_source, app.now() + interval '60 seconds', jsonb_build_object('from', p_from) from c where c.host is not null and p_hash is not null and app.takes_passwords(c.tenant_id) returning 1)
  select c.host, exists (select from k) from c where c.host is not null $$;
alter function app.company_ticket owner to mirante_gate;
revoke all on function app.company_ticket from public;

-- Leaves for another tenant of the same account: a ticket of one use for its host, 'sign_in' where that tenant takes no passwords, 'prove'
-- where the caller's account must be proved first, whatever the target.
create or replace function app.change_company(p_target uuid, p_hash bytea, p_address text, p_request text) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid := app.my_account(); v_made boolean; begin
  if v_account is null then return query select case when app.may_prove() then 'prove' else 'none' end, null::text; return; end if;
  select t.host, t.made into host, v_made from app.company_ticket(v_account, app.tenant_id(), app.my_session(), p_target, p_hash) t;
  if host is null then state := 'none'; return next; return; end if;
  if not v_made then state := 'sign_in'; return next; return; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'session.company', null, jsonb_build_object('to', t.name), p_address, p_request from public.tenants t where t.id = p_target;
  state := 'ok'; return next; end $$;
alter function app.change_company owner to mirante_gate;
revoke all on function app.change_company from public;
grant execute on function app.change_company to mirante_app;

-- Creates the link that forces a password change during sign-in, replacing the previous one.
create or replace function app.change_link(p_tenant uuid, p_user uuid, p_hash bytea, p_host text, p_at timestamptz, p_remember boolean) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with u as (select u.tenant_id, u.id, a.email from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A','T') and u.deleted_at is null),
    o as (update public.tokens t set used_at = app.now() from u where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = 'account.change' and t.used_at is null),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) select p_hash, 'account.change', u.tenant_id, u.id, p_host, app.now() + interval '30 minutes',
      jsonb_build_object('email', u.email, 'factor_at', p_at, 'remember', p_remember) from u returning 1)
  select exists (select from k) $$;
alter function app.change_link owner to mirante_gate;
revoke all on function app.change_link from public;
grant execute on function app.change_link to mirante_public;

-- The caller's own rows as a person: in every tenant of the account where app.my_account() gives it, else in this tenant alone.
create or replace function app.own_rows() returns table (tenant_id uuid, user_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.tenant_id, u.id from public.users u where u.account_id = app.my_account()
  union select u.tenant_id, u.id from public.users u where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and u.seat is null $$;
alter function app.own_rows owner to mirante_gate;
revoke all on function app.own_rows from public;

-- The tenants in which the caller's account has an active user who may sign in, the most recently used first; this tenant alone where
-- the account isn't the caller's to reach (app.my_account).
create or replace function app.companies() returns table (id uuid, name text, kind text, current boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.kind, t.id = app.tenant_id() from app.own_rows() o join public.users u on u.tenant_id = o.tenant_id and u.id = o.user_id and u.status in ('A','T') and u.deleted_at is null
    join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
   where exists (select from public.domains d where d.tenant_id = t.id)
   order by t.id <> app.tenant_id(), u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 500 $$;
alter function app.companies owner to mirante_gate;
revoke all on function app.companies from public;
grant execute on function app.companies to mirante_app;

-- Factors bound to a user in this unit are deleted when the user joins an account or is removed: nothing planted before is carried over.
create or replace function app.drop_factors() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id;
  update public.devices d set trusted_at = null, trusted_by = null where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
  return null; end $$;
alter function app.drop_factors owner to mirante_gate;
revoke all on function app.drop_factors from public;

create or replace trigger users_bound_factors after update of account_id, deleted_at on users for each row
  when ((new.account_id is not null and old.account_id is distinct from new.account_id) or (old.deleted_at is null and new.deleted_at is not null)) execute function app.drop_factors();

-- Remote-access requests that expired and sessions whose grant is gone; the job settles each.
create or replace function app.due_remote(p_n int) returns table (tenant_id uuid, id uuid, session_id uuid, by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.tenant_id, r.id, case r.state when 'active' then r.session_id end, case when r.state = 'active' then case when r.ends_at <= app.now() then 'time' else 'rights' end else 'time' end
    from public.remote_requests r where (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now())
      or (r.state = 'active' and app.may_act(r.session_id) is null) order by r.expires_at limit least(p_n, 200) $$;
alter function app.due_remote owner to mirante_gate;
revoke all on function app.due_remote from public;
grant execute on function app.due_remote to mirante_job;

-- Ends the caller's other sessions, or one of them, in every unit of their account where the account is theirs to reach. Ending all also
-- forgets remembered devices except the current one.
create or replace function app.end_own_sessions(p_id uuid, p_device bytea, p_address text, p_request text) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.sessions s set revoked_at = app.now() from app.own_rows() o
      where s.home_id = o.tenant_id and s.user_id = o.user_id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
        and s.id <> app.my_session() and (p_id is null or s.id = p_id) returning s.id, s.tenant_id, s.user_id),
    d as (select case when p_id is null and app.actor_id() is null then app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), p_device) end as n),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, w.user_id, null, w.tenant_id, 'session.end', null, p_address, p_request from w)
  select count(w.id)::int from d left join w on true $$;
alter function app.end_own_sessions owner to mirante_gate;
revoke all on function app.end_own_sessions from public;
grant execute on function app.end_own_sessions to mirante_app;

-- Seals who is asking into app.me for this transaction. Only other functions of the gate may call it.
create or replace function app.set_me(p_tenant uuid, p_user uuid, p_actor uuid, p_profile text, p_home uuid, p_scope text, p_reach text, p_kind text, p_account uuid, p_sid uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b text := concat_ws(' ', p_tenant, coalesce(p_user::text, '-'), coalesce(p_actor::text, '-'), p_profile, p_home, p_scope, p_reach, p_kind, coalesce(p_account::text, '-'), coalesce(p_sid::text, '-')); k bytea; begin
  select v into k from app.secret;
  perform set_config('app.me', encode(sha256(k || timestamptz_send(now()) || convert_to(b, 'UTF8') || k), 'hex') || ' ' || b, true); end $$;
alter function app.set_me owner to mirante_gate;
revoke all on function app.set_me from public;

-- The first statement of every transaction of a session: checks the session, the user, the tenant and the rights version, then seals who is
-- asking.
-- In an embedded portal everybody is a viewer: the profile is user and no flag counts.
-- The account is sealed only in a session of its own that the account itself vouched for, or proved within the last 15 minutes.
-- Blocking a user ends their sessions, and a session that returns afterwards is still told why (Spec 8, 'User is blocked!').
create or replace function app.enter(p_sid uuid, p_rights bigint, p_tenant uuid, p_action text default null) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_actor uuid; v_above boolean; v_may boolean := false; v_limited boolean := false; begin
  select se.tenant_id, se.home_id, se.user_id, se.actor_sid, se.relation_id, se.reach, se.kind as session_kind, case when se.kind = 'own' and (se.vouched = 'account' or se.proved_at > app.now() - interval '15 minutes') then u.account_id end as account_id,
         se.revoked_at is not null as revoked, se.last_seen < app.now() - interval '1 minute' as old,
         case se.kind when 'embed_portal' then 'user' else u.profile end as profile, case se.kind when 'embed_portal' then '{}' else u.flags end as flags, u.status, app.acts(h.status, h.trial_ends_at) as home_acts, app.acts(t.status, t.trial_ends_at) as tenant_acts,
         u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0) as rights, t.kind
    into s from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id
    join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
    join public.tenants t on t.id = p_tenant
   where se.id = p_sid and se.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  -- Who was stopped is told so, though his sessions ended with it; after that an ended session is only that.
  if s.status not in ('A', 'T') and s.actor_sid is null then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.revoked then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.status not in ('A', 'T') then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.actor_sid is not null then                        -- acting as: whatever allows the visit must still stand
    v_actor := app.may_act(p_sid);
    if v_actor is null or s.tenant_id <> p_tenant then raise exception 'session_gone' using errcode = 'MR401'; end if;
  end if;
  if s.rights is distinct from p_rights then raise exception 'rights_stale' using errcode = 'MR409'; end if;
  if p_action is not null then
    select coalesce(bool_or(c.above), false), coalesce(bool_or(c.limited), false) into v_may, v_limited
      from app.actions c where c.action = p_action and c.profile = s.profile and (c.flag is null or c.flag = any (s.flags));
  end if;
  v_above := s.tenant_id <> p_tenant;                    -- from above: a declared action, its profile and flag, a live relation
  if v_above and not (v_may and exists (select from public.relations r where r.tenant_id = p_tenant and r.above_id = s.home_id and r.kind = 'partner' and r.ended_at is null and r.until > app.now())) then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if (not s.home_acts or (not s.tenant_acts and not v_above)) and not v_limited then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, s.user_id, v_actor, s.profile, s.home_id, s.kind, s.reach, s.session_kind, s.account_id, p_sid);
  if s.old and current_setting('transaction_read_only') = 'off' then
    update public.sessions set last_seen = app.now() where id = (select id from public.sessions where id = p_sid and last_seen < app.now() - interval '1 minute' for no key update skip locked);
  end if;
  if s.reach = 'view' then perform set_config('transaction_read_only', 'on', true); end if; end $$;
alter function app.enter owner to mirante_gate;
revoke all on function app.enter from public;
grant execute on function app.enter to mirante_app, mirante_wide;

-- The first statement of every transaction of a single-report embedded page: its session must be live. It acts as its user, or as nobody.
create or replace function app.enter_embed(p_sid uuid, p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select e.user_id, e.last_seen < app.now() - interval '1 minute' as old, x.state into s from app.embed_session(p_tenant, p_sid) x join public.embed_sessions e on e.tenant_id = p_tenant and e.id = p_sid where x.report_id is not null;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.state = 'user_blocked' then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.state <> 'ok' then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, s.user_id, null, 'embedded', p_tenant, 'embedded', 'act', 'embed_report', null, p_sid);
  if s.old then update public.embed_sessions set last_seen = app.now() where tenant_id = p_tenant and id = p_sid; end if; end $$;
alter function app.enter_embed owner to mirante_gate;
revoke all on function app.enter_embed from public;
grant execute on function app.enter_embed to mirante_app;

-- The first statement of a job's transaction: one tenant, no user.
create or replace function app.enter_job(p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not exists (select from public.tenants where id = p_tenant) then raise exception 'tenant_gone' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, null, null, 'job', p_tenant, 'job', 'act', 'job', null, null); end $$;
alter function app.enter_job owner to mirante_gate;
revoke all on function app.enter_job from public;
grant execute on function app.enter_job to mirante_job;

-- The first statement of every transaction of a display: its player, its device and its tenant must be active. It seals a device and no
-- user. A player that was away loses its slot to another one.
create or replace function app.enter_player(p_sid uuid, p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select p.device_id, p.last_seen < app.now() - interval '3 minutes' as away, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.players p join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id join public.tenants t on t.id = p.tenant_id
   where p.tenant_id = p_tenant and p.id = p_sid and p.ended_at is null and p.generation = d.generation and d.approved_at is not null and d.revoked_at is null and d.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if not s.acts then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  if s.away and (select count(*) from public.players o where o.tenant_id = p_tenant and o.device_id = s.device_id and o.id <> p_sid and o.ended_at is null and o.last_seen >= app.now() - interval '3 minutes') >= 3 then
    raise exception 'session_gone' using errcode = 'MR401';
  end if;
  perform app.set_me(p_tenant, null, null, 'device', p_tenant, 'device', 'act', 'player', null, p_sid); end $$;
alter function app.enter_player owner to mirante_gate;
revoke all on function app.enter_player from public;
grant execute on function app.enter_player to mirante_app;

-- The first statement of every SCIM request: the token and its tenant must be active. It seals a directory and no user, and returns a row
-- so that a statement can take its tenant from it.
create or replace function app.enter_scim(p_hash bytea, p_tenant uuid, p_address text) returns table (tenant uuid, token uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select k.id, k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute' as old, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.scim_tokens k join public.tenants t on t.id = k.tenant_id
   where k.tenant_id = p_tenant and k.hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > app.now());
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if not s.acts then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, null, null, 'scim', p_tenant, 'scim', 'act', 'directory', null, null);
  if s.old then
    update public.scim_tokens set last_used_at = app.now(), last_ip = p_address where tenant_id = p_tenant and id = (select id from public.scim_tokens where tenant_id = p_tenant and id = s.id for no key update skip locked);
  end if;
  return query select p_tenant, s.id; end $$;
alter function app.enter_scim owner to mirante_gate;
revoke all on function app.enter_scim from public;
grant execute on function app.enter_scim to mirante_app;

-- Tells whether the unit lets administrators enter accounts without asking each time; its sign-in page says so.
create or replace function app.enters_unasked(p_tenant uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.settings s where s.tenant_id = p_tenant and s."values"->>'allow_access_remote' = 'S' and s."values"->>'remote_consent' = 'none') and app.left_to(p_tenant, 'remote') $$;
alter function app.enters_unasked owner to mirante_gate;
revoke all on function app.enters_unasked from public;
grant execute on function app.enters_unasked to mirante_public;

-- The person whom a directory provisioned under a provider's stable id, where an administrator tied that directory to this very provider
-- and the tie still holds; null where there is none or more than one.
create or replace function app.provisioned(p_tenant uuid, p_kind text, p_issuer text, p_subject text) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (array_agg(u.id))[1] from public.users u join public.scim_tokens k on k.tenant_id = u.tenant_id and k.id = u.scim_token_id and k.provider_kind = p_kind and k.provider_issuer = p_issuer
   where u.tenant_id = p_tenant and u.external_id in (p_subject, case p_kind when 'entra' then upper(p_subject) end) and u.deleted_at is null and u.seat is null
     and exists (select from public.scim_tokens x where x.tenant_id = p_tenant and x.revoked_at is null and x.provider_kind = p_kind and x.provider_issuer = p_issuer)
  having count(*) = 1 $$;
alter function app.provisioned owner to mirante_gate;
revoke all on function app.provisioned from public;

-- Tells whether an address alone links what a provider or a directory vouches for to somebody who exists: only a plain user of a business
-- unit, in a domain that is listed on that very provider, whom no other provider knows and whose account, if there is one, has no second
-- factor and is nobody anywhere else. Whoever controls a unit's provider would otherwise become its administrators and other units' people.
create or replace function app.may_link(p_tenant uuid, p_user uuid, p_kind text, p_issuer text, p_subject text, p_email text, p_domains text[]) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u join public.tenants t on t.id = u.tenant_id and t.kind = 'unit'
    where u.tenant_id = p_tenant and u.id = p_user and u.email = p_email and u.deleted_at is null and u.seat is null and u.profile = 'user' and split_part(p_email, '@', 2) = any (p_domains)
      and not exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id and (i.kind, i.issuer, i.subject) is distinct from (p_kind, p_issuer, p_subject))
      and not exists (select from public.factors f where f.account_id = u.account_id)
      and not exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null)) $$;
alter function app.may_link owner to mirante_gate;
revoke all on function app.may_link from public;

-- Tells whether somebody new with this address may come in just in time: in a business unit that acts, in a listed domain. Partners and the
-- platform have administrators only, and nobody becomes one by a provider's word.
create or replace function app.may_join(p_tenant uuid, p_email text, p_domains text[]) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p_email <> '' and split_part(p_email, '@', 2) = any (p_domains) and exists (select from public.tenants t where t.id = p_tenant and t.kind = 'unit' and t.deleted_at is null)
    and not exists (select from public.users u where u.tenant_id = p_tenant and u.email = p_email and u.deleted_at is null) $$;
alter function app.may_join owner to mirante_gate;
revoke all on function app.may_join from public;

-- Finds the tenant's user for a directory identity: already linked, provisioned by the directory, linked now by an address that may link, or
-- made just in time. `waits` says that this is somebody who has to confirm it first.
create or replace function app.entra_person(a public.sso_apps, p_tid text, p_oid text, p_person jsonb, p_address text, p_request text) returns table (user_id uuid, refusal text, waits boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_here uuid; v_gone boolean; v_how text; h public.tenants; v_email text := p_person->>'email'; v_guest boolean := (p_person->>'guest')::boolean is not false; v_vouched boolean := (p_person->>'vouched')::boolean is true; begin
  if v_guest and a.settings->>'guests' is distinct from 'S' then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  select i.user_id, u.deleted_at is not null into v_user, v_gone from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
  if v_gone then v_user := null; end if;
  if v_user is null then
    select u.id into v_user from public.users u where u.tenant_id = a.tenant_id and u.id = app.provisioned(a.tenant_id, 'entra', p_tid, p_oid) for update;
    if v_user is not null then v_how := 'identity.bind'; end if;
  end if;
  -- A guest's address is another house's: it links to nobody who is here.
  if v_user is null and v_vouched and not v_guest then
    select u.id into v_here from public.users u where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null and u.seat is null for update;
    if v_here is not null then
      if a.settings->>'link' is distinct from 'S' or not app.may_link(a.tenant_id, v_here, 'entra', p_tid, p_oid, v_email, a.domains) then return query select v_here, null::text, true; return; end if;
      v_user := v_here; v_how := 'identity.bind';
    end if;
  end if;
  if v_user is null and v_gone is null and v_vouched and a.settings->>'jit' = 'S' and app.may_join(a.tenant_id, v_email, a.domains) then
    select * into h from public.tenants t where t.id = a.tenant_id;
    if not app.acts(h.status, h.trial_ends_at) then return query select null::uuid, case when h.status = 'T' then 'finish_test' else 'tenant_blocked' end, false; return; end if;
    v_user := gen_random_uuid(); v_how := 'user.add';
  end if;
  if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  begin
    if v_how = 'user.add' then
      insert into public.users (tenant_id, id, email, name, sort_key, profile, status, added_by_id)
        values (a.tenant_id, v_user, v_email, p_person->>'name', p_person->>'sortKey', 'user', a.settings->>'jitStatus', null);
    end if;
    if v_how is not null then
      delete from public.identities i where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and v_gone;
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, last_at) values (a.tenant_id, gen_random_uuid(), v_user, 'entra', p_tid, p_oid, app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (a.tenant_id, v_user, null, a.tenant_id, v_how, v_user, jsonb_build_object('after', jsonb_build_object('name', p_person->>'name', 'email', v_email, 'by', 'entra', 'directory', p_tid)), p_address, p_request);
    else
      update public.identities i set last_at = app.now() where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
    end if;
  exception
    when sqlstate 'MR422' then return query select null::uuid, 'user_limit_reached', false; return;
    -- Two first sign-ins of one person at once: the other one has made him.
    when unique_violation then
      select i.user_id into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
       where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
      if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  end;
  if jsonb_typeof(p_person->'groups') = 'array' then perform app.entra_groups(a, v_user, p_person->'groups', p_address, p_request); end if;
  return query select v_user, null::text, false; end $$;
alter function app.entra_person owner to mirante_gate;
revoke all on function app.entra_person from public;

-- Completes a sign-in at Entra and leaves a code for the host where it began, whose browser can show that it began it; the code says where
-- it continues. A user without a unit of their own goes to another
-- unit of the same partner that knows them, else to the partner's default unit (Spec 3); only between units that use the product's own app
-- registration.
create or replace function app.entra_arrive(p_tenant uuid, p_app uuid, p_host text, p_tid text, p_oid text, p_person jsonb, p_hash bytea, p_body jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.sso_apps; b public.sso_apps; v_root uuid; v_user uuid; v_refusal text; v_waits boolean; v_host text; v_onward jsonb; begin
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = p_app and x.kind = 'entra' and x.status = 'A';
  if a.id is null then v_refusal := 'error_saml';
  elsif not app.entra_admits(a, p_tid) then v_refusal := 'domain_not_allowed';
  else
    select e.user_id, e.refusal, e.waits into v_user, v_refusal, v_waits from app.entra_person(a, p_tid, p_oid, p_person, p_address, p_request) e;
    if v_refusal = 'error_azure_not_companies' and a.settings->>'own' = 'N' then
      select p.id into v_root from public.tenants t join public.tenants p on p.id in (t.id, t.parent_id) and p.kind = 'partner' and p.deleted_at is null where t.id = p_tenant;
      select x.* into b from public.tenants t join public.sso_apps x on x.tenant_id = t.id
        left join public.identities i on i.tenant_id = t.id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and exists (select from public.users u where u.tenant_id = t.id and u.id = i.user_id and u.deleted_at is null)
       where t.parent_id = v_root and t.id <> p_tenant and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) and app.entra_admits(x, p_tid) and x.settings->>'own' = 'N' and (i.id is not null or t.default_directory)
       order by i.last_at desc nulls last, i.id limit 1;
      if b.id is not null then
        select d.host into v_host from public.domains d where d.tenant_id = b.tenant_id order by d.main desc, d.host limit 1;
        if v_host is not null then
          select e.user_id, e.refusal, e.waits into v_user, v_refusal, v_waits from app.entra_person(b, p_tid, p_oid, p_person, p_address, p_request) e;
        end if;
        if v_user is not null then a := b; v_onward := jsonb_build_object('tenant', b.tenant_id, 'host', v_host); end if;
      end if;
    end if;
  end if;
  update public.sso_apps x set last_used_at = app.now() where x.tenant_id = a.tenant_id and x.id = a.id and v_user is not null and coalesce(x.last_used_at < app.now() - interval '1 minute', true);
  if v_refusal is not null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'entra.refused', p_app, jsonb_build_object('code', v_refusal, 'directory', p_tid, 'email', p_person->>'email'), p_address, p_request);
  end if;
  perform app.ticket_make(p_hash, 'sso.code', p_tenant, p_host, p_body || jsonb_strip_nulls(jsonb_build_object('userId', v_user, 'refusal', v_refusal, 'onward', v_onward,
    'confirm', case when v_waits then jsonb_build_object('app', a.id, 'name', a.name, 'kind', 'entra', 'issuer', p_tid, 'subject', p_oid, 'email', p_person->>'email', 'groups', p_person->'groups') end)), 60);
  return p_host; end $$;
alter function app.entra_arrive owner to mirante_gate;
revoke all on function app.entra_arrive from public;
grant execute on function app.entra_arrive to mirante_public;

-- What decides about a user of this tenant whom a sign-in method has authenticated.
create or replace function app.entrant(p_tenant uuid, p_user uuid, p_device bytea)
returns table (user_id uuid, email text, account_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean, ip_exempt boolean, access_hours jsonb, epoch bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, u.account_id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant),
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id), u.ip_exempt, u.access_hours, (select a.epoch from public.accounts a where a.id = u.account_id)
    from public.users u join public.tenants h on h.id = u.tenant_id and h.deleted_at is null
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null $$;
alter function app.entrant owner to mirante_gate;
revoke all on function app.entrant from public;
grant execute on function app.entrant to mirante_public;

-- Replaces the recovery codes of an account or, without one, of a user in this unit alone.
create or replace function app.factor_codes(p_account uuid, p_tenant uuid, p_user uuid, p_codes jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.factors f where f.holder = coalesce(p_account, p_user) and f.kind = 'recovery';
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, hash)
    select gen_random_uuid(), coalesce(p_account, p_user), p_account, case when p_account is null then p_tenant end, case when p_account is null then p_user end, 'recovery', c::bytea
      from jsonb_array_elements_text(p_codes) c; end $$;
alter function app.factor_codes owner to mirante_gate;
revoke all on function app.factor_codes from public;

-- Who vouches for a session that begins by a way in: the account, where its own secret was given and p_vouched (the host, the factor) lets it
-- count; only the unit otherwise.
create or replace function app.vouched_by(p_tenant uuid, p_user uuid, p_way text, p_vouched text) returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when p_vouched = 'account' and p_way in ('password', 'passkey', 'invitation', 'company')
    and exists (select from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.account_id is not null) then 'account' else 'unit' end $$;
alter function app.vouched_by owner to mirante_gate;
revoke all on function app.vouched_by from public;

-- Whose factors count at a user's sign-in: the account's alone where the account vouches; where only the unit does, the account's or those
-- bound to the user in this unit. The last one is whose a first factor becomes.
create or replace function app.factor_holders(p_tenant uuid, p_user uuid, p_vouched text) returns uuid[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_remove(array[u.account_id, case when p_vouched is distinct from 'account' or u.account_id is null then u.id end], null)
    from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null $$;
alter function app.factor_holders owner to mirante_gate;
revoke all on function app.factor_holders from public;

-- Asked before every session starts: whether a second factor is still required, and when one was last given. If one is required, it leaves
-- a ticket for it, which says who vouches for this sign-in and so whose factors count (app.factor_holders).
create or replace function app.factor_gate(p_tenant uuid, p_user uuid, p_way text, p_vouched text, p_given boolean, p_device bytea, p_from bytea, p_ticket bytea, p_host text, p_body jsonb)
returns table (due boolean, at timestamptz, remember boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_vouched text := app.vouched_by(p_tenant, p_user, p_way, p_vouched); v_profile text; v_account uuid; v_at timestamptz; v_remember boolean := false; begin
  if p_given then return query select false, app.now(), false; return; end if;
  select u.profile, u.account_id into v_profile, v_account from public.users u where u.tenant_id = p_tenant and u.id = p_user;
  -- A device remembered where only the unit vouched spares nobody the account's factor.
  select d.trusted_at into v_at from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and d.trusted_at > app.now() - interval '30 days' and (d.trusted_by = 'account' or v_vouched = 'unit');
  if v_at is null and p_from is not null then
    -- Another unit's session of the same account in which a factor of the account was given: one that the account vouched for, or one in
    -- which it was proved, which asks for a factor where the account has one.
    select case s.vouched when 'account' then s.factor_at else s.proved_at end into v_at from public.tokens k join public.sessions s on s.id = k.source_sid join public.users o on o.tenant_id = s.home_id and o.id = s.user_id
      where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'company' and s.factor_at > app.now() - interval '30 days' and o.account_id = v_account
        and (s.vouched = 'account' or (s.proved_at is not null and exists (select from public.factors f where f.account_id = v_account)));
    if v_at is null then
      -- The way to a new password, before which it was given.
      select (k.body->>'factor_at')::timestamptz, coalesce((k.body->>'remember')::boolean, false) into v_at, v_remember from public.tokens k
        where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'account.change';
    end if;
  end if;
  if v_at is not null then return query select false, v_at, v_remember; return; end if;
  -- Who vouches for these people has asked what he wanted to ask.
  if p_way = 'embedded' or (p_way in ('saml', 'entra') and coalesce((select s."values"->>'mfa_trust_sso' from public.settings s where s.tenant_id = p_tenant), 'S') = 'S') then return query select false, null::timestamptz, false; return; end if;
  -- Before a password that must be changed only a factor that there is can be asked; a first one is set up after it.
  if not exists (select from public.factors f where f.holder = any (app.factor_holders(p_tenant, p_user, v_vouched))) and (coalesce((p_body->>'change')::boolean, false) or not app.factor_required(p_tenant, v_profile)) then return query select false, null::timestamptz, false; return; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_ticket, 'factor', p_tenant, p_host, p_body || jsonb_build_object('userId', p_user, 'vouched', v_vouched), app.now() + interval '10 minutes');
  return query select true, null::timestamptz, false; end $$;
alter function app.factor_gate owner to mirante_gate;
revoke all on function app.factor_gate from public;
grant execute on function app.factor_gate to mirante_public;

-- Records on a new session when its factor was given and whether its device is remembered, for sign-ins that the same vouches for.
create or replace function app.factor_mark(p_sid uuid, p_at timestamptz, p_device bytea, p_remember boolean) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.sessions s set factor_at = p_at where s.id = p_sid and p_at is not null;
  if p_remember then update public.devices d set trusted_at = p_at, trusted_by = s.vouched from public.sessions s where s.id = p_sid and d.hash = p_device and d.tenant_id = s.tenant_id and d.user_id = s.user_id; end if; end $$;
alter function app.factor_mark owner to mirante_gate;
revoke all on function app.factor_mark from public;
grant execute on function app.factor_mark to mirante_public;

-- Opens the second step of a sign-in and counts this guess; the state says when it is over, tried too often or limited. `holder` is whose a
-- first factor becomes, and null when the address was limited. The body tells this guess's number. Guesses at a sign-in that only a unit
-- vouches for are counted in that unit, so that none can use up those of another.
create or replace function app.factor_open(p_hash bytea, p_tenant uuid, p_host text, p_address text, p_device bytea, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, holder uuid, address text, person_name text, totps jsonb, passkeys jsonb, recovery int, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_key text; v_body jsonb; v_holders uuid[]; begin
  select * into k from public.tickets t where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now();
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.deleted_at is null and x.seat is null;
  person := u.id; body := k.body;
  if not app.attempt('f2 ' || p_address, 200, '15 min') then
    state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'f2 ' || p_address; return next; return; end if;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  v_holders := app.factor_holders(u.tenant_id, u.id, k.body->>'vouched');
  holder := v_holders[cardinality(v_holders)];
  v_body := k.body;
  if p_guess then
    v_key := case when exists (select from public.devices d where d.hash = p_device and d.tenant_id = u.tenant_id and d.user_id = u.id) then 'md ' || encode(p_device, 'hex') else 'm ' || holder end;
    if not app.attempt(v_key, 10, '30 min') then
      state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = v_key; return next; return; end if;
    update public.tickets t set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1) where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5 returning t.body into v_body;
    if not found then state := 'over'; return next; return; end if;
  end if;
  return query select 'ok', 0, v_body, u.id, factor_open.holder, coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email), u.name,
    (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step)) from public.factors f where f.holder = any (v_holders) and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.holder = any (v_holders) and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null), k.expires_at; end $$;
alter function app.factor_open owner to mirante_gate;
revoke all on function app.factor_open from public;
grant execute on function app.factor_open to mirante_public;

-- Stores a new factor of an account or, without one, of a user in this unit alone; it belongs to them for good.
create or replace function app.factor_put(p_account uuid, p_tenant uuid, p_user uuid, p_factor jsonb) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, name, secret, step, host, credential, public_key, counter, transports, last_used_at)
    select (p_factor->>'id')::uuid, coalesce(p_account, p_user), p_account, case when p_account is null then p_tenant end, case when p_account is null then p_user end, p_factor->>'kind', p_factor->>'name', p_factor->>'secret',
        coalesce((p_factor->>'step')::bigint, 0), p_factor->>'host', p_factor->>'credential', p_factor->>'publicKey', coalesce((p_factor->>'counter')::bigint, 0),
        array(select jsonb_array_elements_text(coalesce(p_factor->'transports', '[]'))), case when p_factor->>'kind' = 'totp' then app.now() end $$;
alter function app.factor_put owner to mirante_gate;
revoke all on function app.factor_put from public;

-- Records a failed second step in the sign-in log and the audit log; when the step is over, e-mails the user, at most once an hour.
create or replace function app.factor_refused(p_tenant uuid, p_user uuid, p_code text, p_way text, p_over boolean, p_address text, p_agent text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('factor ' || p_user || ' ' || coalesce(p_address, ''), 0));
  -- That it is over is said once a minute for a person and an address, however many calls come after.
  if p_code <> 'too_many_attempts' or not exists (select from public.sign_ins r where r.tenant_id = p_tenant and r.user_id = p_user and r.way = p_way and r.outcome = p_code and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute') then
    perform app.sign_in_refused(p_tenant, p_user, p_code, p_way, p_address, p_agent, p_request);
  end if;
  if not p_over then return false; end if;
  if p_code <> 'too_many_attempts' then perform app.factor_refused(p_tenant, p_user, 'too_many_attempts', p_way, false, p_address, p_agent, p_request); end if;
  insert into public.attempts as x (key, n, until) select 'nf ' || coalesce(u.account_id, u.id), 1, app.now() + interval '1 hour' from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null
    on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now();
  if not found then return false; end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.guessed', jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent));
  return true; end $$;
alter function app.factor_refused owner to mirante_gate;
revoke all on function app.factor_refused from public;
grant execute on function app.factor_refused to mirante_public;

-- Whoever enters a unit from above must have given their own second factor within the last 12 hours, if they have one or must have one.
create or replace function app.factor_stale(p_sid uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid and s.user_id = app.user_id() and coalesce(s.factor_at <= app.now() - interval '12 hours', true)
    and (app.factor_required(u.tenant_id, u.profile) or exists (select from public.factors f where f.holder in (u.account_id, u.id)))) $$;
alter function app.factor_stale owner to mirante_gate;
revoke all on function app.factor_stale from public;
grant execute on function app.factor_stale to mirante_app;

-- Completes the second step of a sign-in. Success gives back what it took of its address's limit, so an office behind one address gets in.
create or replace function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_account uuid; v_vouched text; v_holders uuid[]; v_holder uuid; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning (t.body->>'userId')::uuid, t.body->>'vouched' into v_user, v_vouched;
  v_holders := app.factor_holders(p_tenant, v_user, v_vouched);
  v_holder := v_holders[cardinality(v_holders)];
  if v_holder is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if p_use->>'kind' = 'setup' then
    perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
    select a.id into v_account from public.accounts a where a.id = v_holder for no key update;
    if exists (select from public.factors f where f.holder = any (v_holders)) then raise exception 'factor_over' using errcode = 'MR412'; end if;
    perform app.factor_put(v_account, p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(v_account, p_tenant, v_user, p_use->'codes');
    perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
  elsif not app.factor_spend(v_holders, p_use) then raise exception 'factor_wrong' using errcode = 'MR413';
  elsif p_use->>'kind' = 'recovery' then
    perform app.act_tell(p_tenant, v_user, 'recovery_used', jsonb_build_object('left', (select count(*) from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null)), '/?account=security');
  end if;
  perform app.lock_attempts(array['f2 ' || p_address, 'm ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex')]);
  delete from public.attempts x where x.key in ('m ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex'));
  update public.attempts x set n = greatest(x.n - 2, 0) where x.key = 'f2 ' || p_address;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, v_user, null, p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user, jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address, p_request); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_public;

-- Changes a user's own factors, proved by the verified password, a factor, or nothing where they have neither: the account's where
-- app.my_account() gives it, else those bound to the user in this unit ('prove' where the caller meant the other ones). A password is proof
-- only within 15 minutes of a factor given in this session, or of an account without factors.
create or replace function app.factor_write(p_proof jsonb, p_what text, p_body jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; v_account uuid := app.my_account(); v_holder uuid; v_holders uuid[]; v_at timestamptz; v_any boolean; v_name text; v_kind text; v_ticket jsonb; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null for no key update;
  if u.id is null then return 'none'; end if;
  if p_what <> 'rename' and p_body->>'bound' is distinct from (case when v_account is null then 'unit' else 'account' end) then return 'prove'; end if;
  select s.factor_at into v_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes';
  select x.* into a from public.accounts x where x.id = v_account for no key update;
  v_holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[v_holder, case when p_what = 'confirm' and v_account is null then u.account_id end], null);
  v_any := exists (select from public.factors f where f.holder = v_holder);
  -- Nothing is used up for what is not there or may not be.
  if p_what = 'remove' then
    if not exists (select from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
    if not exists (select from public.factors f where f.id <> (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') and app.factor_required_of(v_holder) then return 'required'; end if;
  end if;
  if p_what = 'passkey' then
    -- Allowed when its challenge was made, for the account or for this unit.
    v_ticket := app.ticket_take((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host');
    if v_ticket->>'userId' is distinct from u.id::text or v_ticket->>'holder' is distinct from v_holder::text then return 'over'; end if;
  elsif p_what <> 'rename' then
    case p_proof->>'kind'
      when 'none' then if v_any or a.password is not null then return 'proof'; end if;
      when 'password' then
        if v_any and v_at is null then return 'code'; end if;
        if a.password is null or a.password is distinct from p_proof->>'seen' then return 'wrong'; end if;
      else
        -- What a passkey signed was asked of this person, on this host, and counts once.
        if p_proof->>'kind' = 'passkey' and app.ticket_take((p_proof->>'ticket')::bytea, 'passkey', u.tenant_id, p_proof->>'host')->>'proves' is distinct from u.id::text then return 'over'; end if;
        if not app.factor_spend(v_holders, p_proof) then return 'wrong'; end if;
        v_at := app.now(); end case;
    delete from public.attempts x where x.key = 'mp ' || v_holder;
  end if;
  case p_what
    when 'challenge' then
      if (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'passkey') >= 20 then return 'full'; end if;
      insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values ((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host', jsonb_build_object('userId', u.id, 'holder', v_holder), app.now() + interval '10 minutes');
    when 'totp', 'passkey' then
      if p_what = 'totp' and exists (select from public.factors f where f.holder = v_holder and f.kind = 'totp') then return 'full'; end if;
      if exists (select from public.factors f where f.id = (p_body->'factor'->>'id')::uuid or f.credential = p_body->'factor'->>'credential') then return 'over'; end if;
      v_name := p_body->'factor'->>'name'; v_kind := p_what;
      perform app.factor_put(v_account, u.tenant_id, u.id, p_body->'factor');
      if not v_any then perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); end if;
      v_at := app.now();
      perform app.act_tell(u.tenant_id, u.id, 'factor_added', jsonb_build_object('name', v_name), '/?account=security');
    when 'rename' then
      update public.factors f set name = p_body->>'name' where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not found then return 'none'; end if;
    when 'remove' then
      delete from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then delete from public.factors f where f.holder = v_holder; end if;
      update public.devices d set trusted_at = null, trusted_by = null from public.users o where v_holder in (o.account_id, o.id) and d.tenant_id = o.tenant_id and d.user_id = o.id;
      perform app.act_tell(u.tenant_id, u.id, 'factor_removed', jsonb_build_object('name', v_name), '/?account=security');
    when 'codes' then
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
      perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); v_kind := 'recovery';
    when 'confirm' then if p_proof->>'kind' not in ('totp', 'recovery', 'passkey') then return 'code'; end if; v_kind := p_proof->>'kind';
  end case;
  update public.sessions s set factor_at = v_at where s.id = app.my_session() and v_at is not null and s.factor_at is distinct from v_at;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, u.id, null, app.home_id(), 'factor.' || case p_what when 'totp' then 'added' when 'passkey' then 'added' when 'remove' then 'removed' when 'rename' then 'renamed' else p_what end, u.id, jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', v_kind, 'name', v_name))), p_address, p_request);
  return 'ok'; end $$;
alter function app.factor_write owner to mirante_gate;
revoke all on function app.factor_write from public;
grant execute on function app.factor_write to mirante_app;

-- How many devices of the caller are remembered, in every unit of their account where the account is theirs to reach.
create or replace function app.own_remembered() returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from app.own_rows() o join public.devices d on d.tenant_id = o.tenant_id and d.user_id = o.user_id and d.trusted_at > app.now() - interval '30 days' $$;
alter function app.own_remembered owner to mirante_gate;
revoke all on function app.own_remembered from public;
grant execute on function app.own_remembered to mirante_app;

-- Forgets all of the caller's remembered devices, including this one.
create or replace function app.forget_own_devices(p_address text, p_request text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int := 0; begin
  if app.actor_id() is not null then return 0; end if;
  v_n := app.own_remembered();
  perform app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), null);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'factor.forgotten', app.user_id(), jsonb_build_object('after', jsonb_build_object('devices', v_n)), p_address, p_request;
  return v_n; end $$;
alter function app.forget_own_devices owner to mirante_gate;
revoke all on function app.forget_own_devices from public;
grant execute on function app.forget_own_devices to mirante_app;

-- Members of a directory group mapped to administrator are administrators if the directory itself put them there; those who are only because of
-- it become users again when they leave the last such group. Joining the group in any other way gives nothing.
create or replace function app.keep_mapped_profiles(p_tenant uuid, p_people uuid[]) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with meant as materialized (select u.id, u.profile, exists (select from public.user_group_members m join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile = 'admin' and m.by_directory
        join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null where m.tenant_id = p_tenant and m.user_id = u.id) as mapped
      from public.users u where u.tenant_id = p_tenant and u.id = any (p_people) and u.user_name is not null and u.seat is null and u.deleted_at is null),
    w as (update public.users t set profile = case when x.mapped then 'admin' else 'user' end, raised = x.mapped, rights = t.rights + 1, version = t.version + 1 from meant x
      where t.tenant_id = p_tenant and t.id = x.id and ((x.mapped and t.profile = 'user') or (not x.mapped and t.raised and t.profile = 'admin')) returning t.id, t.profile, x.profile as was)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
    select p_tenant, app.user_id(), app.actor_id(), app.home_id(), 'user.edit', w.id, jsonb_build_object('before', jsonb_build_object('profile', w.was), 'after', jsonb_build_object('profile', w.profile, 'by', 'scim')) from w $$;
alter function app.keep_mapped_profiles owner to mirante_gate;
revoke all on function app.keep_mapped_profiles from public;

-- Keeps a group's member version and the profiles mapped from it when members join or leave.
create or replace function app.group_members_changed() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; begin
  update public.user_groups g set members_version = g.members_version + 1, changed_at = app.now() from (select distinct tenant_id, user_group_id from moved) m where g.tenant_id = m.tenant_id and g.id = m.user_group_id;
  if app.tenant_id() is null then return null; end if;
  for d in select m.tenant_id, array_agg(distinct m.user_id) as people from moved m join public.scim_groups s on s.tenant_id = m.tenant_id and s.user_group_id = m.user_group_id and s.profile is not null group by m.tenant_id loop
    perform app.keep_mapped_profiles(d.tenant_id, d.people);
  end loop;
  return null; end $$;
alter function app.group_members_changed owner to mirante_gate;
revoke all on function app.group_members_changed from public;

create or replace trigger user_group_members_added after insert on user_group_members referencing new table as moved for each statement execute function app.group_members_changed();
create or replace trigger user_group_members_taken_over after update on user_group_members referencing new table as moved for each statement execute function app.group_members_changed();
create or replace trigger user_group_members_gone after delete on user_group_members referencing old table as moved for each statement execute function app.group_members_changed();

-- The units from which the caller may import users: by the same account, as a partner's master, or as a platform administrator. The account must
-- be the caller's to reach. Every layer above must leave imports to this tenant, and a unit that wants to be asked before its partner enters isn't
-- copied from unasked either: it must let the partner in without verification, or have let this very person in who is inside now.
create or replace function app.import_units() returns table (id uuid, name text, sort_key text, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with me as materialized (select app.tenant_id() as tenant, app.user_id() as person, app.actor_id() as actor, app.profile() as profile),
    own as materialized (select app.my_account() as account_id from me where me.actor is null and me.profile in ('admin', 'master', 'a2m')),
    above as materialized (select t.id, me.person as master from me join public.tenants t on t.id = me.tenant and t.kind = 'partner' where me.actor is null and me.profile = 'master'
      union all select r.above_id, a.id from me join public.relations r on r.tenant_id = me.tenant and r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now()
        join public.users a on a.tenant_id = r.above_id and a.id = me.actor and a.profile = 'master' and a.status in ('A', 'T') and a.deleted_at is null),
    reach as materialized (select u.tenant_id as id from own join public.users u on u.account_id = own.account_id where u.profile = 'admin' and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
      union select r.tenant_id from above join public.relations r on r.above_id = above.id where r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now()
        and (not r.verify or coalesce(r.standing_until > app.now(), false) or exists (select from public.remote_requests q where q.tenant_id = r.tenant_id and q.relation_id = r.id and q.kind = 'partner' and q.user_id is null
          and q.asker_id = above.master and q.state = 'active' and app.may_act(q.session_id) is not null)))
  select t.id, t.name, t.sort_key, t.users_used from me join public.settings s on s.tenant_id = me.tenant and s."values"->>'user_import' = 'S' and app.left_to(me.tenant, 'user_import')
    join reach on reach.id <> me.tenant join public.tenants t on t.id = reach.id and t.kind = 'unit' and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) $$;
alter function app.import_units owner to mirante_gate;
revoke all on function app.import_units from public;
grant execute on function app.import_units to mirante_app;

-- Records in the source unit that users were copied out of it, under that unit's own administrator when the same account has one.
create or replace function app.import_taken(p_unit uuid, p_people int, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, request_id)
  select i.id, (select o.id from public.users o where o.account_id = app.my_account() and o.tenant_id = i.id and o.seat is null limit 1),
      null, app.home_id(), 'user.copied_out', null,
      jsonb_build_object('to', (select t.name from public.tenants t where t.id = app.tenant_id()), 'people', p_people), p_request
    from app.import_units() i where i.id = p_unit $$;
alter function app.import_taken owner to mirante_gate;
revoke all on function app.import_taken from public;
grant execute on function app.import_taken to mirante_app;

-- A wish to act as another must be allowed when it is made. It records what the person was when it was made and again when they said yes: a
-- later promotion isn't covered by it.
create or replace function app.keep_consented() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if new.user_id is not null then select u.profile, u.flags into new.profile, new.flags from public.users u where u.tenant_id = new.tenant_id and u.id = new.user_id; end if;
  if tg_op = 'INSERT' and app.tenant_id() is not null and not app.may_visit(new, new.asker_sid) then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  return new; end $$;
alter function app.keep_consented owner to mirante_gate;
revoke all on function app.keep_consented from public;

create or replace trigger remote_requests_made before insert on remote_requests for each row execute function app.keep_consented();
create or replace trigger remote_requests_consented before update on remote_requests for each row when (old.person_at is null and new.person_at is not null) execute function app.keep_consented();

-- Synchronizes the groups that a SAML app's rules name with what the provider said, and leaves all other groups alone.
create or replace function app.saml_groups(p_tenant uuid, p_user uuid, p_groups jsonb, p_mapped jsonb, p_provider text, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; v_more int; begin
  insert into public.user_group_members (tenant_id, user_group_id, user_id)
    select p_tenant, q.id, p_user from public.user_groups q where q.tenant_id = p_tenant and q.deleted_at is null and q.id in (select e::uuid from jsonb_array_elements_text(p_groups) e) on conflict do nothing;
  get diagnostics v_n = row_count;
  delete from public.user_group_members m where m.tenant_id = p_tenant and m.user_id = p_user and m.user_group_id in (select e::uuid from jsonb_array_elements_text(p_mapped) e)
    and m.user_group_id not in (select e::uuid from jsonb_array_elements_text(p_groups) e);
  get diagnostics v_more = row_count;
  if v_n + v_more > 0 then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, p_user, null, p_tenant, 'user.groups', p_user, jsonb_build_object('after', jsonb_build_object('provider', p_provider, 'added', v_n, 'removed', v_more)), p_address, p_request);
  end if; end $$;
alter function app.saml_groups owner to mirante_gate;
revoke all on function app.saml_groups from public;

-- Binds a provider's stable id to the person who has confirmed it: by the account's password (p_proof.seen is the digest that was verified)
-- with a factor where the account has one, by a passkey of the account, or, without an account, by the mailed code. Runs in the transaction
-- that starts the session; whatever doesn't hold any more undoes all of it.
create or replace function app.link_bind(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_proof jsonb, p_identity uuid, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; c jsonb; u public.users; a public.accounts; s public.sso_apps; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and t.body->>'browser' = p_browser returning t.body into b;
  c := b->'confirm';
  select x.* into u from public.users x where x.tenant_id = p_tenant and x.id = (b->>'userId')::uuid and x.email = c->>'email' and x.deleted_at is null and x.seat is null for no key update;
  select x.* into s from public.sso_apps x where x.tenant_id = p_tenant and x.id = (c->>'app')::uuid and x.kind = c->>'kind' and x.status = 'A';
  if u.id is null or s.id is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if u.account_id is null then
    if p_proof->>'kind' is distinct from 'code' or b->>'code' is null or b->>'code' is distinct from p_proof->>'code' then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  else
    select x.* into a from public.accounts x where x.id = u.account_id for no key update;
    if p_proof->>'kind' = 'password' then
      if (a.password is not null and sha256(convert_to(a.password, 'UTF8')) = (p_proof->>'seen')::bytea) is not true or (p_proof->'use' is null and exists (select from public.factors f where f.account_id = a.id)) then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
    elsif p_proof->>'kind' is distinct from 'passkey' or p_proof->'use'->>'kind' is distinct from 'passkey' then raise exception 'factor_wrong' using errcode = 'MR413';
    end if;
    if p_proof->'use' is not null and not app.factor_spend(a.id, p_proof->'use') then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  end if;
  -- What a removed person was known by may become somebody else's; of a person who is here it stays.
  delete from public.identities i using public.users o where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject' and o.tenant_id = i.tenant_id and o.id = i.user_id and o.deleted_at is not null;
  if exists (select from public.identities i where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject' and i.user_id <> u.id) then raise exception 'factor_over' using errcode = 'MR412'; end if;
  insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at) values (p_tenant, p_identity, u.id, c->>'kind', c->>'issuer', c->>'subject', c->>'nameId', app.now()) on conflict do nothing;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, u.id, null, p_tenant, 'user.identity', u.id, jsonb_build_object('after', jsonb_build_object('provider', s.name, 'identity', c->>'subject', 'confirmed', p_proof->>'kind')), p_address, p_request);
  if c->>'kind' = 'saml' then perform app.saml_groups(p_tenant, u.id, c->'groups', c->'mapped', s.name, p_address, p_request);
  elsif jsonb_typeof(c->'groups') = 'array' then perform app.entra_groups(s, u.id, c->'groups', p_address, p_request); end if; end $$;
alter function app.link_bind owner to mirante_gate;
revoke all on function app.link_bind from public;
grant execute on function app.link_bind to mirante_public;

-- Keeps the digest of the code that is about to be mailed to a person without an account; the one before it works no more. False when the
-- answer that waits is over, so nothing is mailed.
create or replace function app.link_code(p_user uuid, p_hash bytea, p_code text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.tickets t set body = t.body || jsonb_build_object('code', p_code) where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = app.tenant_id() and t.body->>'userId' = p_user::text and t.used_at is null and t.expires_at > app.now()
    and exists (select from public.users u where u.tenant_id = t.tenant_id and u.id = p_user and u.account_id is null and u.email = t.body->'confirm'->>'email');
  return found; end $$;
alter function app.link_code owner to mirante_gate;
revoke all on function app.link_code from public;
grant execute on function app.link_code to mirante_job;

-- Opens a provider's answer that waits until its person confirms it, in the browser where it waits. A guess counts like a wrong password of
-- a sign-in, so a provider gives nobody more guesses; the state says when the answer is over or the guesses are used up.
create or replace function app.link_open(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_address text, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, person_name text, account uuid, password text, totp jsonb, passkeys jsonb, recovery int, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; begin
  if not app.attempt('lo ' || p_address, 200, '15 min') then
    state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'lo ' || p_address; return next; return; end if;
  select * into k from public.tickets t where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and t.body->>'browser' = p_browser;
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.email = k.body->'confirm'->>'email' and x.deleted_at is null and x.seat is null;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  if p_guess then
    if not (app.attempt('u ' || p_tenant || ' ' || u.email, 5, '30 min') and app.attempt('g ' || u.email, 20, '30 min')) then
      state := 'limited'; select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int into wait from public.attempts x where x.until > app.now() and ((x.key = 'u ' || p_tenant || ' ' || u.email and x.n >= 5) or (x.key = 'g ' || u.email and x.n >= 20)); return next; return; end if;
    update public.tickets t set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1) where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5 returning t.body into k.body;
    if not found then state := 'over'; return next; return; end if;
  end if;
  return query select 'ok', 0, k.body, u.id, u.name, u.account_id, (select a.password from public.accounts a where a.id = u.account_id),
    (select jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step) from public.factors f where f.account_id = u.account_id and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.account_id = u.account_id and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.account_id = u.account_id and f.kind = 'recovery' and f.used_at is null), k.expires_at; end $$;
alter function app.link_open owner to mirante_gate;
revoke all on function app.link_open from public;
grant execute on function app.link_open to mirante_public;

-- Has a code mailed to somebody without an account, who confirms with it that a provider's answer is theirs. Says 'sent', 'over', 'limited',
-- or 'account' for whoever has a way in of their own.
create or replace function app.link_send(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_address text) returns table (state text, wait int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o record; begin
  select * into o from app.link_open(p_hash, p_tenant, p_host, p_browser, p_address, false);
  if o.state <> 'ok' then state := o.state; wait := o.wait; return next; return; end if;
  if o.account is not null then state := 'account'; return next; return; end if;
  if not app.attempt('lm ' || o.person, 3, '15 min') then
    state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'lm ' || o.person; return next; return; end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.link_code', jsonb_build_object('user_id', o.person, 'ticket', encode(p_hash, 'hex')));
  state := 'sent'; return next; end $$;
alter function app.link_send owner to mirante_gate;
revoke all on function app.link_send from public;
grant execute on function app.link_send to mirante_public;

-- The right password on a host where the user is unknown: returns the most recently used unit, if any. Offers no way in if that password is
-- no longer the account's; typed on a host whose DNS a unit controls,
-- it names the unit and opens nothing.
create or replace function app.login_elsewhere(p_tenant uuid, p_email text, p_account uuid, p_seen bytea, p_ours boolean, p_hash bytea) returns table (host text, made boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform from public.accounts a where a.id = p_account and sha256(convert_to(a.password, 'UTF8')) = p_seen for no key update;
  if not found then return; end if;
  select t.host, t.made into host, made from app.company_ticket(p_account, p_tenant, null, null, case when p_ours then p_hash end) t;
  if host is null then return; end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || p_email, 'g ' || p_email]);
  delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email);
  return next; end $$;
alter function app.login_elsewhere owner to mirante_gate;
revoke all on function app.login_elsewhere from public;
grant execute on function app.login_elsewhere to mirante_public;

-- The account of app.my_account(), with the rules of its tenants; no row where it isn't the caller's to reach. Counts guesses.
create or replace function app.own_account(p_guess boolean) returns table (wait int, email text, password text, password_at timestamptz, rules jsonb, others int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.accounts; begin
  select x.* into a from public.accounts x where x.id = app.my_account();
  if not found then return; end if;
  if p_guess and not app.attempt('c ' || a.id, 5, '30 min') then
    return query select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::timestamptz, null::jsonb, null::int from public.attempts x where x.key = 'c ' || a.id;
    return;
  end if;
  return query select 0, a.email, a.password, coalesce(a.password_at, a.created_at), app.account_rules(a.id, app.tenant_id()),
    (select count(*)::int from public.sessions s join app.own_rows() o on o.tenant_id = s.home_id and o.user_id = s.user_id where s.revoked_at is null and s.expires_at > app.now() and s.actor_sid is null and s.id <> app.my_session()); end $$;
alter function app.own_account owner to mirante_gate;
revoke all on function app.own_account from public;
grant execute on function app.own_account to mirante_app;

-- The caller's factors, for showing them and for proving who changes them: the account's where app.my_account() gives it, else those bound to
-- the user in this unit. To confirm (p_confirm), the account's do as well in a session that only the unit vouched for: then they are compared
-- and never shown. Counts guesses.
create or replace function app.own_factors(p_guess boolean, p_confirm boolean)
returns table (wait int, bound text, prove boolean, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb, passkeys jsonb, recovery int, required boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_account uuid := app.my_account(); v_holders uuid[]; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null;
  if not found then return; end if;
  holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[holder, case when p_confirm and v_account is null then u.account_id end], null);
  if p_guess and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, case when v_account is null then 'unit' else 'account' end, app.may_prove(), own_factors.holder, coalesce(a.email, u.email), u.name, a.password,
      (select s.factor_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'secret', f.secret, 'step', f.step)) from public.factors f where f.holder = any (v_holders) and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'host', f.host, 'credential', f.credential, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports) order by f.created_at, f.id) from public.factors f where f.holder = any (v_holders) and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null), app.factor_required_of(own_factors.holder)
    from (select 1) one left join public.accounts a on a.id = v_account; end $$;
alter function app.own_factors owner to mirante_gate;
revoke all on function app.own_factors from public;
grant execute on function app.own_factors to mirante_app;

-- Changes the password of app.my_account() if p_seen still is the current one, then ends the account's other sessions and forgets its other
-- devices.
create or replace function app.own_password(p_seen text, p_new text, p_device bytea, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  update public.accounts a set password = p_new, password_at = app.now(), must_change = false where a.id = app.my_account() and a.password = p_seen returning a.id into v_account;
  if v_account is null then return false; end if;
  perform app.end_account(v_account, app.my_session());
  perform app.forget_devices(v_account, app.tenant_id(), app.user_id(), p_device);
  delete from public.attempts where key = 'c ' || v_account;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) values (app.tenant_id(), app.user_id(), null, app.home_id(), 'account.password', app.user_id(), p_address, p_request);
  insert into public.outbox (tenant_id, kind, body) values (app.tenant_id(), 'account.changed', jsonb_build_object('user_id', app.user_id()));
  return true; end $$;
alter function app.own_password owner to mirante_gate;
revoke all on function app.own_password from public;
grant execute on function app.own_password to mirante_app;

-- The caller's own live sessions, in every unit of their account where the account is theirs to reach.
create or replace function app.own_sessions() returns table (id uuid, unit text, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, vouched text, mine boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, t.name, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched, s.id = app.my_session()
    from app.own_rows() o join public.sessions s on s.home_id = o.tenant_id and s.user_id = o.user_id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
    join public.tenants t on t.id = s.tenant_id
   order by s.id = app.my_session() desc, s.last_seen desc, s.id limit 100 $$;
alter function app.own_sessions owner to mirante_gate;
revoke all on function app.own_sessions from public;
grant execute on function app.own_sessions to mirante_app;

-- Turns a partner's ticket into a session and notifies the unit's administrators.
create or replace function app.partner_arrive(p_tenant uuid, p_hash bytea, p_host text, p_sid uuid, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; q public.remote_requests; v_until timestamptz; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = 'partner' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant and t.host = p_host returning t.* into k;
  if not found then return false; end if;
  select r.* into q from public.remote_requests r where r.tenant_id = p_tenant and r.id = (k.body->>'request')::uuid and r.state = 'authorized' and r.enter_by > app.now() for update;
  if not found then return false; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  if not app.act_open(p_sid, p_tenant, k.user_id, k.source_sid, q.relation_id, q.reach, v_until, p_address, p_request) then return false; end if;
  update public.remote_requests r set state = 'active', session_id = p_sid, started_at = app.now(), ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = r.version + 1
    where r.tenant_id = p_tenant and r.id = q.id;
  if app.may_act(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  perform app.act_tell(p_tenant, a.id, 'partner_entered', jsonb_build_object('person', q.asker_name, 'partner', q.asker_from, 'reason', q.reason), '/remote/authorization?id=' || q.id)
    from public.users a where a.tenant_id = p_tenant and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null;
  if q.user_id is not null and not q.needs_person then
    perform app.act_tell(p_tenant, q.user_id, 'remote_started', jsonb_build_object('person', q.asker_name || ' (' || q.asker_from || ')', 'reason', q.reason, 'minutes', q.minutes), '/?account=access'); end if;
  return true; end $$;
alter function app.partner_arrive owner to mirante_gate;
revoke all on function app.partner_arrive from public;
grant execute on function app.partner_arrive to mirante_public;

-- The users of a unit whom a partner may ask to act as.
create or replace function app.partner_people(p_unit uuid, p_search text) returns table (id uuid, name text, email text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, u.email from public.users u where u.tenant_id = p_unit and u.profile = 'user' and u.allow_remote and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
    and (starts_with(u.sort_key, p_search) or starts_with(u.email, p_search)) and app.actor_id() is null
    and exists (select from public.relations r where r.tenant_id = p_unit and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status = 'active' and r.role in ('admin', 'user') and r.ended_at is null and r.until > app.now())
    and exists (select from public.settings s where s.tenant_id = p_unit and s."values"->>'allow_access_remote' = 'S')
    and app.left_to(p_unit, 'remote')
   order by u.sort_key, u.id limit 20 $$;
alter function app.partner_people owner to mirante_gate;
revoke all on function app.partner_people from public;
grant execute on function app.partner_people to mirante_app;

-- A partner enters one of its units, as administrator or as one of its users: at once where no approval is needed, otherwise as a request.
-- Without verification (p_at_once) no administrator is asked; the person whose view it is still is, unless the unit doesn't ask its people.
create or replace function app.partner_switch(p_sid uuid, p_unit uuid, p_user uuid, p_reason text, p_ticket text, p_reach text, p_minutes int, p_at_once boolean, p_wait bytea, p_hash bytea, p_address text, p_request text)
returns table (state text, host text, id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare r public.relations; t public.tenants; u public.users; v_set jsonb; v_admin boolean; v_person boolean; q public.remote_requests; v_name text; v_from text; begin
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() or not exists (select from public.sessions s where s.id = p_sid and s.home_id = app.home_id() and s.user_id = app.user_id() and s.actor_sid is null) then
    return query select 'none', null::text, null::uuid; return; end if;
  select x.* into r from public.relations x where x.tenant_id = p_unit and x.above_id = app.tenant_id() and x.kind = 'partner' and x.status = 'active' and x.ended_at is null and x.until > app.now() limit 1;
  select x.* into t from public.tenants x where x.id = p_unit and x.deleted_at is null;
  if r.id is null or t.id is null then return query select 'none', null::text, null::uuid; return; end if;
  if not app.acts(t.status, t.trial_ends_at) then return query select 'closed', null::text, null::uuid; return; end if;
  if r.role = 'billing' or (r.role = 'user' and p_user is null) then return query select 'role', null::text, null::uuid; return; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = p_unit;
  if p_user is not null then
    select x.* into u from public.users x where x.tenant_id = p_unit and x.id = p_user and x.profile = 'user' and x.seat is null and x.deleted_at is null and x.status in ('A', 'T');
    if u.id is null then return query select 'none', null::text, null::uuid; return; end if;
    if not u.allow_remote or v_set->>'allow_access_remote' is distinct from 'S' or not app.left_to(p_unit, 'remote') then return query select 'person', null::text, null::uuid; return; end if;
  end if;
  v_admin := r.verify and coalesce(r.standing_until <= app.now(), true);
  v_person := p_user is not null and coalesce(v_set->>'remote_consent', 'each') = 'each' and coalesce(u.remote_until <= app.now(), true);
  if p_at_once and v_admin then return query select 'verify', null::text, null::uuid; return; end if;
  select me.name, h.name into v_name, v_from from public.users me join public.tenants h on h.id = me.tenant_id where me.tenant_id = app.tenant_id() and me.id = app.user_id();
  -- A new wish takes the place of the one that still waits.
  update public.remote_requests x set state = 'cancelled', decided_at = app.now(), version = x.version + 1
    where x.tenant_id = p_unit and x.kind = 'partner' and x.asker_id = app.user_id() and x.state in ('requested', 'authorized');
  insert into public.remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_sid, asker_name, asker_from, user_id, reason, ticket, reach, minutes, state, needs_admin, needs_person, decided_at, wait_hash, expires_at, enter_by, relation_id)
    values (p_unit, gen_random_uuid(), 'partner', app.home_id(), app.user_id(), p_sid, v_name, v_from, p_user, p_reason, p_ticket, p_reach, p_minutes,
      case when v_admin or v_person then 'requested' else 'authorized' end, v_admin, v_person, case when v_admin or v_person then null else app.now() end, p_wait,
      app.now() + interval '30 minutes', case when v_admin or v_person then null else app.now() + interval '5 minutes' end, r.id) returning * into q;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, case when x = p_unit then null else app.user_id() end, case when x = p_unit then app.user_id() end, app.home_id(), 'partner.ask', q.id,
      jsonb_build_object('unit', t.name, 'as', case when p_user is null then 'admin' else 'user' end, 'reason', p_reason, 'minutes', p_minutes), p_address, p_request from unnest(array[app.home_id(), p_unit]) x;
  if v_admin then
    perform app.act_tell(p_unit, a.id, 'partner_asks', jsonb_build_object('person', v_name, 'partner', v_from, 'reason', p_reason), '/remote/authorization?id=' || q.id)
      from public.users a where a.tenant_id = p_unit and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null; end if;
  if v_person then
    perform app.act_tell(p_unit, p_user, 'remote_requested', jsonb_build_object('person', v_name || ' (' || v_from || ')', 'reason', p_reason, 'ticket', coalesce(p_ticket, ''), 'minutes', p_minutes), '/remote/authorization?id=' || q.id); end if;
  if v_admin or v_person then return query select 'wait', null::text, q.id; return; end if;
  return query select 'ok', app.switch_ticket(q, p_sid, p_hash), q.id; end $$;
alter function app.partner_switch owner to mirante_gate;
revoke all on function app.partner_switch from public;
grant execute on function app.partner_switch to mirante_app;

-- Uses a passkey challenge and finds the tenant's user who has the credential on this host, and who vouches for a sign-in by it: the account,
-- or only the unit to which the passkey is bound.
create or replace function app.passkey_open(p_hash bytea, p_tenant uuid, p_host text, p_credential text, p_address text)
returns table (state text, wait int, id uuid, holder uuid, credential text, public_key text, counter bigint, transports text[], person uuid, vouched text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('pk ' || p_address, 100, '15 min') then
    state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'pk ' || p_address; return next; return; end if;
  if app.ticket_take(p_hash, 'passkey', p_tenant, p_host) is distinct from '{}'::jsonb then state := 'over'; return next; return; end if;
  return query select 'ok', 0, f.id, f.holder, f.credential, f.public_key, f.counter, f.transports,
      (select u.id from public.users u where u.tenant_id = p_tenant and (u.account_id = f.account_id or (f.tenant_id = u.tenant_id and f.user_id = u.id)) and u.deleted_at is null and u.seat is null),
      case when f.account_id is null then 'unit' else 'account' end
    from public.factors f where f.kind = 'passkey' and f.credential = p_credential and f.host = p_host; end $$;
alter function app.passkey_open owner to mirante_gate;
revoke all on function app.passkey_open from public;
grant execute on function app.passkey_open to mirante_public;

-- Uses a passkey at sign-in. Success gives back what it took of the address's limits.
create or replace function app.passkey_use(p_tenant uuid, p_user uuid, p_use jsonb, p_address text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.factor_spend(app.factor_holders(p_tenant, p_user, 'unit'), p_use) then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  perform app.lock_attempts(array['po ' || p_tenant || ' ' || p_address, 'pk ' || p_address]);
  update public.attempts x set n = greatest(x.n - 1, 0) where x.key in ('pk ' || p_address, 'po ' || p_tenant || ' ' || p_address); end $$;
alter function app.passkey_use owner to mirante_gate;
revoke all on function app.passkey_use from public;
grant execute on function app.passkey_use to mirante_public;

-- Tells whether what a sign-in step was judged by still holds: the account's password, and its epoch where the step read it. Locks the account
-- until the session has started, so that a new password or epoch comes entirely before that or ends the session.
create or replace function app.password_stands(p_tenant uuid, p_user uuid, p_seen bytea, p_epoch bigint) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  if p_seen is null and p_epoch is null then return true; end if;
  select u.account_id into v_account from public.users u where u.tenant_id = p_tenant and u.id = p_user for no key update;
  perform from public.accounts a where a.id = v_account and (p_seen is null or sha256(convert_to(a.password, 'UTF8')) = p_seen) and (p_epoch is null or a.epoch = p_epoch) for no key update;
  return found; end $$;
alter function app.password_stands owner to mirante_gate;
revoke all on function app.password_stands from public;
grant execute on function app.password_stands to mirante_public;

-- What administrators of a tenant see of a user's factors, and how many of them are bound to this tenant, which alone are theirs to reset.
create or replace function app.person_factors(p_user uuid) returns table (authenticator boolean, passkeys int, recovery int, last_used_at timestamptz, bound int, required boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) filter (where f.kind = 'totp') > 0, count(*) filter (where f.kind = 'passkey')::int, count(*) filter (where f.kind = 'recovery' and f.used_at is null)::int, max(f.last_used_at),
      count(*) filter (where f.kind <> 'recovery' and f.account_id is null)::int, app.factor_required(u.tenant_id, u.profile)
    from public.users u left join public.factors f on f.holder in (u.account_id, u.id) where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null group by u.tenant_id, u.id, u.profile $$;
alter function app.person_factors owner to mirante_gate;
revoke all on function app.person_factors from public;
grant execute on function app.person_factors to mirante_app;

-- Live sessions of one user of this tenant, for its administrators.
create or replace function app.person_sessions(p_user uuid) returns table (id uuid, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, vouched text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched from public.sessions s
   where s.home_id = app.tenant_id() and s.tenant_id = s.home_id and s.user_id = p_user and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now() order by s.last_seen desc limit 50 $$;
alter function app.person_sessions owner to mirante_gate;
revoke all on function app.person_sessions from public;
grant execute on function app.person_sessions to mirante_app;

-- An administrator removes the factors that are bound to a user in this tenant, which ends the user's sessions here. Not one's own, and never
-- those of an account: no tenant resets what protects others too.
create or replace function app.reset_factors(p_user uuid, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_n int; v_who text; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.actor_id() is null and app.profile() <> 'user' for no key update;
  if u.id is null then return 'none'; end if;
  if u.id = app.user_id() then return 'own'; end if;
  delete from public.factors f where f.tenant_id = u.tenant_id and f.user_id = u.id and f.kind <> 'recovery'; get diagnostics v_n = row_count;
  if v_n = 0 then return case when exists (select from public.factors f where f.account_id = u.account_id) then 'account' else 'empty' end; end if;
  delete from public.factors f where f.tenant_id = u.tenant_id and f.user_id = u.id;
  perform app.end_person_sessions(p_user);
  select x.name into v_who from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id();
  perform app.act_tell(u.tenant_id, u.id, 'factors_reset', jsonb_build_object('person', coalesce(v_who, '')), '/?account=security');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (u.tenant_id, app.user_id(), null, app.home_id(), 'factor.reset', u.id, jsonb_build_object('after', jsonb_build_object('factors', v_n)), p_address, p_request);
  return 'ok'; end $$;
alter function app.reset_factors owner to mirante_gate;
revoke all on function app.reset_factors from public;
grant execute on function app.reset_factors to mirante_app;

-- Completes a SAML sign-in. Refused and replayed responses are recorded, and the session knows when the provider's own session ends.
create or replace function app.saml_arrive(p_tenant uuid, p jsonb) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_request jsonb; v_user public.users; v_changed public.users; v_host text := p->>'host'; v_redirect text := p->>'redirect'; v_browser text; v_refusal text; v_n int;
  a public.sso_apps; w jsonb := p->'person'; v_before jsonb; v_bound boolean := false; v_new boolean := false; v_gone boolean := false; v_waits uuid;
begin
  if p->>'request' is not null then
    update public.tickets t set used_at = app.now() where t.hash = (p->>'request')::bytea and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p->>'host'
      and t.used_at is null and t.expires_at > app.now() and t.body->>'app' = p->>'app' and t.body->>'test' is null returning t.body into v_request;
    if v_request is null then perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'request', 60, p->>'address', p->>'requestId'); return null; end if;
    v_host := v_request->>'host'; v_redirect := v_request->>'redirect'; v_browser := v_request->>'browser';
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at)
    values ((p->>'seen')::bytea, 'sso.seen', p_tenant, p->>'host', app.now() + make_interval(secs => (p->>'seenSeconds')::int), app.now()) on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'replay', 60, p->>'address', p->>'requestId'); return null; end if;
  -- Two first arrivals of one person are one after the other.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant || ' ' || (w->>'email'), 0));
  select u.* into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject' and u.deleted_at is null and u.seat is null;
  if v_user.id is null then
    select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = (p->>'app')::uuid;
    -- Whom an administrator has removed does not come back by himself; under an address that was given anew he is somebody new.
    v_gone := exists (select from public.identities i where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject');
    select u.* into v_user from public.users u where u.tenant_id = p_tenant and u.id = app.provisioned(p_tenant, 'saml', w->>'issuer', w->>'subject') for update;
    if v_user.id is not null then v_bound := true;
    else
      select u.* into v_user from public.users u where u.tenant_id = p_tenant and u.email = w->>'email' and u.deleted_at is null and u.seat is null for update;
      if v_user.id is not null then
        if app.may_link(p_tenant, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'email', a.domains) then v_bound := true;
        else v_waits := v_user.id; v_user := null; end if;
      elsif not v_gone and (p->>'jit')::boolean and app.may_join(p_tenant, w->>'email', a.domains) and exists (select from public.tenants t where t.id = p_tenant and app.acts(t.status, t.trial_ends_at)) then
        begin
          -- Without an account, and never an administrator.
          insert into public.users (tenant_id, id, email, name, sort_key, profile, status, phone, department, "position")
            values (p_tenant, (p->>'newUser')::uuid, w->>'email', w->>'name', w->>'sortKey', 'user', 'A',
              (select w->>'phone' where not exists (select from public.users x where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null)), w->>'department', w->>'position') returning * into v_user;
          v_bound := true; v_new := true;
        exception when sqlstate 'MR422' then v_refusal := 'user_limit_reached'; when unique_violation then v_refusal := 'error_saml'; end;
      else
        v_refusal := 'not_found_companies';
      end if;
    end if;
    if v_bound then
      delete from public.identities i where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject';
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at) values (p_tenant, (p->>'newIdentity')::uuid, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'nameId', app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        select p_tenant, v_user.id, null, p_tenant, case when v_new then 'user.add' else 'user.identity' end, v_user.id,
          jsonb_build_object('after', jsonb_build_object('provider', p->>'appName', 'identity', w->>'subject')
            || case when v_new then jsonb_build_object('name', v_user.name, 'email', v_user.email, 'profile', v_user.profile, 'status', v_user.status, 'department', v_user.department, 'position', v_user."position") else '{}' end), p->>'address', p->>'requestId';
    end if;
  else
    update public.identities set last_at = app.now(), name_id = w->>'nameId' where tenant_id = p_tenant and kind = 'saml' and issuer = w->>'issuer' and subject = w->>'subject';
  end if;
  if v_user.id is not null then
    if not v_new and (p->>'sync')::boolean then
      v_before := jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department, 'position', v_user."position");
      update public.users u set name = coalesce(nullif(w->>'name', ''), u.name), sort_key = coalesce(nullif(w->>'sortKey', ''), u.sort_key), department = coalesce(w->>'department', u.department), "position" = coalesce(w->>'position', u."position"),
          phone = case when w->>'phone' is null or exists (select from public.users x where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null and x.id <> u.id) then u.phone else w->>'phone' end, version = u.version + 1
        where u.tenant_id = p_tenant and u.id = v_user.id and (u.name, coalesce(u.phone, ''), coalesce(u.department, ''), coalesce(u."position", ''))
          is distinct from (coalesce(nullif(w->>'name', ''), u.name), coalesce(w->>'phone', u.phone, ''), coalesce(w->>'department', u.department, ''), coalesce(w->>'position', u."position", '')) returning u.* into v_changed;
      if found then
        v_user := v_changed;
        insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
          values (p_tenant, v_user.id, null, p_tenant, 'user.edit', v_user.id, jsonb_build_object('before', v_before, 'after', jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department, 'position', v_user."position", 'provider', p->>'appName')), p->>'address', p->>'requestId');
      end if;
    end if;
    perform app.saml_groups(p_tenant, v_user.id, w->'groups', w->'mapped', p->>'appName', p->>'address', p->>'requestId');
  end if;
  if v_refusal is not null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'saml.refused', (p->>'app')::uuid, jsonb_build_object('name', p->>'appName', 'code', v_refusal, 'email', w->>'email'), p->>'address', p->>'requestId');
  end if;
  update public.sso_apps set last_used_at = app.now() where tenant_id = p_tenant and id = (p->>'app')::uuid;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values ((p->>'code')::bytea, 'sso.code', p_tenant, v_host, jsonb_strip_nulls(jsonb_build_object('way', 'saml', 'redirect', v_redirect, 'userId', coalesce(v_user.id, v_waits), 'refusal', v_refusal, 'browser', v_browser, 'ends', case when v_refusal is null then p->>'ends' end, 'provider', case when v_refusal is null then p->'provider' end,
      'confirm', case when v_waits is not null then jsonb_build_object('app', a.id, 'name', a.name, 'kind', 'saml', 'issuer', w->>'issuer', 'subject', w->>'subject', 'nameId', w->>'nameId', 'email', w->>'email', 'groups', w->'groups', 'mapped', w->'mapped') end)), app.now() + make_interval(secs => (p->>'codeSeconds')::int));
  return v_host;
end $$;
alter function app.saml_arrive owner to mirante_gate;
revoke all on function app.saml_arrive from public;
grant execute on function app.saml_arrive to mirante_public;

-- Tells whether the directory that asks may take over a person of this tenant whom it did not make: by the same rule as a provider's
-- address, in the domains of the very provider that an administrator tied its token to.
create or replace function app.scim_adopts(p_hash bytea, p_user uuid, p_external text, p_email text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.scim_tokens k where k.tenant_id = app.tenant_id() and k.hash = p_hash and k.revoked_at is null and app.my_kind() is not distinct from 'directory'
    and app.may_link(k.tenant_id, p_user, k.provider_kind, k.provider_issuer, p_external, p_email, array(select d from public.sso_apps x, unnest(x.domains) d where x.tenant_id = k.tenant_id and x.kind = k.provider_kind
      and case k.provider_kind when 'saml' then x.settings->>'issuer' = k.provider_issuer else exists (select from jsonb_array_elements(x.settings->'directories') e where e->>'id' = k.provider_issuer) end))) $$;
alter function app.scim_adopts owner to mirante_gate;
revoke all on function app.scim_adopts from public;
grant execute on function app.scim_adopts to mirante_app;

-- Starts a session after sign-in. A new browser is announced to the user by e-mail, at most once an hour in all units of their account.
create or replace function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz, p_device bytea, p_new_device bytea, p_rehash text, p_way text, p_vouched text, p_agent text, p_request text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at, auth_type, kind, vouched, address, agent)
      select p_sid, u.tenant_id, u.tenant_id, u.id, p_until, p_way, case p_way when 'embedded' then 'embed_portal' else 'own' end, app.vouched_by(u.tenant_id, u.id, p_way, p_vouched), p_address, p_agent from public.users u join public.tenants t on t.id = u.tenant_id
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and app.acts(t.status, t.trial_ends_at) returning vouched),
    locked as materialized (select app.lock_attempts(array['u ' || p_tenant || ' ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex'), 'g ' || p_email, 'a ' || p_address, 't ' || p_tenant]) from s),
    d as (delete from public.attempts where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex')) and exists (select from locked)),
    b as (update public.attempts set n = greatest(n - 1, 0) where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from locked)),
    k as (insert into public.devices (hash, tenant_id, user_id) select p_new_device, p_tenant, p_user from s where p_new_device is not null on conflict do nothing),
    n as (insert into public.attempts as x (key, n, until) select 'n ' || coalesce(u.account_id, u.id), 1, app.now() + interval '1 hour' from s, public.users u
      where u.tenant_id = p_tenant and u.id = p_user and p_new_device is not null and p_way <> 'embedded' and exists (select from public.devices v where v.tenant_id = p_tenant and v.user_id = p_user)
      on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now() returning 1),
    o as (insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.device', jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent) from n),
    h as (update public.accounts a set password = p_rehash from public.users u where p_rehash is not null and u.tenant_id = p_tenant and u.id = p_user and a.id = u.account_id and exists (select from s)),
    l as (update public.users set last_sign_in_at = app.now() where tenant_id = p_tenant and id = p_user and exists (select from s)),
    r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, vouched, address, agent, sid) select p_tenant, p_sid, p_user, p_way, 'ok', s.vouched, p_address, p_agent, p_sid from s),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, p_user, null, p_tenant, 'session.start', p_sid, p_address, p_request from s)
  select exists (select from s) $$;
alter function app.session_start owner to mirante_gate;
revoke all on function app.session_start from public;
grant execute on function app.session_start to mirante_public;

-- Turns an approved partner request into the ticket to enter.
create or replace function app.switch_enter(p_wait bytea, p_sid uuid, p_hash bytea) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; begin
  select r.* into q from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind = 'partner' and app.actor_id() is null for update;
  if not found or not exists (select from public.sessions s where s.id = p_sid and s.user_id = app.user_id() and s.home_id = app.home_id()) then return; end if;
  if q.state <> 'authorized' or q.enter_by <= app.now() then return query select case when q.state = 'authorized' then 'expired' else q.state end, null::text; return; end if;
  if not app.may_visit(q, p_sid) then return query select 'expired', null::text; return; end if;
  return query select q.state, app.switch_ticket(q, p_sid, p_hash); end $$;
alter function app.switch_enter owner to mirante_gate;
revoke all on function app.switch_enter from public;
grant execute on function app.switch_enter to mirante_app;

-- What the asker's waiting page shows, whichever tenant the request belongs to; other users' requests return nothing.
create or replace function app.wait_of(p_wait bytea) returns table (tenant_id uuid, id uuid, kind text, state text, person text, tenant_name text, reason text, ticket text, reach text, minutes int, needs_admin boolean, needs_person boolean, admin_at timestamptz, person_at timestamptz,
    refusal text, created_at timestamptz, expires_at timestamptz, enter_by timestamptz, ends_at timestamptz, ended_by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.tenant_id, r.id, r.kind, case when (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now()) then 'expired'
      when r.state = 'active' and app.may_act(r.session_id) is null then 'ended' else r.state end,
      u.name, t.name, r.reason, r.ticket, r.reach, r.minutes, r.needs_admin, r.needs_person, r.admin_at, r.person_at, r.refusal, r.created_at, r.expires_at, r.enter_by, r.ends_at, r.ended_by
    from public.remote_requests r join public.tenants t on t.id = r.tenant_id left join public.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
   where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() $$;
alter function app.wait_of owner to mirante_gate;
revoke all on function app.wait_of from public;
grant execute on function app.wait_of to mirante_app;

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table factors enable row level security, force row level security;
create policy gate on factors to mirante_gate using (true) with check (true);

-- Whose a factor is never changes: its owner is no column that anybody may update.
grant select, insert, update (name, step, counter, last_used_at, used_at), delete on factors to mirante_gate;

alter table scim_tokens enable row level security, force row level security;
create policy gate on scim_tokens to mirante_gate using (true) with check (true);
create policy own on scim_tokens to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (last_used_at, last_ip), delete on scim_tokens to mirante_gate;
grant select (tenant_id, id, name, slot, prefix, provider_kind, provider_issuer, expires_at, last_used_at, last_ip, revoked_at, added_by_id, version, created_at), insert
  (tenant_id, id, name, slot, prefix, hash, provider_kind, provider_issuer, expires_at), update (name, provider_kind, provider_issuer,
  expires_at, revoked_at, version) on scim_tokens to mirante_app;

alter table sessions enable row level security, force row level security;
create policy gate on sessions to mirante_gate using (true) with check (true);

grant select, insert, update (expires_at, revoked_at, last_seen, address, agent, factor_at, ends_by, proved_at), delete on sessions to mirante_gate;

alter table users enable row level security, force row level security;
create policy gate on users to mirante_gate using (true) with check (true);
create policy own on users to mirante_app, mirante_job using (tenant_id = (select app.tenant_id()) and (seat is null or id = (select app.user_id()))) with check (tenant_id = (select app.tenant_id()));
create policy wide on users for select to mirante_wide using (seat is null and case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);

grant select, insert, update (account_id, email, name, sort_key, profile, flags, status, rights, language, phone, department, "position",
  rls_username, rls_roles, version, last_sign_in_at, preferences, custom, home_page, picture, access_hours, invited_at, status_reason,
  removed_account_id, purged_at, user_name, user_name_key, external_id, scim, scim_at, raised), delete on users to mirante_gate;
grant select, insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username,
  rls_roles, preferences, custom, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, access_hours, allow_remote,
  remote_until, invited_at, status_reason, status_at, added_by_id, user_name, user_name_key, external_id, scim, scim_at, scim_token_id), update (email,
  name, sort_key, profile, flags, status, rights, language, phone, department, "position", rls_username, rls_roles, version, preferences,
  custom, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, access_hours, allow_remote, remote_until, invited_at,
  status_reason, status_at, deleted_at, expiry_told, user_name, user_name_key, external_id, scim, scim_at, scim_token_id) on users to mirante_app;
grant select on users to mirante_wide;
grant select, insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username,
  rls_roles, preferences, custom, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, access_hours, allow_remote,
  remote_until, invited_at, status_reason, status_at, added_by_id), update (email, name, sort_key, profile, flags, status, rights, language,
  phone, department, "position", rls_username, rls_roles, version, preferences, custom, home_page, home_report_id, theme_id, picture,
  expires_at, ip_exempt, access_hours, allow_remote, remote_until, invited_at, status_reason, status_at, deleted_at, expiry_told) on users
  to mirante_job;
