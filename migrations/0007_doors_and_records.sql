-- Doors and records.

-- ### Roles, schemas and the tables of schema app

do $$ begin
  if not exists (select from pg_roles where rolname = 'mirante_door') then create role mirante_door nologin noinherit; end if; end $$;
grant usage on schema app, public to mirante_door;

-- ### What goes

drop function app.account_opens(bytea,text,text,boolean);
drop function app.account_take(bytea,text,text,text,uuid,bytea,text,text);
drop function app.arrival_password(uuid,bytea);
drop function app.arrive(uuid,bytea,text);
drop function app.embed_begin(uuid,uuid,text,bytea,uuid,uuid,uuid,jsonb,jsonb,timestamp with time zone,text,text);
drop function app.embed_facts(uuid,uuid,text,uuid,text);
drop function app.entra_arrive(uuid,uuid,text,text,text,jsonb,bytea,jsonb,text,text);
drop function app.entra_request(bytea,text);
drop function app.entrant(uuid,uuid,bytea);
drop function app.entry_limits(uuid,uuid,bytea);
drop function app.factor_refused(uuid,uuid,text,text,boolean,text,text,text);
drop function app.factor_use(bytea,uuid,text,jsonb,bytea,text,text);
drop function app.link_bind(bytea,uuid,text,text,jsonb,uuid,text,text);
drop function app.login_elsewhere(uuid,text,uuid,bytea,boolean,bytea);
drop function app.passkey_open(bytea,uuid,text,text,text);
drop function app.passkey_use(uuid,uuid,jsonb,text);
drop function app.password_age(uuid,text);
drop function app.sign_in_facts(uuid,text,text,bytea);
drop function app.token_use(bytea,text);
revoke all on function app.account_act_opens(bytea,text,text) from mirante_public;
revoke all on function app.account_act_take(bytea,text,bytea,text,text) from mirante_public;
revoke all on function app.account_forgot(uuid,text,text) from mirante_public;
revoke all on function app.account_rules(uuid,uuid) from mirante_public;
revoke all on function app.act_end(uuid,text,text,text) from mirante_public;
revoke all on function app.act_page(uuid,text,text) from mirante_public;
revoke all on function app.call_refused(uuid,uuid,text,text,text,text) from mirante_public;
revoke all on function app.change_link(uuid,uuid,bytea,text,timestamp with time zone,boolean) from mirante_public;
revoke all on function app.display_refused(uuid,uuid,text,text,text) from mirante_public;
revoke all on function app.embed_end(uuid,uuid,text,text) from mirante_public;
revoke all on function app.embed_person(uuid,uuid) from mirante_public;
revoke all on function app.embed_refused(uuid,uuid,text,text,text,text) from mirante_public;
revoke all on function app.embed_session(uuid,uuid) from mirante_public;
revoke all on function app.entra_start(uuid,text,bytea,text,jsonb,integer) from mirante_public;
revoke all on function app.factor_gate(uuid,uuid,text,text,boolean,bytea,bytea,bytea,text,jsonb) from mirante_public;
revoke all on function app.factor_help(bytea,uuid,text,text,text) from mirante_public;
revoke all on function app.factor_mark(uuid,timestamp with time zone,bytea,boolean) from mirante_public;
revoke all on function app.factor_open(bytea,uuid,text,text,bytea,boolean) from mirante_public;
revoke all on function app.link_open(bytea,uuid,text,text,text,boolean) from mirante_public;
revoke all on function app.link_send(bytea,uuid,text,text,text) from mirante_public;
revoke all on function app.pair_poll(uuid,bytea,uuid,text,text) from mirante_public;
revoke all on function app.pair_start(uuid,uuid,bytea,bytea,text,interval) from mirante_public;
revoke all on function app.partner_arrive(uuid,bytea,text,uuid,text,text) from mirante_public;
revoke all on function app.partner_home(uuid) from mirante_public;
revoke all on function app.passkey_offer(uuid,text,bytea,text,integer) from mirante_public;
revoke all on function app.password_stands(uuid,uuid,bytea,bigint) from mirante_public;
revoke all on function app.player_end(uuid,text,text) from mirante_public;
revoke all on function app.player_facts(uuid) from mirante_public;
revoke all on function app.playlist_login(uuid,bytea,uuid,text,text) from mirante_public;
revoke all on function app.saml_app(uuid,uuid,text,bytea) from mirante_public;
revoke all on function app.saml_arrive(uuid,jsonb) from mirante_public;
revoke all on function app.saml_logout(uuid,text,text,text,bytea,integer,jsonb,text,text) from mirante_public;
revoke all on function app.saml_refused(uuid,uuid,text,text,integer,text,text) from mirante_public;
revoke all on function app.saml_wait(uuid,text,text) from mirante_public;
revoke all on function app.session_bound(uuid,timestamp with time zone) from mirante_public;
revoke all on function app.session_end(uuid,text,text) from mirante_public;
revoke all on function app.session_facts(uuid) from mirante_public;
revoke all on function app.session_limits(uuid) from mirante_public;
revoke all on function app.session_start(uuid,uuid,uuid,text,text,timestamp with time zone,bytea,bytea,text,text,text,text,text) from mirante_public;
revoke all on function app.sign_in_refused(uuid,uuid,text,text,text,text,text) from mirante_public;
revoke all on function app.ticket_make(bytea,text,uuid,text,jsonb,integer) from mirante_public;
revoke all on function app.ticket_take(bytea,text,uuid,text) from mirante_public;
drop policy gate on domains;
drop policy own on domains;
drop policy own_job on domains;
drop policy wide on domains;
drop policy gate on reports;
drop policy own on reports;
drop policy wide on reports;
drop policy gate on usage_days;
drop policy own on usage_days;
drop policy wide on usage_days;
drop policy gate on user_groups;
drop policy own on user_groups;
drop policy own on users;
drop policy gate on users;
drop policy wide on users;
revoke all on domains from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke all on reports from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke all on usage_days from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke all on user_groups from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke all on users from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;

-- ### Tables

DROP INDEX "reports_checked_across";
ALTER TABLE "audit" ADD COLUMN "import_id" uuid;
ALTER TABLE "embed_tokens" ADD COLUMN "refused_at" timestamp with time zone;
ALTER TABLE "embed_tokens" ADD COLUMN "refusal" text;
ALTER TABLE "grants" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
ALTER TABLE "reports" ADD COLUMN "model_roles" jsonb;
ALTER TABLE "reports" ADD COLUMN "model_roles_at" timestamp with time zone;
ALTER TABLE "reports" ADD COLUMN "load_schedule" jsonb;
ALTER TABLE "report_states" ADD COLUMN "filters" integer DEFAULT 0 NOT NULL;
CREATE INDEX "parties_document_across" ON "parties" USING btree ("document") WHERE document is not null;
CREATE INDEX "audit_import" ON "audit" USING btree ("tenant_id","import_id","at") WHERE import_id is not null;
CREATE INDEX "remote_requests_partner_across" ON "remote_requests" USING btree ("asker_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE kind = 'partner';
CREATE INDEX "embed_tokens_refused" ON "embed_tokens" USING btree ("tenant_id") WHERE refused_at is not null;
CREATE INDEX "users_own_values" ON "users" USING btree ("tenant_id","sort_key","id") WHERE custom_own <> '{}';
CREATE INDEX "users_removed_account_across" ON "users" USING btree ("removed_account_id") WHERE removed_account_id is not null;
CREATE INDEX "settings_trial_across" ON "settings" USING btree ("tenant_id") WHERE "values"->'ip_trial'->>'until' is not null;
CREATE INDEX "tenants_seats_across" ON "tenants" USING btree ("parent_id","id") WHERE user_limit is not null and users_used * 10 >= user_limit * 9 and status in ('A', 'T') and deleted_at is null;
CREATE INDEX "tenants_trials_across" ON "tenants" USING btree ("parent_id","trial_ends_at","id") WHERE status = 'T' and deleted_at is null;
CREATE INDEX "tenants_own_domain_across" ON "tenants" USING btree ("own_domain") WHERE own_domain is not null;
CREATE INDEX "reports_checked_across" ON "reports" USING btree ("checked_at") WHERE kind = 'powerbi' and dataset_id is not null;

-- ### Functions

grant create on schema app to mirante_gate;

-- The current time for every decision in SQL; only the seal uses pg_catalog.now().
create or replace function app.now() returns timestamptz stable parallel safe return pg_catalog.now();
revoke all on function app.now from public;
grant execute on function app.now to mirante_app, mirante_door, mirante_gate, mirante_job, mirante_public, mirante_wide;

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
grant execute on function app.account_act_opens to mirante_door;

-- Tells whether a unit accepts passwords. Turning them off only holds while another sign-in method is active, so removing a provider locks
-- nobody out.
create or replace function app.takes_passwords(p_tenant uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s."values"->>'password_sign_in' from public.settings s where s.tenant_id = p_tenant), 'S') <> 'N' or not exists (select from public.sso_apps a where a.tenant_id = p_tenant and a.status = 'A') $$;
alter function app.takes_passwords owner to mirante_gate;
revoke all on function app.takes_passwords from public;
grant execute on function app.takes_passwords to mirante_door, mirante_public;

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
grant execute on function app.account_act_take to mirante_door;

-- Handles "Forgot password". Known and unknown addresses are counted and recorded the same way; delivery decides what happens next.
create or replace function app.account_forgot(p_tenant uuid, p_email text, p_address text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not (app.attempt('f ' || p_tenant || ' ' || p_email, 5, '1 hour') and app.attempt('fa ' || p_address, 20, '1 hour') and app.attempt('ft ' || p_tenant, 1000, '1 hour')) then
    return (select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int from public.attempts x where x.until > app.now() and ((x.key = 'f ' || p_tenant || ' ' || p_email and x.n >= 5) or (x.key = 'fa ' || p_address and x.n >= 20) or (x.key = 'ft ' || p_tenant and x.n >= 1000)));
  end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.forgot', jsonb_build_object('email', p_email));
  return 0; end $$;
alter function app.account_forgot owner to mirante_gate;
revoke all on function app.account_forgot from public;
grant execute on function app.account_forgot to mirante_door;

-- The password rules of every tenant in which this account may act, plus one more tenant; the strictest of them apply.
create or replace function app.account_rules(p_account uuid, p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('enable_password', s."values"->'enable_password', 'min_character', s."values"->'min_character', 'capital_letter', s."values"->'capital_letter',
      'special_characters', s."values"->'special_characters', 'expiry_time_password', s."values"->'expiry_time_password')), '[]')
    from (select p_tenant as id union select u.tenant_id from public.users u join lateral (select x.status, x.deleted_at from public.tenants x where x.id = u.tenant_id offset 0) t on t.status in ('A','T') and t.deleted_at is null
        where u.account_id = p_account and u.status in ('A','T') and u.deleted_at is null) own
      join lateral (select x."values" from public.settings x where x.tenant_id = own.id offset 0) s on s."values"->>'enable_password' = 'S' $$;
alter function app.account_rules owner to mirante_gate;
revoke all on function app.account_rules from public;

-- A tenant's sign-in methods through identity providers, as its sign-in page shows them.
create or replace function app.ways_in(p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'domains', a.domains) order by a.position, a.id), '[]') from public.sso_apps a where a.tenant_id = p_tenant and a.status = 'A' $$;
alter function app.ways_in owner to mirante_gate;
revoke all on function app.ways_in from public;
grant execute on function app.ways_in to mirante_door, mirante_public;

-- Tells what an account link opens without using it. A guess at an existing password counts like one at sign-in.
create or replace function app.account_opens(p_hash bytea, p_host text, p_address text, p_guess boolean, p_device bytea)
returns table (wait int, purpose text, email text, tenant_id uuid, tenant_name text, host text, user_id uuid, account_id uuid, password text, own boolean, rules jsonb, status text, rights bigint, profile text, flags text[], name text, language text,
               department text, "position" text, tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], expires_at timestamptz, ip_exempt boolean, access_hours jsonb, browser_known boolean, passwords boolean, ways jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  if not app.attempt('p ' || p_address, 120, '15 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'p ' || p_address;
    return next; return;
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
  if p_guess is not false and not app.attempt('k ' || encode(p_hash, 'hex'), 10, '15 min') then wait := 900; return next; return; end if;
  if p_guess is not false and own and not (app.attempt('u ' || k.tenant_id || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then wait := 1800; return next; return; end if;
  return query select 0, k.purpose, v_email, k.tenant_id, h.name, (select d.host from public.domains d where d.tenant_id = h.id order by d.host <> p_host, d.main desc, d.created_at, d.host limit 1), u.id, a.id, a.password, account_opens.own,
      app.account_rules(a.id, k.tenant_id), u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = k.tenant_id and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = k.tenant_id), app.hidden_menu(k.tenant_id), k.expires_at, u.ip_exempt, u.access_hours,
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = k.tenant_id and d.user_id = u.id), app.takes_passwords(k.tenant_id), app.ways_in(k.tenant_id)
    from public.tenants h left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = k.tenant_id; end $$;
alter function app.account_opens owner to mirante_gate;
revoke all on function app.account_opens from public;
grant execute on function app.account_opens to mirante_door;

-- Leaves a proof: a row of one use and two minutes that says which step of a sign-in ran, for whom, and by what. The next step takes it instead
-- of anybody's ids. It carries the account's epoch, so that whatever begins a new one ends it.
create or replace function app.proof_make(p_hash bytea, p_purpose text, p_tenant uuid, p_host text, p_body jsonb) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, p_purpose, p_tenant, p_host, jsonb_strip_nulls(jsonb_build_object('epoch', (select a.epoch from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = (p_body->>'userId')::uuid)) || p_body), app.now() + interval '2 minutes') $$;
alter function app.proof_make owner to mirante_gate;
revoke all on function app.proof_make from public;

-- Uses an account link exactly once, however many requests arrive. Without a new password, p_seen is the existing one that was verified,
-- and the account is linked as it is. With p_proof it leaves the proof with which a session begins: of an invitation, or of a password that had
-- to be changed; a reset shows that somebody reads the mail, and begins none.
create or replace function app.account_take(p_hash bytea, p_host text, p_seen text, p_new text, p_account uuid, p_device bytea, p_address text, p_request text, p_proof bytea) returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
  if p_proof is not null and k.purpose in ('account.invite', 'account.change') then
    perform app.proof_make(p_proof, 'proof', k.tenant_id, p_host, jsonb_build_object('way', case k.purpose when 'account.invite' then 'invitation' else 'password' end, 'userId', u.id, 'from', '\x' || encode(p_hash, 'hex'),
      'seen', '\x' || encode(sha256(convert_to(coalesce(p_new, a.password), 'UTF8')), 'hex')));
  end if;
  return a.id; end $$;
alter function app.account_take owner to mirante_gate;
revoke all on function app.account_take from public;
grant execute on function app.account_take to mirante_door;

-- The kind of the caller: what is sealed, or door for the functions of sign-in, which come without a seal. None is whoever should have entered
-- first; owner is no role of the Worker.
create or replace function app.caller_kind() returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.my_kind(), case when session_user = 'mirante_door' then 'door' when session_user in ('mirante_app', 'mirante_wide', 'mirante_job', 'mirante_public') then 'none' else 'owner' end) $$;
alter function app.caller_kind owner to mirante_gate;
revoke all on function app.caller_kind from public;

-- What the row of an audit record is called: the report of a favourite, a comment, an export or a request, else the thing itself, else the name that
-- the record kept. Null where there is none.
create or replace function app.recorded_name(p_tenant uuid, p_row uuid, p_change jsonb) returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select r.title from public.reports r where r.tenant_id = p_tenant and r.id = p_row),
    (select v.name from public.report_views v where v.tenant_id = p_tenant and v.id = p_row),
    (select r.title from public.comments c join public.reports r on r.tenant_id = c.tenant_id and r.id = c.report_id where c.tenant_id = p_tenant and c.id = p_row),
    (select r.title from public.exports e join public.reports r on r.tenant_id = e.tenant_id and r.id = e.report_id where e.tenant_id = p_tenant and e.id = p_row),
    (select r.title from public.catalog_requests q join public.reports r on r.tenant_id = q.tenant_id and r.id = q.report_id where q.tenant_id = p_tenant and q.id = p_row),
    (select l.name from public.playlists l where l.tenant_id = p_tenant and l.id = p_row),
    (select d.name from public.playlist_devices d where d.tenant_id = p_tenant and d.id = p_row),
    (select u.name from public.users u where u.tenant_id = p_tenant and u.id = p_row and u.seat is null),
    (select g.name from public.user_groups g where g.tenant_id = p_tenant and g.id = p_row),
    (select g.name from public.groups g where g.tenant_id = p_tenant and g.id = p_row),
    (select s.name from public.subgroups s where s.tenant_id = p_tenant and s.id = p_row),
    p_change->>'name', p_change->'after'->>'name', p_change->'before'->>'name') $$;
alter function app.recorded_name owner to mirante_gate;
revoke all on function app.recorded_name from public;

-- Ends an act-as session and the request behind it. The user who was impersonated is notified, also when a partner acted.
create or replace function app.act_end(p_sid uuid, p_by text, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; s public.sessions; v_changes jsonb; v_minutes int; v_until timestamptz; begin
  perform app.need('{own,remote,partner,job,door}');
  update public.sessions se set revoked_at = app.now() where se.id = p_sid and se.actor_sid is not null and se.revoked_at is null returning se.* into s;
  select r.* into q from public.remote_requests r where r.session_id = p_sid and r.state = 'active' for update;
  if q.id is null then return s.id is not null; end if;
  update public.relations r set ended_at = app.now() where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.kind = 'consent' and r.ended_at is null;
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', c.at, 'what', c.what, 'row', c.row_id, 'name', app.recorded_name(q.tenant_id, c.row_id, c.change))) order by c.at), '[]') into v_changes
    from (select a.at, a.what, a.row_id, a.change from public.audit a where a.tenant_id = q.tenant_id and a.actor_id = q.asker_id and a.at >= q.started_at and a.user_id = coalesce(q.user_id, a.user_id)
      and a.what not in ('session.act', 'session.end', 'remote.end') order by a.at limit 200) c;
  update public.remote_requests r set state = 'ended', ended_at = least(app.now(), greatest(r.ends_at, r.started_at)), ended_by = p_by, summary = r.summary || jsonb_build_object('changes', v_changes), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning ceil(extract(epoch from r.ended_at - r.started_at) / 60)::int, r.ended_at into v_minutes, v_until;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select q.tenant_id, coalesce(q.user_id, e.user_id), q.asker_id, q.tenant_id, 'remote.end', app.session_mark(p_sid), jsonb_build_object('request', q.id, 'by', p_by, 'until', v_until), p_address, p_request from public.sessions e where e.id = p_sid;
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
grant execute on function app.act_end to mirante_app, mirante_door, mirante_job;

-- Opens an act-as session. Only other gate functions call it, after they checked permission. Sessions don't chain: someone who is already
-- acting as another can't open one.
create or replace function app.act_open(p_sid uuid, p_tenant uuid, p_user uuid, p_actor_sid uuid, p_relation uuid, p_reach text, p_until timestamptz, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, actor_sid, relation_id, reach, kind, vouched, auth_type, address, expires_at)
      select p_sid, p_tenant, p_tenant, p_user, e.id, p_relation, p_reach, case r.kind when 'partner' then 'partner' else 'remote' end, 'unit', 'act', p_address, least(p_until, e.expires_at)
        from public.sessions e join public.relations r on r.tenant_id = p_tenant and r.id = p_relation
        where e.id = p_actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now() returning 1),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      select p_tenant, p_user, e.user_id, p_tenant, 'session.act', app.session_mark(p_sid), jsonb_build_object('reach', p_reach, 'until', least(p_until, e.expires_at), 'home', e.home_id), p_address, p_request from s, public.sessions e where e.id = p_actor_sid)
  select exists (select from s) $$;
alter function app.act_open owner to mirante_gate;
revoke all on function app.act_open from public;

-- Tells whether a session from which units are entered lacks a second factor of the last 12 hours, while its person has one or must have one.
create or replace function app.factor_aged(p_sid uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid and coalesce(s.factor_at <= app.now() - interval '12 hours', true)
    and (app.factor_required(u.tenant_id, u.profile) or exists (select from public.factors f where f.holder in (u.account_id, u.id)))) $$;
alter function app.factor_aged owner to mirante_gate;
revoke all on function app.factor_aged from public;

-- Whether every layer above a tenant leaves it a function (user_import, saml, mfa, remote): one "no" is enough.
create or replace function app.left_to(p_tenant uuid, p_function text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.tenants t left join public.tenants p on p.id = t.parent_id cross join lateral unnest(array[t.parent_id, p.parent_id]) above (id)
      join lateral (select x."values" from public.settings x where x.tenant_id = above.id offset 0) s on true
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
    -- As on entering, so in the visit: a factor that has grown old ends it until it is given again.
    if app.factor_aged(p_actor_sid) is not false then return false; end if;
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

-- Records a page opened in a live act-as session, for its summary.
create or replace function app.act_page(p_sid uuid, p_path text, p_title text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with w as (update public.remote_requests r set summary = jsonb_set(r.summary, '{pages}', coalesce(r.summary->'pages', '[]') || jsonb_build_object('at', app.now(), 'path', p_path, 'title', p_title))
      where r.session_id = p_sid and r.state = 'active' and jsonb_array_length(coalesce(r.summary->'pages', '[]')) < 200
        and (r.summary->'pages'->-1->>'path') is distinct from p_path and app.may_act(p_sid) is not null returning 1)
  select exists (select from w) or app.may_act(p_sid) is not null $$;
alter function app.act_page owner to mirante_gate;
revoke all on function app.act_page from public;
grant execute on function app.act_page to mirante_door;

-- Uses a company ticket on its host and returns what a sign-in would return about the user, with the password that it was judged by: whether
-- that must be changed, and whether it was typed for this ticket. Leaves the proof of it.
create or replace function app.arrive(p_tenant uuid, p_hash bytea, p_host text, p_device bytea, p_proof bytea)
returns table (email text, user_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], ip_exempt boolean, access_hours jsonb, browser_known boolean,
               passwords boolean, typed boolean, must_change boolean, password_at timestamptz, rules jsonb) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; a public.accounts; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = 'company' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant and t.host = p_host
      and (t.source_sid is null or exists (select from public.sessions s where s.id = t.source_sid and s.revoked_at is null and s.expires_at > app.now())) returning t.* into k;
  if not found then return; end if;
  select x.* into a from public.users u join public.accounts x on x.id = u.account_id where u.tenant_id = k.tenant_id and u.id = k.user_id and u.deleted_at is null;
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, jsonb_build_object('way', 'company', 'userId', k.user_id, 'from', '\x' || encode(p_hash, 'hex'), 'seen', '\x' || encode(sha256(convert_to(a.password, 'UTF8')), 'hex')));
  return query select u.email, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant), u.ip_exempt, u.access_hours,
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id),
      app.takes_passwords(p_tenant), k.source_sid is null, a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant)
    from public.users u join public.tenants h on h.id = u.tenant_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where u.tenant_id = k.tenant_id and u.id = k.user_id and u.deleted_at is null; end $$;
alter function app.arrive owner to mirante_gate;
revoke all on function app.arrive from public;
grant execute on function app.arrive to mirante_door;

-- Records a refused sign-in of a known user in the sign-in log and the audit log.
create or replace function app.sign_in_refused(p_tenant uuid, p_user uuid, p_code text, p_way text, p_address text, p_agent text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent) select u.tenant_id, gen_random_uuid(), u.id, p_way, p_code, p_address, p_agent from public.users u where u.tenant_id = p_tenant and u.id = p_user)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, u.id, null, p_tenant, 'session.refused', u.id, jsonb_build_object('code', p_code), p_address, p_request from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;
alter function app.sign_in_refused owner to mirante_gate;
revoke all on function app.sign_in_refused from public;

-- Records a refused call of a live session, at most once a minute per user and address.
create or replace function app.call_refused(p_tenant uuid, p_user uuid, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('call ' || p_user || ' ' || coalesce(p_address, ''), 0));
  perform app.sign_in_refused(p_tenant, p_user, p_code, 'session', p_address, p_agent, p_request)
   where not exists (select from public.sign_ins r where r.tenant_id = p_tenant and r.user_id = p_user and r.way = 'session' and r.outcome = p_code and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute'); end $$;
alter function app.call_refused owner to mirante_gate;
revoke all on function app.call_refused from public;
grant execute on function app.call_refused to mirante_door;

-- Creates the link that forces a password change during sign-in, replacing the previous one.
create or replace function app.change_link(p_tenant uuid, p_user uuid, p_hash bytea, p_host text, p_at timestamptz, p_remember boolean) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with u as (select u.tenant_id, u.id, a.email from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A','T') and u.deleted_at is null),
    o as (update public.tokens t set used_at = app.now() from u where t.tenant_id = u.tenant_id and t.user_id = u.id and t.purpose = 'account.change' and t.used_at is null),
    k as (insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) select p_hash, 'account.change', u.tenant_id, u.id, p_host, app.now() + interval '30 minutes',
      jsonb_build_object('email', u.email, 'factor_at', p_at, 'remember', p_remember) from u returning 1)
  select exists (select from k) $$;
alter function app.change_link owner to mirante_gate;
revoke all on function app.change_link from public;

-- Records a refused call of a display, at most once a minute.
create or replace function app.display_refused(p_tenant uuid, p_device uuid, p_code text, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('device ' || coalesce(p_device::text, p_tenant::text), 0));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'device.refused', p_device, jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a where a.tenant_id = p_tenant and a.row_id is not distinct from p_device and a.what = 'device.refused' and a.at > app.now() - interval '1 minute'); end $$;
alter function app.display_refused owner to mirante_gate;
revoke all on function app.display_refused from public;
grant execute on function app.display_refused to mirante_door;

-- Of the jobs that a tick could run, those that have work: one trip for a minute in which nothing is due. A job that isn't named here has
-- no question of its own and always runs.
create or replace function app.due_jobs(p_names text[], p_check_every interval) returns text[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select array(select n from unnest(p_names) with ordinality as x (n, at) where case n
      when 'announce-and-close-windows' then exists (select from app.due_windows(1))
      when 'read-data-times' then exists (select from public.reports r where r.kind = 'powerbi' and r.dataset_id is not null and (r.checked_at is null or r.checked_at < app.now() - p_check_every))
      when 'warn-of-secrets' then exists (select from app.due_secrets(1))
      when 'warn-of-displays' then exists (select from app.due_devices(1))
      when 'resume-exports' then exists (select from app.due_exports(1))
      when 'resume-user-imports' then exists (select from app.due_user_imports(1))
      when 'remove-old-exports' then exists (select from public.exports e where e.file is not null and (e.expires_at <= app.now() or (e.expires_at is null and e.ended_at is not null)))
        or exists (select from public.exports e where e.created_at < app.now() - interval '90 days' and e.file is null and e.state not in ('queued', 'running', 'finishing'))
      when 'settle-addresses' then exists (select from public.settings s where s."values"->'ip_trial'->>'until' is not null and (s."values"->'ip_trial'->>'until')::timestamptz <= app.now())
      when 'settle-remote' then exists (select from app.due_remote(1))
      when 'expire-people' then exists (select from app.due_people(1))
      when 'warn-of-limits' then exists (select from app.due_limits(1))
      when 'settle-requests' then exists (select from app.due_requests(1))
      when 'tell-of-partners' then exists (select from app.due_partner_months(1))
      when 'deliver-outbox' then exists (select from public.outbox o where o.due_at <= app.now() and (o.taken_until is null or o.taken_until < app.now()))
      when 'forget-units' then exists (select from app.due_units(1))
      else true end order by at) $$;
alter function app.due_jobs owner to mirante_gate;
revoke all on function app.due_jobs from public;
grant execute on function app.due_jobs to mirante_job;

-- Takes a proof, exactly once: of any number of concurrent calls one gets what it says, and nothing of it stays. Null if it is used, late,
-- ended with the account's epoch, or of another host.
create or replace function app.proof_take(p_hash bytea, p_purpose text, p_tenant uuid, p_host text) returns jsonb language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.tickets t where t.hash = p_hash and t.purpose = p_purpose and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.body $$;
alter function app.proof_take owner to mirante_gate;
revoke all on function app.proof_take from public;

-- Starts an embedded session, by the proof of the step that read its key. A token is single use: of sixty concurrent calls, one succeeds. A
-- person's proof goes on to begin their session; an anonymous one ends here.
create or replace function app.embed_begin(p_proof bytea, p_tenant uuid, p_host text, p_sid uuid, p_once bytea, p_identity jsonb, p_filters jsonb, p_until timestamptz, p_address text, p_request text)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.embed', p_tenant, p_host); v_key uuid := (b->>'key')::uuid; v_user uuid := (b->>'userId')::uuid; begin
  if b is null then raise exception 'session_gone' using errcode = 'MR401'; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at, used_at) values (p_once, 'embedded', p_tenant, p_host, '{}', app.now() + interval '20 minutes', app.now()) on conflict do nothing;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  perform from public.embed_keys k where k.tenant_id = p_tenant and k.id = v_key and k.revoked_at is null for share;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.embed_keys k set last_used_at = app.now() where k.tenant_id = p_tenant and k.id = v_key and (k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute');
  insert into public.embed_sessions (tenant_id, id, key_id, user_id, report_id, identity, filters, address, expires_at) values (p_tenant, p_sid, v_key, v_user, (b->>'report')::uuid, p_identity, p_filters, p_address, p_until);
  update public.attempts set n = greatest(n - 1, 0) where key = 'em ' || p_address;
  if v_user is null then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'embedded.start', app.session_mark(p_sid), jsonb_build_object('key', v_key, 'report', b->'report', 'username', p_identity->>'username'), p_address, p_request);
  else
    perform app.proof_make(p_proof, 'proof', p_tenant, p_host, b);
  end if;
  return true; end $$;
alter function app.embed_begin owner to mirante_gate;
revoke all on function app.embed_begin from public;
grant execute on function app.embed_begin to mirante_door;

-- Ends an embedded session and the user session behind it.
create or replace function app.embed_end(p_tenant uuid, p_sid uuid, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with e as (update public.embed_sessions set ended_at = app.now() where tenant_id = p_tenant and id = p_sid and ended_at is null returning user_id),
    s as (update public.sessions set revoked_at = app.now() where id = p_sid and tenant_id = p_tenant and revoked_at is null),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, e.user_id, null, p_tenant, 'embedded.end', app.session_mark(p_sid), p_address, p_request from e)
  select exists (select from e) $$;
alter function app.embed_end owner to mirante_gate;
revoke all on function app.embed_end from public;
grant execute on function app.embed_end to mirante_door;

-- What decides about an embed token before its signature is verified, and the proof of this step, bound to the key, the person and the report
-- that the token names. Only failures stay counted, so many users behind one address get in.
create or replace function app.embed_facts(p_tenant uuid, p_key uuid, p_sub text, p_report uuid, p_host text, p_address text, p_proof bytea)
returns table (state text, enabled boolean, sealed text, revoked boolean, origins jsonb, acts boolean, person_id uuid, report_known boolean, settings_of jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_person uuid; begin
  if not app.attempt('em ' || p_address, 240, '15 min') then
    return query select 'limited', false, null::text, false, null::jsonb, false, null::uuid, false, null::jsonb; return;
  end if;
  select case when count(*) = 1 then min(u.id::text)::uuid end into v_person from public.users u where u.tenant_id = p_tenant and u.deleted_at is null and u.seat is null and (u.email = lower(p_sub) or u.external_id = p_sub or u.id = case when p_sub ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then p_sub::uuid end);
  if v_person is not null or p_sub is null then
    perform app.proof_make(p_proof, 'proof.embed', p_tenant, p_host, jsonb_build_object('way', 'embedded', 'userId', v_person, 'key', k.id, 'report', p_report)) from public.embed_keys k where k.tenant_id = p_tenant and k.id = p_key and k.revoked_at is null;
  end if;
  return query select 'ok', coalesce(s."values"->>'enable_embedded', 'N') = 'S', k.secret_sealed, k.revoked_at is not null, coalesce(s."values"->'embed_origins', '[]'), app.acts(t.status, t.trial_ends_at),
      v_person,
      p_report is null or exists (select from public.reports r where r.tenant_id = p_tenant and r.id = p_report and not r.hidden), s."values"
    from public.tenants t left join public.settings s on s.tenant_id = t.id left join public.embed_keys k on k.tenant_id = t.id and k.id = p_key where t.id = p_tenant and t.deleted_at is null; end $$;
alter function app.embed_facts owner to mirante_gate;
revoke all on function app.embed_facts from public;
grant execute on function app.embed_facts to mirante_door;

-- The user of a single-report embedded session and the access hours that apply; no row for an anonymous session.
create or replace function app.embed_person(p_tenant uuid, p_sid uuid) returns table (user_id uuid, profile text, flags text[], access_hours jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.profile, u.flags, u.access_hours from public.embed_sessions e join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id where e.tenant_id = p_tenant and e.id = p_sid $$;
alter function app.embed_person owner to mirante_gate;
revoke all on function app.embed_person from public;
grant execute on function app.embed_person to mirante_door;

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
grant execute on function app.embed_refused to mirante_door;

-- What a new token of a live embedded session says; no row once it or the user's own session has ended.
create or replace function app.embed_session(p_tenant uuid, p_sid uuid) returns table (state text, report_id uuid, exempt boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when u.status not in ('A', 'T') then 'user_blocked' when app.acts(t.status, t.trial_ends_at) is not true then 'tenant_blocked' else 'ok' end, e.report_id, coalesce(u.ip_exempt, false)
    from public.embed_sessions e join public.tenants t on t.id = e.tenant_id left join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
   where e.tenant_id = p_tenant and e.id = p_sid and e.ended_at is null and e.expires_at > app.now()
     and (e.user_id is null or exists (select from public.sessions s where s.id = e.id and s.revoked_at is null and s.expires_at > app.now())) $$;
alter function app.embed_session owner to mirante_gate;
revoke all on function app.embed_session from public;
grant execute on function app.embed_session to mirante_door;

-- Synchronizes the mapped user groups with the directory's groups and leaves all other groups alone.
create or replace function app.entra_groups(a public.sso_apps, p_user uuid, p_groups jsonb, p_address text, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select from public.user_groups g where g.tenant_id = a.tenant_id and g.id in (select (m->>'group')::uuid from jsonb_array_elements(a.settings->'groups') m) order by g.id for no key update;
  with had as materialized (select g.id, g.name, g.sort_key from public.user_group_members m join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null where m.tenant_id = a.tenant_id and m.user_id = p_user),
    mapped as (select g.id, g.name, g.sort_key, bool_or(p_groups ? (m->>'claim')) as has from jsonb_array_elements(a.settings->'groups') m join public.user_groups g on g.tenant_id = a.tenant_id and g.id = (m->>'group')::uuid and g.deleted_at is null group by g.id, g.name, g.sort_key),
    gone as (delete from public.user_group_members x using mapped where x.tenant_id = a.tenant_id and x.user_id = p_user and x.user_group_id = mapped.id and not mapped.has returning x.user_group_id),
    come as (insert into public.user_group_members (tenant_id, user_group_id, user_id) select a.tenant_id, mapped.id, p_user from mapped where mapped.has on conflict do nothing returning user_group_id)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select a.tenant_id, p_user, null, a.tenant_id, 'entra.groups', p_user, jsonb_build_object('before', jsonb_build_object('groups', (select coalesce(jsonb_agg(h.name order by h.sort_key), '[]') from had h)),
        'after', jsonb_build_object('groups', (select coalesce(jsonb_agg(n.name order by n.sort_key), '[]') from (select h.id, h.name, h.sort_key from had h where h.id not in (select user_group_id from gone) union select p.id, p.name, p.sort_key from mapped p where p.has) n))), p_address, p_request
     where exists (select from come) or exists (select from gone) $$;
alter function app.entra_groups owner to mirante_gate;
revoke all on function app.entra_groups from public;

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
      if a.settings->>'link' is distinct from 'S' or app.may_link(a.tenant_id, v_here, 'entra', p_tid, p_oid, v_email, a.domains) is not true then return query select v_here, null::text, true; return; end if;
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

-- Completes a sign-in at Entra by the proof of its request, and leaves a code for the host where it began, whose browser can show that it began it; the code says where
-- it continues. A user without a unit of their own goes to another
-- unit of the same partner that knows them, else to the partner's default unit (Spec 3); only between units that use the product's own app
-- registration.
create or replace function app.entra_arrive(p_proof bytea, p_tenant uuid, p_host text, p_person jsonb, p_hash bytea, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c jsonb := app.proof_take(p_proof, 'proof.entra', p_tenant, p_host); v_app uuid := (c->>'app')::uuid; v_tid text := p_person->>'tid'; v_oid text := p_person->>'oid'; a public.sso_apps; b public.sso_apps; v_root uuid; v_user uuid; v_refusal text; v_waits boolean; v_host text; v_onward jsonb; begin
  if c is null then return null; end if;
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = v_app and x.kind = 'entra' and x.status = 'A';
  if a.id is null or p_person is null then v_refusal := 'error_saml';
  elsif app.entra_admits(a, v_tid) is not true then v_refusal := 'domain_not_allowed';
  else
    select e.user_id, e.refusal, e.waits into v_user, v_refusal, v_waits from app.entra_person(a, v_tid, v_oid, p_person, p_address, p_request) e;
    if v_refusal = 'error_azure_not_companies' and a.settings->>'own' = 'N' then
      select p.id into v_root from public.tenants t join public.tenants p on p.id in (t.id, t.parent_id) and p.kind = 'partner' and p.deleted_at is null where t.id = p_tenant;
      select x.* into b from public.tenants t join public.sso_apps x on x.tenant_id = t.id
        left join public.identities i on i.tenant_id = t.id and i.kind = 'entra' and i.issuer = v_tid and i.subject = v_oid and exists (select from public.users u where u.tenant_id = t.id and u.id = i.user_id and u.deleted_at is null)
       where t.parent_id = v_root and t.id <> p_tenant and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) and app.entra_admits(x, v_tid) and x.settings->>'own' = 'N' and (i.id is not null or t.default_directory)
       order by i.last_at desc nulls last, i.id limit 1;
      if b.id is not null then
        select d.host into v_host from public.domains d where d.tenant_id = b.tenant_id order by d.main desc, d.host limit 1;
        if v_host is not null then
          select e.user_id, e.refusal, e.waits into v_user, v_refusal, v_waits from app.entra_person(b, v_tid, v_oid, p_person, p_address, p_request) e;
        end if;
        if v_user is not null then a := b; v_onward := jsonb_build_object('tenant', b.tenant_id, 'host', v_host); end if;
      end if;
    end if;
  end if;
  update public.sso_apps x set last_used_at = app.now() where x.tenant_id = a.tenant_id and x.id = a.id and v_user is not null and coalesce(x.last_used_at < app.now() - interval '1 minute', true);
  if p_person is not null and (v_refusal is not null or v_waits) then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'entra.refused', v_app, jsonb_build_object('code', coalesce(v_refusal, 'redirect_confirm_link'), 'directory', v_tid, 'email', p_person->>'email'), p_address, p_request);
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_hash, 'sso.code', p_tenant, c->>'host', (c - '{app,host,epoch}'::text[]) || jsonb_strip_nulls(jsonb_build_object('userId', v_user, 'refusal', v_refusal, 'onward', v_onward,
    'confirm', case when v_waits then jsonb_build_object('app', a.id, 'name', a.name, 'kind', 'entra', 'issuer', v_tid, 'subject', v_oid, 'email', p_person->>'email', 'groups', p_person->'groups') end)), app.now() + interval '1 minute');
  return c->>'host'; end $$;
alter function app.entra_arrive owner to mirante_gate;
revoke all on function app.entra_arrive from public;
grant execute on function app.entra_arrive to mirante_door;

-- Uses the request's ticket when the provider answers, and returns the tenant it was for. Leaves the proof that this request was answered, with
-- which alone an answer goes on.
create or replace function app.entra_request(p_hash bytea, p_host text, p_proof bytea) returns table (tenant_id uuid, body jsonb, app jsonb) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'sso.request' and t.host = p_host and t.body->>'way' = 'entra' and t.used_at is null and t.expires_at > app.now() returning t.* into k;
  if not found then return; end if;
  perform app.proof_make(p_proof, 'proof.entra', k.tenant_id, p_host, jsonb_build_object('way', 'entra', 'app', k.body->'app', 'host', k.body->'host', 'redirect', k.body->'redirect', 'binding', k.body->'binding'));
  return query select k.tenant_id, k.body, (select jsonb_build_object('id', a.id, 'settings', a.settings) from public.sso_apps a where a.tenant_id = k.tenant_id and a.id = (k.body->>'app')::uuid and a.kind = 'entra' and a.status = 'A'); end $$;
alter function app.entra_request owner to mirante_gate;
revoke all on function app.entra_request from public;
grant execute on function app.entra_request to mirante_door;

-- Creates a single-use ticket for a host, of a purpose that says nothing about who somebody is: what does is made by the step that proves it.
create or replace function app.ticket_make(p_hash bytea, p_purpose text, p_tenant uuid, p_host text, p_body jsonb, p_seconds int) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if (p_purpose in ('sso.request', 'saml.test', 'passkey')) is not true then raise exception 'purpose' using errcode = 'MR500'; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_hash, p_purpose, p_tenant, p_host, p_body, app.now() + make_interval(secs => p_seconds)); end $$;
alter function app.ticket_make owner to mirante_gate;
revoke all on function app.ticket_make from public;
grant execute on function app.ticket_make to mirante_door;

-- Starts a sign-in at Entra. The ticket stands on the product's host, the only one the provider knows. At most 600 starts in 15 minutes
-- from one address, which may be a whole office.
create or replace function app.entra_start(p_tenant uuid, p_address text, p_hash bytea, p_host text, p_body jsonb, p_seconds int) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.sso_apps; begin
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.kind = 'entra' and x.status = 'A';
  if not found then return null; end if;
  if not app.attempt('e ' || p_tenant || ' ' || p_address, 600, '15 min') then return jsonb_build_object('limited', true); end if;
  perform app.ticket_make(p_hash, 'sso.request', p_tenant, p_host, p_body || jsonb_build_object('way', 'entra', 'app', a.id), p_seconds);
  return jsonb_build_object('id', a.id, 'settings', a.settings); end $$;
alter function app.entra_start owner to mirante_gate;
revoke all on function app.entra_start from public;
grant execute on function app.entra_start to mirante_door;

-- What decides about the person of a proof, or of a step that waits, on its own host.
create or replace function app.entrant(p_hash bytea, p_tenant uuid, p_host text, p_device bytea)
returns table (user_id uuid, email text, account_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean, ip_exempt boolean, access_hours jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, u.account_id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant),
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id), u.ip_exempt, u.access_hours
    from public.tickets k join public.users u on u.tenant_id = k.tenant_id and u.id = (k.body->>'userId')::uuid
    join public.tenants h on h.id = u.tenant_id and h.deleted_at is null
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where k.hash = p_hash and k.tenant_id = p_tenant and k.host = p_host and (k.purpose like 'proof%' or k.purpose in ('factor', 'sso.link')) and k.used_at is null and k.expires_at > app.now()
     and u.deleted_at is null and u.seat is null $$;
alter function app.entrant owner to mirante_gate;
revoke all on function app.entrant from public;
grant execute on function app.entrant to mirante_door;

-- Wipes the factors of an account whose person has lost them all: every session ends, and each membership in a tenant that requires a factor
-- waits until an administrator there readmits the person (p_waits; not where the platform's operator answers for it).
create or replace function app.wipe_factors(p_account uuid, p_waits boolean) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform from public.accounts a where a.id = p_account for no key update;
  delete from public.factors f where f.account_id = p_account;
  update public.accounts a set lost_at = null where a.id = p_account;
  update public.users u set waits_at = case when p_waits and app.factor_required(u.tenant_id, u.profile) then app.now() end where (u.account_id = p_account or u.removed_account_id = p_account) and (p_waits or u.waits_at is not null);
  perform app.raise_epoch(p_account);
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id) select u.tenant_id, u.id, null, u.tenant_id, 'factor.wiped', u.id from public.users u where u.account_id = p_account; end $$;
alter function app.wipe_factors owner to mirante_gate;
revoke all on function app.wipe_factors from public;

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
grant execute on function app.factor_help to mirante_door;

-- Records on a new session when its factor was given and whether its device is remembered, for sign-ins that the same vouches for.
create or replace function app.factor_mark(p_sid uuid, p_at timestamptz, p_device bytea, p_remember boolean) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.sessions s set factor_at = p_at where s.id = p_sid and p_at is not null;
  if p_remember then update public.devices d set trusted_at = p_at, trusted_by = s.vouched from public.sessions s where s.id = p_sid and d.hash = p_device and d.tenant_id = s.tenant_id and d.user_id = s.user_id; end if; end $$;
alter function app.factor_mark owner to mirante_gate;
revoke all on function app.factor_mark from public;

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
  if p_guess is not false then
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
grant execute on function app.factor_open to mirante_door;

-- Which users of the caller's tenant have a second factor: one of the account, once they have accepted, or one bound to this tenant.
create or replace function app.factor_people() returns table (user_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select u.id from public.users u where u.tenant_id = app.tenant_id() and u.deleted_at is null and u.seat is null
    and exists (select from public.factors f where f.holder in (u.account_id, u.id) and f.kind <> 'recovery') $$;
alter function app.factor_people owner to mirante_gate;
revoke all on function app.factor_people from public;
grant execute on function app.factor_people to mirante_app;

-- Records a failed second step in the sign-in log and the audit log, of the person whose step it is; when the step is over, e-mails them, at
-- most once an hour. The proof of a passkey whose answer was wrong ends.
create or replace function app.factor_refused(p_hash bytea, p_tenant uuid, p_host text, p_code text, p_over boolean, p_address text, p_agent text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_way text; v_code text; begin
  delete from public.tickets t where t.hash = p_hash and t.purpose = 'proof.passkey' and t.tenant_id = p_tenant and t.host = p_host returning t.body into b;
  if b is null then select t.body into b from public.tickets t where t.hash = p_hash and t.purpose in ('factor', 'sso.link') and t.tenant_id = p_tenant and t.host = p_host; end if;
  v_user := (b->>'userId')::uuid; v_way := b->>'way';
  if v_user is null then return false; end if;
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('factor ' || v_user || ' ' || coalesce(p_address, ''), 0));
  foreach v_code in array case when p_over and p_code <> 'too_many_attempts' then array[p_code, 'too_many_attempts'] else array[p_code] end loop
    -- That it is over is said once a minute for a person and an address, however many calls come after.
    if v_code <> 'too_many_attempts' or not exists (select from public.sign_ins r where r.tenant_id = p_tenant and r.user_id = v_user and r.way = v_way and r.outcome = v_code and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute') then
      perform app.sign_in_refused(p_tenant, v_user, v_code, v_way, p_address, p_agent, p_request);
    end if;
  end loop;
  if p_over is not true then return false; end if;
  insert into public.attempts as x (key, n, until) select 'nf ' || coalesce(u.account_id, u.id), 1, app.now() + interval '1 hour' from public.users u where u.tenant_id = p_tenant and u.id = v_user and u.deleted_at is null and u.seat is null
    on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now();
  if not found then return false; end if;
  insert into public.outbox (tenant_id, kind, body) values (p_tenant, 'account.guessed', jsonb_build_object('user_id', v_user, 'at', app.now(), 'address', p_address, 'agent', p_agent));
  return true; end $$;
alter function app.factor_refused owner to mirante_gate;
revoke all on function app.factor_refused from public;
grant execute on function app.factor_refused to mirante_door;

-- Whoever enters a unit from above must have given their own second factor within the last 12 hours, if they have one or must have one.
create or replace function app.factor_stale(p_sid uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select exists (select from public.sessions s where s.id = p_sid and s.user_id = app.user_id()) and app.factor_aged(p_sid) $$;
alter function app.factor_stale owner to mirante_gate;
revoke all on function app.factor_stale from public;
grant execute on function app.factor_stale to mirante_app;

-- Completes the second step of a sign-in: its ticket becomes the proof with which the session begins. Success gives back what it took of its address's limit, so an office behind one address gets in.
create or replace function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text, p_request text, p_proof bytea) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_account uuid; v_vouched text; v_way text; v_holders uuid[]; v_holder uuid; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.body into b;
  v_user := (b->>'userId')::uuid; v_vouched := b->>'vouched'; v_way := b->>'way';
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
    if v_account is not null and v_way is distinct from 'invitation' and app.code_take(v_account, (p_use->>'mailed')::bytea) is not true then raise exception 'factor_mail_code' using errcode = 'MR426'; end if;
    perform app.factor_put(v_account, p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(v_account, p_tenant, v_user, p_use->'codes');
    if v_account is null then perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
    else perform app.factor_changed(v_account, p_tenant, v_user, 'added', p_use->'factor'->>'name', array(select f.id from public.factors f where f.account_id = v_account), '[]'); end if;
  elsif app.factor_spend(v_holders, p_use) is not true then raise exception 'factor_wrong' using errcode = 'MR413';
  elsif p_use->>'kind' = 'recovery' then
    perform app.act_tell(p_tenant, v_user, 'recovery_used', jsonb_build_object('left', (select count(*) from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null)), '/?account=security');
  end if;
  perform app.lock_attempts(array['f2 ' || p_address, 'm ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex')]);
  delete from public.attempts x where x.key in ('m ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex'));
  update public.attempts x set n = greatest(x.n - 2, 0) where x.key = 'f2 ' || p_address;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, v_user, null, p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user, jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address, p_request);
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, (b - 'tries') || '{"given": true}'); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_door;

-- Uses a ticket once and returns its body; null if it is unknown, used or expired.
create or replace function app.ticket_take(p_hash bytea, p_purpose text, p_tenant uuid, p_host text) returns jsonb language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = p_purpose and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.body $$;
alter function app.ticket_take owner to mirante_gate;
revoke all on function app.ticket_take from public;
grant execute on function app.ticket_take to mirante_door;

-- Changes a user's own factors, proved by the verified password, a factor, or nothing where they have neither: the account's where
-- app.my_account() gives it, else those bound to the user in this unit ('prove' where the caller meant the other ones). A password is proof
-- only within 15 minutes of a factor given in this session, or of an account without factors. The first factor of a person whom nothing of
-- their own proves here asks for a sign-in of the last 15 minutes.
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
      when 'none' then
        if v_any or a.password is not null then return 'proof'; end if;
        -- A stolen session plants nothing: the account's factor is given first, and whoever has none has just signed in by the unit's own way.
        if app.factor_due() is not false then raise exception 'factor_due' using errcode = 'MR424'; end if;
        if v_at is null and not exists (select from public.sessions s where s.id = app.my_session() and s.created_at > app.now() - interval '15 minutes') then return 'again'; end if;
      when 'password' then
        if v_any and v_at is null then return 'code'; end if;
        if a.password is null or a.password is distinct from p_proof->>'seen' then return 'wrong'; end if;
      else
        -- What a passkey signed was asked of this person, on this host, and counts once.
        if p_proof->>'kind' = 'passkey' and app.ticket_take((p_proof->>'ticket')::bytea, 'passkey', u.tenant_id, p_proof->>'host')->>'proves' is distinct from u.id::text then return 'over'; end if;
        if app.factor_spend(v_holders, p_proof) is not true then return 'wrong'; end if;
        v_at := app.now(); end case;
    if p_what in ('totp', 'challenge') and v_account is not null and app.needs_code(v_account) and app.code_take(v_account, (p_body->>'mailed')::bytea) is not true then return 'mail'; end if;
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

-- Members of a directory group mapped to administrator are administrators if the directory itself put them there; those who are only because of
-- it become users again when they leave the last such group. Joining the group in any other way gives nothing.
create or replace function app.keep_mapped_profiles(p_tenant uuid, p_people uuid[]) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select from public.users u where u.tenant_id = p_tenant and u.id = any (p_people) and u.user_name is not null order by u.id for no key update;
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
  -- One by one, in the order of all locks (functions/http/lock-people.ts): joined to rows whose number the planner doesn't know, it would read every tenant's groups.
  for d in select distinct m.tenant_id, m.user_group_id from moved m order by m.tenant_id, m.user_group_id loop
    update public.user_groups g set members_version = g.members_version + 1, changed_at = app.now() where g.tenant_id = d.tenant_id and g.id = d.user_group_id;
  end loop;
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

-- The names of the groups that a user is in, as the audit of a user keeps them.
create or replace function app.group_names(p_tenant uuid, p_user uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(g.name order by g.sort_key), '[]') from public.user_group_members m join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
    where m.tenant_id = p_tenant and m.user_id = p_user $$;
alter function app.group_names owner to mirante_gate;
revoke all on function app.group_names from public;

-- Lets a provider's answer go on to the host of the unit that it named, carried by this browser from this origin alone.
create or replace function app.handoff_make(p_proof bytea, p_tenant uuid, p_host text, p_hash bytea, p_origin text, p_seconds int) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.onward', p_tenant, p_host); begin
  if b is null then return false; end if;
  -- The epoch is that of an account here; the person over there is another row.
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, 'sso.handoff', (b->'onward'->>'tenant')::uuid, b->'onward'->>'host', (b - '{onward,epoch}'::text[]) || jsonb_build_object('origin', p_origin), app.now() + make_interval(secs => p_seconds));
  return true; end $$;
alter function app.handoff_make owner to mirante_gate;
revoke all on function app.handoff_make from public;
grant execute on function app.handoff_make to mirante_door;

-- Takes an answer that was handed on, from the origin that it was given to, and leaves a code for this host and this browser.
create or replace function app.handoff_take(p_hash bytea, p_tenant uuid, p_host text, p_origin text, p_code bytea, p_browser text, p_seconds int) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.ticket_take(p_hash, 'sso.handoff', p_tenant, p_host); begin
  if b is null or b->>'origin' is distinct from p_origin then return false; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_code, 'sso.code', p_tenant, p_host, (b - 'origin') || jsonb_build_object('browser', p_browser), app.now() + make_interval(secs => p_seconds));
  return true; end $$;
alter function app.handoff_take owner to mirante_gate;
revoke all on function app.handoff_take from public;
grant execute on function app.handoff_take to mirante_door;

-- What the layers above hide from the caller's tenant, and which layer does; the tenant can see it but not change it.
create or replace function app.hidden_from_above() returns table (name text, by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  with recursive up as (select t.id, t.parent_id, t.kind, 0 as n, t.hidden_by_partner as p, t.hidden_by_platform as o from public.tenants t where t.id = app.tenant_id()
      union all select t.id, t.parent_id, t.kind, n + 1, t.hidden_by_partner, t.hidden_by_platform from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select h, min(b) from (select unnest(up.p) as h, 'partner' as b from up union all select unnest(up.o), 'platform' from up
    union all select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu') when 'array' then s."values"->'hidden_menu' else '[]' end), up.kind from up join lateral (select y."values" from public.settings y where y.tenant_id = up.id offset 0) s on true where up.n > 0) x group by h $$;
alter function app.hidden_from_above owner to mirante_gate;
revoke all on function app.hidden_from_above from public;
grant execute on function app.hidden_from_above to mirante_app;

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
    join reach on reach.id <> me.tenant join lateral (select * from public.tenants x where x.id = reach.id offset 0) t on t.kind = 'unit' and t.deleted_at is null and app.acts(t.status, t.trial_ends_at) $$;
alter function app.import_units owner to mirante_gate;
revoke all on function app.import_units from public;
grant execute on function app.import_units to mirante_app;

-- Synchronizes the groups that a SAML app's rules name with what the provider said, and leaves all other groups alone.
create or replace function app.saml_groups(p_tenant uuid, p_user uuid, p_groups jsonb, p_mapped jsonb, p_provider text, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_before jsonb; v_after jsonb; begin
  perform from public.user_groups g where g.tenant_id = p_tenant and g.id in (select e::uuid from jsonb_array_elements_text(p_groups || p_mapped) e) order by g.id for no key update;
  v_before := app.group_names(p_tenant, p_user);
  insert into public.user_group_members (tenant_id, user_group_id, user_id)
    select p_tenant, q.id, p_user from public.user_groups q where q.tenant_id = p_tenant and q.deleted_at is null and q.id in (select e::uuid from jsonb_array_elements_text(p_groups) e) on conflict do nothing;
  delete from public.user_group_members m where m.tenant_id = p_tenant and m.user_id = p_user and m.user_group_id in (select e::uuid from jsonb_array_elements_text(p_mapped) e)
    and m.user_group_id not in (select e::uuid from jsonb_array_elements_text(p_groups) e);
  v_after := app.group_names(p_tenant, p_user);
  if v_before <> v_after then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, p_user, null, p_tenant, 'user.groups', p_user, jsonb_build_object('before', jsonb_build_object('groups', v_before), 'after', jsonb_build_object('groups', v_after, 'provider', p_provider)), p_address, p_request);
  end if; end $$;
alter function app.saml_groups owner to mirante_gate;
revoke all on function app.saml_groups from public;

-- Binds a provider's stable id to the person who has confirmed it: by the account's password (p_given.seen is the digest that was verified)
-- with a factor where the account has one, by a passkey of the account, or, without an account, by the mailed code. Leaves the proof with which
-- the session begins in the same transaction; whatever doesn't hold any more undoes all of it.
create or replace function app.link_bind(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_given jsonb, p_identity uuid, p_address text, p_request text, p_proof bytea) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; c jsonb; u public.users; a public.accounts; s public.sso_apps; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and t.body->>'browser' = p_browser returning t.body into b;
  c := b->'confirm';
  select x.* into u from public.users x where x.tenant_id = p_tenant and x.id = (b->>'userId')::uuid and x.email = c->>'email' and x.deleted_at is null and x.seat is null for no key update;
  select x.* into s from public.sso_apps x where x.tenant_id = p_tenant and x.id = (c->>'app')::uuid and x.kind = c->>'kind' and x.status = 'A';
  if u.id is null or s.id is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if u.account_id is null then
    if p_given->>'kind' is distinct from 'code' or b->>'code' is null or b->>'code' is distinct from p_given->>'code' then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  else
    select x.* into a from public.accounts x where x.id = u.account_id for no key update;
    if p_given->>'kind' = 'password' then
      if (a.password is not null and sha256(convert_to(a.password, 'UTF8')) = (p_given->>'seen')::bytea) is not true or (p_given->'use' is null and exists (select from public.factors f where f.account_id = a.id)) then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
    elsif p_given->>'kind' is distinct from 'passkey' or p_given->'use'->>'kind' is distinct from 'passkey' then raise exception 'factor_wrong' using errcode = 'MR413';
    end if;
    if p_given->'use' is not null and app.factor_spend(array[a.id], p_given->'use') is not true then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email)]);
  delete from public.attempts x where x.key in ('u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email));
  -- What a removed person was known by may become somebody else's; of a person who is here it stays.
  delete from public.identities i using public.users o where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject' and o.tenant_id = i.tenant_id and o.id = i.user_id and o.deleted_at is not null;
  if exists (select from public.identities i where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject' and i.user_id <> u.id) then raise exception 'factor_over' using errcode = 'MR412'; end if;
  insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at) values (p_tenant, p_identity, u.id, c->>'kind', c->>'issuer', c->>'subject', c->>'nameId', app.now()) on conflict do nothing;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, u.id, null, p_tenant, 'user.identity', u.id, jsonb_build_object('after', jsonb_build_object('provider', s.name, 'identity', c->>'subject', 'confirmed', p_given->>'kind')), p_address, p_request);
  if c->>'kind' = 'saml' then perform app.saml_groups(p_tenant, u.id, c->'groups', c->'mapped', s.name, p_address, p_request);
  elsif jsonb_typeof(c->'groups') = 'array' then perform app.entra_groups(s, u.id, c->'groups', p_address, p_request); end if;
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, (b - '{confirm,browser,tries,code}'::text[]) || case when p_given->'use' is not null then '{"given": true}'::jsonb else '{}' end); end $$;
alter function app.link_bind owner to mirante_gate;
revoke all on function app.link_bind from public;
grant execute on function app.link_bind to mirante_door;

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
  if p_guess is not false then
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
grant execute on function app.link_open to mirante_door;

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
grant execute on function app.link_send to mirante_door;

-- Leaves a provider's answer waiting in one browser until its person has confirmed that it is theirs.
create or replace function app.link_wait(p_proof bytea, p_tenant uuid, p_host text, p_hash bytea, p_browser text, p_seconds int) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.confirm', p_tenant, p_host); begin
  if b is null then return false; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_hash, 'sso.link', p_tenant, p_host, b || jsonb_build_object('browser', p_browser), app.now() + make_interval(secs => p_seconds));
  return true; end $$;
alter function app.link_wait owner to mirante_gate;
revoke all on function app.link_wait from public;
grant execute on function app.link_wait to mirante_door;

-- The right password on a host where the user is unknown, by the proof of the step that read it: returns the most recently used unit, if any.
-- Offers no way in if that password is no longer the account's; typed on a host whose DNS a unit controls, it names the unit and opens nothing.
create or replace function app.login_elsewhere(p_proof bytea, p_tenant uuid, p_host text, p_ours boolean, p_hash bytea) returns table (host text, made boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof.elsewhere', p_tenant, p_host); v_email text := b->>'email'; begin
  perform from public.accounts a where a.id = (b->>'account')::uuid and sha256(convert_to(a.password, 'UTF8')) = (b->>'seen')::bytea for no key update;
  if not found then return; end if;
  select t.host, t.made into host, made from app.company_ticket((b->>'account')::uuid, p_tenant, null, null, case when p_ours then p_hash end) t;
  if host is null then return; end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || v_email, 'g ' || v_email]);
  delete from public.attempts where key in ('u ' || p_tenant || ' ' || v_email, 'g ' || v_email);
  return next; end $$;
alter function app.login_elsewhere owner to mirante_gate;
revoke all on function app.login_elsewhere from public;
grant execute on function app.login_elsewhere to mirante_door;

-- The caller's own rows as a person: in every tenant of the account where app.my_account() gives it, else in this tenant alone.
create or replace function app.own_rows() returns table (tenant_id uuid, user_id uuid) language sql stable rows 5 security definer set search_path = pg_catalog, pg_temp as $$
  select u.tenant_id, u.id from public.users u where u.account_id = app.my_account()
  union select u.tenant_id, u.id from public.users u where u.tenant_id = app.tenant_id() and u.id = app.user_id() and app.actor_id() is null and u.seat is null $$;
alter function app.own_rows owner to mirante_gate;
revoke all on function app.own_rows from public;

-- How many devices of the caller are remembered, in every unit of their account where the account is theirs to reach.
create or replace function app.own_remembered() returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select count(*)::int from app.own_rows() o join lateral (select from public.devices x where x.tenant_id = o.tenant_id and x.user_id = o.user_id and x.trusted_at > app.now() - interval '30 days' offset 0) d on true $$;
alter function app.own_remembered owner to mirante_gate;
revoke all on function app.own_remembered from public;
grant execute on function app.own_remembered to mirante_app;

-- The caller's own live sessions, in every unit of their account where the account is theirs to reach.
create or replace function app.own_sessions() returns table (id uuid, unit text, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text, vouched text, mine boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select s.id, t.name, s.created_at, s.last_seen, s.address, s.agent, s.auth_type, s.vouched, s.id = app.my_session()
    from app.own_rows() o join lateral (select * from public.sessions x where x.home_id = o.tenant_id and x.user_id = o.user_id offset 0) s on s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now()
    join lateral (select x.name from public.tenants x where x.id = s.tenant_id offset 0) t on true
   order by s.id = app.my_session() desc, s.last_seen desc, s.id limit 100 $$;
alter function app.own_sessions owner to mirante_gate;
revoke all on function app.own_sessions from public;
grant execute on function app.own_sessions to mirante_app;

-- A display asks whether its pairing code was approved; the secret works once.
create or replace function app.pair_poll(p_tenant uuid, p_secret bytea, p_sid uuid, p_address text, p_request text) returns table (state text, device_id uuid, playlist_id uuid, name text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_state text; begin
  select x.id, x.playlist_id, x.name, x.generation, x.approved_at, x.code_ends_at, x.revoked_at, app.acts(t.status, t.trial_ends_at) as acts into d
    from public.playlist_devices x join public.tenants t on t.id = x.tenant_id where x.tenant_id = p_tenant and x.pair_hash = p_secret for update of x;
  v_state := case when not found or d.revoked_at is not null or d.code_ends_at + interval '10 minutes' < app.now() or (d.approved_at is null and d.code_ends_at < app.now()) then 'ended'
    when d.approved_at is null then 'waiting' when d.acts is not true then 'tenant_blocked' else 'ok' end;
  if v_state <> 'ok' then return query select v_state, null::uuid, null::uuid, null::text; return; end if;
  v_state := app.start_player(p_tenant, d.id, d.generation, p_sid, p_address, p_request);
  if v_state = 'ok' then update public.playlist_devices x set pair_hash = null where x.tenant_id = p_tenant and x.id = d.id; end if;
  return query select v_state, d.id, d.playlist_id, d.name; end $$;
alter function app.pair_poll owner to mirante_gate;
revoke all on function app.pair_poll from public;
grant execute on function app.pair_poll to mirante_door;

-- A display requests a pairing code; earlier requests that were never approved are removed.
create or replace function app.pair_start(p_tenant uuid, p_id uuid, p_code bytea, p_secret bytea, p_address text, p_life interval) returns table (state text, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_ends timestamptz := app.now() + p_life; begin
  if not (app.attempt('pa ' || p_address, 20, '10 min') and app.attempt('pt ' || p_tenant, 300, '10 min')) then
    return query select 'limited', null::timestamptz; return;
  end if;
  delete from public.playlist_devices d where d.tenant_id = p_tenant and d.approved_at is null and d.code_ends_at < app.now();
  insert into public.playlist_devices (tenant_id, id, sort_key, code_hash, code_ends_at, pair_hash, expires_at, last_ip, created_at) values (p_tenant, p_id, '', p_code, v_ends, p_secret, v_ends, p_address, app.now()) on conflict do nothing;
  return query select case when exists (select from public.playlist_devices d where d.tenant_id = p_tenant and d.id = p_id) then 'ok' else 'again' end, v_ends; end $$;
alter function app.pair_start owner to mirante_gate;
revoke all on function app.pair_start from public;
grant execute on function app.pair_start to mirante_door;

-- Turns a partner's ticket into a session and notifies the unit's administrators.
create or replace function app.partner_arrive(p_tenant uuid, p_hash bytea, p_host text, p_sid uuid, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; q public.remote_requests; v_until timestamptz; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = 'partner' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant and t.host = p_host returning t.* into k;
  if not found then return false; end if;
  select r.* into q from public.remote_requests r where r.tenant_id = p_tenant and r.id = (k.body->>'request')::uuid and r.state = 'authorized' and r.enter_by > app.now() for update;
  if not found then return false; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  if app.act_open(p_sid, p_tenant, k.user_id, k.source_sid, q.relation_id, q.reach, v_until, p_address, p_request) is not true then return false; end if;
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
grant execute on function app.partner_arrive to mirante_door;

-- Where the partner came from, while the session that acts for them is live.
create or replace function app.partner_home(p_sid uuid) returns table (host text, partner_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select d.host from public.domains d where d.tenant_id = r.above_id order by d.main desc, d.host limit 1), r.above_id
    from public.sessions s join public.relations r on r.tenant_id = s.tenant_id and r.id = s.relation_id and r.kind = 'partner' where s.id = p_sid and s.actor_sid is not null $$;
alter function app.partner_home owner to mirante_gate;
revoke all on function app.partner_home from public;
grant execute on function app.partner_home to mirante_door;

-- A partner's own look at what is below: units that need it, each list short and read by an index, and the caller's last entries.
create or replace function app.partner_overview(p_n int) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select jsonb_build_object(
    'units', (select count(*) from (select from public.tenants t where t.parent_id = app.tenant_id() and t.kind = 'unit' and t.deleted_at is null limit 1) c),
    'trials', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (select t.id, t.name, t.trial_ends_at as at from public.tenants t
      where t.parent_id = app.tenant_id() and t.status = 'T' and t.deleted_at is null and t.trial_ends_at <= app.now() + interval '14 days' order by t.trial_ends_at, t.id limit least(p_n, 20)) n),
    'seats', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (select t.id, t.name, t.users_used as used, t.user_limit as "limit" from public.tenants t
      where t.parent_id = app.tenant_id() and t.status in ('A', 'T') and t.deleted_at is null and t.user_limit is not null and t.users_used * 10 >= t.user_limit * 9 order by t.id limit least(p_n, 20)) n),
    -- Of the units made last: nobody of them has come in to administer.
    'invited', (select coalesce(jsonb_agg(to_jsonb(n) order by n.at), '[]') from (select t.id, t.name, t.created_at as at from
      (select * from public.tenants x where x.parent_id = app.tenant_id() order by x.created_at desc, x.id limit 50) t
      where t.status in ('A', 'T') and t.deleted_at is null and t.created_at <= app.now() - interval '2 days'
        and not exists (select from public.users u where u.tenant_id = t.id and u.profile in ('admin', 'master') and u.account_id is not null and u.deleted_at is null) limit least(p_n, 20)) n),
    'entries', (select coalesce(jsonb_agg(to_jsonb(n) order by n.asked desc), '[]') from (select q.id, t.id as unit_id, t.name as unit, q.created_at as asked,
        case when (q.state = 'requested' and q.expires_at <= app.now()) or (q.state = 'authorized' and q.enter_by <= app.now()) then 'expired' when q.state = 'active' and q.ends_at <= app.now() then 'ended' else q.state end as state,
        (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id) as person,
        case when q.admin_at is not null then (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.admin_id) end as allowed_by,
        nullif(q.refusal, '') as refusal, q.started_at, least(coalesce(q.ended_at, app.now()), q.ends_at) as until
      from public.remote_requests q join public.tenants t on t.id = q.tenant_id
      where q.kind = 'partner' and q.asker_id = app.user_id() and q.asker_home_id = app.tenant_id() order by q.created_at desc, q.id desc limit least(p_n, 20)) n))
  where app.scope() = 'partner' and app.actor_id() is null $$;
alter function app.partner_overview owner to mirante_gate;
revoke all on function app.partner_overview from public;
grant execute on function app.partner_overview to mirante_app;

-- Creates the challenge for signing in with a passkey, which the sign-in page requests when a field gets focus. At most 600 in 15 minutes
-- from one address, which may be a whole office. Returns the seconds to wait; 0 when the challenge was created.
create or replace function app.passkey_offer(p_tenant uuid, p_address text, p_hash bytea, p_host text, p_seconds int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('po ' || p_tenant || ' ' || p_address, 600, '15 min') then
    return (select greatest(1, ceil(extract(epoch from x.until - app.now())))::int from public.attempts x where x.key = 'po ' || p_tenant || ' ' || p_address); end if;
  perform app.ticket_make(p_hash, 'passkey', p_tenant, p_host, '{}', p_seconds);
  return 0; end $$;
alter function app.passkey_offer owner to mirante_gate;
revoke all on function app.passkey_offer from public;
grant execute on function app.passkey_offer to mirante_door;

-- Uses a passkey challenge and finds the tenant's user who has the credential on this host, and who vouches for a sign-in by it: the account,
-- or only the unit to which the passkey is bound. Leaves the proof that this passkey was asked, which counts once its answer was verified
-- (passkey_use).
create or replace function app.passkey_open(p_hash bytea, p_tenant uuid, p_host text, p_credential text, p_address text, p_proof bytea)
returns table (state text, wait int, id uuid, holder uuid, credential text, public_key text, counter bigint, transports text[], person uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('pk ' || p_address, 100, '15 min') then
    state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'pk ' || p_address; return next; return; end if;
  if app.ticket_take(p_hash, 'passkey', p_tenant, p_host) is distinct from '{}'::jsonb then state := 'over'; return next; return; end if;
  select 'ok', 0, f.id, f.holder, f.credential, f.public_key, f.counter, f.transports,
      (select u.id from public.users u where u.tenant_id = p_tenant and (u.account_id = f.account_id or (f.tenant_id = u.tenant_id and f.user_id = u.id)) and u.deleted_at is null and u.seat is null)
    into state, wait, id, holder, credential, public_key, counter, transports, person
    from public.factors f where f.kind = 'passkey' and f.credential = p_credential and f.host = p_host;
  if not found then return; end if;
  if person is not null then
    perform app.proof_make(p_proof, 'proof.passkey', p_tenant, p_host, jsonb_build_object('way', 'passkey', 'userId', person, 'factor', id, 'vouched', (select case when f.account_id is null then 'unit' else 'account' end from public.factors f where f.id = passkey_open.id)));
  end if;
  return next; end $$;
alter function app.passkey_open owner to mirante_gate;
revoke all on function app.passkey_open from public;
grant execute on function app.passkey_open to mirante_door;

-- Uses a passkey at sign-in, whose answer was verified: the proof that it was asked becomes one that it was given. Success gives back what it
-- took of the address's limits.
create or replace function app.passkey_use(p_proof bytea, p_tenant uuid, p_host text, p_use jsonb, p_address text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_holders uuid[]; begin
  update public.tickets t set purpose = 'proof', body = t.body || '{"given": true}' where t.hash = p_proof and t.purpose = 'proof.passkey' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now()
    and t.body->>'factor' = p_use->>'id' and p_use->>'kind' = 'passkey' returning t.body into b;
  if b is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  v_user := (b->>'userId')::uuid;
  -- In the order in which everybody locks them.
  perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
  v_holders := app.factor_holders(p_tenant, v_user, 'unit');
  perform from public.accounts a where a.id = any (v_holders) for no key update;
  if app.factor_spend(v_holders, p_use) is not true then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  perform app.lock_attempts(array['po ' || p_tenant || ' ' || p_address, 'pk ' || p_address]);
  update public.attempts x set n = greatest(x.n - 1, 0) where x.key in ('pk ' || p_address, 'po ' || p_tenant || ' ' || p_address); end $$;
alter function app.passkey_use owner to mirante_gate;
revoke all on function app.passkey_use from public;
grant execute on function app.passkey_use to mirante_door;

-- The password rules that a tenant's own pages show.
create or replace function app.password_rules(p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.account_rules(null, p_tenant) $$;
alter function app.password_rules owner to mirante_gate;
revoke all on function app.password_rules from public;
grant execute on function app.password_rules to mirante_public;

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

-- Ends a player's session.
create or replace function app.player_end(p_sid uuid, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with p as (update public.players set ended_at = app.now() where id = p_sid and ended_at is null returning tenant_id, device_id),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p.tenant_id, null, null, p.tenant_id, 'device.stop', p.device_id, p_address, p_request from p)
  select exists (select from p) $$;
alter function app.player_end owner to mirante_gate;
revoke all on function app.player_end from public;
grant execute on function app.player_end to mirante_door;

-- What a new token of a live player says; a recreated link ends the players of the old one.
create or replace function app.player_facts(p_sid uuid) returns table (state text, tenant_id uuid, device_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when app.acts(t.status, t.trial_ends_at) then 'ok' else 'tenant_blocked' end, p.tenant_id, p.device_id
    from public.players p join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id join public.tenants t on t.id = p.tenant_id
   where p.id = p_sid and p.ended_at is null and p.generation = d.generation and d.approved_at is not null and d.revoked_at is null and d.expires_at > app.now() $$;
alter function app.player_facts owner to mirante_gate;
revoke all on function app.player_facts from public;
grant execute on function app.player_facts to mirante_door;

-- Signs a display in with the token of its link. Only failures are counted, so a wall of displays behind one address gets in.
create or replace function app.playlist_login(p_tenant uuid, p_hash bytea, p_sid uuid, p_address text, p_request text) returns table (state text, device_id uuid, playlist_id uuid, name text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_state text; begin
  select x.id, x.playlist_id, x.name, x.generation, app.acts(t.status, t.trial_ends_at) as acts into d
    from public.playlist_devices x join public.tenants t on t.id = x.tenant_id
   where x.tenant_id = p_tenant and x.token_hash = p_hash and x.approved_at is not null and x.revoked_at is null and x.expires_at > app.now() for update of x;
  if not found then
    v_state := case when app.attempt('w ' || p_address, 30, '15 min') then 'unknown' else 'limited' end;
  elsif d.acts is not true then
    v_state := 'tenant_blocked';
  else
    v_state := app.start_player(p_tenant, d.id, d.generation, p_sid, p_address, p_request);
    return query select v_state, d.id, d.playlist_id, d.name;
    return;
  end if;
  return query select v_state, null::uuid, null::uuid, null::text; end $$;
alter function app.playlist_login owner to mirante_gate;
revoke all on function app.playlist_login from public;
grant execute on function app.playlist_login to mirante_door;

-- Ends the proof of a sign-in that is refused, such as one with a wrong password, and records the refusal if it is somebody's of this tenant.
create or replace function app.proof_refused(p_hash bytea, p_tenant uuid, p_host text, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; begin
  delete from public.tickets t where t.hash = p_hash and t.purpose like 'proof%' and t.tenant_id = p_tenant and t.host = p_host returning t.body into b;
  -- The step that waits for a factor, or to be confirmed, goes on waiting.
  if b is null then select t.body into b from public.tickets t where t.hash = p_hash and t.purpose in ('factor', 'sso.link') and t.tenant_id = p_tenant and t.host = p_host; end if;
  if b->>'userId' is null then return; end if;
  perform app.sign_in_refused(p_tenant, (b->>'userId')::uuid, p_code, b->>'way', p_address, p_agent, p_request); end $$;
alter function app.proof_refused owner to mirante_gate;
revoke all on function app.proof_refused from public;
grant execute on function app.proof_refused to mirante_door;

-- The platform's operator wipes the factors of an account at once and readmits its person everywhere, for a reason that is audited in every
-- tenant of the account. Not one's own. It takes what protects somebody, so it is a key of the house: with a fresh second factor.
create or replace function app.release_account(p_email text, p_reason text, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  perform app.need('{own}');
  if app.my_kind() is distinct from 'own' or app.profile() is distinct from 'a2m' or app.my_account() is null or coalesce(trim(p_reason), '') = '' then return false; end if;
  perform app.guard_keys('{}');
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

-- What decides about a SAML response: the app, and the request it answers if that is still open.
create or replace function app.saml_app(p_tenant uuid, p_id uuid, p_host text, p_request bytea) returns table (name text, status text, settings jsonb, request jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.name, a.status, a.settings,
      (select t.body from public.tickets t where t.hash = p_request and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and t.body->>'app' = a.id::text)
    from public.sso_apps a where a.tenant_id = p_tenant and a.id = p_id and a.kind = 'saml' $$;
alter function app.saml_app owner to mirante_gate;
revoke all on function app.saml_app from public;
grant execute on function app.saml_app to mirante_door;

-- Records a refused SAML response by the check that failed, at most once in so many seconds per app and check, so the log can't be flooded.
create or replace function app.saml_refused(p_tenant uuid, p_app uuid, p_name text, p_check text, p_seconds int, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.attempt('sr ' || p_app || ' ' || p_check || ' ' || p_seconds, 1, make_interval(secs => p_seconds)) then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
      values (p_tenant, null, null, p_tenant, 'saml.refused', p_app, jsonb_build_object('name', p_name, 'code', 'error_saml', 'check', p_check), p_address, p_request);
  end if; end $$;
alter function app.saml_refused owner to mirante_gate;
revoke all on function app.saml_refused from public;
grant execute on function app.saml_refused to mirante_door;

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
grant execute on function app.saml_arrive to mirante_door;

-- Handles a logout request of a provider, once per request: ends the sessions that the provider started and no others.
create or replace function app.saml_logout(p_tenant uuid, p_issuer text, p_name_id text, p_host text, p_seen bytea, p_seconds int, p_indexes jsonb, p_address text, p_request text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; v_user uuid; begin
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at) values (p_seen, 'sso.seen', p_tenant, p_host, app.now() + make_interval(secs => p_seconds), app.now()) on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then return null; end if;
  select i.user_id into v_user from public.identities i where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = p_issuer and i.name_id = p_name_id limit 1;
  -- By what the provider calls its session stands with the ticket by which it is told of the end; one of which nothing is known ends too.
  update public.sessions s set revoked_at = app.now() where s.home_id = p_tenant and s.user_id = v_user and s.auth_type = 'saml' and s.revoked_at is null
    and (p_indexes = '[]' or not exists (select from public.tickets t where t.hash = sha256(convert_to(s.id::text, 'UTF8')) and t.purpose = 'saml.session' and t.tenant_id = p_tenant
      and t.body->>'sessionIndex' is not null and not p_indexes ? (t.body->>'sessionIndex')));
  get diagnostics v_n = row_count;
  if v_n > 0 then
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (p_tenant, v_user, null, p_tenant, 'saml.logout', v_user, jsonb_build_object('after', jsonb_build_object('sessions', v_n)), p_address, p_request);
  end if;
  return v_n;
end $$;
alter function app.saml_logout owner to mirante_gate;
revoke all on function app.saml_logout from public;
grant execute on function app.saml_logout to mirante_door;

-- What the metadata of a tenant's SAML app says to anybody: nothing of it is a secret.
create or replace function app.saml_page(p_tenant uuid, p_id uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('host', a.settings->'host', 'certificate', a.settings->'own'->'pem', 'signRequests', a.settings->'signRequests', 'singleLogout', a.settings->'singleLogout')
    from public.sso_apps a where a.tenant_id = p_tenant and a.id = p_id and a.kind = 'saml' $$;
alter function app.saml_page owner to mirante_gate;
revoke all on function app.saml_page from public;
grant execute on function app.saml_page to mirante_public;

-- Limits starts of a SAML sign-in ('se') and responses ('sa') to 600 in 15 minutes per address, as for Entra. Returns the seconds to wait;
-- 0 when the call may proceed.
create or replace function app.saml_wait(p_tenant uuid, p_address text, p_step text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.attempt(p_step || ' ' || p_tenant || ' ' || p_address, 600, '15 min') then return 0; end if;
  return (select greatest(1, ceil(extract(epoch from x.until - app.now())))::int from public.attempts x where x.key = p_step || ' ' || p_tenant || ' ' || p_address); end $$;
alter function app.saml_wait owner to mirante_gate;
revoke all on function app.saml_wait from public;
grant execute on function app.saml_wait to mirante_door;

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

-- Bounds a session by an end that its provider or its link sets; the first bound holds.
create or replace function app.session_bound(p_sid uuid, p_end timestamptz) returns timestamptz language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.sessions s set ends_by = p_end, expires_at = least(s.expires_at, p_end) where s.id = p_sid and s.ends_by is null and s.revoked_at is null returning s.ends_by $$;
alter function app.session_bound owner to mirante_gate;
revoke all on function app.session_bound from public;

-- The one function that begins a person's session. Whose it is, by which way they came and what was given with it says the proof, which it
-- uses up. Ends as 'ok'; 'due' with a ticket for the second factor; 'change' with a link to a new password; 'stale' when the proof is used
-- up or what it was judged by changed meanwhile; 'blocked' when the person may not come in any more.
create or replace function app.session_begin(p_proof bytea, p_tenant uuid, p_host text, p jsonb) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof', p_tenant, p_host); g record; v_user uuid; v_way text; v_vouched text; v_email text; v_device bytea; v_last timestamptz; v_until timestamptz;
  v_change boolean := coalesce((p->>'change')::boolean, false) or coalesce((b->>'change')::boolean, false); v_remember boolean := coalesce((p->>'remember')::boolean, false); begin
  v_user := (b->>'userId')::uuid; v_way := b->>'way';
  if v_user is null or v_way is null or (v_way = 'password' and b->>'seen' is null) then return 'stale'; end if;
  v_vouched := app.vouched_by(p_tenant, v_user, v_way, case when (p->>'ours')::boolean is true and b->>'vouched' is distinct from 'unit' then 'account' else 'unit' end);
  if app.password_stands(p_tenant, v_user, (b->>'seen')::bytea, (b->>'epoch')::bigint) is not true then return 'stale'; end if;
  select * into g from app.factor_gate(p_tenant, v_user, v_way, v_vouched, (b->>'given')::boolean is true, (p->>'device')::bytea, (b->>'from')::bytea, (p->>'ticket')::bytea, p_host,
    jsonb_strip_nulls((b - '{given,from}'::text[]) || jsonb_build_object('change', nullif(v_change, false))));
  if g.due is not false then return 'due'; end if;
  if v_change then return case when app.change_link(p_tenant, v_user, (p->>'link')::bytea, p_host, g.at, v_remember) then 'change' else 'blocked' end; end if;
  -- Only a secret of the account forgives wrong guesses at it: a unit's own provider must not give its administrator new ones.
  v_email := coalesce(b->>'email', (select a.email from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = v_user and v_way = 'passkey' and b->>'vouched' = 'account'));
  v_last := least((b->>'ends')::timestamptz, (p->>'last')::timestamptz);
  v_until := least((p->>'until')::timestamptz, v_last);
  v_device := (p->>'newDevice')::bytea;
  if app.session_start((p->>'sid')::uuid, p_tenant, v_user, v_email, p->>'address', v_until, (p->>'device')::bytea, v_device, p->>'rehash', v_way, v_vouched, p->>'agent', p->>'requestId') is not true then return 'blocked'; end if;
  perform app.factor_mark((p->>'sid')::uuid, g.at, coalesce(v_device, (p->>'device')::bytea), g.remember or v_remember);
  if v_last is not null then perform app.session_bound((p->>'sid')::uuid, v_last); end if;
  -- By what the provider is told when this session ends, kept as long as the session can live.
  if b->'provider' is not null then
    insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values ((p->>'kept')::bytea, 'saml.session', p_tenant, p_host, b->'provider', least((p->>'longest')::timestamptz, v_last));
  end if;
  return 'ok'; end $$;
alter function app.session_begin owner to mirante_gate;
revoke all on function app.session_begin from public;
grant execute on function app.session_begin to mirante_door;

-- Signs out: ends the session, the sessions entered from it and what its user granted in it. The end of a visit is recorded by act_end.
create or replace function app.session_end(p_sid uuid, p_address text, p_request text) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_ended boolean; begin
  for d in select se.id, 'asker' as who from public.sessions se where se.actor_sid = p_sid and se.revoked_at is null
      union select p_sid, 'asker' from public.sessions se where se.id = p_sid and se.actor_sid is not null
      union select r.session_id, 'person' from public.remote_requests r where r.person_sid = p_sid and r.state = 'active' loop
    perform app.act_end(d.id, d.who, p_address, p_request);
  end loop;
  with s as (update public.sessions set revoked_at = coalesce(revoked_at, app.now()) where id = p_sid and (revoked_at is null or actor_sid is not null) returning tenant_id, home_id, user_id, actor_sid),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
      select s.tenant_id, s.user_id, e.user_id, s.home_id, 'session.end', app.session_mark(p_sid), p_address, p_request from s left join public.sessions e on e.id = s.actor_sid
        where not exists (select from public.audit r where r.tenant_id = s.tenant_id and r.row_id = app.session_mark(p_sid) and r.what = 'remote.end'))
  select exists (select from s) into v_ended;
  return v_ended; end $$;
alter function app.session_end owner to mirante_gate;
revoke all on function app.session_end from public;
grant execute on function app.session_end to mirante_door;

-- What a new token of a live session says; for an act-as session also who acts, with which reach and by which grant. In an embedded portal
-- everybody is a viewer: the profile is user and no flag counts.
create or replace function app.session_facts(p_sid uuid) returns table (state text, tenant_id uuid, user_id uuid, kind text, profile text, flags text[], rights bigint, until timestamptz, reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when u.status not in ('A', 'T') then 'user_blocked' when app.acts(h.status, h.trial_ends_at) is not true then 'tenant_blocked' else 'ok' end,
      se.tenant_id, se.user_id, se.kind, case se.kind when 'embed_portal' then 'user' else u.profile end, case se.kind when 'embed_portal' then '{}' else u.flags end, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), se.expires_at, se.reach, e.user_id,
      case when se.actor_sid is not null then coalesce((select q.kind from public.remote_requests q where q.session_id = se.id), 'partner') end, app.hidden_menu(se.tenant_id),
      u.name, u.email, u.language, u.department, u."position"
    from public.sessions se join public.users u on u.tenant_id = se.home_id and u.id = se.user_id join public.tenants h on h.id = se.home_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id left join public.sessions e on e.id = se.actor_sid
   where se.id = p_sid and se.revoked_at is null and se.expires_at > app.now() and (se.actor_sid is null or app.may_act(se.id) is not null) $$;
alter function app.session_facts owner to mirante_gate;
revoke all on function app.session_facts from public;
grant execute on function app.session_facts to mirante_door;

-- Address exemption and access hours of a live session. Whoever acts as another user keeps their own exemption within the unit and the
-- hours of the user they act as.
create or replace function app.session_limits(p_sid uuid) returns table (ip_exempt boolean, access_hours jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,door}');
  select case when s.actor_sid is null then u.ip_exempt else coalesce((select a.ip_exempt from public.sessions e join public.users a on a.tenant_id = e.home_id and a.id = e.user_id where e.id = s.actor_sid and e.home_id = s.tenant_id), false) end,
      u.access_hours
    from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid $$;
alter function app.session_limits owner to mirante_gate;
revoke all on function app.session_limits from public;
grant execute on function app.session_limits to mirante_app, mirante_door;

-- Counts the attempt before any hash is computed, always in the same order (no deadlock). A known browser has its own counter, so strangers
-- who guess can't lock the user out of it. Where there is a password to compare it leaves the proof that the step ran, bound to the person and
-- to the password that was read; it says nothing of whether the one that is typed is right, and a wrong one ends it (proof_refused).
create or replace function app.sign_in_facts(p_tenant uuid, p_host text, p_email text, p_address text, p_device bytea, p_proof bytea)
returns table (state text, retry_seconds int, account_id uuid, password text, user_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean, ip_exempt boolean, access_hours jsonb,
               passwords boolean, must_change boolean, password_at timestamptz, rules jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_known boolean; v_personal text; v_takes boolean; begin
  select exists (select from public.devices d join public.users u on u.tenant_id = d.tenant_id and u.id = d.user_id where d.hash = p_device and d.tenant_id = p_tenant and u.email = p_email) into v_known;
  v_personal := case when v_known then 'd ' || encode(p_device, 'hex') else 'u ' || p_tenant || ' ' || p_email end;
  v_takes := app.takes_passwords(p_tenant);
  if not (app.attempt(v_personal, 5, '30 min')
      and (v_known or app.attempt('g ' || p_email, 20, '30 min'))
      and app.attempt('a ' || p_address, 100, '15 min')
      and (v_known or app.attempt('t ' || p_tenant, 3000, '15 min'))) then
    state := 'limited'; device_known := v_known; passwords := v_takes;
    select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int into retry_seconds from public.attempts x where x.until > app.now()
        and ((x.key = v_personal and x.n >= 5) or (x.key = 'g ' || p_email and x.n >= 20) or (x.key = 'a ' || p_address and x.n >= 100) or (x.key = 't ' || p_tenant and x.n >= 3000));
    return next; return;
  end if;
  perform app.proof_make(p_proof, case when u.id is null then 'proof.elsewhere' else 'proof' end, p_tenant, p_host,
      jsonb_build_object('way', 'password', 'email', p_email, 'account', a.id, 'userId', u.id, 'seen', '\x' || encode(sha256(convert_to(a.password, 'UTF8')), 'hex')))
    from public.accounts a left join public.users u on u.account_id = a.id and u.tenant_id = p_tenant where a.email = p_email and a.password is not null and v_takes;
  return query select 'ok', 0, a.id, a.password, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant), v_known, u.ip_exempt, u.access_hours,
      v_takes, a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant)
    from public.tenants h left join public.accounts a on a.email = p_email
    left join public.users u on u.account_id = a.id and u.tenant_id = h.id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = p_tenant; end $$;
alter function app.sign_in_facts owner to mirante_gate;
revoke all on function app.sign_in_facts from public;
grant execute on function app.sign_in_facts to mirante_door;

-- Uses the code that a provider's answer left, in the browser that began the sign-in, and says what the answer came to. Where it is somebody
-- it becomes a proof: of this person, of one who has to confirm it first, or for the host on which the sign-in goes on.
create or replace function app.sso_take(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_binding text, p_proof bytea) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.ticket_take(p_hash, 'sso.code', p_tenant, p_host); begin
  if (b->>'browser' is not null and b->>'browser' is distinct from p_browser) or (b->>'binding' is not null and b->>'binding' is distinct from p_binding) then return null; end if;
  if b->>'userId' is not null and b->>'refusal' is null then
    perform app.proof_make(p_proof, case when b->'onward' is not null then 'proof.onward' when b->'confirm' is not null then 'proof.confirm' else 'proof' end, p_tenant, p_host, b - '{browser,binding}'::text[]);
  end if;
  return b; end $$;
alter function app.sso_take owner to mirante_gate;
revoke all on function app.sso_take from public;
grant execute on function app.sso_take to mirante_door;

-- Nightly: deletes what has expired. Groups deleted 30 days ago leave their reports without a group.
create or replace function app.sweep() returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare gone record; begin
  perform app.need('{job}');
  delete from public.attempts where until < app.now() - interval '1 day';
  delete from public.factor_changes where at < app.now() - interval '7 days';
  delete from public.tokens where expires_at < app.now() - interval '7 days';
  delete from public.embed_tokens where (refused_at is null or refused_at < app.now() - interval '30 days')
    and (expires_at < app.now() - interval '1 hour' or (expires_at is null and coalesce(minting_until, refused_at) < app.now() - interval '1 hour'));
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

-- Tells whether the calling role could bypass row-level security; the Worker refuses to serve if so.
create or replace function app.unsafe_role() returns boolean stable return (select r.rolsuper or r.rolbypassrls from pg_catalog.pg_roles r where r.rolname = current_user);
revoke all on function app.unsafe_role from public;
grant execute on function app.unsafe_role to mirante_app, mirante_door, mirante_job, mirante_public, mirante_wide;

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table domains enable row level security, force row level security;
create policy gate on domains to mirante_gate using (true) with check (true);
create policy own on domains for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy own_job on domains for select to mirante_job using (tenant_id = (select app.tenant_id()));
create policy wide on domains for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id())) else false end);

grant select, insert, update (main), delete on domains to mirante_gate;
grant select on domains to mirante_app;
grant select on domains to mirante_wide;
grant select on domains to mirante_job;

alter table reports enable row level security, force row level security;
create policy gate on reports to mirante_gate using (true) with check (true);
create policy own on reports to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy wide on reports for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id())) else false end);

grant select, update (group_id, subgroup_id, hidden, checked_at, custom), delete on reports to mirante_gate;
grant select, insert, update, update (data_at, freshness, checked_at), delete on reports to mirante_app;
grant select on reports to mirante_wide;
grant select, update (data_at, freshness, checked_at, load_schedule, custom) on reports to mirante_job;

alter table usage_days enable row level security, force row level security;
create policy gate on usage_days to mirante_gate using (true) with check (true);
create policy own on usage_days for select to mirante_app using (tenant_id = (select app.tenant_id()));
create policy wide on usage_days for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id())) else false end);

grant select, insert, update, delete on usage_days to mirante_gate;
grant select on usage_days to mirante_app;
grant select on usage_days to mirante_wide;

alter table user_groups enable row level security, force row level security;
create policy gate on user_groups to mirante_gate using (true) with check (true);
create policy own on user_groups to mirante_app, mirante_job using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (members_version, changed_at), delete on user_groups to mirante_gate;
grant select, insert, update, delete on user_groups to mirante_app;
grant select, insert, update (changed_at) on user_groups to mirante_job;

alter table users enable row level security, force row level security;
create policy gate on users to mirante_gate using (true) with check (true);
create policy own on users to mirante_app, mirante_job using (tenant_id = (select app.tenant_id()) and (seat is null or id = (select app.user_id()))) with check (tenant_id = (select app.tenant_id()));
create policy wide on users for select to mirante_wide using (seat is null and case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id())) else false end);

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
