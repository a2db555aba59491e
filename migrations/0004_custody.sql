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
drop function app.identity_values(jsonb);
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
drop policy gate on embed_keys;
drop policy own on embed_keys;
drop policy gate on factors;
drop policy gate on identities;
drop policy own on identities;
drop policy gate on mail_servers;
drop policy own on mail_servers;
drop policy gate on scim_groups;
drop policy own on scim_groups;
drop policy gate on scim_settings;
drop policy own on scim_settings;
drop policy gate on scim_tokens;
drop policy own on scim_tokens;
drop policy gate on service_accounts;
drop policy own on service_accounts;
drop policy gate on sessions;
drop policy gate on sso_apps;
drop policy own on sso_apps;
drop policy gate on tenants;
drop policy own on tenants;
drop policy wide on tenants;
drop policy own on users;
drop policy gate on users;
drop policy wide on users;
revoke all on embed_keys from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on factors from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on identities from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on mail_servers from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on scim_groups from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on scim_settings from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on scim_tokens from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on service_accounts from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on sessions from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on sso_apps from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on tenants from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke all on users from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;

-- ### Functions that defaults of columns call

-- The kind of the caller's session, read from the sealed setting: own, remote, partner, embed_portal, embed_report, player, directory or
-- job; null without a seal.
create or replace function app.my_kind() returns text stable parallel safe return (app.me())[9];
revoke all on function app.my_kind from public;
grant execute on function app.my_kind to mirante_app, mirante_gate, mirante_job, mirante_wide;

-- ### Tables

CREATE TABLE "factor_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"what" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"added" uuid[] DEFAULT '{}' NOT NULL,
	"removed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "factor_changes_what" CHECK ("factor_changes"."what" in ('added','removed','codes'))
);
DROP INDEX "users_account_across";
ALTER TABLE "sign_ins" ADD COLUMN "vouched" text;
ALTER TABLE "remote_requests" ADD COLUMN "profile" text;
ALTER TABLE "remote_requests" ADD COLUMN "flags" text[];
ALTER TABLE "scim_tokens" ADD COLUMN "provider_kind" text;
ALTER TABLE "scim_tokens" ADD COLUMN "provider_issuer" text;
ALTER TABLE "accounts" ADD COLUMN "epoch" bigint DEFAULT 1 NOT NULL;
ALTER TABLE "accounts" ADD COLUMN "lost_at" timestamp with time zone;
ALTER TABLE "devices" ADD COLUMN "trusted_by" text;
ALTER TABLE "sessions" ADD COLUMN "kind" text DEFAULT 'own' NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "vouched" text DEFAULT 'unit' NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone;
ALTER TABLE "users" ADD COLUMN "custom_own" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "users" ADD COLUMN "waits_at" timestamp with time zone;
ALTER TABLE "users" ADD COLUMN "scim_token_id" uuid;
ALTER TABLE "tenants" ADD COLUMN "blocked_by" text;
ALTER TABLE "tenants" ADD COLUMN "deleted_by" text;
ALTER TABLE "tenants" ADD COLUMN "trial_by" text;
ALTER TABLE "tenants" ADD COLUMN "platform_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "user_group_members" ADD COLUMN "by_directory" boolean DEFAULT coalesce(app.my_kind() = 'directory', false) NOT NULL;
ALTER TABLE "factor_changes" ADD CONSTRAINT "factor_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "factor_changes" ADD CONSTRAINT "factor_changes_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "factor_changes_account_across" ON "factor_changes" USING btree ("account_id","at");
CREATE INDEX "factor_changes_user_across" ON "factor_changes" USING btree ("tenant_id","user_id");
CREATE UNIQUE INDEX "users_account_across" ON "users" USING btree ("account_id","tenant_id");
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_vouched" CHECK ("sign_ins"."vouched" in ('account','unit'));
ALTER TABLE "scim_tokens" ADD CONSTRAINT "scim_tokens_provider" CHECK (("scim_tokens"."provider_kind" is null) = ("scim_tokens"."provider_issuer" is null) and "scim_tokens"."provider_kind" in ('saml','entra'));
ALTER TABLE "devices" ADD CONSTRAINT "devices_trusted" CHECK (("devices"."trusted_at" is null) = ("devices"."trusted_by" is null) and "devices"."trusted_by" in ('account','unit'));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_kind" CHECK ("sessions"."kind" in ('own','remote','partner','embed_portal'));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_vouched" CHECK ("sessions"."vouched" in ('account','unit') and ("sessions"."kind" = 'own' or ("sessions"."vouched" = 'unit' and "sessions"."proved_at" is null)));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_kind_acts" CHECK (("sessions"."kind" in ('remote','partner')) = ("sessions"."actor_sid" is not null));
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_layers" CHECK ("tenants"."blocked_by" in ('partner','platform') and "tenants"."deleted_by" in ('partner','platform') and "tenants"."trial_by" in ('partner','platform'));

-- ### Functions

grant create on schema app to mirante_gate;

-- Tells what a link about an account's factors opens, without using it: one that undoes a change (undo), begins the wait of a person who has
-- lost every factor (lost), or keeps the factors as they are (keep). No row for a link that is used, late, or of another host.
create or replace function app.account_act_opens(p_hash bytea, p_host text, p_address text) returns table (wait int, purpose text, unit text, email text, what text, name text, at timestamptz, expires_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('p ' || p_address, 120, '15 min') then
    return query select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::text, null::text, null::text, null::timestamptz, null::timestamptz from public.attempts x where x.key = 'p ' || p_address;
    return;
  end if;
  return query select 0, k.purpose, h.name, a.email, c.what, c.name, coalesce(c.at, a.lost_at), k.expires_at
    from public.tokens k join public.tenants h on h.id = k.tenant_id join public.accounts a on a.id = (k.body->>'account')::uuid
    left join public.factor_changes c on c.id = (k.body->>'change')::uuid and c.account_id = a.id and c.undone_at is null
   where k.hash = p_hash and k.purpose in ('account.undo', 'account.lost', 'account.keep') and k.host = p_host and k.used_at is null and k.expires_at > app.now()
     and (k.purpose <> 'account.undo' or c.id is not null) and (k.purpose <> 'account.keep' or a.lost_at is not null); end $$;
alter function app.account_act_opens owner to mirante_gate;
revoke all on function app.account_act_opens from public;
grant execute on function app.account_act_opens to mirante_public;

-- Begins a new epoch of an account: in every tenant its sessions, remembered devices, open links and pending tickets of before end. What
-- undoes a change, or keeps the account as it is, goes on working: a thief's new password must not take it away.
create or replace function app.raise_epoch(p_account uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.accounts a set epoch = a.epoch + 1 where a.id = p_account;
  perform app.end_account(p_account, null);
  delete from public.devices d using public.users u where u.account_id = p_account and d.tenant_id = u.tenant_id and d.user_id = u.id;
  update public.tokens t set used_at = app.now() from public.users u where u.account_id = p_account and t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null and t.purpose in ('account.lost', 'account.code', 'partner');
  update public.tickets t set used_at = app.now() from public.users u where u.account_id = p_account and t.tenant_id = u.tenant_id and u.id::text in (t.body->>'userId', t.body->>'proves') and t.used_at is null and t.expires_at > app.now(); end $$;
alter function app.raise_epoch owner to mirante_gate;
revoke all on function app.raise_epoch from public;

-- Uses a link about an account's factors exactly once. Undoing also takes back every later change, so that what a thief did next does not
-- stay; it begins a new epoch, and the password ends: p_reset becomes a link to a new one on this host, where the person still belongs to a
-- tenant that takes passwords.
create or replace function app.account_act_take(p_hash bytea, p_host text, p_reset bytea, p_address text, p_request text) returns table (purpose text, reset boolean, tenant_id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; a public.accounts; c public.factor_changes; u record; v_what text; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose in ('account.undo', 'account.lost', 'account.keep') and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  select * into a from public.accounts x where x.id = (k.body->>'account')::uuid for no key update;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  purpose := k.purpose; reset := false; tenant_id := k.tenant_id;
  case k.purpose
    when 'account.lost' then
      v_what := 'factor.lost';
      update public.accounts x set lost_at = app.now() where x.id = a.id and x.lost_at is null;
      insert into public.outbox (tenant_id, kind, body) values (k.tenant_id, 'account.waiting', jsonb_build_object('user_id', k.user_id, 'account', a.id, 'at', app.now() + interval '24 hours'));
    when 'account.keep' then
      v_what := 'factor.kept';
      if a.lost_at is null then raise exception 'link_used' using errcode = 'MR411'; end if;
      update public.accounts x set lost_at = null where x.id = a.id;
    else
      v_what := 'factor.undone';
      select * into c from public.factor_changes x where x.id = (k.body->>'change')::uuid and x.account_id = a.id and x.undone_at is null;
      if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
      for c in select * from public.factor_changes x where x.account_id = a.id and x.at >= c.at and x.undone_at is null order by x.at desc, x.id = c.id loop
        delete from public.factors f where f.account_id = a.id and f.id = any (c.added);
        insert into public.factors select r.* from jsonb_populate_recordset(null::public.factors, c.removed) r where r.account_id = a.id on conflict do nothing;
        update public.factor_changes x set undone_at = app.now() where x.id = c.id;
      end loop;
      -- Recovery codes alone are no way in.
      if not exists (select from public.factors f where f.account_id = a.id and f.kind <> 'recovery') then delete from public.factors f where f.account_id = a.id; end if;
      update public.accounts x set password = null, must_change = false, lost_at = null where x.id = a.id;
      perform app.raise_epoch(a.id);
      select m.tenant_id, m.id into u from public.users m where m.account_id = a.id and m.status in ('A', 'T') and m.deleted_at is null and app.takes_passwords(m.tenant_id) order by m.tenant_id <> k.tenant_id, m.last_sign_in_at desc nulls last limit 1;
      if found then
        insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) values (p_reset, 'account.reset', u.tenant_id, u.id, p_host, app.now() + interval '1 hour', jsonb_build_object('email', a.email));
        reset := true;
      end if;
  end case;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (k.tenant_id, k.user_id, null, k.tenant_id, v_what, k.user_id, p_address, p_request);
  return next; end $$;
alter function app.account_act_take owner to mirante_gate;
revoke all on function app.account_act_take from public;
grant execute on function app.account_act_take to mirante_public;

-- The kind of the caller: what is sealed, or door for the functions of sign-in, which come without a seal. None is whoever should have entered
-- first; owner is no role of the Worker.
create or replace function app.caller_kind() returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.my_kind(), case when session_user = 'mirante_public' then 'door' when session_user in ('mirante_app', 'mirante_wide', 'mirante_job') then 'none' else 'owner' end) $$;
alter function app.caller_kind owner to mirante_gate;
revoke all on function app.caller_kind from public;

-- The first statement of every function of the gate that a session or a job may call: refuses whoever hasn't entered, and whoever has as
-- another kind than these.
create or replace function app.need(p_kinds text[]) returns void language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_kind text := app.caller_kind(); begin
  if v_kind = 'none' then raise exception 'unsealed' using errcode = 'MR500'; end if;
  if v_kind <> 'owner' and (v_kind = any (p_kinds)) is not true then raise exception 'kind_refused' using errcode = 'MR425'; end if; end $$;
alter function app.need owner to mirante_gate;
revoke all on function app.need from public;

-- The tenant entered, read from the sealed setting; null for a job that claims. Every row-level policy compares with it.
create or replace function app.tenant_id() returns uuid stable parallel safe return nullif((app.me())[2], '-')::uuid;
revoke all on function app.tenant_id from public;
grant execute on function app.tenant_id to mirante_app, mirante_gate, mirante_job, mirante_wide;

-- Stores the hash of a code that the platform is about to mail to an account's own address, and revokes the one before.
create or replace function app.account_code(p_user uuid, p_account uuid, p_hash bytea) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.need('{job}');
  if not exists (select from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.account_id = p_account) then return false; end if;
  update public.tokens t set used_at = app.now() where t.purpose = 'account.code' and t.tenant_id = app.tenant_id() and t.user_id = p_user and t.used_at is null;
  delete from public.tokens t where t.hash = p_hash;
  insert into public.tokens (hash, purpose, tenant_id, user_id, expires_at, body) values (p_hash, 'account.code', app.tenant_id(), p_user, app.now() + interval '10 minutes', jsonb_build_object('account', p_account));
  return true; end $$;
alter function app.account_code owner to mirante_gate;
revoke all on function app.account_code from public;
grant execute on function app.account_code to mirante_job;

-- Creates a single-use account link, which leaves by the platform's mail alone, and revokes the previous one of its kind, so two of a kind never work.
create or replace function app.account_link(p_user uuid, p_purpose text, p_hash bytea, p_host text, p_email text, p_life interval, p_body jsonb) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  perform app.need('{job}');
  -- What undoes a change, and what waits for one, is the account's, whatever was done to the user since.
  select * into u from public.users x where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and (p_purpose in ('account.undo', 'account.lost', 'account.keep') or (x.status in ('A','T') and x.deleted_at is null)) for no key update;
  if not found or p_purpose not in ('account.invite', 'account.reset', 'account.undo', 'account.lost', 'account.keep') or (p_purpose = 'account.invite' and u.account_id is not null) then return false; end if;
  update public.tokens t set used_at = app.now() where p_purpose <> 'account.undo' and t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = p_purpose and t.used_at is null;
  insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) values (p_hash, p_purpose, u.tenant_id, u.id, p_host, app.now() + p_life, p_body || jsonb_build_object('email', p_email));
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

-- Uses one factor exactly once: a TOTP step, a recovery code and a passkey counter are never accepted twice. One
-- of the account's ends the wait of a person who has lost every factor.
create or replace function app.factor_spend(p_holders uuid[], p_use jsonb) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if p_use->>'kind' = 'totp' then
    update public.factors f set step = (p_use->>'step')::bigint, last_used_at = app.now() where f.id = (p_use->>'id')::uuid and f.holder = any (p_holders) and f.kind = 'totp' and f.step < (p_use->>'step')::bigint;
  elsif p_use->>'kind' = 'recovery' then
    update public.factors f set used_at = app.now(), last_used_at = app.now() where f.holder = any (p_holders) and f.kind = 'recovery' and f.hash = (p_use->>'hash')::bytea and f.used_at is null;
  elsif p_use->>'kind' = 'passkey' then
    update public.factors f set counter = (p_use->>'counter')::bigint, last_used_at = app.now() where f.id = (p_use->>'id')::uuid and f.holder = any (p_holders) and f.kind = 'passkey'
      and (f.counter < (p_use->>'counter')::bigint or (f.counter = 0 and (p_use->>'counter')::bigint = 0));
  else return false; end if;
  if not found then return false; end if;
  -- Whoever still has a factor of the account has not lost everything.
  update public.accounts a set lost_at = null where a.id = any (p_holders) and a.lost_at is not null
    and exists (select from public.factors f where f.account_id = a.id and (f.id = (p_use->>'id')::uuid or f.hash = (p_use->>'hash')::bytea));
  return true; end $$;
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
  perform app.need('{own}');
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
-- What is mailed about an account's factors (p_account) goes to the account's own address, whatever was done to the user since.
create or replace function app.account_reader(p_user uuid, p_email text, p_account uuid)
returns table (user_id uuid, name text, email text, language text, accepted boolean, owned boolean, federated boolean, hosts jsonb, platform_hosts jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select u.id, u.name, coalesce(a.email, u.email), u.language, a.id is not null,
      a.id is not null or exists (select from public.accounts x where x.email = u.email and x.verified_at is not null and x.password is not null),
      u.account_id is null and u.invited_at is null and (u.scim_at is not null or u.user_name is not null or exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id)),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d where d.tenant_id = u.tenant_id),
      (select jsonb_agg(d.host order by d.main desc, d.created_at, d.host) from public.domains d join public.tenants p on p.id = d.tenant_id and p.kind = 'platform')
    from public.users u left join public.accounts a on a.id = coalesce(p_account, u.account_id)
   where u.tenant_id = app.tenant_id() and (p_account is not null or (u.status in ('A','T') and u.deleted_at is null)) and u.seat is null
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
  perform app.need('{own}');
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.account_id is not null and x.seat is null;
  if not found then return; end if;
  holder := u.account_id;
  if p_guess and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, a.id, a.email, u.name, a.password, null::timestamptz,
      (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step)) from public.factors f where f.account_id = a.id and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.account_id = a.id and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.account_id = a.id and f.kind = 'recovery' and f.used_at is null)
    from public.accounts a where a.id = u.account_id; end $$;
alter function app.account_to_prove owner to mirante_gate;
revoke all on function app.account_to_prove from public;
grant execute on function app.account_to_prove to mirante_app;

-- Ends an act-as session and the request behind it. The user who was impersonated is notified, also when a partner acted.
create or replace function app.act_end(p_sid uuid, p_by text, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; s public.sessions; v_changes jsonb; v_minutes int; begin
  perform app.need('{own,remote,partner,job,door}');
  update public.sessions se set revoked_at = app.now() where se.id = p_sid and se.actor_sid is not null and se.revoked_at is null returning se.* into s;
  select r.* into q from public.remote_requests r where r.session_id = p_sid and r.state = 'active' for update;
  if q.id is null then return s.id is not null; end if;
  update public.relations r set ended_at = app.now() where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.kind = 'consent' and r.ended_at is null;
  select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'what', c.what, 'row', c.row_id) order by c.at), '[]') into v_changes
    from (select a.at, a.what, a.row_id from public.audit a where a.tenant_id = q.tenant_id and a.actor_id = q.asker_id and a.at >= q.started_at and a.user_id = coalesce(q.user_id, a.user_id)
      and a.what not in ('session.act', 'session.end', 'remote.end') order by a.at limit 200) c;
  update public.remote_requests r set state = 'ended', ended_at = least(app.now(), greatest(r.ends_at, r.started_at)), ended_by = p_by, summary = r.summary || jsonb_build_object('changes', v_changes), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning ceil(extract(epoch from r.ended_at - r.started_at) / 60)::int into v_minutes;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select q.tenant_id, coalesce(q.user_id, e.user_id), q.asker_id, q.tenant_id, 'remote.end', q.id, jsonb_build_object('by', p_by), p_address, p_request from public.sessions e where e.id = p_sid;
  if q.user_id is not null then
    perform app.act_tell(q.tenant_id, q.user_id, 'remote_ended', jsonb_build_object('person', q.asker_name, 'minutes', greatest(v_minutes, 1),
      'pages', jsonb_array_length(coalesce(q.summary->'pages', '[]')), 'changes', jsonb_array_length(v_changes)), '/?account=access&entry=' || q.id);
    if p_by <> 'asker' then
      perform app.act_tell(q.asker_home_id, q.asker_id, 'remote_over', jsonb_build_object('person', (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id), 'by', p_by), null);
    end if;
  end if;
  return true; end $$;
alter function app.act_end owner to mirante_gate;
revoke all on function app.act_end from public;
grant execute on function app.act_end to mirante_app, mirante_job, mirante_public;

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

-- The tenant of the caller's own user, read from the sealed setting; differs from tenant_id() when they act elsewhere.
create or replace function app.home_id() returns uuid stable parallel safe return nullif((app.me())[6], '-')::uuid;
revoke all on function app.home_id from public;
grant execute on function app.home_id to mirante_app, mirante_gate, mirante_job, mirante_wide;

-- What a new token says about the act-as session that the caller just opened; another session's id returns nothing.
create or replace function app.act_facts(p_sid uuid) returns table (state text, tenant_id uuid, user_id uuid, kind text, profile text, flags text[], rights bigint, until timestamptz, reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select f.* from public.sessions s join public.sessions e on e.id = s.actor_sid, lateral app.session_facts(s.id) f
    where s.id = p_sid and e.user_id = app.user_id() and e.home_id = app.home_id() and app.actor_id() is null $$;
alter function app.act_facts owner to mirante_gate;
revoke all on function app.act_facts from public;
grant execute on function app.act_facts to mirante_app;

-- What stands for a session in the audit: its rows can be told apart and belong together, and nobody who reads them learns the session's id.
create or replace function app.session_mark(p_sid uuid) returns uuid immutable parallel safe return substr(encode(sha256(uuid_send(p_sid)), 'hex'), 1, 32)::uuid;
revoke all on function app.session_mark from public;
grant execute on function app.session_mark to mirante_gate;

-- Opens an act-as session. Only other gate functions call it, after they checked permission. Sessions don't chain: someone who is already
-- acting as another can't open one.
create or replace function app.act_open(p_sid uuid, p_tenant uuid, p_user uuid, p_actor_sid uuid, p_relation uuid, p_reach text, p_until timestamptz, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, actor_sid, relation_id, reach, kind, vouched, auth_type, address, expires_at)
      select p_sid, p_tenant, p_tenant, p_user, e.id, p_relation, p_reach, case r.kind when 'partner' then 'partner' else 'remote' end, 'unit', 'act', p_address, least(p_until, e.expires_at)
        from public.sessions e join public.relations r on r.tenant_id = p_tenant and r.id = p_relation
        where e.id = p_actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now() returning 1),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      select p_tenant, p_user, e.user_id, p_tenant, 'session.act', app.session_mark(p_sid), jsonb_build_object('reach', p_reach, 'until', p_until, 'home', e.home_id), p_address, p_request from s, public.sessions e where e.id = p_actor_sid)
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
  perform app.need('{own}');
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

-- Creates a unit or a partner in one transaction: the tenant, its settings, theme, host, relation, report-service account, first
-- administrator with an invitation, and the audit rows in both tenants.
create or replace function app.add_tenant(p jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_me uuid := app.tenant_id(); v_kind text := p->>'kind'; v_id uuid := (p->>'id')::uuid; v_admin uuid := (p->>'admin_id')::uuid;
  v_up public.tenants; v_new public.tenants; b record; begin
  perform app.need('{own}');
  if app.home_id() is distinct from v_me or app.actor_id() is not null
     or not ((app.scope() = 'platform' and app.profile() = 'a2m') or (app.scope() = 'partner' and app.profile() = 'master' and v_kind = 'unit')) or v_kind not in ('partner', 'unit') then
    raise exception 'not_found' using errcode = 'MT404'; end if;
  select * into v_up from public.tenants where id = v_me for no key update;
  select * into b from app.tree_use(v_me, p->>'product');
  if (p->>'default_directory')::boolean then
    update public.tenants set default_directory = false, version = version + 1 where parent_id = v_me and default_directory and deleted_at is null; end if;
  if p->>'payer_id' is not null and not exists (select from public.parties c where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  insert into public.tenants (id, kind, parent_id, name, sort_key, status, language, zone, trial_days, trial_ends_at, user_limit, bonus_users, domain_limit, report_limit, trial_by, platform_limits,
      default_directory, restrict_accounts, allow_reports, own_domain, payer_tenant_id, payer_id)
    values (v_id, v_kind, v_me, p->>'name', p->>'sort_key', case when (p->>'trial_days')::int > 0 then 'T' else 'A' end, p->>'language', p->>'zone', (p->>'trial_days')::int,
      case when (p->>'trial_days')::int > 0 then app.now() + make_interval(days => (p->>'trial_days')::int) end, (p->>'user_limit')::int, (p->>'bonus_users')::int, (p->>'domain_limit')::int, (p->>'report_limit')::int,
      case when (p->>'trial_days')::int > 0 then app.scope() end,
      case when app.scope() = 'platform' then jsonb_strip_nulls(jsonb_build_object('user_limit', p->'user_limit', 'bonus_users', p->'bonus_users', 'domain_limit', p->'domain_limit', 'report_limit', p->'report_limit')) else '{}' end,
      (p->>'default_directory')::boolean, (p->>'restrict_accounts')::boolean, (p->>'allow_reports')::boolean, p->>'own_domain',
      case when p->>'payer_id' is not null then v_me end, (p->>'payer_id')::uuid) returning * into v_new;
  insert into public.settings (tenant_id, "values") values (v_id, jsonb_build_object('timezone', p->>'zone', 'mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean));
  insert into public.domains (host, tenant_id, main) values (p->>'host', v_id, true);
  if p->>'theme_from' = 'own' then
    insert into public.themes (tenant_id, id, name, "values", published)
      select v_id, gen_random_uuid(), h.name, h."values" || jsonb_build_object('pageTitle', p->>'name'), true from public.themes h where h.tenant_id = v_me and h.published limit 1;
  elsif jsonb_typeof(p->'theme') = 'object' then
    insert into public.themes (tenant_id, id, name, "values", published) values (v_id, gen_random_uuid(), p->>'name', p->'theme', true);
  end if;
  if v_up.kind = 'partner' then
    insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id)
      values (v_id, gen_random_uuid(), v_me, 'partner', 'admin', (p->>'verify')::boolean, app.now() + interval '2 years', app.user_id()); end if;
  insert into public.users (tenant_id, id, email, name, sort_key, profile, status, language, phone, invited_at, added_by_id)
    values (v_id, v_admin, p->>'admin_email', p->>'admin_name', p->>'admin_key', case v_kind when 'partner' then 'master' else 'admin' end, 'A', p->>'admin_language', p->>'admin_phone', app.now(), null);
  if jsonb_typeof(p->'account') = 'object' then
    insert into public.service_accounts (tenant_id, id, name, sort_key, directory_id, app_id, object_id, secret_sealed, secret_ends_at, subscription_id, resource_group, workspace_id, registered_by_id)
      select v_id, a.id, a.name, a.sort_key, a.directory_id, a.app_id, a.object_id, a.secret_sealed, a.secret_ends_at, a.subscription_id, a.resource_group, a.workspace_id, v_admin
        from jsonb_to_record(p->'account') as a(id uuid, name text, sort_key text, directory_id text, app_id text, object_id text, secret_sealed text, secret_ends_at timestamptz, subscription_id text, resource_group text, workspace_id text); end if;
  perform app.keep_within(v_up, v_new, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  insert into public.outbox (tenant_id, kind, body) values (v_id, 'account.invite', jsonb_build_object('user_id', v_admin));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, v_me, 'tenant.add', v_id, jsonb_build_object('after', jsonb_build_object('name', p->>'name', 'kind', v_kind, 'host', p->>'host', 'trial_days', p->'trial_days', 'user_limit', p->'user_limit',
      'bonus_users', p->'bonus_users', 'domain_limit', p->'domain_limit', 'report_limit', p->'report_limit', 'administrator', p->>'admin_email')), p->>'ip', p->>'request' from unnest(array[v_me, v_id]) x; end $$;
alter function app.add_tenant owner to mirante_gate;
revoke all on function app.add_tenant from public;
grant execute on function app.add_tenant to mirante_app;

-- The one way to the caller's account: null unless the account vouched for this session of its own, or was proved in it within the last
-- 15 minutes.
create or replace function app.my_account() returns uuid stable parallel safe return nullif((app.me())[10], '-')::uuid;
revoke all on function app.my_account from public;
grant execute on function app.my_account to mirante_app, mirante_gate;

-- Tells whether the caller has an account that this session doesn't reach yet: it can be proved here.
create or replace function app.may_prove() returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
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
  perform app.need('{own}');
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

-- Leases due outbox rows to one worker; skip locked keeps workers off each other's rows.
create or replace function app.claim(p_n int, p_lease interval) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  update public.outbox o set taken_until = app.now() + p_lease from (select c.tenant_id, c.id from public.outbox c where c.due_at <= app.now() and (c.taken_until is null or c.taken_until < app.now()) order by c.due_at limit least(p_n, 100) for update skip locked) c
   where o.tenant_id = c.tenant_id and o.id = c.id returning o.tenant_id, o.id $$;
alter function app.claim owner to mirante_gate;
revoke all on function app.claim from public;
grant execute on function app.claim to mirante_job;

-- Leases reports whose data time should be read from the service, least recently checked first.
create or replace function app.claim_checks(p_n int, p_every interval) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  update public.reports r set checked_at = app.now() from (select c.tenant_id, c.id from public.reports c
      where c.kind = 'powerbi' and c.dataset_id is not null and (c.checked_at is null or c.checked_at < app.now() - p_every)
      order by c.checked_at nulls first limit least(p_n, 100) for update skip locked) c
   where r.tenant_id = c.tenant_id and r.id = c.id returning r.tenant_id, r.id $$;
alter function app.claim_checks owner to mirante_gate;
revoke all on function app.claim_checks from public;
grant execute on function app.claim_checks to mirante_job;

-- Has the platform mail a six-digit code to an account's own address, made at delivery; at most five an hour. Tells whether it did.
create or replace function app.code_mail(p_account uuid, p_tenant uuid, p_user uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('fm ' || p_account, 5, '1 hour') then return false; end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.code', jsonb_build_object('user_id', p_user, 'account', p_account));
  return true; end $$;
alter function app.code_mail owner to mirante_gate;
revoke all on function app.code_mail from public;

-- Uses the code that was mailed for an account's first factor: six digits, once, for ten minutes. Guesses are counted by who asks.
create or replace function app.code_take(p_account uuid, p_hash bytea) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with k as (update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = 'account.code' and t.body->>'account' = p_account::text and t.used_at is null and t.expires_at > app.now() returning 1)
  select exists (select from k) $$;
alter function app.code_take owner to mirante_gate;
revoke all on function app.code_take from public;

-- The caller's own rows as a person: in every tenant of the account where app.my_account() gives it, else in this tenant alone.
create or replace function app.own_rows() returns table (tenant_id uuid, user_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.tenant_id, u.id from public.users u where u.account_id = app.my_account()
  union select u.tenant_id, u.id from public.users u where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and u.seat is null $$;
alter function app.own_rows owner to mirante_gate;
revoke all on function app.own_rows from public;

-- The tenants in which the caller's account has an active user who may sign in, the most recently used first; this tenant alone where
-- the account isn't the caller's to reach (app.my_account).
create or replace function app.companies() returns table (id uuid, name text, kind text, current boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select t.id, t.name, t.kind, t.id = app.tenant_id() from app.own_rows() o join public.users u on u.tenant_id = o.tenant_id and u.id = o.user_id and u.status in ('A','T') and u.deleted_at is null
    join public.tenants t on t.id = u.tenant_id and app.acts(t.status, t.trial_ends_at) and t.deleted_at is null
   where exists (select from public.domains d where d.tenant_id = t.id)
   order by t.id <> app.tenant_id(), u.last_sign_in_at desc nulls last, t.sort_key, t.id limit 500 $$;
alter function app.companies owner to mirante_gate;
revoke all on function app.companies from public;
grant execute on function app.companies to mirante_app;

-- Recounts the visits since an instant into usage_days, by day in each tenant's own time zone.
create or replace function app.count_usage(p_since timestamptz) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.need('{job}');
  insert into public.usage_days as d (tenant_id, day, views, viewers, seconds)
    select v.tenant_id, (v.started_at at time zone t.zone)::date, count(*)::int, count(distinct v.user_id)::int, sum(app.visit_seconds(v.started_at, v.last_at, v.ended_at))::bigint
      from public.visits v join public.tenants t on t.id = v.tenant_id
      where v.started_at >= ((p_since at time zone t.zone)::date)::timestamp at time zone t.zone and v.started_at >= p_since - interval '1 day' group by 1, 2
  on conflict (tenant_id, day) do update set views = excluded.views, viewers = excluded.viewers, seconds = excluded.seconds;
  delete from public.visits where started_at < app.now() - interval '400 days'; end $$;
alter function app.count_usage owner to mirante_gate;
revoke all on function app.count_usage from public;
grant execute on function app.count_usage to mirante_job;

-- The custom fields that the tenants above define for the caller's tenant.
create or replace function app.custom_fields_above() returns setof public.custom_fields language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  select f.* from app.custom_fields_of(app.tenant_id()) f where f.tenant_id <> app.tenant_id() and f.deleted_at is null $$;
alter function app.custom_fields_above owner to mirante_gate;
revoke all on function app.custom_fields_above from public;
grant execute on function app.custom_fields_above to mirante_app, mirante_job;

-- How many users or reports have a value of a custom field (the row without an option), and how often each option is chosen.
create or replace function app.custom_use(p_id uuid) returns table (option text, n bigint) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; begin
  perform app.need('{own,remote,partner}');
  select x.* into f from app.custom_fields_of(app.tenant_id()) x where x.id = p_id;
  if f.id is null then return; end if;
  v_where := case when f.global and f.tenant_id = app.tenant_id() then array(select app.tenants_below(f.tenant_id)) else array[app.tenant_id()] end;
  return query with c as materialized (select u.custom -> f.key as v from public.users u where f.of = 'user' and u.tenant_id = any (v_where) and u.deleted_at is null and u.custom ? f.key
      union all select r.custom -> f.key from public.reports r where f.of = 'report' and r.tenant_id = any (v_where) and r.custom ? f.key)
    select null::text, count(*) from c
    union all (select x.o, count(*) from c, lateral (select jsonb_array_elements_text(c.v) as o where jsonb_typeof(c.v) = 'array' union all select c.v #>> '{}' where jsonb_typeof(c.v) = 'string') x
      where f.type in ('text', 'list', 'multiple', 'single') group by 1 order by 2 desc, 1 limit 1000); end $$;
alter function app.custom_use owner to mirante_gate;
revoke all on function app.custom_use from public;
grant execute on function app.custom_use to mirante_app;

-- Factors bound to a user in this unit are deleted when the user joins an account or is removed: nothing planted before is carried over.
create or replace function app.drop_factors() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id;
  update public.devices d set trusted_at = null, trusted_by = null where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
  return null; end $$;
alter function app.drop_factors owner to mirante_gate;
revoke all on function app.drop_factors from public;

create or replace trigger users_bound_factors after update of account_id, deleted_at on users for each row
  when ((new.account_id is not null and old.account_id is distinct from new.account_id) or (old.deleted_at is null and new.deleted_at is not null)) execute function app.drop_factors();

-- Displays that expire within 30, 7 or 1 day(s) and whose warning hasn't been sent. Sending the warning marks it as sent.
create or replace function app.due_devices(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select d.tenant_id, d.id from public.playlist_devices d
   where d.revoked_at is null and d.approved_at is not null and d.expires_at > app.now() and d.expires_at <= app.now() + interval '30 days'
     and d.warned_days is distinct from case when d.expires_at <= app.now() + interval '1 day' then 1 when d.expires_at <= app.now() + interval '7 days' then 7 else 30 end
   order by d.expires_at limit least(p_n, 100) $$;
alter function app.due_devices owner to mirante_gate;
revoke all on function app.due_devices from public;
grant execute on function app.due_devices to mirante_job;

-- Exports that no message picked up: nobody started them, or the worker's lease expired.
create or replace function app.due_exports(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select e.tenant_id, e.id from public.exports e where e.state in ('queued', 'running', 'finishing') and e.next_at <= app.now()
    and (e.taken_until is null or e.taken_until < app.now()) order by e.next_at limit least(p_n, 200) $$;
alter function app.due_exports owner to mirante_gate;
revoke all on function app.due_exports from public;
grant execute on function app.due_exports to mirante_job;

-- Tenants that crossed 80% or 100% of their user limit, or dropped below it again.
create or replace function app.due_limits(p_n int) returns table (tenant_id uuid, parent_id uuid, level int, told int, used int, user_limit int, name text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select t.id, t.parent_id, l.level, t.users_told, t.users_used, t.user_limit, t.name from public.tenants t,
    lateral (select case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end as level) l
   where t.user_limit is not null and t.users_told <> (case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end)
     and t.deleted_at is null and (l.level > t.users_told or t.users_used * 100 < t.user_limit * (t.users_told - 5)) order by t.id limit least(p_n, 100) $$;
alter function app.due_limits owner to mirante_gate;
revoke all on function app.due_limits from public;
grant execute on function app.due_limits to mirante_job;

-- Units with partner sessions in a month that has ended in the unit's time zone and hasn't been reported yet.
create or replace function app.due_partner_months(p_n int) returns table (tenant_id uuid, begins timestamptz) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select q.tenant_id, date_trunc('month', app.now() at time zone t.zone) at time zone t.zone from public.remote_requests q join public.tenants t on t.id = q.tenant_id
   where q.kind = 'partner' and q.started_at is not null and q.digest_at is null and t.deleted_at is null
     and q.started_at < date_trunc('month', app.now() at time zone t.zone) at time zone t.zone
   group by q.tenant_id, t.zone order by min(q.started_at) limit least(p_n, 200) $$;
alter function app.due_partner_months owner to mirante_gate;
revoke all on function app.due_partner_months from public;
grant execute on function app.due_partner_months to mirante_job;

-- Users who have expired or are due an expiry notice.
create or replace function app.due_people(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select u.tenant_id, u.id from public.users u
   where u.expires_at <= app.now() + interval '7 days' and u.expires_at is not null and u.status in ('A', 'T') and u.deleted_at is null
     and (u.expires_at <= app.now() or u.expiry_told is distinct from case when u.expires_at <= app.now() + interval '1 day' then 1 else 7 end)
   order by u.expires_at limit least(p_n, 500) $$;
alter function app.due_people owner to mirante_gate;
revoke all on function app.due_people from public;
grant execute on function app.due_people to mirante_job;

-- Remote-access requests that expired and sessions whose grant is gone; the job settles each.
create or replace function app.due_remote(p_n int) returns table (tenant_id uuid, id uuid, session_id uuid, by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select r.tenant_id, r.id, case r.state when 'active' then r.session_id end, case when r.state = 'active' then case when r.ends_at <= app.now() then 'time' else 'rights' end else 'time' end
    from public.remote_requests r where (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now())
      or (r.state = 'active' and app.may_act(r.session_id) is null) order by r.expires_at limit least(p_n, 200) $$;
alter function app.due_remote owner to mirante_gate;
revoke all on function app.due_remote from public;
grant execute on function app.due_remote to mirante_job;

-- Catalog requests with something due: a reminder, an expiry, the end of a grant, or a user who may no longer act.
create or replace function app.due_requests(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  (select c.tenant_id, c.id from public.catalog_requests c join public.users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where c.state = 'pending' and (u.status not in ('A', 'T') or c.asked_at <= app.now() - (array[interval '3 days', interval '10 days', interval '25 days', interval '30 days'])[least(c.reminded, 3) + 1]) order by c.asked_at limit least(p_n, 100))
  union all (select c.tenant_id, c.id from public.catalog_requests c where c.state = 'granted' and c.valid_until <= app.now() order by c.valid_until limit least(p_n, 100)) $$;
alter function app.due_requests owner to mirante_gate;
revoke all on function app.due_requests from public;
grant execute on function app.due_requests to mirante_job;

-- Service accounts whose secret expires within 30, 7 or 1 day(s) and whose warning hasn't been sent. Sending the warning marks it as sent.
create or replace function app.due_secrets(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select a.tenant_id, a.id from public.service_accounts a
   where a.secret_ends_at > app.now() and a.secret_ends_at <= app.now() + interval '30 days' and not a.disabled
     and a.secret_warned_days is distinct from case when a.secret_ends_at <= app.now() + interval '1 day' then '1' when a.secret_ends_at <= app.now() + interval '7 days' then '7' else '30' end
   order by a.secret_ends_at limit least(p_n, 100) $$;
alter function app.due_secrets owner to mirante_gate;
revoke all on function app.due_secrets from public;
grant execute on function app.due_secrets to mirante_job;

-- Tenants deleted more than 30 days ago that have no tenants below them; they can be purged.
create or replace function app.due_units(p_n int) returns table (id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select t.id from public.tenants t where t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days' and not exists (select from public.tenants c where c.parent_id = t.id) order by t.deleted_at limit least(p_n, 20) $$;
alter function app.due_units owner to mirante_gate;
revoke all on function app.due_units from public;
grant execute on function app.due_units to mirante_job;

-- Imports whose message was lost or whose Worker was stopped; the next batch of each is due.
create or replace function app.due_user_imports(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select i.tenant_id, i.id from public.user_imports i where i.state = 'running' and (i.taken_until is null or i.taken_until < app.now()) order by i.taken_until nulls first limit least(p_n, 200) $$;
alter function app.due_user_imports owner to mirante_gate;
revoke all on function app.due_user_imports from public;
grant execute on function app.due_user_imports to mirante_job;

-- Maintenance windows whose next step is due: announce, open or close. The step itself writes the mark that claims it.
create or replace function app.due_windows(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select m.tenant_id, m.id from public.maintenance m where m.closed_at is null and m.cancelled_at is null and m.starts_at <= app.now() + interval '168 hours'
    and ((m.announced_at is null and m.starts_at - make_interval(hours => m.announce_hours) <= app.now()) or (m.opened_at is null and m.starts_at <= app.now()) or m.ends_at <= app.now())
  order by m.starts_at limit least(p_n, 100) $$;
alter function app.due_windows owner to mirante_gate;
revoke all on function app.due_windows from public;
grant execute on function app.due_windows to mirante_job;

-- Changes what only the layer above decides; a tenant never changes these fields of its own. Fields not named stay as they are. A partner gives
-- no more than the limits that the platform set.
create or replace function app.edit_tenant(p_id uuid, p_version int, p jsonb) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_me uuid := app.tenant_id(); o public.tenants; n public.tenants; v_up public.tenants; b record; v_host text; v_shown boolean; v_hidden text[]; v_field text; v_most int; begin
  perform app.need('{own}');
  if not app.below(p_id) then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into o from public.tenants where id = p_id and deleted_at is null for no key update;
  if not found then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version <> p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  foreach v_field in array array['user_limit', 'bonus_users', 'domain_limit', 'report_limit'] loop
    v_most := (o.platform_limits->>v_field)::int;
    if app.scope() is distinct from 'platform' and p ? v_field and v_most is not null and coalesce((p->>v_field)::int > v_most, true) then raise exception '% %', v_field, v_most using errcode = 'MT403'; end if;
    if app.scope() = 'platform' and p ? v_field and p->v_field is distinct from to_jsonb(o)->v_field then
      o.platform_limits := case when p->>v_field is null then o.platform_limits - v_field else o.platform_limits || jsonb_build_object(v_field, p->v_field) end; end if;
  end loop;
  select * into b from app.tree_use(v_up.id, p->>'product');
  if p->>'payer_id' is not null and not exists (select from public.parties c where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  if (p->>'default_directory')::boolean and not o.default_directory then
    update public.tenants set default_directory = false, version = version + 1 where parent_id = o.parent_id and default_directory and deleted_at is null; end if;
  v_hidden := case when p ? 'hidden_menu' then array(select jsonb_array_elements_text(p->'hidden_menu') order by 1) end;
  update public.tenants t set name = coalesce(p->>'name', t.name), sort_key = coalesce(p->>'sort_key', t.sort_key),
      user_limit = case when p ? 'user_limit' then (p->>'user_limit')::int else t.user_limit end, bonus_users = coalesce((p->>'bonus_users')::int, t.bonus_users),
      domain_limit = case when p ? 'domain_limit' then (p->>'domain_limit')::int else t.domain_limit end, report_limit = case when p ? 'report_limit' then (p->>'report_limit')::int else t.report_limit end,
      platform_limits = o.platform_limits,
      default_directory = coalesce((p->>'default_directory')::boolean, t.default_directory), restrict_accounts = coalesce((p->>'restrict_accounts')::boolean, t.restrict_accounts),
      allow_reports = coalesce((p->>'allow_reports')::boolean, t.allow_reports), own_domain = case when p ? 'own_domain' then p->>'own_domain' else t.own_domain end,
      payer_tenant_id = case when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_tenant_id when p->>'payer_id' is null then null else v_me end,
      payer_id = case when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_id else (p->>'payer_id')::uuid end,
      hidden_by_platform = case when app.scope() = 'platform' then coalesce(v_hidden, t.hidden_by_platform) else t.hidden_by_platform end,
      hidden_by_partner = case when app.scope() = 'partner' then coalesce(v_hidden, t.hidden_by_partner) else t.hidden_by_partner end,
      version = t.version + 1
    where t.id = p_id returning * into n;
  if (n.hidden_by_platform, n.hidden_by_partner) is distinct from (o.hidden_by_platform, o.hidden_by_partner) then update public.tenants set epoch = epoch + 1 where id = p_id; end if;
  select d.host into v_host from public.domains d where d.tenant_id = p_id and d.main limit 1;
  if p->>'host' is not null and p->>'host' is distinct from v_host then
    if not exists (select from public.domains d where d.host = p->>'host' and d.tenant_id = p_id) then insert into public.domains (host, tenant_id, main) values (p->>'host', p_id, false); end if;
    update public.domains set main = (host = p->>'host') where tenant_id = p_id; end if;
  select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean into v_shown from public.settings s where s.tenant_id = p_id;
  if p ? 'last_update' and (p->>'last_update')::boolean is distinct from coalesce(v_shown, true) then
    insert into public.settings as s (tenant_id, "values") values (p_id, jsonb_build_object('mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean))
      on conflict (tenant_id) do update set "values" = s."values" || excluded."values", version = s.version + 1; end if;
  perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, v_me, 'tenant.edit', p_id, (select jsonb_build_object('before', coalesce(jsonb_object_agg(k.key, k.value), '{}') || case when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', v_host) else '{}' end,
        'after', coalesce(jsonb_object_agg(k.key, to_jsonb(n)->k.key), '{}') || case when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', p->>'host') else '{}' end)
          || case when p ? 'last_update' and (p->>'last_update')::boolean is distinct from coalesce(v_shown, true) then jsonb_build_object('last_update', p->'last_update') else '{}' end
        from jsonb_each(to_jsonb(o)) k where k.key not in ('version', 'epoch', 'sort_key', 'users_used', 'payer_tenant_id', 'platform_limits') and to_jsonb(n)->k.key is distinct from k.value), p->>'ip', p->>'request'
      from unnest(array[v_me, p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id)); end $$;
alter function app.edit_tenant owner to mirante_gate;
revoke all on function app.edit_tenant from public;
grant execute on function app.edit_tenant to mirante_app;

-- Starts an embedded session. A token is single use: of sixty concurrent calls, one succeeds.
create or replace function app.embed_begin(p_sid uuid, p_tenant uuid, p_host text, p_once bytea, p_key uuid, p_user uuid, p_report uuid, p_identity jsonb, p_filters jsonb, p_until timestamptz, p_address text, p_request text)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at, used_at) values (p_once, 'embedded', p_tenant, p_host, '{}', app.now() + interval '20 minutes', app.now()) on conflict do nothing;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  perform from public.embed_keys k where k.tenant_id = p_tenant and k.id = p_key and k.revoked_at is null for share;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.embed_keys k set last_used_at = app.now() where k.tenant_id = p_tenant and k.id = p_key and (k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute');
  insert into public.embed_sessions (tenant_id, id, key_id, user_id, report_id, identity, filters, address, expires_at) values (p_tenant, p_sid, p_key, p_user, p_report, p_identity, p_filters, p_address, p_until);
  update public.attempts set n = greatest(n - 1, 0) where key = 'em ' || p_address;
  if p_user is null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'embedded.start', app.session_mark(p_sid), jsonb_build_object('key', p_key, 'report', p_report, 'username', p_identity->>'username'), p_address, p_request);
  end if;
  return true; end $$;
alter function app.embed_begin owner to mirante_gate;
revoke all on function app.embed_begin from public;
grant execute on function app.embed_begin to mirante_public;

-- Ends an embedded session and the user session behind it.
create or replace function app.embed_end(p_tenant uuid, p_sid uuid, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with e as (update public.embed_sessions set ended_at = app.now() where tenant_id = p_tenant and id = p_sid and ended_at is null returning user_id),
    s as (update public.sessions set revoked_at = app.now() where id = p_sid and tenant_id = p_tenant and revoked_at is null),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, e.user_id, null, p_tenant, 'embedded.end', app.session_mark(p_sid), p_address, p_request from e)
  select exists (select from e) $$;
alter function app.embed_end owner to mirante_gate;
revoke all on function app.embed_end from public;
grant execute on function app.embed_end to mirante_public;

-- Records a call refused during an embedded session: in the user's sign-in log, or in the audit log when the session is anonymous. At most
-- once a minute.
create or replace function app.embed_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; begin
  select e.user_id into v_user from public.embed_sessions e where e.tenant_id = p_tenant and e.id = p_sid;
  if v_user is not null then perform app.call_refused(p_tenant, v_user, p_code, p_address, p_agent, p_request); return; end if;
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('embedded ' || coalesce(p_sid::text, p_tenant::text) || ' ' || coalesce(p_address, ''), 0));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'embedded.refused', app.session_mark(p_sid), jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a where a.tenant_id = p_tenant and a.row_id is not distinct from app.session_mark(p_sid) and a.what = 'embedded.refused' and a.ip is not distinct from p_address and a.at > app.now() - interval '1 minute'); end $$;
alter function app.embed_refused owner to mirante_gate;
revoke all on function app.embed_refused from public;
grant execute on function app.embed_refused to mirante_public;

-- Signs a user out everywhere and revokes their links when they may no longer act or the row now belongs to someone else. Links about an
-- account's factors go on working: no unit keeps a person from undoing a change.
create or replace function app.end_access() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.sessions set revoked_at = app.now() where home_id = new.tenant_id and user_id = new.id and revoked_at is null;
  delete from public.devices where tenant_id = new.tenant_id and user_id = new.id;
  update public.tokens set used_at = app.now() where tenant_id = new.tenant_id and user_id = new.id and used_at is null and purpose not in ('account.undo', 'account.lost', 'account.keep');
  return null; end $$;
alter function app.end_access owner to mirante_gate;
revoke all on function app.end_access from public;

create or replace trigger users_ended after update on users for each row
  when ((old.status in ('A', 'T') and new.status not in ('A', 'T')) or new.deleted_at is distinct from old.deleted_at or new.email <> old.email) execute function app.end_access();

-- Ends the caller's other sessions, or one of them, in every unit of their account where the account is theirs to reach. Ending all also
-- forgets remembered devices except the current one.
create or replace function app.end_own_sessions(p_id uuid, p_device bytea, p_address text, p_request text) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with w as (update public.sessions s set revoked_at = app.now() from app.own_rows() o
      where s.home_id = o.tenant_id and s.user_id = o.user_id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
        and s.id <> app.my_session() and (p_id is null or s.id = p_id) returning s.id, s.tenant_id, s.user_id),
    d as (select case when p_id is null and app.actor_id() is null then app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), p_device) end as n),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, w.user_id, null, w.tenant_id, 'session.end', null, p_address, p_request from w)
  select count(w.id)::int from d left join w on true $$;
alter function app.end_own_sessions owner to mirante_gate;
revoke all on function app.end_own_sessions from public;
grant execute on function app.end_own_sessions to mirante_app;

-- Refuses a visit that reaches for an administrator: it works on people below only.
create or replace function app.spare_administrator(p_user uuid) returns void language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.caller_kind() not in ('own', 'directory', 'job', 'door', 'owner')
     and exists (select from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.profile <> 'user') then
    raise exception 'administrator_spared' using errcode = 'MR425';
  end if; end $$;
alter function app.spare_administrator owner to mirante_gate;
revoke all on function app.spare_administrator from public;

-- Ends every session of a user of this tenant and forgets their devices.
create or replace function app.end_person_sessions(p_user uuid) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; begin
  perform app.need('{own,remote,partner}');
  perform app.spare_administrator(p_user);
  update public.sessions set revoked_at = app.now() where home_id = app.tenant_id() and user_id = p_user and revoked_at is null and expires_at > app.now();
  get diagnostics v_n = row_count;
  delete from public.devices where tenant_id = app.tenant_id() and user_id = p_user;
  return v_n; end $$;
alter function app.end_person_sessions owner to mirante_gate;
revoke all on function app.end_person_sessions from public;
grant execute on function app.end_person_sessions to mirante_app;

-- Files kept longer than 24 hours and those of failed exports; exports older than ninety days are deleted.
create or replace function app.ended_exports(p_n int) returns table (tenant_id uuid, id uuid) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.exports e where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing');
  select e.tenant_id, e.id from public.exports e where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null)) order by e.expires_at nulls first limit least(p_n, 500) $$;
alter function app.ended_exports owner to mirante_gate;
revoke all on function app.ended_exports from public;
grant execute on function app.ended_exports to mirante_job;

-- Seals who is asking into app.me for this transaction. Only other functions of the gate may call it.
create or replace function app.set_me(p_tenant uuid, p_user uuid, p_actor uuid, p_profile text, p_home uuid, p_scope text, p_reach text, p_kind text, p_account uuid, p_sid uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b text := concat_ws(' ', coalesce(p_tenant::text, '-'), coalesce(p_user::text, '-'), coalesce(p_actor::text, '-'), p_profile, coalesce(p_home::text, '-'), p_scope, p_reach, p_kind, coalesce(p_account::text, '-'), coalesce(p_sid::text, '-')); k bytea; begin
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

-- The first statement of a job's transaction: one tenant and no user, or no tenant while it claims what is due.
create or replace function app.enter_job(p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if p_tenant is not null and not exists (select from public.tenants where id = p_tenant) then raise exception 'tenant_gone' using errcode = 'MR404'; end if;
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
  if v_refusal is not null or v_waits then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'entra.refused', p_app, jsonb_build_object('code', coalesce(v_refusal, 'redirect_confirm_link'), 'directory', p_tid, 'email', p_person->>'email'), p_address, p_request);
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

-- Records a change of an account's factors and has the platform mail it, with a link that undoes it. The inbox says it too; the mail names the
-- account, so that nothing done to the user meanwhile sends it elsewhere or keeps it back.
create or replace function app.factor_changed(p_account uuid, p_tenant uuid, p_user uuid, p_what text, p_name text, p_added uuid[], p_removed jsonb) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.notifications (tenant_id, id, user_id, kind, vars, link)
    select p_tenant, gen_random_uuid(), p_user, 'factor_' || p_what, jsonb_build_object('name', p_name), '/?account=security' where p_what <> 'codes';
  with c as (insert into public.factor_changes (id, account_id, tenant_id, user_id, what, name, added, removed)
    values (gen_random_uuid(), p_account, p_tenant, p_user, p_what, coalesce(p_name, ''), coalesce(p_added, '{}'), coalesce(p_removed, '[]')) returning id, at)
  insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.factor', jsonb_build_object('user_id', p_user, 'account', p_account, 'change', c.id, 'what', p_what, 'name', p_name, 'at', c.at) from c $$;
alter function app.factor_changed owner to mirante_gate;
revoke all on function app.factor_changed from public;

-- Replaces the recovery codes of an account or, without one, of a user in this unit alone.
create or replace function app.factor_codes(p_account uuid, p_tenant uuid, p_user uuid, p_codes jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.factors f where f.holder = coalesce(p_account, p_user) and f.kind = 'recovery';
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, hash)
    select gen_random_uuid(), coalesce(p_account, p_user), p_account, case when p_account is null then p_tenant end, case when p_account is null then p_user end, 'recovery', c::bytea
      from jsonb_array_elements_text(p_codes) c; end $$;
alter function app.factor_codes owner to mirante_gate;
revoke all on function app.factor_codes from public;

-- Tells whether the caller has a second factor, of the account or of their own, and didn't give it in this session within the last 15
-- minutes.
create or replace function app.factor_due() returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u join public.factors f on (f.account_id = u.account_id or (f.tenant_id = u.tenant_id and f.user_id = u.id)) and f.kind <> 'recovery'
      where u.tenant_id = app.home_id() and u.id = app.user_id())
    and not exists (select from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes') $$;
alter function app.factor_due owner to mirante_gate;
revoke all on function app.factor_due from public;

-- Who vouches for a session that begins by a way in: the account, where its own secret was given and p_vouched (the host, the factor) lets it
-- count; only the unit otherwise.
create or replace function app.vouched_by(p_tenant uuid, p_user uuid, p_way text, p_vouched text) returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when p_vouched = 'account' and p_way in ('password', 'passkey', 'invitation', 'company')
    and exists (select from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.account_id is not null) then 'account' else 'unit' end $$;
alter function app.vouched_by owner to mirante_gate;
revoke all on function app.vouched_by from public;

-- Wipes the factors of an account whose person has lost them all: every session ends, and each membership in a tenant that requires a factor
-- waits until an administrator there readmits the person (p_waits; not where the platform's operator answers for it).
create or replace function app.wipe_factors(p_account uuid, p_waits boolean) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform from public.accounts a where a.id = p_account for no key update;
  delete from public.factors f where f.account_id = p_account;
  update public.accounts a set lost_at = null where a.id = p_account;
  update public.users u set waits_at = case when p_waits and app.factor_required(u.tenant_id, u.profile) then app.now() end where p_account in (u.account_id, u.removed_account_id) and (p_waits or u.waits_at is not null);
  perform app.raise_epoch(p_account);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id) select u.tenant_id, u.id, null, u.tenant_id, 'factor.wiped', u.id from public.users u where u.account_id = p_account; end $$;
alter function app.wipe_factors owner to mirante_gate;
revoke all on function app.wipe_factors from public;

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
declare v_vouched text := app.vouched_by(p_tenant, p_user, p_way, p_vouched); v_profile text; v_account uuid; v_waits timestamptz; v_at timestamptz; v_remember boolean := false; v_trusted boolean := false; begin
  -- Who vouches for these people has asked what he wanted to ask.
  if not p_given and (p_way = 'embedded' or (p_way in ('saml', 'entra') and coalesce((select s."values"->>'mfa_trust_sso' from public.settings s where s.tenant_id = p_tenant), 'S') = 'S')) then
    v_trusted := true;
  else
    -- A day after everything was reported lost, and nobody objected.
    select u.account_id into v_account from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = p_user and a.lost_at <= app.now() - interval '24 hours';
    if found then perform app.wipe_factors(v_account, true); end if;
  end if;
  select u.profile, u.account_id, u.waits_at into v_profile, v_account, v_waits from public.users u where u.tenant_id = p_tenant and u.id = p_user;
  if v_waits is not null and not v_trusted then raise exception 'account_waits' using errcode = 'MR420'; end if;
  if p_given then return query select false, app.now(), false; return; end if;
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
  if v_trusted then return query select false, null::timestamptz, false; return; end if;
  -- Before a password that must be changed only a factor that there is can be asked; a first one is set up after it.
  if not exists (select from public.factors f where f.holder = any (app.factor_holders(p_tenant, p_user, v_vouched))) and (coalesce((p_body->>'change')::boolean, false) or not app.factor_required(p_tenant, v_profile)) then return query select false, null::timestamptz, false; return; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_ticket, 'factor', p_tenant, p_host, p_body || jsonb_build_object('userId', p_user, 'vouched', v_vouched), app.now() + interval '10 minutes');
  return query select true, null::timestamptz, false; end $$;
alter function app.factor_gate owner to mirante_gate;
revoke all on function app.factor_gate from public;
grant execute on function app.factor_gate to mirante_public;

-- Helps with the second step of a sign-in that the account vouches for: mails a code for its first factor ('code'), or, of a person who has
-- lost every factor, a link that begins the wait after which they are wiped ('lost'). Says 'ok', 'over' or 'limited'.
create or replace function app.factor_help(p_hash bytea, p_tenant uuid, p_host text, p_what text, p_address text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; v_account uuid; v_any boolean; begin
  if not app.attempt('f2 ' || p_address, 200, '15 min') then return 'limited'; end if;
  select * into k from public.tickets t where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and t.body->>'vouched' = 'account';
  select u.account_id into v_account from public.users u where u.tenant_id = k.tenant_id and u.id = (k.body->>'userId')::uuid and u.deleted_at is null and u.seat is null;
  if v_account is null then return 'over'; end if;
  v_any := exists (select from public.factors f where f.account_id = v_account);
  if p_what = 'code' and not v_any then return case when app.code_mail(v_account, k.tenant_id, (k.body->>'userId')::uuid) then 'ok' else 'limited' end; end if;
  if p_what is distinct from 'lost' or not v_any then return 'over'; end if;
  if not app.attempt('fl ' || v_account, 3, '1 hour') then return 'limited'; end if;
  insert into public.outbox (tenant_id, kind, body) values (k.tenant_id, 'account.lost', jsonb_build_object('user_id', k.body->>'userId', 'account', v_account));
  return 'ok'; end $$;
alter function app.factor_help owner to mirante_gate;
revoke all on function app.factor_help from public;
grant execute on function app.factor_help to mirante_public;

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
returns table (state text, wait int, body jsonb, person uuid, holder uuid, address text, person_name text, totps jsonb, passkeys jsonb, recovery int, ends_at timestamptz, vouched text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.holder = any (v_holders) and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null), k.expires_at, k.body->>'vouched'; end $$;
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

-- The factors of an account as they stand, for a change that removes some: all, one, or the recovery codes.
create or replace function app.factor_rows(p_account uuid, p_id uuid, p_kind text) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(to_jsonb(f)), '[]') from public.factors f where f.account_id = p_account and (p_id is null or f.id = p_id) and (p_kind is null or f.kind = p_kind) $$;
alter function app.factor_rows owner to mirante_gate;
revoke all on function app.factor_rows from public;

-- Whoever enters a unit from above must have given their own second factor within the last 12 hours, if they have one or must have one.
create or replace function app.factor_stale(p_sid uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select exists (select from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid and s.user_id = app.user_id() and coalesce(s.factor_at <= app.now() - interval '12 hours', true)
    and (app.factor_required(u.tenant_id, u.profile) or exists (select from public.factors f where f.holder in (u.account_id, u.id)))) $$;
alter function app.factor_stale owner to mirante_gate;
revoke all on function app.factor_stale from public;
grant execute on function app.factor_stale to mirante_app;

-- Completes the second step of a sign-in. Success gives back what it took of its address's limit, so an office behind one address gets in.
create or replace function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_account uuid; v_vouched text; v_way text; v_holders uuid[]; v_holder uuid; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning (t.body->>'userId')::uuid, t.body->>'vouched', t.body->>'way' into v_user, v_vouched, v_way;
  -- In the order in which everybody locks them.
  perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
  v_holders := app.factor_holders(p_tenant, v_user, v_vouched);
  v_holder := v_holders[cardinality(v_holders)];
  perform from public.accounts a where a.id = any (v_holders) for no key update;
  if v_holder is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if p_use->>'kind' = 'setup' then
    select a.id into v_account from public.accounts a where a.id = v_holder;
    if exists (select from public.factors f where f.holder = any (v_holders)) then raise exception 'factor_over' using errcode = 'MR412'; end if;
    -- The first factor of an account: the password alone sets up none. An invitation has come by the platform's mail itself.
    if v_account is not null and v_way is distinct from 'invitation' and not app.code_take(v_account, (p_use->>'mailed')::bytea) then raise exception 'factor_mail_code' using errcode = 'MR426'; end if;
    perform app.factor_put(v_account, p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(v_account, p_tenant, v_user, p_use->'codes');
    if v_account is null then perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
    else perform app.factor_changed(v_account, p_tenant, v_user, 'added', p_use->'factor'->>'name', array(select f.id from public.factors f where f.account_id = v_account), '[]'); end if;
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

-- Tells whether the first factor of an account asks for a mailed code: not in a session that began by the platform's own mailed link within
-- 15 minutes.
create or replace function app.needs_code(p_account uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.factors f where f.account_id = p_account)
    and not exists (select from public.sessions s where s.id = app.my_session() and s.auth_type = 'invitation' and s.created_at > app.now() - interval '15 minutes') $$;
alter function app.needs_code owner to mirante_gate;
revoke all on function app.needs_code from public;

-- Changes a user's own factors, proved by the verified password, a factor, or nothing where they have neither: the account's where
-- app.my_account() gives it, else those bound to the user in this unit ('prove' where the caller meant the other ones). A password is proof
-- only within 15 minutes of a factor given in this session, or of an account without factors.
create or replace function app.factor_write(p_proof jsonb, p_what text, p_body jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; v_account uuid := app.my_account(); v_holder uuid; v_holders uuid[]; v_at timestamptz; v_any boolean; v_held boolean; v_name text; v_kind text; v_ticket jsonb; v_gone jsonb := '[]'; v_made uuid[]; begin
  perform app.need('{own}');
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null for no key update;
  if u.id is null then return 'none'; end if;
  if p_what <> 'rename' and p_body->>'bound' is distinct from (case when v_account is null then 'unit' else 'account' end) then return 'prove'; end if;
  select s.factor_at into v_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes';
  select x.* into a from public.accounts x where x.id = v_account for no key update;
  v_holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[v_holder, case when p_what = 'confirm' and v_account is null then u.account_id end], null);
  v_any := exists (select from public.factors f where f.holder = v_holder);
  v_held := exists (select from public.factors f where f.holder in (u.id, u.account_id));
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
    if p_what in ('totp', 'challenge') and v_account is not null and app.needs_code(v_account) and not app.code_take(v_account, (p_body->>'mailed')::bytea) then return 'mail'; end if;
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
      -- The first one of all counts as given. Beside another, which wasn't given, a new one opens nothing.
      if not v_held then v_at := app.now(); end if;
      v_made := array(select f.id from public.factors f where f.holder = v_holder and (not v_any or f.id = (p_body->'factor'->>'id')::uuid));
      if v_account is null then perform app.act_tell(u.tenant_id, u.id, 'factor_added', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'added', v_name, v_made, '[]'); end if;
    when 'rename' then
      update public.factors f set name = p_body->>'name' where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not found then return 'none'; end if;
    when 'remove' then
      v_gone := app.factor_rows(v_account, (p_body->>'id')::uuid, null);
      delete from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then
        v_gone := v_gone || app.factor_rows(v_account, null, null);
        delete from public.factors f where f.holder = v_holder;
      end if;
      update public.devices d set trusted_at = null, trusted_by = null from public.users o where v_holder in (o.account_id, o.id) and d.tenant_id = o.tenant_id and d.user_id = o.id;
      if v_account is null then perform app.act_tell(u.tenant_id, u.id, 'factor_removed', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'removed', v_name, null, v_gone); end if;
    when 'codes' then
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
      v_gone := app.factor_rows(v_account, null, 'recovery');
      perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); v_kind := 'recovery';
      if v_account is not null then perform app.factor_changed(v_account, u.tenant_id, u.id, 'codes', null, array(select f.id from public.factors f where f.account_id = v_account and f.kind = 'recovery'), v_gone); end if;
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
  select app.need('{own}');
  select count(*)::int from app.own_rows() o join public.devices d on d.tenant_id = o.tenant_id and d.user_id = o.user_id and d.trusted_at > app.now() - interval '30 days' $$;
alter function app.own_remembered owner to mirante_gate;
revoke all on function app.own_remembered from public;
grant execute on function app.own_remembered to mirante_app;

-- Forgets all of the caller's remembered devices, including this one.
create or replace function app.forget_own_devices(p_address text, p_request text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int := 0; begin
  perform app.need('{own}');
  if app.actor_id() is not null then return 0; end if;
  v_n := app.own_remembered();
  perform app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), null);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select app.tenant_id(), app.user_id(), null, app.home_id(), 'factor.forgotten', app.user_id(), jsonb_build_object('after', jsonb_build_object('devices', v_n)), p_address, p_request;
  return v_n; end $$;
alter function app.forget_own_devices owner to mirante_gate;
revoke all on function app.forget_own_devices from public;
grant execute on function app.forget_own_devices to mirante_app;

-- Deletes imported rows: drafts after 30 days, finished imports after 90.
create or replace function app.forget_user_imports(p_n int) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with old as (select i.tenant_id, i.id from public.user_imports i where i.state <> 'running'
      and coalesce(i.ended_at, i.created_at) < app.now() - case when i.ended_at is null then interval '30 days' else interval '90 days' end limit least(p_n, 500)),
    gone as (delete from public.user_imports i using old where i.tenant_id = old.tenant_id and i.id = old.id returning 1)
  select count(*)::int from gone $$;
alter function app.forget_user_imports owner to mirante_gate;
revoke all on function app.forget_user_imports from public;
grant execute on function app.forget_user_imports to mirante_job;

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

-- Refuses a change of the keys of the house: it takes a session of the person's own, with a fresh second factor where the person has one, or
-- one of the kinds named. Functions of sign-in have no seal; they count as door.
create or replace function app.guard_keys(p_also text[]) returns void language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_kind text := app.caller_kind(); begin
  if v_kind = 'own' then
    if app.factor_due() then raise exception 'factor_due' using errcode = 'MR424'; end if;
  elsif v_kind <> 'owner' and (v_kind = any (p_also)) is not true then raise exception 'keys_closed' using errcode = 'MR425'; end if; end $$;
alter function app.guard_keys owner to mirante_gate;
revoke all on function app.guard_keys from public;

-- What of a tenant's state the platform set and a layer below it can't undo: blocked, deleted, trial. Nothing for the platform itself.
create or replace function app.held_above(t public.tenants) returns text[] stable parallel safe
  return case when app.scope() = 'platform' then '{}' else array_remove(array[case when t.blocked_by = 'platform' then 'blocked' end, case when t.deleted_by = 'platform' then 'deleted' end, case when t.trial_by = 'platform' then 'trial' end], null) end;
revoke all on function app.held_above from public;
grant execute on function app.held_above to mirante_app, mirante_gate, mirante_wide;

-- What the layers above hide from the caller's tenant, and which layer does; the tenant can see it but not change it.
create or replace function app.hidden_from_above() returns table (name text, by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  with recursive up as (select t.id, t.parent_id, t.kind, 0 as n, t.hidden_by_partner as p, t.hidden_by_platform as o from public.tenants t where t.id = app.tenant_id()
      union all select t.id, t.parent_id, t.kind, n + 1, t.hidden_by_partner, t.hidden_by_platform from up join public.tenants t on t.id = up.parent_id)
  select h, min(b) from (select unnest(up.p) as h, 'partner' as b from up union all select unnest(up.o), 'platform' from up
    union all select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu') when 'array' then s."values"->'hidden_menu' else '[]' end), up.kind from up join public.settings s on s.tenant_id = up.id where up.n > 0) x group by h $$;
alter function app.hidden_from_above owner to mirante_gate;
revoke all on function app.hidden_from_above from public;
grant execute on function app.hidden_from_above to mirante_app;

-- Tells whether a host name is free.
create or replace function app.host_free(p_host text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select not exists (select from public.domains d where d.host = p_host) $$;
alter function app.host_free owner to mirante_gate;
revoke all on function app.host_free from public;
grant execute on function app.host_free to mirante_app;

-- The settings that are keys of the house, with the defaults of the form: a default that is written out is no
-- change, and no list is an empty one.
create or replace function app.house_settings() returns jsonb language sql immutable security definer set search_path = pg_catalog, pg_temp as $$
  select '{"password_sign_in":"S","enable_password":"N","min_character":null,"capital_letter":"N","special_characters":"N","expiry_time_password":null,"login_timeout":8,
    "ip":"N","listIp":[],"ip_trial":null,"mfa_master":"N","mfa_required":"all","mfa_trust_sso":"S","allow_access_remote":"N","remote_consent":"each",
    "enable_embedded":"N","embed_origins":[],"below_user_import":true,"below_saml":true,"below_mfa":true,"below_remote":true}'::jsonb $$;
alter function app.house_settings owner to mirante_gate;
revoke all on function app.house_settings from public;

-- The values of a user that may be part of an RLS identity: those of the active identity fields, but for what the user wrote (p_own) and no
-- administrator has accepted.
create or replace function app.identity_values(p_custom jsonb, p_own text[]) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  select coalesce(jsonb_object_agg(f.key, p_custom ->> f.key) filter (where p_custom ? f.key and not coalesce(f.key = any (p_own), false)), '{}') from app.custom_fields_of(app.tenant_id()) f
    where f.identity and f.of = 'user' and f.disabled_at is null and f.deleted_at is null and f.type <> 'multiple' $$;
alter function app.identity_values owner to mirante_gate;
revoke all on function app.identity_values from public;
grant execute on function app.identity_values to mirante_app, mirante_job;

-- The units from which the caller may import users: by the same account, as a partner's master, or as a platform administrator. The account must
-- be the caller's to reach. Every layer above must leave imports to this tenant, and a unit that wants to be asked before its partner enters isn't
-- copied from unasked either: it must let the partner in without verification, or have let this very person in who is inside now.
create or replace function app.import_units() returns table (id uuid, name text, sort_key text, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
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

-- Active users of a unit that can be imported, by the beginning of a word of the name or of the e-mail; either those named, or one page by
-- keyset.
create or replace function app.import_people(p_unit uuid, p_search text, p_email text, p_ids uuid[], p_after text, p_after_id uuid, p_n int)
  returns table (id uuid, name text, email text, phone text, department text, "position" text, language text, sort_key text, here boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with me as materialized (select app.tenant_id() as tenant, (select i.id from app.import_units() i where i.id = p_unit) as unit)
  select u.id, u.name, u.email, u.phone, u.department, u."position", u.language, u.sort_key,
      exists (select from public.users h where h.tenant_id = me.tenant and h.email = u.email)
    from me join public.users u on u.tenant_id = me.unit
   where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null and (p_ids is null or u.id = any (p_ids))
     and (p_search = '' or starts_with(u.sort_key, p_search) or position(' ' || p_search in u.sort_key) > 0 or starts_with(u.email, p_email))
     and (p_after is null or (u.sort_key, u.id) > (p_after, p_after_id))
   order by u.sort_key, u.id limit least(p_n, 5001) $$;
alter function app.import_people owner to mirante_gate;
revoke all on function app.import_people from public;
grant execute on function app.import_people to mirante_app;

-- Records in the source unit that users were copied out of it, under that unit's own administrator when the same account has one.
create or replace function app.import_taken(p_unit uuid, p_people int, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, request_id)
  select i.id, (select o.id from public.users o where o.account_id = app.my_account() and o.tenant_id = i.id and o.seat is null limit 1),
      null, app.home_id(), 'user.copied_out', null,
      jsonb_build_object('to', (select t.name from public.tenants t where t.id = app.tenant_id()), 'people', p_people), p_request
    from app.import_units() i where i.id = p_unit $$;
alter function app.import_taken owner to mirante_gate;
revoke all on function app.import_taken from public;
grant execute on function app.import_taken to mirante_app;

-- Who was invited to administer a tenant that nobody administers yet: no administrator has an account, a provider's identity or a sign-in. The
-- first one added; null where somebody does.
create or replace function app.invitee(p_tenant uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with a as (select u.id, u.created_at, u.status in ('A', 'T') as acts, u.account_id is not null or u.last_sign_in_at is not null or exists (select from public.identities i where i.tenant_id = u.tenant_id and i.user_id = u.id) as known
    from public.users u where u.tenant_id = p_tenant and u.profile in ('admin', 'master') and u.seat is null and u.deleted_at is null)
  select a.id from a where a.acts and not exists (select from a k where k.known) order by a.created_at, a.id limit 1 $$;
alter function app.invitee owner to mirante_gate;
revoke all on function app.invitee from public;

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

-- Keeps which custom values a person wrote themselves. A value that somebody else writes is theirs no longer; an administrator who saves the
-- person accepts the others.
create or replace function app.keep_custom_own() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_changed text[]; begin
  v_changed := array(select k from (select jsonb_object_keys(new.custom) union select jsonb_object_keys(old.custom)) x (k) where new.custom -> k is distinct from old.custom -> k);
  if app.user_id() is not distinct from new.id and app.profile() is not distinct from 'user' then
    new.custom_own := array(select distinct k from unnest(new.custom_own || v_changed) k where new.custom ? k order by 1);
  else
    new.custom_own := array(select k from unnest(new.custom_own) k where new.custom ? k and not k = any (v_changed));
  end if;
  return new; end $$;
alter function app.keep_custom_own owner to mirante_gate;
revoke all on function app.keep_custom_own from public;

create or replace trigger users_custom_written before update of custom on users for each row when (old.custom is distinct from new.custom) execute function app.keep_custom_own();

-- Fires where a key of the house changes: identity providers, embedding keys, tokens and mappings of directories, the mail server, service
-- accounts, domains, what a partner may do, and who has which rights. Each trigger names the kinds of sessions that may besides people's own.
-- What a connection test, a use or a rename writes is no change of a key.
create or replace function app.keep_house() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.guard_keys(tg_argv);
  return null; end $$;
alter function app.keep_house owner to mirante_gate;
revoke all on function app.keep_house from public;

create or replace trigger sso_apps_kept after insert or delete on sso_apps for each row execute function app.keep_house('job', 'door');
create or replace trigger sso_apps_changed after update on sso_apps for each row
  when ((old.kind, old.status, old.settings, old.domains) is distinct from (new.kind, new.status, new.settings, new.domains)) execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_kept after insert or delete on embed_keys for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_changed after update on embed_keys for each row
  when ((old.secret_sealed, old.replaced_at, old.revoked_at) is distinct from (new.secret_sealed, new.replaced_at, new.revoked_at)) execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_kept after insert or delete on scim_tokens for each row execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_changed after update on scim_tokens for each row
  when ((old.hash, old.slot, old.expires_at, old.revoked_at) is distinct from (new.hash, new.slot, new.expires_at, new.revoked_at)) execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_kept after insert on scim_groups for each row when (new.profile is not null) execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_changed after update on scim_groups for each row
  when ((old.profile, old.user_group_id) is distinct from (new.profile, new.user_group_id)) execute function app.keep_house('job', 'directory', 'door');
create or replace trigger mail_servers_kept after insert or delete on mail_servers for each row execute function app.keep_house('job', 'door');
create or replace trigger mail_servers_changed after update on mail_servers for each row
  when ((old.email, old.user_name, old.password_sealed, old.host, old.port, old.protocol, old.enabled) is distinct from (new.email, new.user_name, new.password_sealed, new.host, new.port, new.protocol, new.enabled))
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_kept after insert or delete on service_accounts for each row execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_changed after update on service_accounts for each row
  when ((old.directory_id, old.app_id, old.object_id, old.secret_sealed, old.profile_id, old.disabled) is distinct from (new.directory_id, new.app_id, new.object_id, new.secret_sealed, new.profile_id, new.disabled))
  execute function app.keep_house('job', 'door');
create or replace trigger domains_kept after insert or delete on domains for each row execute function app.keep_house('job', 'door');
create or replace trigger domains_changed after update on domains for each row when (old.main is distinct from new.main) execute function app.keep_house('job', 'door');
create or replace trigger relations_kept after insert on relations for each row when (new.kind = 'partner') execute function app.keep_house('job', 'door');
-- To suspend a partner or to end what it may is the emergency switch: it never waits for a factor.
create or replace trigger relations_changed after update on relations for each row
  when (new.kind = 'partner' and ((old.role, old.verify, old.until) is distinct from (new.role, new.verify, new.until) or (new.status = 'active' and old.status <> 'active')
    or (new.standing_until is not null and old.standing_until is distinct from new.standing_until))) execute function app.keep_house('job', 'door');
create or replace trigger users_kept_added after insert on users for each row
  when (new.seat is null and (new.profile <> 'user' or new.flags <> '{}' or new.ip_exempt or new.allow_remote)) execute function app.keep_house('job', 'directory', 'door');
create or replace trigger users_kept_changed after update on users for each row
  when (old.seat is null and (old.email, old.profile, old.flags, old.ip_exempt, old.access_hours, old.allow_remote, old.remote_until)
    is distinct from (new.email, new.profile, new.flags, new.ip_exempt, new.access_hours, new.allow_remote, new.remote_until)) execute function app.keep_house('job', 'directory', 'door');

-- A profile belongs to a kind of tenant: operators to the platform, masters to partners. Held against every role that the product signs in as;
-- the owner, who sets databases up, is free.
create or replace function app.keep_profile() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if pg_has_role(session_user, 'mirante_gate', 'member') then return new; end if;
  if not exists (select from public.tenants t where t.id = new.tenant_id and case new.profile when 'a2m' then t.kind = 'platform' when 'master' then t.kind = 'partner' else true end) then
    raise exception 'profile' using errcode = '23514'; end if;
  return new; end $$;
alter function app.keep_profile owner to mirante_gate;
revoke all on function app.keep_profile from public;

create or replace trigger users_profile_fits before insert or update of profile on users for each row execute function app.keep_profile();

-- Fires where settings are saved: those that are keys of the house change like any other key.
create or replace function app.keep_settings() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_keys jsonb := app.house_settings(); v_before jsonb := '{}'; v_after jsonb := new."values"; begin
  if tg_op = 'UPDATE' then v_before := old."values"; end if;
  if exists (select from jsonb_object_keys(v_keys) k where coalesce(nullif(v_before->k, 'null'), v_keys->k) is distinct from coalesce(nullif(v_after->k, 'null'), v_keys->k)) then perform app.guard_keys('{job,door}'); end if;
  return null; end $$;
alter function app.keep_settings owner to mirante_gate;
revoke all on function app.keep_settings from public;

create or replace trigger settings_kept after insert or update on settings for each row execute function app.keep_settings();

-- Removes the lockout of a user in this tenant; tells whether there was one.
create or replace function app.lift_lock(p_user uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.need('{own,remote,partner}');
  perform app.spare_administrator(p_user);
  delete from public.attempts x where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now();
  return found; end $$;
alter function app.lift_lock owner to mirante_gate;
revoke all on function app.lift_lock from public;
grant execute on function app.lift_lock to mirante_app;

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
    if p_proof->'use' is not null and not app.factor_spend(array[a.id], p_proof->'use') then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email)]);
  delete from public.attempts x where x.key in ('u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email));
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
  perform app.need('{job}');
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
declare k public.tickets; u public.users; v_email text; begin
  if not app.attempt('lo ' || p_address, 200, '15 min') then
    state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'lo ' || p_address; return next; return; end if;
  select * into k from public.tickets t where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and t.body->>'browser' = p_browser;
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.email = k.body->'confirm'->>'email' and x.deleted_at is null and x.seat is null;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  if p_guess then
    -- By the account's own address, which no unit can change: another address of the person gives nobody more guesses.
    v_email := coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email);
    if not (app.attempt('u ' || p_tenant || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then
      state := 'limited'; select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int into wait from public.attempts x where x.until > app.now() and ((x.key = 'u ' || p_tenant || ' ' || v_email and x.n >= 5) or (x.key = 'g ' || v_email and x.n >= 20)); return next; return; end if;
    update public.tickets t set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1) where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5 returning t.body into k.body;
    if not found then state := 'over'; return next; return; end if;
  end if;
  return query select 'ok', 0, k.body, u.id, u.name, u.account_id, (select a.password from public.accounts a where a.id = u.account_id),
    (select jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step) from public.factors f where f.account_id = u.account_id and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.account_id = u.account_id and f.kind = 'passkey'),
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

-- Limits how many pairing codes one administrator may try.
create or replace function app.may_try_code() returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select app.attempt('pc ' || app.tenant_id() || ' ' || app.user_id(), 20, '10 min') $$;
alter function app.may_try_code owner to mirante_gate;
revoke all on function app.may_try_code from public;
grant execute on function app.may_try_code to mirante_app;

-- Aborts the transaction unless what a verb loaded still holds; the Worker answers MR419 with changed_meanwhile. Null fails too.
create or replace function app.must_hold(p_holds boolean) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  if p_holds is not true then raise exception 'changed_meanwhile' using errcode = 'MR419'; end if; end $$;
alter function app.must_hold owner to mirante_gate;
revoke all on function app.must_hold from public;
grant execute on function app.must_hold to mirante_app, mirante_job;

-- A key for a new field that no tenant above, beside or below uses; null when there are fifty already. Fields are created one at a time.
create or replace function app.new_custom_key(p_base text, p_global boolean) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key text := p_base; n int := 1; begin
  perform app.need('{own,remote,partner}');
  perform pg_advisory_xact_lock(hashtextextended('custom_fields', 0));
  if (select count(*) from app.custom_fields_of(app.tenant_id()) f where f.global = p_global and f.deleted_at is null) >= 50 then return null; end if;
  while exists (select from app.custom_fields_of(app.tenant_id()) f where f.key = v_key)
      or exists (select from public.custom_fields f where f.tenant_id in (select app.tenants_below(app.tenant_id())) and f.key = v_key) loop
    n := n + 1; v_key := p_base || '_' || n; end loop;
  return v_key; end $$;
alter function app.new_custom_key owner to mirante_gate;
revoke all on function app.new_custom_key from public;
grant execute on function app.new_custom_key to mirante_app;

-- The account of app.my_account(), with the rules of its tenants; no row where it isn't the caller's to reach. Counts guesses.
create or replace function app.own_account(p_guess boolean) returns table (wait int, email text, password text, password_at timestamptz, rules jsonb, others int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.accounts; begin
  perform app.need('{own}');
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

-- Has a code mailed for the first factor of the caller's account; says 'none' where there is nothing to prove by it, 'limited' when there were too many.
create or replace function app.own_code_mail() returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.need('{own}');
  if app.my_account() is null or exists (select from public.factors f where f.account_id = app.my_account()) then return 'none'; end if;
  return case when app.code_mail(app.my_account(), app.tenant_id(), app.user_id()) then 'ok' else 'limited' end; end $$;
alter function app.own_code_mail owner to mirante_gate;
revoke all on function app.own_code_mail from public;
grant execute on function app.own_code_mail to mirante_app;

-- The caller's factors, for showing them and for proving who changes them: the account's where app.my_account() gives it, else those bound to
-- the user in this unit. To confirm (p_confirm), the account's do as well in a session that only the unit vouched for: then they are compared
-- and never shown. Counts guesses.
create or replace function app.own_factors(p_guess boolean, p_confirm boolean)
returns table (wait int, bound text, prove boolean, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb, passkeys jsonb, recovery int, required boolean, mail boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_account uuid := app.my_account(); v_holders uuid[]; begin
  perform app.need('{own}');
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null;
  if not found then return; end if;
  holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[holder, case when p_confirm and v_account is null then u.account_id end], null);
  if p_guess and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, case when v_account is null then 'unit' else 'account' end, app.may_prove(), own_factors.holder, coalesce(a.email, u.email), u.name, a.password,
      (select s.factor_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'secret', f.secret, 'step', f.step)) from public.factors f where f.holder = any (v_holders) and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'host', f.host, 'credential', f.credential, 'holder', f.holder, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports) order by f.created_at, f.id) from public.factors f where f.holder = any (v_holders) and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null), app.factor_required_of(own_factors.holder), v_account is not null and app.needs_code(v_account)
    from (select 1) one left join public.accounts a on a.id = v_account; end $$;
alter function app.own_factors owner to mirante_gate;
revoke all on function app.own_factors from public;
grant execute on function app.own_factors to mirante_app;

-- Changes the password of app.my_account() if p_seen still is the current one, then ends the account's other sessions and forgets its other
-- devices.
create or replace function app.own_password(p_seen text, p_new text, p_device bytea, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  perform app.need('{own}');
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
  select app.need('{own}');
  select s.id, t.name, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched, s.id = app.my_session()
    from app.own_rows() o join public.sessions s on s.home_id = o.tenant_id and s.user_id = o.user_id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
    join public.tenants t on t.id = s.tenant_id
   order by s.id = app.my_session() desc, s.last_seen desc, s.id limit 100 $$;
alter function app.own_sessions owner to mirante_gate;
revoke all on function app.own_sessions from public;
grant execute on function app.own_sessions to mirante_app;

-- What the caller's tenant and those below it use, and its limits.
create or replace function app.own_tree(p_product text) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select to_jsonb(u) || jsonb_build_object('user_limit', t.user_limit, 'domain_limit', t.domain_limit, 'report_limit', t.report_limit, 'directory_holder', (select c.name from public.tenants c where c.parent_id = t.id and c.default_directory and c.deleted_at is null))
    from public.tenants t, lateral app.tree_use(t.id, p_product) u where t.id = app.tenant_id() $$;
alter function app.own_tree owner to mirante_gate;
revoke all on function app.own_tree from public;
grant execute on function app.own_tree to mirante_app, mirante_wide;

-- What the partner_access_remote call answers (Spec 3), decided by the session and never by the browser.
create or replace function app.partner_access(p_sid uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select case when app.scope() = 'partner' and app.profile() = 'master' then jsonb_build_object('is_partner_with_admin_company', exists (select from public.relations r where r.above_id = app.tenant_id() and r.kind = 'partner'
        and r.role = 'admin' and r.status = 'active' and r.ended_at is null and r.until > app.now()), 'is_partner_admin', false, 'is_partner_user', false, 'partner_id', app.tenant_id())
    else (select jsonb_build_object('is_partner_with_admin_company', false, 'is_partner_admin', app.profile() = 'admin', 'is_partner_user', app.profile() = 'user', 'partner_id', h.partner_id) from app.partner_home(p_sid) h where app.actor_id() is not null) end $$;
alter function app.partner_access owner to mirante_gate;
revoke all on function app.partner_access from public;
grant execute on function app.partner_access to mirante_app;

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
  select app.need('{own}');
  select u.id, u.name, u.email from public.users u where u.tenant_id = p_unit and u.profile = 'user' and u.allow_remote and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
    and (starts_with(u.sort_key, p_search) or starts_with(u.email, p_search)) and app.actor_id() is null
    and exists (select from public.relations r where r.tenant_id = p_unit and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status = 'active' and r.role in ('admin', 'user') and r.ended_at is null and r.until > app.now())
    and exists (select from public.settings s where s.tenant_id = p_unit and s."values"->>'allow_access_remote' = 'S')
    and app.left_to(p_unit, 'remote')
   order by u.sort_key, u.id limit 20 $$;
alter function app.partner_people owner to mirante_gate;
revoke all on function app.partner_people from public;
grant execute on function app.partner_people to mirante_app;

-- The relation between a unit and its partner, as the unit's administrators see and change it.
create or replace function app.partner_relations() returns table (id uuid, partner text, role text, verify boolean, status text, until timestamptz, standing_until timestamptz, set_by text, inside int, version int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select r.id, t.name, r.role, r.verify, case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end, r.until, case when r.standing_until > app.now() then r.standing_until end,
      (select u.name from public.users u where u.id = r.set_by_id and u.tenant_id in (r.tenant_id, r.above_id) limit 1),
      (select count(*)::int from public.remote_requests q where q.tenant_id = r.tenant_id and q.relation_id = r.id and q.state = 'active'), r.version
    from public.relations r join public.tenants t on t.id = r.above_id where r.tenant_id = app.tenant_id() and r.kind = 'partner' and app.actor_id() is null order by r.created_at $$;
alter function app.partner_relations owner to mirante_gate;
revoke all on function app.partner_relations from public;
grant execute on function app.partner_relations to mirante_app;

-- A partner enters one of its units, as administrator or as one of its users: at once where no approval is needed, otherwise as a request.
-- Without verification (p_at_once) no administrator is asked; the person whose view it is still is, unless the unit doesn't ask its people.
create or replace function app.partner_switch(p_sid uuid, p_unit uuid, p_user uuid, p_reason text, p_ticket text, p_reach text, p_minutes int, p_at_once boolean, p_wait bytea, p_hash bytea, p_address text, p_request text)
returns table (state text, host text, id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare r public.relations; t public.tenants; u public.users; v_set jsonb; v_admin boolean; v_person boolean; q public.remote_requests; v_name text; v_from text; begin
  perform app.need('{own}');
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

-- The units a partner may enter: the most recently entered first, then by name.
create or replace function app.partner_units(p_search text, p_n int) returns table (id uuid, name text, role text, verify boolean, status text, entered_at timestamptz) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select t.id, t.name, r.role, r.verify and coalesce(r.standing_until <= app.now(), true), case when app.acts(t.status, t.trial_ends_at) then r.status else 'closed' end,
      (select max(q.started_at) from public.remote_requests q where q.tenant_id = t.id and q.asker_id = app.user_id() and q.kind = 'partner') as entered_at
    from public.tenants t join public.relations r on r.tenant_id = t.id and r.above_id = app.tenant_id() and r.kind = 'partner' and r.status <> 'ended' and r.ended_at is null and r.until > app.now()
   where t.parent_id = app.tenant_id() and t.kind = 'unit' and t.deleted_at is null and starts_with(t.sort_key, p_search) and app.scope() = 'partner' and app.actor_id() is null
   order by entered_at desc nulls last, t.sort_key, t.id limit least(p_n, 50) $$;
alter function app.partner_units owner to mirante_gate;
revoke all on function app.partner_units from public;
grant execute on function app.partner_units to mirante_app;

-- How many units a billing party of the caller's tenant pays for.
create or replace function app.party_units(p_party uuid) returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select count(*)::int from public.tenants t where t.payer_tenant_id = app.tenant_id() and t.payer_id = p_party and t.deleted_at is null $$;
alter function app.party_units owner to mirante_gate;
revoke all on function app.party_units from public;
grant execute on function app.party_units to mirante_app;

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
  -- In the order in which everybody locks them.
  perform from public.users u where u.tenant_id = p_tenant and u.id = p_user for no key update;
  perform from public.accounts a where a.id = any (app.factor_holders(p_tenant, p_user, 'unit')) for no key update;
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

-- How many devices a user of this tenant has.
create or replace function app.person_devices(p_user uuid) returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select count(*)::int from public.devices d where d.tenant_id = app.tenant_id() and d.user_id = p_user $$;
alter function app.person_devices owner to mirante_gate;
revoke all on function app.person_devices from public;
grant execute on function app.person_devices to mirante_app;

-- What administrators of a tenant see of a user's factors, and how many of them are bound to this tenant, which alone are theirs to reset.
create or replace function app.person_factors(p_user uuid) returns table (authenticator boolean, passkeys int, recovery int, last_used_at timestamptz, bound int, required boolean, waits_at timestamptz) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select count(*) filter (where f.kind = 'totp') > 0, count(*) filter (where f.kind = 'passkey')::int, count(*) filter (where f.kind = 'recovery' and f.used_at is null)::int, max(f.last_used_at),
      count(*) filter (where f.kind <> 'recovery' and f.account_id is null)::int, app.factor_required(u.tenant_id, u.profile), u.waits_at
    from public.users u left join public.factors f on f.holder in (u.account_id, u.id) where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null group by u.tenant_id, u.id, u.profile, u.waits_at $$;
alter function app.person_factors owner to mirante_gate;
revoke all on function app.person_factors from public;
grant execute on function app.person_factors to mirante_app;

-- Until when wrong passwords lock a user out of this tenant; null when they don't.
create or replace function app.person_lock(p_user uuid) returns timestamptz language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select max(x.until) from public.attempts x where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now() $$;
alter function app.person_lock owner to mirante_gate;
revoke all on function app.person_lock from public;
grant execute on function app.person_lock to mirante_app;

-- Live sessions of one user of this tenant, for its administrators.
create or replace function app.person_sessions(p_user uuid) returns table (id uuid, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, vouched text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select s.id, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched from public.sessions s
   where s.home_id = app.tenant_id() and s.tenant_id = s.home_id and s.user_id = p_user and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now() order by s.last_seen desc limit 50 $$;
alter function app.person_sessions owner to mirante_gate;
revoke all on function app.person_sessions from public;
grant execute on function app.person_sessions to mirante_app;

-- Purges fields deleted more than thirty days ago, with all their values.
create or replace function app.purge_custom_fields() returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; n int := 0; begin
  perform app.need('{job}');
  for f in select x.* from public.custom_fields x where x.deleted_at <= app.now() - interval '30 days' order by x.deleted_at limit 50 for update skip locked loop
    v_where := case when f.global then array(select app.tenants_below(f.tenant_id)) else array[f.tenant_id] end;
    update public.users u set custom = u.custom - f.key where u.tenant_id = any (v_where) and u.custom ? f.key;
    update public.reports r set custom = r.custom - f.key where r.tenant_id = any (v_where) and r.custom ? f.key;
    delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = f.key;
    delete from public.custom_fields x where x.tenant_id = f.tenant_id and x.id = f.id;
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) values (f.tenant_id, null, null, null, 'custom_field.purge', f.id, jsonb_build_object('key', f.key, 'labels', f.labels));
    n := n + 1;
  end loop;
  return n; end $$;
alter function app.purge_custom_fields owner to mirante_gate;
revoke all on function app.purge_custom_fields from public;
grant execute on function app.purge_custom_fields to mirante_job;

-- Thirty days after a user's removal nothing personal is left; the row stays for the audit log. Returns the pictures whose files must go
-- too.
create or replace function app.purge_removed(p_n int) returns table (tenant_id uuid, picture text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p record; begin
  perform app.need('{job}');
  for p in select u.tenant_id, u.id, u.picture, u.removed_account_id, t.language as words from public.users u join public.tenants t on t.id = u.tenant_id
      where u.deleted_at < app.now() - interval '30 days' and u.purged_at is null order by u.deleted_at limit least(p_n, 200) for update of u skip locked loop
    delete from public.notifications x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.mails x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.favorites x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.viewers x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.user_group_members x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_states x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_view_defaults x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.fresh_waiters x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.list_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.custom_values x where x.tenant_id = p.tenant_id and x.row_id = p.id;
    delete from public.tokens x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    update public.sessions x set address = null, agent = null where x.home_id = p.tenant_id and x.user_id = p.id;
    update public.audit x set change = '{}' where x.tenant_id = p.tenant_id and x.row_id = p.id and x.what like 'user.%';
    update public.users u set name = case p.words when 'en-US' then 'Removed person' when 'es' then 'Persona eliminada' when 'pt-PT' then 'Pessoa removida' else 'Pessoa removida' end,
        sort_key = '', email = 'removed-' || u.id || '@removed.invalid', phone = null, department = null, "position" = null, language = null, rls_username = null, rls_roles = '{}', flags = '{}',
        preferences = '{}', custom = '{}', picture = null, home_page = null, access_hours = null, status_reason = null, removed_account_id = null, purged_at = app.now()
      where u.tenant_id = p.tenant_id and u.id = p.id;
    delete from public.accounts a where a.id = p.removed_account_id and not exists (select from public.users o where o.account_id = a.id) and not exists (select from public.users o where o.removed_account_id = a.id);
    tenant_id := p.tenant_id; picture := p.picture; return next;
  end loop; end $$;
alter function app.purge_removed owner to mirante_gate;
revoke all on function app.purge_removed from public;
grant execute on function app.purge_removed to mirante_job;

-- Deletes everything of a unit in rounds: a table that others still reference is retried in the next round. The audit log stays without its
-- details; an account stays if another tenant uses it.
create or replace function app.purge_unit(p_id uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up uuid; v_accounts uuid[]; v_left text[]; v_next text[]; v_table text; begin
  perform app.need('{job}');
  select t.parent_id into v_up from public.tenants t where t.id = p_id and t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days'
    and not exists (select from public.tenants c where c.parent_id = t.id) for update of t skip locked;
  if not found then return false; end if;
  v_accounts := array(select distinct a from public.users u, unnest(array[u.account_id, u.removed_account_id]) a where u.tenant_id = p_id and a is not null);
  update public.audit x set change = '{}' where x.tenant_id = p_id;
  update public.parties c set of_tenant_id = null where c.of_tenant_id = p_id;
  delete from public.relations r where r.above_id = p_id;
  delete from public.sessions s where s.home_id = p_id;
  v_left := array(select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'audit' order by c.relname);
  loop
    v_next := '{}';
    foreach v_table in array v_left loop
      begin execute format('delete from public.%I where tenant_id = $1', v_table) using p_id;
      exception when foreign_key_violation then v_next := v_next || v_table; end;
    end loop;
    exit when cardinality(v_next) = 0;
    if cardinality(v_next) = cardinality(v_left) then raise exception 'held: %', v_next using errcode = 'MT409'; end if;
    v_left := v_next;
  end loop;
  delete from public.tenants t where t.id = p_id;
  delete from public.accounts a where a.id = any (v_accounts) and not exists (select from public.users o where o.account_id = a.id or o.removed_account_id = a.id);
  if v_up is not null then insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id) values (v_up, null, null, null, 'tenant.purge', p_id); end if;
  return true; end $$;
alter function app.purge_unit owner to mirante_gate;
revoke all on function app.purge_unit from public;
grant execute on function app.purge_unit to mirante_job;

-- An administrator readmits a user whose account's factors were wiped: they may sign in here again, and set up a new one.
create or replace function app.readmit(p_user uuid, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.need('{own}');
  if app.my_kind() is distinct from 'own' or app.profile() = 'user' or p_user = app.user_id() then return false; end if;
  update public.users u set waits_at = null where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.waits_at is not null;
  if not found then return false; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) values (app.tenant_id(), app.user_id(), null, app.home_id(), 'user.readmit', p_user, p_address, p_request);
  return true; end $$;
alter function app.readmit owner to mirante_gate;
revoke all on function app.readmit from public;
grant execute on function app.readmit to mirante_app;

-- Sends the first administrator's invitation again, also to another address, as long as nobody administers the tenant: no administrator has an
-- account or ever signed in. That is all the layer above may do to people of a tenant below from home; it stands in both audits.
create or replace function app.reinvite_administrator(p_id uuid, p_user uuid, p jsonb) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t public.tenants; u public.users; begin
  perform app.need('{own}');
  if not app.below(p_id) then return 'none'; end if;
  select x.* into t from public.tenants x where x.id = p_id and x.deleted_at is null for no key update;
  if not found or not app.acts(t.status, t.trial_ends_at) then return 'none'; end if;
  select x.* into u from public.users x where x.tenant_id = p_id and x.id = p_user and x.profile in ('admin', 'master') and x.status in ('A', 'T') and x.seat is null and x.deleted_at is null for update;
  if not found then return 'none'; end if;
  if app.invitee(p_id) is distinct from p_user then return 'accepted'; end if;
  update public.users x set email = coalesce(p->>'email', x.email), invited_at = app.now(), version = x.version + 1 where x.tenant_id = p_id and x.id = p_user;
  insert into public.outbox (tenant_id, kind, body) values (p_id, 'account.invite', jsonb_build_object('user_id', p_user));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, app.tenant_id(), 'tenant.invite', p_id, jsonb_build_object('before', jsonb_build_object('administrator', u.email), 'after', jsonb_build_object('name', t.name, 'administrator', coalesce(p->>'email', u.email))), p->>'ip', p->>'request'
      from unnest(array[app.tenant_id(), p_id]) x;
  return 'ok'; end $$;
alter function app.reinvite_administrator owner to mirante_gate;
revoke all on function app.reinvite_administrator from public;
grant execute on function app.reinvite_administrator to mirante_app;

-- The platform's operator wipes the factors of an account at once and readmits its person everywhere, for a reason that is audited in every
-- tenant of the account. Not one's own.
create or replace function app.release_account(p_email text, p_reason text, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  perform app.need('{own}');
  if app.my_kind() is distinct from 'own' or app.profile() is distinct from 'a2m' or app.my_account() is null or coalesce(trim(p_reason), '') = '' then return false; end if;
  select a.id into v_account from public.accounts a where a.email = p_email and a.id <> app.my_account() for no key update;
  if v_account is null then return false; end if;
  perform app.wipe_factors(v_account, false);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select t.tenant_id, app.user_id(), null, app.home_id(), 'factor.released', t.id, jsonb_build_object('after', jsonb_build_object('reason', p_reason)), p_address, p_request
      from (select u.tenant_id, u.id from public.users u where u.account_id = v_account union all select app.tenant_id(), app.user_id() where not exists (select from public.users u where u.account_id = v_account and u.tenant_id = app.tenant_id())) t;
  return true; end $$;
alter function app.release_account owner to mirante_gate;
revoke all on function app.release_account from public;
grant execute on function app.release_account to mirante_app;

-- An administrator removes the factors that are bound to a user in this tenant, which ends the user's sessions here. Not one's own, and never
-- those of an account: no tenant resets what protects others too.
create or replace function app.reset_factors(p_user uuid, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_n int; v_who text; begin
  perform app.need('{own}');
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
  if v_refusal is not null or v_waits is not null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'saml.refused', (p->>'app')::uuid, jsonb_build_object('name', p->>'appName', 'code', coalesce(v_refusal, 'redirect_confirm_link'), 'email', w->>'email'), p->>'address', p->>'requestId');
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

-- Which of the caller's tenant and the units below it have SAML apps.
create or replace function app.saml_companies() returns table (id uuid, name text, apps int, active int, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select t.id, t.name, count(a.id)::int, count(a.id) filter (where a.status = 'A')::int, (select count(distinct i.user_id)::int from public.identities i where i.tenant_id = t.id and i.kind = 'saml')
    from public.tenants t join public.sso_apps a on a.tenant_id = t.id and a.kind = 'saml'
   where t.deleted_at is null and (t.id = app.tenant_id() or (t.parent_id = app.tenant_id() and exists (select from public.relations r where r.tenant_id = t.id and r.above_id = app.tenant_id() and r.status = 'active' and r.ended_at is null and r.until > app.now())))
   group by t.id, t.name, t.sort_key order by t.id = app.tenant_id() desc, t.sort_key, t.id limit 500 $$;
alter function app.saml_companies owner to mirante_gate;
revoke all on function app.saml_companies from public;
grant execute on function app.saml_companies to mirante_app;

-- Forgets the users of a provider that a tenant removed, and ends the sessions it started.
create or replace function app.saml_end(p_issuer text) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with i as (delete from public.identities where tenant_id = app.tenant_id() and kind = 'saml' and issuer = p_issuer returning user_id),
    s as (update public.sessions set revoked_at = app.now() where home_id = app.tenant_id() and auth_type = 'saml' and revoked_at is null and user_id in (select i.user_id from i) returning 1)
  select count(*)::int from s $$;
alter function app.saml_end owner to mirante_gate;
revoke all on function app.saml_end from public;
grant execute on function app.saml_end to mirante_app;

-- Tells whether the directory that asks may take over a person of this tenant whom it did not make: by the same rule as a provider's
-- address, in the domains of the very provider that an administrator tied its token to.
create or replace function app.scim_adopts(p_hash bytea, p_user uuid, p_external text, p_email text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{directory}');
  select exists (select from public.scim_tokens k where k.tenant_id = app.tenant_id() and k.hash = p_hash and k.revoked_at is null
    and app.may_link(k.tenant_id, p_user, k.provider_kind, k.provider_issuer, p_external, p_email, array(select d from public.sso_apps x, unnest(x.domains) d where x.tenant_id = k.tenant_id and x.kind = k.provider_kind
      and case k.provider_kind when 'saml' then x.settings->>'issuer' = k.provider_issuer else exists (select from jsonb_array_elements(x.settings->'directories') e where e->>'id' = k.provider_issuer) end))) $$;
alter function app.scim_adopts owner to mirante_gate;
revoke all on function app.scim_adopts from public;
grant execute on function app.scim_adopts to mirante_app;

-- The name of a partner's user who acted in the unit, for its histories.
create or replace function app.seat_name(p_user uuid) returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  select u.name || coalesce(' (' || (select q.asker_from from public.remote_requests q where q.tenant_id = u.tenant_id and u.email = q.asker_id || '@seat.invalid' limit 1) || ')', '')
    from public.users u where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is not null $$;
alter function app.seat_name owner to mirante_gate;
revoke all on function app.seat_name from public;
grant execute on function app.seat_name to mirante_app;

-- How many users may still be added. Locks the tenant's row, so a batch can't take more than that.
create or replace function app.seats_left() returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,directory,job}');
  select case when t.user_limit is null then 2147483647 else greatest(0, t.user_limit - t.users_used) end from public.tenants t where t.id = app.tenant_id() for no key update $$;
alter function app.seats_left owner to mirante_gate;
revoke all on function app.seats_left from public;
grant execute on function app.seats_left to mirante_app, mirante_job;

-- Signs out: ends the session, the sessions entered from it and what its user granted in it.
create or replace function app.session_end(p_sid uuid, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_ended boolean; begin
  for d in select se.id, 'asker' as who from public.sessions se where se.actor_sid = p_sid and se.revoked_at is null
      union select p_sid, 'asker' from public.sessions se where se.id = p_sid and se.actor_sid is not null
      union select r.session_id, 'person' from public.remote_requests r where r.person_sid = p_sid and r.state = 'active' loop
    perform app.act_end(d.id, d.who, p_address, p_request);
  end loop;
  with s as (update public.sessions set revoked_at = coalesce(revoked_at, app.now()) where id = p_sid and (revoked_at is null or actor_sid is not null) returning tenant_id, home_id, user_id, actor_sid),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
      select s.tenant_id, s.user_id, e.user_id, s.home_id, 'session.end', app.session_mark(p_sid), p_address, p_request from s left join public.sessions e on e.id = s.actor_sid)
  select exists (select from s) into v_ended;
  return v_ended; end $$;
alter function app.session_end owner to mirante_gate;
revoke all on function app.session_end from public;
grant execute on function app.session_end to mirante_public;

-- Address exemption and access hours of a live session. Whoever acts as another user keeps their own exemption within the unit and the
-- hours of the user they act as.
create or replace function app.session_limits(p_sid uuid) returns table (ip_exempt boolean, access_hours jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,door}');
  select case when s.actor_sid is null then u.ip_exempt else coalesce((select a.ip_exempt from public.sessions e join public.users a on a.tenant_id = e.home_id and a.id = e.user_id where e.id = s.actor_sid and e.home_id = s.tenant_id), false) end,
      u.access_hours
    from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid $$;
alter function app.session_limits owner to mirante_gate;
revoke all on function app.session_limits from public;
grant execute on function app.session_limits to mirante_app, mirante_public;

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
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, p_user, null, p_tenant, 'session.start', app.session_mark(p_sid), p_address, p_request from s)
  select exists (select from s) $$;
alter function app.session_start owner to mirante_gate;
revoke all on function app.session_start from public;
grant execute on function app.session_start to mirante_public;

-- Tells when a session ends and extends one that is in use, at most to three times its unit's hours from the start.
create or replace function app.session_used(p_sid uuid, p_used boolean) returns table (ends_at timestamptz, last_at timestamptz) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  with h as (select make_interval(hours => coalesce((select (s."values"->>'login_timeout')::int from public.settings s where s.tenant_id = app.tenant_id()), 8)) as hours),
    w as (update public.sessions s set last_seen = app.now(), expires_at = greatest(s.expires_at, least(s.created_at + 3 * h.hours, app.now() + h.hours, s.ends_by)) from h
      where p_used and s.id = p_sid and s.tenant_id = app.tenant_id() and s.user_id = app.user_id() and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
      returning s.expires_at),
    r as (update public.sign_ins i set seen_at = app.now() where i.sid = p_sid and i.tenant_id = app.tenant_id() and exists (select from w))
  select coalesce((select w.expires_at from w), s.expires_at), least(greatest(s.expires_at, s.created_at + 3 * h.hours), s.ends_by) from public.sessions s, h where s.id = p_sid and s.user_id = app.user_id() $$;
alter function app.session_used owner to mirante_gate;
revoke all on function app.session_used from public;
grant execute on function app.session_used to mirante_app;

-- A unit's administrator verifies, suspends, resumes or ends its partner's relation. Suspending and ending also end the partner's live
-- sessions.
create or replace function app.set_partner_relation(p_id uuid, p_version int, p_action text, p_verify boolean, p_hours int, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.relations; n public.relations; d record; begin
  perform app.need('{own}');
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() then return 'none'; end if;
  select r.* into o from public.relations r where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' for update;
  if not found then return 'none'; end if;
  if o.version <> p_version or o.ended_at is not null or o.until <= app.now() or (p_action = 'resume' and o.status <> 'suspended') or (p_action = 'suspend' and o.status <> 'active') then return 'changed'; end if;
  update public.relations r set version = r.version + 1, set_by_id = app.user_id(),
      verify = case p_action when 'verify' then p_verify else r.verify end,
      standing_until = case p_action when 'stand' then app.now() + make_interval(hours => least(greatest(p_hours, 0), 8)) when 'suspend' then null when 'end' then null else r.standing_until end,
      status = case p_action when 'suspend' then 'suspended' when 'resume' then 'active' when 'end' then 'ended' else r.status end,
      ended_at = case p_action when 'end' then app.now() else r.ended_at end
    where r.tenant_id = o.tenant_id and r.id = o.id returning * into n;
  -- The emergency switch: whoever is inside is out within this call.
  if p_action in ('suspend', 'end') then
    for d in select q.session_id from public.remote_requests q where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state = 'active' loop perform app.act_end(d.session_id, 'admin', p_address, p_request); end loop;
    update public.remote_requests q set state = 'cancelled', decided_at = app.now(), version = q.version + 1 where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state in ('requested', 'authorized');
  end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (app.tenant_id(), app.user_id(), null, app.home_id(), 'partner.' || p_action, o.id,
    jsonb_build_object('before', jsonb_build_object('verify', o.verify, 'status', o.status, 'standing_until', o.standing_until), 'after', jsonb_build_object('verify', n.verify, 'status', n.status, 'standing_until', n.standing_until)), p_address, p_request);
  perform app.act_tell(o.above_id, m.id, 'partner_relation', jsonb_build_object('unit', (select t.name from public.tenants t where t.id = o.tenant_id), 'state', p_action), '/companies')
    from public.users m where p_action in ('suspend', 'resume', 'end') and m.tenant_id = o.above_id and m.profile = 'master' and m.status in ('A', 'T') and m.deleted_at is null;
  return 'ok'; end $$;
alter function app.set_partner_relation owner to mirante_gate;
revoke all on function app.set_partner_relation from public;
grant execute on function app.set_partner_relation to mirante_app;

-- Blocks, unblocks, extends or ends a trial, deletes and restores. A deleted tenant keeps everything for 30 days and answers on none of its
-- hosts. What the platform blocked, deleted or set on trial only the platform undoes, ends or extends.
create or replace function app.set_tenant_status(p_id uuid, p_version int, p_action text, p jsonb) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.tenants; n public.tenants; v_up public.tenants; b record; v_layer text := app.scope(); begin
  perform app.need('{own}');
  if not app.below(p_id) then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into b from app.tree_use(v_up.id, p->>'product');
  select * into o from public.tenants where id = p_id for no key update;
  if o.deleted_at is not null and (p_action <> 'restore' or o.deleted_at < app.now() - interval '30 days') then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version <> p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  if v_layer is distinct from 'platform' and 'platform' = (case p_action when 'unblock' then o.blocked_by when 'restore' then o.deleted_by when 'convert' then o.trial_by when 'extend' then o.trial_by end) then
    raise exception 'above' using errcode = 'MT403'; end if;
  if p_action = 'delete' and exists (select from public.tenants c where c.parent_id = p_id and c.deleted_at is null) then raise exception 'units' using errcode = 'MT410'; end if;
  update public.tenants t set version = t.version + 1, epoch = t.epoch + 1,
      status = case p_action when 'block' then 'B' when 'delete' then 'D' when 'convert' then 'A' when 'extend' then 'T'
        else case when p_action = 'restore' and (t.blocked_by is not null or t.status_reason is not null) then 'B' when t.trial_ends_at is not null then 'T' else 'A' end end,
      status_reason = case p_action when 'block' then p->>'reason' when 'unblock' then null else t.status_reason end,
      blocked_by = case p_action when 'block' then v_layer when 'unblock' then null else t.blocked_by end,
      deleted_by = case p_action when 'delete' then v_layer when 'restore' then null else t.deleted_by end,
      trial_by = case p_action when 'convert' then null when 'extend' then v_layer else t.trial_by end,
      trial_ends_at = case p_action when 'convert' then null when 'extend' then (p->>'until')::timestamptz else t.trial_ends_at end,
      trial_told = case when p_action in ('convert', 'extend') then null else t.trial_told end,
      default_directory = t.default_directory and p_action <> 'delete',
      deleted_at = case p_action when 'delete' then app.now() when 'restore' then null else t.deleted_at end
    where t.id = p_id and case p_action when 'block' then t.status in ('A', 'T', 'I') when 'unblock' then t.status in ('B', 'I') when 'extend' then t.status = 'T' when 'convert' then t.status = 'T'
      when 'delete' then t.deleted_at is null when 'restore' then t.deleted_at is not null else false end returning * into n;
  if not found then raise exception 'state' using errcode = 'MT409'; end if;
  if p_action = 'restore' then perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product'); end if;
  if p_action = 'delete' then update public.sessions set revoked_at = app.now() where tenant_id = p_id and revoked_at is null; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, app.tenant_id(), 'tenant.' || p_action, p_id, jsonb_build_object('before', jsonb_build_object('status', o.status, 'trial_ends_at', o.trial_ends_at), 'after',
      jsonb_build_object('name', n.name, 'status', n.status, 'trial_ends_at', n.trial_ends_at, 'reason', p->>'reason')), p->>'ip', p->>'request' from unnest(array[app.tenant_id(), p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id)); end $$;
alter function app.set_tenant_status owner to mirante_gate;
revoke all on function app.set_tenant_status from public;
grant execute on function app.set_tenant_status to mirante_app;

-- The settings of the tenants above the caller's, nearest first.
create or replace function app.settings_above() returns setof jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  with recursive up as (select t.parent_id, 1 as n from public.tenants t where t.id = app.tenant_id() union all select t.parent_id, n + 1 from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select s."values" from up join lateral (select x."values" from public.settings x where x.tenant_id = up.parent_id offset 0) s on true order by n $$;
alter function app.settings_above owner to mirante_gate;
revoke all on function app.settings_above from public;
grant execute on function app.settings_above to mirante_app;

-- Reverts changes of the allowed addresses that nobody confirmed in time.
create or replace function app.settle_addresses() returns table (tenant_id uuid, hosts text[]) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_before jsonb; begin
  perform app.need('{job}');
  for s in select x.tenant_id, x."values" from public.settings x where x."values"->'ip_trial'->>'until' is not null and (x."values"->'ip_trial'->>'until')::timestamptz <= app.now() for update of x skip locked loop
    v_before := s."values"->'ip_trial'->'before';
    update public.settings x set "values" = (x."values" - 'ip_trial') || v_before, version = x.version + 1 where x.tenant_id = s.tenant_id;
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) values (s.tenant_id, null, null, s.tenant_id, 'settings.edit', s.tenant_id,
      jsonb_build_object('before', jsonb_build_object('ip', s."values"->'ip', 'listIp', s."values"->'listIp'), 'after', v_before, 'rolled_back', true));
    perform app.act_tell(s.tenant_id, u.id, 'addresses_undone', '{}', '/setting?area=security') from public.users u where u.tenant_id = s.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.deleted_at is null and u.seat is null;
    tenant_id := s.tenant_id; hosts := array(select d.host from public.domains d where d.tenant_id = s.tenant_id); return next;
  end loop; end $$;
alter function app.settle_addresses owner to mirante_gate;
revoke all on function app.settle_addresses from public;
grant execute on function app.settle_addresses to mirante_job;

-- Fires where a link to a new password or an invitation is about to be mailed.
create or replace function app.spare_addressed() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.spare_administrator((new.body->>'user_id')::uuid);
  return null; end $$;
alter function app.spare_addressed owner to mirante_gate;
revoke all on function app.spare_addressed from public;

create or replace trigger outbox_administrators_spared after insert on outbox for each row when (new.kind in ('account.invite', 'account.reset')) execute function app.spare_addressed();

-- Fires where an administrator changes, is removed or restored. One's own row stays one's own: what an administrator chooses in an embedded
-- portal is kept there.
create or replace function app.spare_administrators() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if new.id is distinct from app.user_id() then perform app.spare_administrator(new.id); end if;
  return null; end $$;
alter function app.spare_administrators owner to mirante_gate;
revoke all on function app.spare_administrators from public;

create or replace trigger users_administrators_spared after update on users for each row when (old.profile <> 'user' and old.seat is null) execute function app.spare_administrators();

-- Nightly: deletes what has expired. Groups deleted 30 days ago leave their reports without a group.
create or replace function app.sweep() returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare gone record; begin
  perform app.need('{job}');
  delete from public.attempts where until < app.now() - interval '1 day';
  delete from public.factor_changes where at < app.now() - interval '7 days';
  delete from public.tokens where expires_at < app.now() - interval '7 days';
  delete from public.embed_tokens where expires_at < app.now() - interval '1 hour' or (expires_at is null and minting_until < app.now() - interval '1 hour');
  delete from public.sessions s where expires_at < app.now() - interval '90 days' and not exists (select from public.sessions a where a.actor_sid = s.id);
  -- What a group or sub-group showed to chosen people stays theirs when it goes: everyone's grants become those people's, and nobody else's remain.
  for gone in
    select r.tenant_id, r.id as report_id, g.id as target_id from public.reports r join public.groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
      where g.audience = 'chosen' and g.deleted_at < app.now() - interval '30 days'
    union all
    select r.tenant_id, r.id, s.id from public.reports r join public.subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      join public.groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
      where s.audience = 'chosen' and (s.deleted_at < app.now() - interval '30 days' or g.deleted_at < app.now() - interval '30 days')
  loop
    insert into public.grants (tenant_id, id, report_id, subject, user_id, identity, valid_until, source)
      select e.tenant_id, gen_random_uuid(), e.report_id, 'user', v.user_id, e.identity, e.valid_until, 'group' from public.grants e
        join public.viewers v on v.tenant_id = e.tenant_id and v.target_id = gone.target_id
        where e.tenant_id = gone.tenant_id and e.report_id = gone.report_id and e.subject = 'everyone' on conflict do nothing;
    delete from public.grants e where e.tenant_id = gone.tenant_id and e.report_id = gone.report_id
      and (e.subject = 'everyone' or not exists (select from public.viewers v where v.tenant_id = e.tenant_id and v.target_id = gone.target_id and v.user_id = e.user_id));
  end loop;
  update public.reports r set hidden = true from public.groups g where g.tenant_id = r.tenant_id and g.id = r.group_id and g.hidden and g.deleted_at < app.now() - interval '30 days';
  update public.reports r set hidden = true from public.subgroups s join public.groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and s.hidden and (s.deleted_at < app.now() - interval '30 days' or g.deleted_at < app.now() - interval '30 days');
  update public.reports r set subgroup_id = null from public.subgroups s
    where s.tenant_id = r.tenant_id and s.id = r.subgroup_id and (s.deleted_at < app.now() - interval '30 days'
      or exists (select from public.groups g where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days'));
  update public.reports r set group_id = null from public.groups g where g.tenant_id = r.tenant_id and g.id = r.group_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.groups g where g.tenant_id = v.tenant_id and g.id = v.target_id and g.deleted_at < app.now() - interval '30 days';
  delete from public.viewers v using public.subgroups s where s.tenant_id = v.tenant_id and s.id = v.target_id and s.deleted_at < app.now() - interval '30 days';
  delete from public.subgroups s where s.deleted_at < app.now() - interval '30 days' or exists (select from public.groups g where g.tenant_id = s.tenant_id and g.id = s.group_id and g.deleted_at < app.now() - interval '30 days');
  delete from public.groups where deleted_at < app.now() - interval '30 days'; end $$;
alter function app.sweep owner to mirante_gate;
revoke all on function app.sweep from public;
grant execute on function app.sweep to mirante_job;

-- Deletes embedded sessions a week after they expired and revoked keys after 180 days.
create or replace function app.sweep_embedded() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.embed_sessions where expires_at < app.now() - interval '7 days';
  delete from public.embed_keys k where k.revoked_at < app.now() - interval '180 days' and not exists (select from public.embed_sessions e where e.tenant_id = k.tenant_id and e.key_id = k.id) $$;
alter function app.sweep_embedded owner to mirante_gate;
revoke all on function app.sweep_embedded from public;
grant execute on function app.sweep_embedded to mirante_job;

-- Deletes notifications and the mail log after half a year, and outbox rows that a stopped Worker left for mail that is already done.
create or replace function app.sweep_news() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.notifications where created_at < app.now() - interval '180 days';
  delete from public.mails where created_at < app.now() - interval '180 days' $$;
alter function app.sweep_news owner to mirante_gate;
revoke all on function app.sweep_news from public;
grant execute on function app.sweep_news to mirante_job;

-- Deletes old rows of the provisioning log, 20,000 at a time.
create or replace function app.sweep_scim(p_days int) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  with d as (delete from public.scim_log x using (select l.tenant_id, l.id from public.scim_log l where l.at < app.now() - make_interval(days => p_days) order by l.at limit 20000) o where x.tenant_id = o.tenant_id and x.id = o.id returning 1)
  select count(*)::int from d $$;
alter function app.sweep_scim owner to mirante_gate;
revoke all on function app.sweep_scim from public;
grant execute on function app.sweep_scim to mirante_job;

-- Deletes tickets after a day and the sign-in log after half a year.
create or replace function app.sweep_ways_in() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.tickets where expires_at < app.now() - interval '1 day';
  delete from public.sign_ins where at < app.now() - interval '180 days' $$;
alter function app.sweep_ways_in owner to mirante_gate;
revoke all on function app.sweep_ways_in from public;
grant execute on function app.sweep_ways_in to mirante_job;

-- Turns an approved partner request into the ticket to enter.
create or replace function app.switch_enter(p_wait bytea, p_sid uuid, p_hash bytea) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; begin
  perform app.need('{own}');
  select r.* into q from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind = 'partner' and app.actor_id() is null for update;
  if not found or not exists (select from public.sessions s where s.id = p_sid and s.user_id = app.user_id() and s.home_id = app.home_id()) then return; end if;
  if q.state <> 'authorized' or q.enter_by <= app.now() then return query select case when q.state = 'authorized' then 'expired' else q.state end, null::text; return; end if;
  if not app.may_visit(q, p_sid) then return query select 'expired', null::text; return; end if;
  return query select q.state, app.switch_ticket(q, p_sid, p_hash); end $$;
alter function app.switch_enter owner to mirante_gate;
revoke all on function app.switch_enter from public;
grant execute on function app.switch_enter to mirante_app;

-- Trials: notices 7, 3 and 1 day(s) before the end, at the end, and 7 days before the data is deleted. 30 days after the end the tenant is
-- deleted, and can be restored for 30 more.
create or replace function app.tell_trials() returns table (tenant_id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; r record; v_step int; v_kind text; v_days int; v_id uuid; begin
  perform app.need('{job}');
  for t in select x.*, p.kind as up_kind from public.tenants x left join public.tenants p on p.id = x.parent_id where x.status = 'T' and x.trial_ends_at <= app.now() + interval '7 days' order by x.trial_ends_at limit 200 for no key update of x skip locked loop
    v_days := ceil(extract(epoch from t.trial_ends_at - app.now()) / 86400);
    v_step := case when v_days > 3 then 7 when v_days > 1 then 3 when v_days = 1 then 1 when v_days > -23 then 0 else -23 end;
    if t.trial_told = -23 and v_days <= -30 then
      update public.tenants set status = 'D', deleted_at = app.now(), deleted_by = t.trial_by, version = version + 1, epoch = epoch + 1, default_directory = false where id = t.id;
      update public.sessions s set revoked_at = app.now() where s.tenant_id = t.id and s.revoked_at is null;
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) select x, null, null, null, 'tenant.trial_over', t.id, jsonb_build_object('after', jsonb_build_object('name', t.name)) from unnest(array[t.parent_id, t.id]) x;
      tenant_id := t.id; return next; continue;
    end if;
    if t.trial_told is not null and t.trial_told <= v_step then continue; end if;
    update public.tenants set trial_told = v_step where id = t.id;
    v_kind := case when v_step > 0 then 'trial_ending' when v_step = 0 then 'trial_over' else 'trial_deleting' end;
    for r in select u.tenant_id as house, u.id, u.profile from public.users u where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
        and ((u.tenant_id = t.id and u.profile in ('admin', 'master')) or (u.tenant_id = t.parent_id and u.profile in ('master', 'a2m'))) loop
      v_id := gen_random_uuid();
      insert into public.notifications (tenant_id, id, user_id, kind, vars, link) values (r.house, v_id, r.id, v_kind,
        jsonb_build_object('unit', t.name, 'days', case when v_step = 0 then 30 when v_step < 0 then greatest(1, 30 + v_days) else greatest(1, v_days) end),
        case when r.house = t.id then '/' when t.up_kind = 'platform' then '/partners?id=' || t.id else '/companies?id=' || t.id end);
      insert into public.outbox (tenant_id, kind, body) values (r.house, 'notification', jsonb_build_object('id', v_id));
    end loop;
    tenant_id := t.id; return next;
  end loop; end $$;
alter function app.tell_trials owner to mirante_gate;
revoke all on function app.tell_trials from public;
grant execute on function app.tell_trials to mirante_job;

-- Everything the layer above sees of one tenant below it, in one read; null if there is none.
create or replace function app.tenant_facts(p_id uuid, p_product text) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select jsonb_build_object('id', t.id, 'kind', t.kind, 'name', t.name, 'status', t.status, 'status_reason', t.status_reason, 'language', t.language, 'zone', t.zone, 'trial_days', t.trial_days, 'trial_ends_at', t.trial_ends_at,
      'users_used', t.users_used, 'user_limit', t.user_limit, 'bonus_users', t.bonus_users, 'domain_limit', t.domain_limit, 'report_limit', t.report_limit, 'default_directory', t.default_directory,
      'restrict_accounts', t.restrict_accounts, 'allow_reports', t.allow_reports, 'own_domain', t.own_domain, 'created_at', t.created_at, 'deleted_at', t.deleted_at, 'version', t.version,
      'held', app.held_above(t), 'limits_above', case when app.scope() = 'platform' then '{}' else t.platform_limits end,
      'hidden_by_partner', t.hidden_by_partner, 'hidden_by_platform', t.hidden_by_platform, 'hidden_above', app.hidden_menu(t.parent_id), 'hidden_by_itself', coalesce((select s."values"->'hidden_menu' from public.settings s where s.tenant_id = t.id), '[]'),
      'last_update', coalesce((select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean from public.settings s where s.tenant_id = t.id), true),
      'parent', (select jsonb_build_object('id', p.id, 'name', p.name, 'kind', p.kind) from public.tenants p where p.id = t.parent_id),
      'hosts', coalesce((select jsonb_agg(jsonb_build_object('host', d.host, 'main', d.main) order by d.main desc, d.host) from public.domains d where d.tenant_id = t.id), '[]'),
      'payer', (select jsonb_build_object('id', c.id, 'name', c.fantasy_name, 'document', c.document, 'mine', c.tenant_id = app.tenant_id()) from public.parties c where c.tenant_id = t.payer_tenant_id and c.id = t.payer_id and c.deleted_at is null),
      'party', (select c.id from public.parties c where c.tenant_id = app.tenant_id() and c.of_tenant_id = t.id and c.deleted_at is null),
      'relation', (select jsonb_build_object('role', r.role, 'verify', r.verify, 'status', case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end, 'until', case when isfinite(r.until) then r.until end, 'since', r.created_at)
        from public.relations r where r.tenant_id = t.id and r.kind = 'partner' order by r.ended_at nulls first, r.created_at desc limit 1),
      'admins', coalesce((select jsonb_agg(jsonb_build_object('name', u.name, 'email', u.email, 'waiting', u.account_id is null, 'last', u.last_sign_in_at) order by u.sort_key) from (select * from public.users a
        where a.tenant_id = t.id and a.profile in ('admin', 'master') and a.seat is null and a.deleted_at is null and a.status in ('A', 'T') order by a.sort_key limit 5) u), '[]'),
      'invitee', (select jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) from public.users u where u.tenant_id = t.id and u.id = app.invitee(t.id)),
      'last_activity', (select max(u.last_sign_in_at) from public.users u where u.tenant_id = t.id and u.seat is null),
      'groups', (select count(*) from public.groups g where g.tenant_id = t.id and g.deleted_at is null), 'units', (select count(*) from public.tenants c where c.parent_id = t.id and c.deleted_at is null),
      'directory_holder', (select c.name from public.tenants c where c.parent_id = t.parent_id and c.default_directory and c.deleted_at is null),
      'tree', (select to_jsonb(u) from app.tree_use(t.id, p_product) u))
    from public.tenants t where t.id = p_id and app.below(p_id) and (t.deleted_at is null or t.deleted_at > app.now() - interval '30 days') $$;
alter function app.tenant_facts owner to mirante_gate;
revoke all on function app.tenant_facts from public;
grant execute on function app.tenant_facts to mirante_app;

-- The units that a billing party of the caller's tenant pays for.
create or replace function app.units_of_party(p_party uuid) returns table (id uuid, name text, status text, users int, user_limit int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select t.id, t.name, t.status, t.users_used, t.user_limit from public.tenants t where t.payer_tenant_id = app.tenant_id() and t.payer_id = p_party and t.deleted_at is null order by t.sort_key limit 200 $$;
alter function app.units_of_party owner to mirante_gate;
revoke all on function app.units_of_party from public;
grant execute on function app.units_of_party to mirante_app;

-- The asker cancels the request that their page waits for.
create or replace function app.wait_cancel(p_wait bytea, p_address text, p_request text) returns text language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with q as (select r.tenant_id, r.id, r.state from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id()),
    w as (update public.remote_requests r set state = 'cancelled', decided_at = app.now(), version = version + 1 from q
      where r.tenant_id = q.tenant_id and r.id = q.id and r.state in ('requested', 'authorized') returning r.tenant_id, r.id),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select w.tenant_id, app.user_id(), null, app.home_id(), 'remote.cancel', w.id, p_address, p_request from w)
  select case when exists (select from w) then 'cancelled' else (select q.state from q) end $$;
alter function app.wait_cancel owner to mirante_gate;
revoke all on function app.wait_cancel from public;
grant execute on function app.wait_cancel to mirante_app;

-- What the asker's waiting page shows, whichever tenant the request belongs to; other users' requests return nothing.
create or replace function app.wait_of(p_wait bytea) returns table (tenant_id uuid, id uuid, kind text, state text, person text, tenant_name text, reason text, ticket text, reach text, minutes int, needs_admin boolean, needs_person boolean, admin_at timestamptz, person_at timestamptz,
    refusal text, created_at timestamptz, expires_at timestamptz, enter_by timestamptz, ends_at timestamptz, ended_by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select r.tenant_id, r.id, r.kind, case when (r.state = 'requested' and r.expires_at <= app.now()) or (r.state = 'authorized' and r.enter_by <= app.now()) then 'expired'
      when r.state = 'active' and app.may_act(r.session_id) is null then 'ended' else r.state end,
      u.name, t.name, r.reason, r.ticket, r.reach, r.minutes, r.needs_admin, r.needs_person, r.admin_at, r.person_at, r.refusal, r.created_at, r.expires_at, r.enter_by, r.ends_at, r.ended_by
    from public.remote_requests r join public.tenants t on t.id = r.tenant_id left join public.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
   where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() $$;
alter function app.wait_of owner to mirante_gate;
revoke all on function app.wait_of from public;
grant execute on function app.wait_of to mirante_app;

-- How users of the caller's tenant sign in, for e-mails and the user page.
create or replace function app.ways_told() returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,job}');
  select jsonb_build_object('passwords', app.takes_passwords((select app.tenant_id())), 'names', (select coalesce(jsonb_agg(w.way->'name' order by w.at), '[]')
    from jsonb_array_elements(app.ways_in((select app.tenant_id()))) with ordinality w (way, at))) $$;
alter function app.ways_told owner to mirante_gate;
revoke all on function app.ways_told from public;
grant execute on function app.ways_told to mirante_app, mirante_job;

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table embed_keys enable row level security, force row level security;
create policy gate on embed_keys to mirante_gate using (true) with check (true);
create policy own on embed_keys to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on embed_keys as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on embed_keys as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');

grant select, update (last_used_at), delete on embed_keys to mirante_gate;
grant select, insert (tenant_id, id, name, secret_sealed), update (revoked_at, replaced_at) on embed_keys to mirante_app;

alter table factor_changes enable row level security, force row level security;
create policy gate on factor_changes to mirante_gate using (true) with check (true);

grant select, insert, update (undone_at), delete on factor_changes to mirante_gate;

alter table factors enable row level security, force row level security;
create policy gate on factors to mirante_gate using (true) with check (true);

-- Whose a factor is never changes: its owner is no column that anybody may update.
grant select, insert, update (name, step, counter, last_used_at, used_at), delete on factors to mirante_gate;

alter table identities enable row level security, force row level security;
create policy gate on identities to mirante_gate using (true) with check (true);
create policy own on identities to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_delete on identities as restrictive for delete to mirante_app using ((select app.my_kind()) = 'own');

grant select, insert, update, delete on identities to mirante_gate;
grant select, delete on identities to mirante_app;

alter table mail_servers enable row level security, force row level security;
create policy gate on mail_servers to mirante_gate using (true) with check (true);
create policy own on mail_servers to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on mail_servers as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on mail_servers as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_delete on mail_servers as restrictive for delete to mirante_app using ((select app.my_kind()) = 'own');

grant select, delete on mail_servers to mirante_gate;
grant select, insert, update, delete on mail_servers to mirante_app;
grant select on mail_servers to mirante_job;

alter table scim_groups enable row level security, force row level security;
create policy gate on scim_groups to mirante_gate using (true) with check (true);
create policy own on scim_groups to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on scim_groups as restrictive for insert to mirante_app with check ((select app.my_kind()) in ('own', 'directory'));
create policy keys_update on scim_groups as restrictive for update to mirante_app with check ((select app.my_kind()) in ('own', 'directory'));
create policy keys_delete on scim_groups as restrictive for delete to mirante_app using ((select app.my_kind()) in ('own', 'directory'));

grant select, delete on scim_groups to mirante_gate;
grant select, insert, update, delete on scim_groups to mirante_app;

alter table scim_settings enable row level security, force row level security;
create policy gate on scim_settings to mirante_gate using (true) with check (true);
create policy own on scim_settings to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on scim_settings as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on scim_settings as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');

grant select, delete on scim_settings to mirante_gate;
grant select, insert, update on scim_settings to mirante_app;

alter table scim_tokens enable row level security, force row level security;
create policy gate on scim_tokens to mirante_gate using (true) with check (true);
create policy own on scim_tokens to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on scim_tokens as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on scim_tokens as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');

grant select, update (last_used_at, last_ip), delete on scim_tokens to mirante_gate;
grant select (tenant_id, id, name, slot, prefix, provider_kind, provider_issuer, expires_at, last_used_at, last_ip, revoked_at, added_by_id, version, created_at), insert
  (tenant_id, id, name, slot, prefix, hash, provider_kind, provider_issuer, expires_at), update (name, provider_kind, provider_issuer,
  expires_at, revoked_at, version) on scim_tokens to mirante_app;

alter table service_accounts enable row level security, force row level security;
create policy gate on service_accounts to mirante_gate using (true) with check (true);
create policy own on service_accounts to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on service_accounts as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on service_accounts as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_delete on service_accounts as restrictive for delete to mirante_app using ((select app.my_kind()) = 'own');

grant select, insert, delete on service_accounts to mirante_gate;
grant select, insert, update, delete on service_accounts to mirante_app;
grant select, update (secret_warned_days) on service_accounts to mirante_job;

alter table sessions enable row level security, force row level security;
create policy gate on sessions to mirante_gate using (true) with check (true);

grant select, insert, update (expires_at, revoked_at, last_seen, address, agent, factor_at, ends_by, proved_at), delete on sessions to mirante_gate;

alter table sso_apps enable row level security, force row level security;
create policy gate on sso_apps to mirante_gate using (true) with check (true);
create policy own on sso_apps to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on sso_apps as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on sso_apps as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_delete on sso_apps as restrictive for delete to mirante_app using ((select app.my_kind()) = 'own');

grant select, update (last_used_at), delete on sso_apps to mirante_gate;
grant select, insert, update, delete on sso_apps to mirante_app;

alter table tenants enable row level security, force row level security;
create policy gate on tenants to mirante_gate using (true) with check (true);
create policy own on tenants to mirante_app, mirante_job using (id = (select app.tenant_id())) with check (id = (select app.tenant_id()));
create policy wide on tenants for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then parent_id = (select app.tenant_id()) or id = (select app.tenant_id()) else false end);

grant select, insert, update (name, sort_key, status, epoch, trial_ends_at, user_limit, restrict_accounts, allow_reports, users_used,
  bonus_users, domain_limit, report_limit, default_directory, trial_told, payer_tenant_id, payer_id, status_reason, deleted_at, version,
  own_domain, hidden_by_partner, hidden_by_platform, blocked_by, deleted_by, trial_by, platform_limits), delete on tenants to mirante_gate;
grant select, update (epoch, language, zone) on tenants to mirante_app;
grant select on tenants to mirante_wide;
grant select, update (users_told) on tenants to mirante_job;

alter table users enable row level security, force row level security;
create policy gate on users to mirante_gate using (true) with check (true);
create policy own on users to mirante_app, mirante_job using (tenant_id = (select app.tenant_id()) and (seat is null or id = (select app.user_id()))) with check (tenant_id = (select app.tenant_id()));
create policy wide on users for select to mirante_wide using (seat is null and case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants) else false end);

grant select, insert, update (account_id, email, name, sort_key, profile, flags, status, rights, language, phone, department, "position",
  rls_username, rls_roles, version, last_sign_in_at, preferences, custom, custom_own, home_page, picture, access_hours, invited_at, status_reason,
  removed_account_id, purged_at, waits_at, user_name, user_name_key, external_id, scim, scim_at, raised), delete on users to mirante_gate;
grant select, insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username,
  rls_roles, preferences, custom, custom_own, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, access_hours, allow_remote,
  remote_until, invited_at, status_reason, status_at, added_by_id, user_name, user_name_key, external_id, scim, scim_at, scim_token_id), update (email,
  name, sort_key, profile, flags, status, rights, language, phone, department, "position", rls_username, rls_roles, version, preferences,
  custom, custom_own, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, access_hours, allow_remote, remote_until, invited_at,
  status_reason, status_at, deleted_at, expiry_told, user_name, user_name_key, external_id, scim, scim_at, scim_token_id) on users to mirante_app;
grant select on users to mirante_wide;
grant select, insert (tenant_id, id, email, name, sort_key, profile, flags, status, language, phone, department, "position", rls_username,
  rls_roles, preferences, custom, home_page, home_report_id, theme_id, picture, expires_at, ip_exempt, access_hours, allow_remote,
  remote_until, invited_at, status_reason, status_at, added_by_id), update (email, name, sort_key, profile, flags, status, rights, language,
  phone, department, "position", rls_username, rls_roles, version, preferences, custom, home_page, home_report_id, theme_id, picture,
  expires_at, ip_exempt, access_hours, allow_remote, remote_until, invited_at, status_reason, status_at, deleted_at, expiry_told) on users
  to mirante_job;
