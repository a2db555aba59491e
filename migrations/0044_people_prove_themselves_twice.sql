CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"account_id" uuid,
	"tenant_id" uuid,
	"user_id" uuid,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"secret" text,
	"step" bigint DEFAULT 0 NOT NULL,
	"hash" "bytea",
	"host" text,
	"credential" text,
	"public_key" text,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "factors_kind" CHECK ("factors"."kind" in ('totp','passkey','recovery')),
	CONSTRAINT "factors_holder" CHECK (("factors"."account_id" is not null and "factors"."holder" = "factors"."account_id" and "factors"."user_id" is null and "factors"."tenant_id" is null) or ("factors"."account_id" is null and "factors"."tenant_id" is not null and "factors"."user_id" is not null and "factors"."holder" = "factors"."user_id"))
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "trusted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factors_holder_across" ON "factors" USING btree ("holder","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_totp_across" ON "factors" USING btree ("holder") WHERE kind = 'totp';--> statement-breakpoint
CREATE UNIQUE INDEX "factors_credential_across" ON "factors" USING btree ("credential");--> statement-breakpoint
CREATE INDEX "factors_user_across" ON "factors" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "factors_account_across" ON "factors" USING btree ("account_id");
--> statement-breakpoint
-- Second factors: of an account wherever it acts, or of a person without one. Only these functions touch them.
alter table factors enable row level security; alter table factors force row level security;
create policy gate on factors to mirante_gate using (true) with check (true);
grant select, insert, update, delete on factors to mirante_gate;
grant update (factor_at) on sessions to mirante_gate;

create function app.factor_holder(p_tenant uuid, p_user uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(u.account_id, u.id) from public.users u where u.tenant_id = p_tenant and u.id = p_user and u.deleted_at is null and u.seat is null $$;

-- Whether a tenant asks a second factor of its people of this profile.
create function app.factor_required(p_tenant uuid, p_profile text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s."values"->>'mfa_master' = 'S' and (coalesce(s."values"->>'mfa_required', 'all') = 'all' or p_profile <> 'user') from public.settings s where s.tenant_id = p_tenant), false) $$;

-- The same of any tenant in which the holder acts.
create function app.factor_required_of(p_holder uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u where (u.account_id = p_holder or u.id = p_holder) and u.status in ('A','T') and u.deleted_at is null and app.factor_required(u.tenant_id, u.profile)) $$;

-- No session starts before this was asked: whether a second factor is still to be given, and since when it is. What is due leaves a ticket for it.
create function app.factor_gate(p_tenant uuid, p_user uuid, p_way text, p_given boolean, p_device bytea, p_from bytea, p_ticket bytea, p_host text, p_body jsonb)
returns table (due boolean, at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_holder uuid := app.factor_holder(p_tenant, p_user); v_profile text; v_at timestamptz; begin
  if p_given then return query select false, app.now(); return; end if;
  select d.trusted_at into v_at from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and d.trusted_at > app.now() - interval '30 days';
  -- Another unit's session of the same account, in which it was given.
  if v_at is null and p_from is not null then
    select s.factor_at into v_at from public.tokens k join public.sessions s on s.id = k.source_sid
      where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'company' and s.factor_at > app.now() - interval '30 days' and app.factor_holder(s.home_id, s.user_id) = v_holder;
  end if;
  if v_at is not null then return query select false, v_at; return; end if;
  -- Who vouches for these people has asked what he wanted to ask.
  if p_way = 'embedded' or (p_way in ('saml', 'entra') and coalesce((select s."values"->>'mfa_trust_sso' from public.settings s where s.tenant_id = p_tenant), 'S') = 'S') then return query select false, null::timestamptz; return; end if;
  select u.profile into v_profile from public.users u where u.tenant_id = p_tenant and u.id = p_user;
  if not app.factor_required(p_tenant, v_profile) and not exists (select from public.factors f where f.holder = v_holder) then return query select false, null::timestamptz; return; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_ticket, 'factor', p_tenant, p_host, p_body || jsonb_build_object('userId', p_user), app.now() + interval '10 minutes');
  return query select true, null::timestamptz; end $$;

-- A session that has begun: when its factor was given, and whether its device is remembered.
create function app.factor_mark(p_sid uuid, p_at timestamptz, p_device bytea, p_remember boolean) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.sessions s set factor_at = p_at where s.id = p_sid and p_at is not null;
  if p_remember then update public.devices d set trusted_at = p_at from public.sessions s where s.id = p_sid and d.hash = p_device and d.tenant_id = s.tenant_id and d.user_id = s.user_id; end if; end $$;

-- What a pending sign-in waits for. A guess is counted before anything is compared: five for a ticket, ten in half an hour for a holder.
create function app.factor_open(p_hash bytea, p_tenant uuid, p_host text, p_address text, p_device bytea, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, holder uuid, address text, person_name text, totp jsonb, passkeys jsonb, recovery int, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_key text; begin
  if not app.attempt('f2 ' || p_address, 200, '15 min') then
    return query select 'limited', greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::jsonb, null::uuid, null::uuid, null::text, null::text, null::jsonb, null::jsonb, null::int, null::timestamptz from public.attempts x where x.key = 'f2 ' || p_address; return; end if;
  select * into k from public.tickets t where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() and coalesce((t.body->>'tries')::int, 0) < 5;
  select * into u from public.users x where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.deleted_at is null and x.seat is null;
  if u.id is null then state := 'over'; return next; return; end if;
  holder := coalesce(u.account_id, u.id);
  if p_guess then
    v_key := case when exists (select from public.devices d where d.hash = p_device and d.tenant_id = u.tenant_id and d.user_id = u.id) then 'md ' || encode(p_device, 'hex') else 'm ' || holder end;
    if not app.attempt(v_key, 10, '30 min') then
      state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = v_key; return next; return; end if;
    update public.tickets t set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1) where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5;
    if not found then state := 'over'; return next; return; end if;
  end if;
  return query select 'ok', 0, k.body, u.id, factor_open.holder, coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email), u.name,
    (select jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step) from public.factors f where f.holder = factor_open.holder and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.holder = factor_open.holder and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.holder = factor_open.holder and f.kind = 'recovery' and f.used_at is null), k.expires_at; end $$;

-- Uses one factor, once: a step, a code and a counter never come twice.
create function app.factor_spend(p_holder uuid, p_use jsonb) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if p_use->>'kind' = 'totp' then
    update public.factors f set step = (p_use->>'step')::bigint, last_used_at = app.now() where f.id = (p_use->>'id')::uuid and f.holder = p_holder and f.kind = 'totp' and f.step < (p_use->>'step')::bigint;
  elsif p_use->>'kind' = 'recovery' then
    update public.factors f set used_at = app.now(), last_used_at = app.now() where f.holder = p_holder and f.kind = 'recovery' and f.hash = (p_use->>'hash')::bytea and f.used_at is null;
  elsif p_use->>'kind' = 'passkey' then
    update public.factors f set counter = (p_use->>'counter')::bigint, last_used_at = app.now() where f.id = (p_use->>'id')::uuid and f.holder = p_holder and f.kind = 'passkey'
      and (f.counter < (p_use->>'counter')::bigint or (f.counter = 0 and (p_use->>'counter')::bigint = 0));
  else return false; end if;
  return found; end $$;

create function app.factor_codes(p_tenant uuid, p_user uuid, p_codes jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_holder uuid := app.factor_holder(p_tenant, p_user); begin
  delete from public.factors f where f.holder = v_holder and f.kind = 'recovery';
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, hash)
    select gen_random_uuid(), v_holder, u.account_id, case when u.account_id is null then u.tenant_id end, case when u.account_id is null then u.id end, 'recovery', c::bytea
      from public.users u, jsonb_array_elements_text(p_codes) c where u.tenant_id = p_tenant and u.id = p_user; end $$;

create function app.factor_put(p_tenant uuid, p_user uuid, p_factor jsonb) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.factors (id, holder, account_id, tenant_id, user_id, kind, name, secret, step, host, credential, public_key, counter, transports, last_used_at)
    select (p_factor->>'id')::uuid, coalesce(u.account_id, u.id), u.account_id, case when u.account_id is null then u.tenant_id end, case when u.account_id is null then u.id end, p_factor->>'kind', p_factor->>'name', p_factor->>'secret',
        coalesce((p_factor->>'step')::bigint, 0), p_factor->>'host', p_factor->>'credential', p_factor->>'publicKey', coalesce((p_factor->>'counter')::bigint, 0),
        array(select jsonb_array_elements_text(coalesce(p_factor->'transports', '[]'))), case when p_factor->>'kind' = 'totp' then app.now() end
      from public.users u where u.tenant_id = p_tenant and u.id = p_user $$;

-- The ticket of a pending sign-in and the factor that was given are used together, or neither is; of who has none, his first is stored.
create function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_holder uuid; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning (t.body->>'userId')::uuid into v_user;
  v_holder := app.factor_holder(p_tenant, v_user);
  if v_holder is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if p_use->>'kind' = 'setup' then
    perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
    perform from public.accounts a where a.id = v_holder for no key update;
    if exists (select from public.factors f where f.holder = v_holder) then raise exception 'factor_over' using errcode = 'MR412'; end if;
    perform app.factor_put(p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(p_tenant, v_user, p_use->'codes');
    perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
  elsif not app.factor_spend(v_holder, p_use) then raise exception 'factor_wrong' using errcode = 'MR413';
  elsif p_use->>'kind' = 'recovery' then
    perform app.act_tell(p_tenant, v_user, 'recovery_used', jsonb_build_object('left', (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'recovery' and f.used_at is null)), '/?account=security');
  end if;
  delete from public.attempts x where x.key in ('m ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex'));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, v_user, null, p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user, jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address, p_request); end $$;

-- A passkey signs in by itself: the challenge is used, and who has the credential on this host is found in this tenant.
create function app.passkey_open(p_hash bytea, p_tenant uuid, p_host text, p_credential text, p_address text)
returns table (state text, wait int, id uuid, holder uuid, credential text, public_key text, counter bigint, transports text[], person uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('pk ' || p_address, 100, '15 min') then
    state := 'limited'; select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'pk ' || p_address; return next; return; end if;
  if app.ticket_take(p_hash, 'passkey', p_tenant, p_host) is distinct from '{}'::jsonb then state := 'over'; return next; return; end if;
  return query select 'ok', 0, f.id, f.holder, f.credential, f.public_key, f.counter, f.transports,
      (select u.id from public.users u where u.tenant_id = p_tenant and coalesce(u.account_id, u.id) = f.holder and u.deleted_at is null and u.seat is null)
    from public.factors f where f.kind = 'passkey' and f.credential = p_credential and f.host = p_host; end $$;

create function app.passkey_use(p_tenant uuid, p_user uuid, p_use jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.factor_spend(app.factor_holder(p_tenant, p_user), p_use) then raise exception 'factor_wrong' using errcode = 'MR413'; end if; end $$;

-- One's own factors, for who is himself: never for somebody who acts as him.
create function app.own_factors(p_sid uuid, p_guess boolean)
returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totp jsonb, passkeys jsonb, recovery int, required boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.actor_id() is null and x.seat is null;
  if not found then return; end if;
  holder := coalesce(u.account_id, u.id);
  if p_guess and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, own_factors.holder, coalesce(a.email, u.email), u.name, a.password, (select s.factor_at from public.sessions s where s.id = p_sid and s.user_id = u.id),
      (select jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'secret', f.secret, 'step', f.step) from public.factors f where f.holder = own_factors.holder and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'host', f.host, 'credential', f.credential, 'transports', f.transports) order by f.created_at, f.id) from public.factors f where f.holder = own_factors.holder and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.holder = own_factors.holder and f.kind = 'recovery' and f.used_at is null), app.factor_required_of(own_factors.holder)
    from (select 1) one left join public.accounts a on a.id = u.account_id; end $$;

-- What a person does with his own factors, with what he proves himself by: the password that was seen, a factor, or nothing where he has neither.
-- A password proves it only in a session in which a factor was given, or of who has none.
create function app.factor_write(p_sid uuid, p_proof jsonb, p_what text, p_body jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; v_holder uuid; v_at timestamptz; v_any boolean; v_name text; v_kind text; v_ticket jsonb; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.actor_id() is null and x.seat is null for no key update;
  select s.factor_at into v_at from public.sessions s where s.id = p_sid and s.user_id = u.id;
  if u.id is null or not found then return 'none'; end if;
  select x.* into a from public.accounts x where x.id = u.account_id for no key update;
  v_holder := coalesce(u.account_id, u.id);
  v_any := exists (select from public.factors f where f.holder = v_holder);
  -- Nothing is used up for what is not there or may not be.
  if p_what = 'remove' then
    if not exists (select from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
    if not exists (select from public.factors f where f.id <> (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') and app.factor_required_of(v_holder) then return 'required'; end if;
  end if;
  if p_what = 'passkey' then
    -- Allowed when its challenge was made.
    v_ticket := app.ticket_take((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host');
    if v_ticket->>'userId' is distinct from u.id::text then return 'over'; end if;
  elsif p_what <> 'rename' then
    case p_proof->>'kind'
      when 'none' then if v_any or a.password is not null then return 'proof'; end if;
      when 'password' then
        if v_any and v_at is null then return 'code'; end if;
        if a.password is null or a.password is distinct from p_proof->>'seen' then return 'wrong'; end if;
      else if not app.factor_spend(v_holder, p_proof) then return 'wrong'; end if; v_at := app.now(); end case;
    delete from public.attempts x where x.key = 'mp ' || v_holder;
  end if;
  case p_what
    when 'challenge' then
      if (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'passkey') >= 20 then return 'full'; end if;
      insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values ((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host', jsonb_build_object('userId', u.id), app.now() + interval '10 minutes');
    when 'totp', 'passkey' then
      if p_what = 'totp' and exists (select from public.factors f where f.holder = v_holder and f.kind = 'totp') then return 'full'; end if;
      if exists (select from public.factors f where f.id = (p_body->'factor'->>'id')::uuid or f.credential = p_body->'factor'->>'credential') then return 'over'; end if;
      v_name := p_body->'factor'->>'name'; v_kind := p_what;
      perform app.factor_put(u.tenant_id, u.id, p_body->'factor');
      if not v_any then perform app.factor_codes(u.tenant_id, u.id, p_body->'codes'); end if;
      v_at := app.now();
      perform app.act_tell(u.tenant_id, u.id, 'factor_added', jsonb_build_object('name', v_name), '/?account=security');
    when 'rename' then
      update public.factors f set name = p_body->>'name' where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not found then return 'none'; end if;
    when 'remove' then
      delete from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then delete from public.factors f where f.holder = v_holder; end if;
      update public.devices d set trusted_at = null from public.users o where coalesce(o.account_id, o.id) = v_holder and d.tenant_id = o.tenant_id and d.user_id = o.id;
      perform app.act_tell(u.tenant_id, u.id, 'factor_removed', jsonb_build_object('name', v_name), '/?account=security');
    when 'codes' then
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
      perform app.factor_codes(u.tenant_id, u.id, p_body->'codes'); v_kind := 'recovery';
    when 'confirm' then if p_proof->>'kind' not in ('totp', 'recovery', 'passkey') then return 'code'; end if; v_kind := p_proof->>'kind';
  end case;
  update public.sessions s set factor_at = v_at where s.id = p_sid and v_at is not null and s.factor_at is distinct from v_at;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, u.id, null, app.home_id(), 'factor.' || case p_what when 'totp' then 'added' when 'passkey' then 'added' when 'remove' then 'removed' when 'rename' then 'renamed' else p_what end, u.id, jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', v_kind, 'name', v_name))), p_address, p_request);
  return 'ok'; end $$;

-- What the administrators of a tenant see of a person's factors, and taking them away; of an account that acts elsewhere too, not theirs to take.
create function app.factor_shared(p_user uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u join public.users o on o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null where u.tenant_id = app.tenant_id() and u.id = p_user) $$;
create function app.person_factors(p_user uuid) returns table (authenticator boolean, passkeys int, recovery int, last_used_at timestamptz, shared boolean, required boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) filter (where f.kind = 'totp') > 0, count(*) filter (where f.kind = 'passkey')::int, count(*) filter (where f.kind = 'recovery' and f.used_at is null)::int, max(f.last_used_at), app.factor_shared(u.id), app.factor_required(u.tenant_id, u.profile)
    from public.users u left join public.factors f on f.holder = coalesce(u.account_id, u.id) where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null group by u.tenant_id, u.id, u.profile $$;
create function app.reset_factors(p_user uuid, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_n int; v_who text; begin
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.actor_id() is null and app.profile() <> 'user' for no key update;
  if u.id is null then return 'none'; end if;
  if u.id = app.user_id() then return 'own'; end if;
  if app.factor_shared(p_user) then return 'shared'; end if;
  delete from public.factors f where f.holder = coalesce(u.account_id, u.id) and f.kind <> 'recovery'; get diagnostics v_n = row_count;
  if v_n = 0 then return 'empty'; end if;
  delete from public.factors f where f.holder = coalesce(u.account_id, u.id);
  perform app.end_person_sessions(p_user);
  select x.name into v_who from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id();
  perform app.act_tell(u.tenant_id, u.id, 'factors_reset', jsonb_build_object('person', coalesce(v_who, '')), '/?account=security');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (u.tenant_id, app.user_id(), null, app.home_id(), 'factor.reset', u.id, jsonb_build_object('after', jsonb_build_object('factors', v_n)), p_address, p_request);
  return 'ok'; end $$;

-- BEHAVIOUR 13: who enters a unit from above has given his own second factor within half a day, if he has one or must.
create function app.factor_stale(p_sid uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.sessions s join public.users u on u.tenant_id = s.home_id and u.id = s.user_id where s.id = p_sid and s.user_id = app.user_id() and coalesce(s.factor_at <= app.now() - interval '12 hours', true)
    and (app.factor_required(u.tenant_id, u.profile) or exists (select from public.factors f where f.holder = coalesce(u.account_id, u.id)))) $$;

-- Who gets an account brings his own factors, unless it has some. Of an account whose address nobody was known to own, nothing of before remains.
create function app.join_factors() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if new.deleted_at is not null then delete from public.factors f where f.holder = new.id; return null; end if;
  delete from public.factors f using public.accounts a where a.id = new.account_id and a.password_at = app.now() and f.holder = a.id;
  if exists (select from public.factors f where f.holder = new.account_id) then delete from public.factors f where f.holder = new.id;
  else update public.factors f set holder = new.account_id, account_id = new.account_id, tenant_id = null, user_id = null where f.holder = new.id; end if;
  return null; end $$;
create trigger users_factors after update of account_id, deleted_at on users for each row
  when ((old.account_id is null and new.account_id is not null) or (old.deleted_at is null and new.deleted_at is not null)) execute function app.join_factors();

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['app.factor_holder(uuid, uuid)', 'app.factor_required(uuid, text)', 'app.factor_required_of(uuid)', 'app.factor_gate(uuid, uuid, text, boolean, bytea, bytea, bytea, text, jsonb)', 'app.factor_mark(uuid, timestamptz, bytea, boolean)',
      'app.factor_open(bytea, uuid, text, text, bytea, boolean)', 'app.factor_spend(uuid, jsonb)', 'app.factor_codes(uuid, uuid, jsonb)', 'app.factor_put(uuid, uuid, jsonb)', 'app.factor_use(bytea, uuid, text, jsonb, bytea, text, text)',
      'app.passkey_open(bytea, uuid, text, text, text)', 'app.passkey_use(uuid, uuid, jsonb)', 'app.own_factors(uuid, boolean)', 'app.factor_write(uuid, jsonb, text, jsonb, text, text)', 'app.factor_shared(uuid)', 'app.person_factors(uuid)',
      'app.reset_factors(uuid, text, text)', 'app.factor_stale(uuid)', 'app.join_factors()']::regprocedure[] loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.profile() to mirante_gate;
grant execute on function app.factor_gate(uuid, uuid, text, boolean, bytea, bytea, bytea, text, jsonb), app.factor_mark(uuid, timestamptz, bytea, boolean), app.factor_open(bytea, uuid, text, text, bytea, boolean),
  app.factor_use(bytea, uuid, text, jsonb, bytea, text, text), app.passkey_open(bytea, uuid, text, text, text), app.passkey_use(uuid, uuid, jsonb) to mirante_public;
grant execute on function app.own_factors(uuid, boolean), app.factor_write(uuid, jsonb, text, jsonb, text, text), app.person_factors(uuid), app.reset_factors(uuid, text, text), app.factor_stale(uuid) to mirante_app;
