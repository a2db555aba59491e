CREATE TABLE "embed_keys" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"created_by_id" uuid DEFAULT app.user_id(),
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "embed_keys_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "embed_sessions" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"user_id" uuid,
	"report_id" uuid,
	"identity" jsonb,
	"filters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"address" text,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_seen" timestamp with time zone DEFAULT app.now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "embed_sessions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "embed_keys" ADD CONSTRAINT "embed_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_key" FOREIGN KEY ("tenant_id","key_id") REFERENCES "public"."embed_keys"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_sessions" ADD CONSTRAINT "embed_sessions_report" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."reports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "embed_keys_name" ON "embed_keys" USING btree ("tenant_id",lower(name)) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "embed_keys_list" ON "embed_keys" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "embed_sessions_key" ON "embed_sessions" USING btree ("tenant_id","key_id");--> statement-breakpoint
CREATE INDEX "embed_sessions_user" ON "embed_sessions" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "embed_sessions_report" ON "embed_sessions" USING btree ("tenant_id","report_id");--> statement-breakpoint
CREATE INDEX "embed_sessions_old_across" ON "embed_sessions" USING btree ("expires_at");
--> statement-breakpoint
-- A tenant's own server lets people and names into embedded pages by tokens that it signs with a key of the tenant.
alter table embed_keys enable row level security; alter table embed_keys force row level security;
alter table embed_sessions enable row level security; alter table embed_sessions force row level security;
create policy gate on embed_keys to mirante_gate using (true) with check (true);
create policy gate on embed_sessions to mirante_gate using (true) with check (true);
create policy own on embed_keys to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy own on embed_sessions to mirante_app using (tenant_id = (select app.tenant_id()));
grant select, insert (tenant_id, id, name, secret_sealed), update (revoked_at) on embed_keys to mirante_app;
grant select on embed_sessions to mirante_app;
grant select, delete, update (last_used_at) on embed_keys to mirante_gate;
grant select, insert, delete, update (last_seen, ended_at) on embed_sessions to mirante_gate;

-- What decides about a token before its signature is looked at. Only what fails stays counted, so that a crowd behind one address gets in.
create function app.embed_facts(p_tenant uuid, p_key uuid, p_sub text, p_report uuid, p_address text)
returns table (state text, enabled boolean, sealed text, revoked boolean, origins jsonb, acts boolean, person_id uuid, report_known boolean, settings_of jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.attempt('em ' || p_address, 240, '15 min') then
    return query select 'limited', false, null::text, false, null::jsonb, false, null::uuid, false, null::jsonb; return;
  end if;
  return query select 'ok', coalesce(s."values"->>'enable_embedded', 'N') = 'S', k.secret_sealed, k.revoked_at is not null, coalesce(s."values"->'embed_origins', '[]'), app.acts(t.status, t.trial_ends_at),
      (select case when count(*) = 1 then min(u.id::text)::uuid end from public.users u where u.tenant_id = p_tenant and u.deleted_at is null and u.seat is null and (u.email = lower(p_sub) or u.external_id = p_sub or u.id = case when p_sub ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then p_sub::uuid end)),
      p_report is null or exists (select from public.reports r where r.tenant_id = p_tenant and r.id = p_report and not r.hidden), s."values"
    from public.tenants t left join public.settings s on s.tenant_id = t.id left join public.embed_keys k on k.tenant_id = t.id and k.id = p_key where t.id = p_tenant and t.deleted_at is null; end $$;

-- A token is used once: of sixty at once one begins a session.
create function app.embed_begin(p_sid uuid, p_tenant uuid, p_host text, p_once bytea, p_key uuid, p_user uuid, p_report uuid, p_identity jsonb, p_filters jsonb, p_until timestamptz, p_address text, p_request text)
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
      values (p_tenant, null, null, p_tenant, 'embedded.start', p_sid, jsonb_build_object('key', p_key, 'report', p_report, 'username', p_identity->>'username'), p_address, p_request);
  end if;
  return true; end $$;

-- What a new token of a living embedded session says; no row where it has ended, with the person's own session or without.
create function app.embed_session(p_tenant uuid, p_sid uuid) returns table (state text, report_id uuid, exempt boolean) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when u.status not in ('A', 'T') then 'user_blocked' when not app.acts(t.status, t.trial_ends_at) then 'tenant_blocked' else 'ok' end, e.report_id, coalesce(u.ip_exempt, false)
    from public.embed_sessions e join public.tenants t on t.id = e.tenant_id left join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
   where e.tenant_id = p_tenant and e.id = p_sid and e.ended_at is null and e.expires_at > app.now()
     and (e.user_id is null or exists (select from public.sessions s where s.id = e.id and s.revoked_at is null and s.expires_at > app.now())) $$;

-- The first statement of every transaction of an embedded page of one report: its session lives. It is its person, or nobody.
create function app.enter_embed(p_sid uuid, p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select e.user_id, e.last_seen < app.now() - interval '1 minute' as old, x.state into s from app.embed_session(p_tenant, p_sid) x join public.embed_sessions e on e.tenant_id = p_tenant and e.id = p_sid where x.report_id is not null;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.state = 'user_blocked' then raise exception 'user_blocked' using errcode = 'MR403'; end if;
  if s.state <> 'ok' then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, s.user_id, null, 'embedded', p_tenant, 'embedded', 'act');
  if s.old then update public.embed_sessions set last_seen = app.now() where tenant_id = p_tenant and id = p_sid; end if; end $$;

create function app.embed_end(p_tenant uuid, p_sid uuid, p_address text, p_request text) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with e as (update public.embed_sessions set ended_at = app.now() where tenant_id = p_tenant and id = p_sid and ended_at is null returning user_id),
    s as (update public.sessions set revoked_at = app.now() where id = p_sid and tenant_id = p_tenant and revoked_at is null),
    a as (insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id) select p_tenant, e.user_id, null, p_tenant, 'embedded.end', p_sid, p_address, p_request from e)
  select exists (select from e) $$;

-- The page in which a tenant's embedded pages may stand, for the policy of these pages alone; null = in none.
create function app.embed_origins(p_tenant uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when s."values"->>'enable_embedded' = 'S' then coalesce(s."values"->'embed_origins', '[]') end from public.settings s where s.tenant_id = p_tenant $$;

-- A key that is revoked ends what it began, and switching off ends all of it.
create function app.end_embedded() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key uuid; begin
  if tg_table_name = 'embed_keys' then v_key := new.id; end if;
  with e as (update public.embed_sessions x set ended_at = app.now() where x.tenant_id = new.tenant_id and (v_key is null or x.key_id = v_key) and x.ended_at is null returning x.id)
  update public.sessions s set revoked_at = app.now() where s.id in (select e.id from e) and s.revoked_at is null;
  return null; end $$;

create function app.sweep_embedded() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.embed_sessions where expires_at < app.now() - interval '7 days';
  delete from public.embed_keys k where k.revoked_at < app.now() - interval '180 days' and not exists (select from public.embed_sessions e where e.tenant_id = k.tenant_id and e.key_id = k.id) $$;

do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['embed_facts(uuid, uuid, text, uuid, text)', 'embed_begin(uuid, uuid, text, bytea, uuid, uuid, uuid, jsonb, jsonb, timestamptz, text, text)', 'embed_session(uuid, uuid)',
      'enter_embed(uuid, uuid)', 'embed_end(uuid, uuid, text, text)', 'embed_origins(uuid)', 'end_embedded()', 'sweep_embedded()'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.embed_facts(uuid, uuid, text, uuid, text), app.embed_begin(uuid, uuid, text, bytea, uuid, uuid, uuid, jsonb, jsonb, timestamptz, text, text),
  app.embed_session(uuid, uuid), app.embed_end(uuid, uuid, text, text), app.embed_origins(uuid) to mirante_public;
grant execute on function app.enter_embed(uuid, uuid) to mirante_app;
grant execute on function app.sweep_embedded() to mirante_job;
create trigger embed_keys_revoked after update of revoked_at on embed_keys for each row when (old.revoked_at is null and new.revoked_at is not null) execute function app.end_embedded();
create trigger settings_embedded_off after update of "values" on settings for each row when (old."values"->>'enable_embedded' = 'S' and new."values"->>'enable_embedded' is distinct from 'S') execute function app.end_embedded();
