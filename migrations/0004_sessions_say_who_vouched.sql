-- Sessions say who vouched.

-- ### What goes

drop function app.change_company(uuid,uuid,bytea,text,text);
drop function app.end_own_sessions(uuid,uuid,bytea,text,text);
drop function app.forget_devices(uuid,uuid,bytea);
drop function app.login_elsewhere(uuid,text,uuid,bytea,bytea);
drop function app.own_account(uuid,boolean);
drop function app.own_password(uuid,text,text,bytea,text,text);
drop function app.own_sessions(uuid);
drop function app.person_sessions(uuid);
drop function app.session_start(uuid,uuid,uuid,text,text,timestamp with time zone,bytea,bytea,text,text,text,text);
drop function app.set_me(uuid,uuid,uuid,text,uuid,text,text);
drop policy gate on sessions;
revoke all on sessions from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;

-- ### Tables

DROP INDEX "users_account_across";
ALTER TABLE "sign_ins" ADD COLUMN "vouched" text;
ALTER TABLE "accounts" ADD COLUMN "epoch" bigint DEFAULT 1 NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "kind" text DEFAULT 'own' NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "vouched" text DEFAULT 'unit' NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone;
CREATE UNIQUE INDEX "users_account_across" ON "users" USING btree ("account_id","tenant_id");
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_vouched" CHECK ("sign_ins"."vouched" in ('account','unit'));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_kind" CHECK ("sessions"."kind" in ('own','remote','partner','embed_portal'));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_vouched" CHECK ("sessions"."vouched" in ('account','unit') and ("sessions"."kind" = 'own' or ("sessions"."vouched" = 'unit' and "sessions"."proved_at" is null)));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_kind_acts" CHECK (("sessions"."kind" in ('remote','partner')) = ("sessions"."actor_sid" is not null));

-- ### Functions

grant create on schema app to mirante_gate;

-- The kind of the caller's session, read from the sealed setting: own, remote, partner, embed_portal, embed_report, player, directory or
-- job; null without a seal.
create or replace function app.my_kind() returns text stable parallel safe return (app.me())[9];
revoke all on function app.my_kind from public;
grant execute on function app.my_kind to mirante_app, mirante_gate, mirante_job, mirante_wide;

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
    if not app.factor_spend(a.id, p_use) then return 'wrong'; end if;
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

-- Forgets remembered devices except the one in use, of a user and, where it is given, of the account in every tenant: after a new password
-- and after "end all sessions", each must give the second factor again.
create or replace function app.forget_devices(p_account uuid, p_tenant uuid, p_user uuid, p_but bytea) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with o as (select u.tenant_id, u.id from public.users u where u.account_id = p_account union select p_tenant, p_user),
    w as (update public.devices d set trusted_at = null from o where d.tenant_id = o.tenant_id and d.user_id = o.id and d.hash is distinct from p_but and d.trusted_at is not null returning 1)
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
     or (k.body->>'via' = 'tenant' and exists (select from public.users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null))
     or (p_new is null) <> (k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null) then raise exception 'link_used' using errcode = 'MR411'; end if;
  if p_new is not null then
    -- Of an address that nobody was known to own, nothing of before remains.
    perform app.end_account(a.id, null);
    delete from public.devices d using public.users o where o.account_id = a.id and d.tenant_id = o.tenant_id and d.user_id = o.id and k.purpose <> 'account.change';
    if k.purpose = 'account.change' then perform app.forget_devices(a.id, u.tenant_id, u.id, p_device); end if;
    update public.accounts x set password = p_new, password_at = app.now(), must_change = false,
        verified_at = case k.body->>'via' when 'platform' then app.now() when 'tenant' then null else x.verified_at end where x.id = a.id;
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
create or replace function app.account_to_prove(p_guess boolean) returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totp jsonb, passkeys jsonb, recovery int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.account_id is not null and x.seat is null;
  if not found then return; end if;
  holder := u.account_id;
  if p_guess and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, a.id, a.email, u.name, a.password, null::timestamptz,
      (select jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step) from public.factors f where f.account_id = a.id and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.account_id = a.id and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.account_id = a.id and f.kind = 'recovery' and f.used_at is null)
    from public.accounts a where a.id = u.account_id; end $$;
alter function app.account_to_prove owner to mirante_gate;
revoke all on function app.account_to_prove from public;
grant execute on function app.account_to_prove to mirante_app;

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
-- The account is sealed only in a session of its own that the account itself vouched for, or proved within the last 15 minutes.
-- Blocking a user ends their sessions, and a session that returns afterwards is still told why (Spec 8, 'User is blocked!').
create or replace function app.enter(p_sid uuid, p_rights bigint, p_tenant uuid, p_action text default null) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_actor uuid; v_above boolean; v_may boolean := false; v_limited boolean := false; begin
  select se.tenant_id, se.home_id, se.user_id, se.actor_sid, se.relation_id, se.reach, se.kind as session_kind, case when se.kind = 'own' and (se.vouched = 'account' or se.proved_at > app.now() - interval '15 minutes') then u.account_id end as account_id,
         se.revoked_at is not null as revoked, se.last_seen < app.now() - interval '1 minute' as old,
         u.profile, u.flags, u.status, app.acts(h.status, h.trial_ends_at) as home_acts, app.acts(t.status, t.trial_ends_at) as tenant_acts,
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
  if s.rights is distinct from p_rights then raise exception 'rights_stale' using errcode = 'MR409'; end if;
  if s.actor_sid is not null then                        -- acting as: the actor and what allows it must live too
    v_actor := app.actor_of(p_sid);
    if v_actor is null or s.tenant_id <> p_tenant then raise exception 'session_gone' using errcode = 'MR401'; end if;
  end if;
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

-- The units from which the caller may import users: by the same account, as a partner's master, or as a platform administrator. The account must
-- be the caller's to reach.
create or replace function app.import_units() returns table (id uuid, name text, sort_key text, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with me as materialized (select app.tenant_id() as tenant, app.user_id() as person, app.actor_id() as actor, app.profile() as profile),
    own as materialized (select app.my_account() as account_id from me where me.actor is null and me.profile in ('admin', 'master', 'a2m')),
    above as materialized (select t.id from me join public.tenants t on t.id = me.tenant and t.kind = 'partner' where me.actor is null and me.profile = 'master'
      union all select r.above_id from me join public.relations r on r.tenant_id = me.tenant and r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now()
        join public.users a on a.tenant_id = r.above_id and a.id = me.actor and a.profile = 'master' and a.status in ('A', 'T')),
    reach as materialized (select u.tenant_id as id from own join public.users u on u.account_id = own.account_id where u.profile = 'admin' and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
      union select r.tenant_id from above join public.relations r on r.above_id = above.id where r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now())
  select t.id, t.name, t.sort_key, t.users_used from me join public.settings s on s.tenant_id = me.tenant and s."values"->>'user_import' = 'S'
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

-- Live sessions of one user of this tenant, for its administrators.
create or replace function app.person_sessions(p_user uuid) returns table (id uuid, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, vouched text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched from public.sessions s
   where s.home_id = app.tenant_id() and s.tenant_id = s.home_id and s.user_id = p_user and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now() order by s.last_seen desc limit 50 $$;
alter function app.person_sessions owner to mirante_gate;
revoke all on function app.person_sessions from public;
grant execute on function app.person_sessions to mirante_app;

-- Starts a session after sign-in. A new browser is announced to the user by e-mail, at most once an hour in all units of their account.
create or replace function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz, p_device bytea, p_new_device bytea, p_rehash text, p_way text, p_vouched text, p_agent text, p_request text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at, auth_type, kind, vouched, address, agent)
      select p_sid, u.tenant_id, u.tenant_id, u.id, p_until, p_way, case p_way when 'embedded' then 'embed_portal' else 'own' end, case when u.account_id is not null and p_way in ('password', 'passkey', 'invitation', 'company') then p_vouched else 'unit' end, p_address, p_agent from public.users u join public.tenants t on t.id = u.tenant_id
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

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table sessions enable row level security, force row level security;
create policy gate on sessions to mirante_gate using (true) with check (true);

grant select, insert, update (expires_at, revoked_at, last_seen, address, agent, factor_at, ends_by, proved_at), delete on sessions to mirante_gate;
