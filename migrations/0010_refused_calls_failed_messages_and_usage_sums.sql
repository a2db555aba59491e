-- Refused calls, failed messages and usage sums.

-- ### Tables

CREATE TABLE "failed_messages" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"queue" text,
	"kind" text collate "C" NOT NULL,
	"unit_id" uuid,
	"unit_name" text,
	"body" jsonb NOT NULL,
	"whole" boolean NOT NULL,
	"attempts" integer NOT NULL,
	"first_error" text,
	"last_error" text,
	"first_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"dead_at" timestamp with time zone,
	CONSTRAINT "failed_messages_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
CREATE TABLE "usage_sums" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"days" integer NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	"peak" integer DEFAULT 0 NOT NULL,
	"seconds" bigint DEFAULT 0 NOT NULL,
	"last_day" date,
	CONSTRAINT "usage_sums_tenant_id_days_pk" PRIMARY KEY("tenant_id","days")
);
CREATE TABLE "usage_totals" (
	"day" date PRIMARY KEY NOT NULL,
	"views" bigint NOT NULL,
	"viewers" bigint NOT NULL,
	"seconds" bigint NOT NULL,
	"last_used" integer DEFAULT 0 NOT NULL
);
ALTER TABLE "attempts" ALTER COLUMN "key" SET DATA TYPE text collate "C";
CREATE UNIQUE INDEX "failed_messages_key" ON "failed_messages" USING btree ("tenant_id","key");
CREATE INDEX "failed_messages_dead" ON "failed_messages" USING btree ("tenant_id","dead_at","id") WHERE dead_at is not null;
CREATE INDEX "failed_messages_kind" ON "failed_messages" USING btree ("tenant_id","kind","id") WHERE dead_at is not null;
CREATE INDEX "failed_messages_unit_across" ON "failed_messages" USING btree ("unit_id");
CREATE INDEX "failed_messages_sweep_across" ON "failed_messages" USING btree ("last_at");
CREATE INDEX "usage_sums_views_across" ON "usage_sums" USING btree ("days","views","tenant_id");
CREATE INDEX "usage_sums_peak_across" ON "usage_sums" USING btree ("days","peak","tenant_id");
CREATE INDEX "usage_sums_seconds_across" ON "usage_sums" USING btree ("days","seconds","tenant_id");
CREATE INDEX "tenants_users_across" ON "tenants" USING btree ("users_used","id");

-- ### Functions

grant create on schema app to mirante_gate;

-- Gives a new tenant its row for each period of usage, so that it is in the list before usage is counted again.
create or replace function app.begin_usage() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  insert into public.usage_sums (tenant_id, days) select new.id, p.days from unnest('{7,30,90,365}'::int[]) p (days);
  return null; end $$;
alter function app.begin_usage owner to mirante_gate;
revoke all on function app.begin_usage from public;

create or replace trigger tenants_usage after insert on tenants for each row execute function app.begin_usage();

-- Records in the audit log that a session tried a call that is closed to it: which call, by whom and who acted, at most once a minute for each.
create or replace function app.call_closed(p_tenant uuid, p_sid uuid, p_code text, p_call text, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  -- Calls that are refused at the same moment wait for each other, so that the second one sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('closed ' || p_sid || ' ' || p_call, 0));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select s.tenant_id, s.user_id, e.user_id, s.home_id, 'call.refused', app.session_mark(s.id), jsonb_build_object('name', p_call, 'code', p_code), p_address, p_request
      from public.sessions s left join public.sessions e on e.id = s.actor_sid
     where s.id = p_sid and s.tenant_id = p_tenant and s.revoked_at is null and s.expires_at > app.now()
       and not exists (select from public.audit a where a.tenant_id = s.tenant_id and a.row_id = app.session_mark(s.id) and a.what = 'call.refused' and a.at > app.now() - interval '1 minute'
         and a.change->>'name' = p_call and a.change->>'code' = p_code); end $$;
alter function app.call_closed owner to mirante_gate;
revoke all on function app.call_closed from public;
grant execute on function app.call_closed to mirante_door;

-- Sums usage_days up: for each tenant and period, and over all tenants for each day since p_from; the first time since ever.
-- Only sums that changed are written.
create or replace function app.sum_usage(p_from date) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_today date := (app.now() at time zone 'utc')::date; v_from date := case when exists (select from public.usage_totals) then p_from else '-infinity' end; begin
  insert into public.usage_sums as s (tenant_id, days, views, peak, seconds, last_day)
    select t.id, p.days, coalesce(sum(d.views), 0), coalesce(max(d.viewers), 0), coalesce(sum(d.seconds), 0), max(d.day)
      from public.tenants t cross join unnest('{7,30,90,365}'::int[]) p (days) left join public.usage_days d on d.tenant_id = t.id and d.day > v_today - p.days group by 1, 2
  on conflict (tenant_id, days) do update set views = excluded.views, peak = excluded.peak, seconds = excluded.seconds, last_day = excluded.last_day
    where (s.views, s.peak, s.seconds, s.last_day) is distinct from (excluded.views, excluded.peak, excluded.seconds, excluded.last_day);
  delete from public.usage_totals o where o.day >= v_from;
  insert into public.usage_totals (day, views, viewers, seconds)
    select d.day, sum(d.views), sum(d.viewers), sum(d.seconds) from public.usage_days d join public.tenants t on t.id = d.tenant_id and t.kind <> 'platform' where d.day >= v_from group by 1;
  update public.usage_totals o set last_used = n.last_used
    from (select x.day, count(s.tenant_id)::int as last_used from public.usage_totals x
        left join (public.usage_sums s join public.tenants t on t.id = s.tenant_id and t.kind <> 'platform') on s.days = 365 and s.last_day = x.day group by 1) n
    where n.day = o.day and n.last_used <> o.last_used; end $$;
alter function app.sum_usage owner to mirante_gate;
revoke all on function app.sum_usage from public;

-- Recounts the visits since an instant into usage_days, by day in each tenant's own time zone, and sums the days up.
create or replace function app.count_usage(p_since timestamptz) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  perform app.need('{job}');
  -- purge_unit takes the same lock before it holds a unit: both write the sums of many rows, in different orders.
  perform pg_advisory_xact_lock(hashtextextended('usage', 0));
  insert into public.usage_days as d (tenant_id, day, views, viewers, seconds)
    select v.tenant_id, (v.started_at at time zone t.zone)::date, count(*)::int, count(distinct v.user_id)::int, sum(app.visit_seconds(v.started_at, v.last_at, v.ended_at))::bigint
      from public.visits v join public.tenants t on t.id = v.tenant_id
      where v.started_at >= ((p_since at time zone t.zone)::date)::timestamp at time zone t.zone and v.started_at >= p_since - interval '1 day' group by 1, 2
  on conflict (tenant_id, day) do update set views = excluded.views, viewers = excluded.viewers, seconds = excluded.seconds;
  -- West of Greenwich an instant belongs to the day before.
  perform app.sum_usage((p_since at time zone 'utc')::date - 1);
  delete from public.visits where started_at < app.now() - interval '400 days'; end $$;
alter function app.count_usage owner to mirante_gate;
revoke all on function app.count_usage from public;
grant execute on function app.count_usage to mirante_job;

-- Factors bound to a user in this unit are deleted when the user joins an account or is removed: nothing planted before is carried over. The
-- audit log names each; who accepts an invitation has no session yet, and did it all the same.
create or replace function app.drop_factors() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  with gone as (delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id returning f.kind, f.name)
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
    select new.tenant_id, coalesce(app.user_id(), case when new.deleted_at is null then new.id end), app.actor_id(), coalesce(app.home_id(), new.tenant_id), 'factor.removed', new.id,
        jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', g.kind, 'name', g.name)))
      from gone g where g.kind <> 'recovery';
  update public.devices d set trusted_at = null, trusted_by = null where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
  return null; end $$;
alter function app.drop_factors owner to mirante_gate;
revoke all on function app.drop_factors from public;

create or replace trigger users_bound_factors after update of account_id, deleted_at on users for each row
  when ((new.account_id is not null and old.account_id is distinct from new.account_id) or (old.deleted_at is null and new.deleted_at is not null)) execute function app.drop_factors();

-- When a plain user gets a higher profile, the identifiers that an administrator linked for them are removed. Where one was used, the sessions,
-- factors and remembered devices that only the unit vouched for are removed too. The user confirms once by their own way in.
create or replace function app.drop_planted() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.identities; v_used boolean := false; v_n int := 0; v_factors int := 0; v_provider text; begin
  select coalesce(bool_or(x.last_at is not null), false) into v_used from public.identities x where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null;
  if v_used then
    delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id and f.kind <> 'recovery';
    get diagnostics v_factors = row_count;
    delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id;
    update public.devices d set trusted_at = null, trusted_by = null where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
    update public.sessions s set revoked_at = app.now() where s.home_id = new.tenant_id and s.user_id = new.id and s.kind = 'own' and s.vouched = 'unit' and s.revoked_at is null;
    get diagnostics v_n = row_count;
  end if;
  for i in delete from public.identities x where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null returning x.* loop
    v_provider := coalesce(app.provider_name(i.tenant_id, i.kind, i.issuer), i.issuer);
    insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
      values (new.tenant_id, app.user_id(), app.actor_id(), coalesce(app.home_id(), new.tenant_id), 'user.unlink', new.id,
        jsonb_build_object('before', jsonb_build_object('provider', v_provider, 'identity', i.subject, 'profile', old.profile), 'after', jsonb_build_object('sessions', v_n, 'factors', v_factors, 'profile', new.profile)));
    perform app.act_tell(new.tenant_id, new.id, 'identity_unlinked', jsonb_build_object('person', coalesce((select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()), ''), 'provider', v_provider), '/?account=sessions');
  end loop;
  return null; end $$;
alter function app.drop_planted owner to mirante_gate;
revoke all on function app.drop_planted from public;

create or replace trigger users_planted_links after update of profile on users for each row when (old.profile = 'user' and new.profile <> 'user') execute function app.drop_planted();

-- Tells whether any tenant in which the holder acts requires a second factor. A holder that is no account is a user of the caller's tenant;
-- each way has an index of its own, which an "or" between them would read whole.
create or replace function app.factor_required_of(p_holder uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u where u.account_id = p_holder and u.status in ('A','T') and u.deleted_at is null and app.factor_required(u.tenant_id, u.profile))
    or exists (select from public.users u where u.tenant_id = app.tenant_id() and u.id = p_holder and u.status in ('A','T') and u.deleted_at is null and app.factor_required(u.tenant_id, u.profile)) $$;
alter function app.factor_required_of owner to mirante_gate;
revoke all on function app.factor_required_of from public;

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
      update public.devices d set trusted_at = null, trusted_by = null from public.users o where (o.account_id = v_holder or (o.tenant_id = u.tenant_id and o.id = v_holder)) and d.tenant_id = o.tenant_id and d.user_id = o.id;
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

-- A message that had failed before went well: nothing is left to tell of it.
create or replace function app.message_done(p_body jsonb) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.failed_messages m using (select t.id from public.tenants t where t.parent_id is null and t.kind = 'platform' order by t.created_at, t.id limit 1) p
    where m.tenant_id = p.id and m.key = md5((p_body - 'at')::text) $$;
alter function app.message_done owner to mirante_gate;
revoke all on function app.message_done from public;
grant execute on function app.message_done to mirante_job;

-- Writes down that a message of a queue failed, or that it was tried in vain for the last time. A portal without a platform has nobody to tell.
create or replace function app.message_failed(p_queue text, p_kind text, p_unit uuid, p_body jsonb, p_whole boolean, p_attempts int, p_error text, p_dead boolean) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  insert into public.failed_messages as m (tenant_id, id, key, queue, kind, unit_id, unit_name, body, whole, attempts, first_error, last_error, first_at, last_at, dead_at)
    select p.id, gen_random_uuid(), md5((p_body - 'at')::text), p_queue, p_kind, p_unit, (select u.name from public.tenants u where u.id = p_unit), p_body, p_whole, p_attempts,
        p_error, p_error, app.now(), app.now(), case when p_dead then app.now() end
      from (select t.id from public.tenants t where t.parent_id is null and t.kind = 'platform' order by t.created_at, t.id limit 1) p
    on conflict (tenant_id, key) do update set queue = coalesce(excluded.queue, m.queue), body = excluded.body, unit_name = coalesce(excluded.unit_name, m.unit_name),
      attempts = case when p_dead then greatest(m.attempts, p_attempts) else greatest(m.attempts + 1, p_attempts) end,
      first_error = coalesce(m.first_error, p_error), last_error = coalesce(p_error, m.last_error), last_at = excluded.last_at, dead_at = coalesce(excluded.dead_at, m.dead_at) $$;
alter function app.message_failed owner to mirante_gate;
revoke all on function app.message_failed from public;
grant execute on function app.message_failed to mirante_job;

-- A key for a new field that no tenant above, beside or below uses; null when there are fifty already. Fields are created one at a time.
create or replace function app.new_custom_key(p_base text, p_global boolean) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_key text := p_base; n int := 1; begin
  perform app.need('{own,remote,partner}');
  perform pg_advisory_xact_lock(hashtextextended('custom_fields', 0));
  if (select count(*) from app.custom_fields_of(app.tenant_id()) f where f.global = p_global and f.deleted_at is null) >= 50 then return null; end if;
  while exists (select from app.custom_fields_of(app.tenant_id()) f where f.key = v_key)
      or exists (select from app.tenants_below(app.tenant_id()) t (id) join lateral (select from public.custom_fields f where f.tenant_id = t.id and f.key = v_key offset 0) f on true) loop
    n := n + 1; v_key := p_base || '_' || n; end loop;
  return v_key; end $$;
alter function app.new_custom_key owner to mirante_gate;
revoke all on function app.new_custom_key from public;
grant execute on function app.new_custom_key to mirante_app;

-- Deletes everything of a unit in rounds: a table that others still reference is retried in the next round. The audit log stays without its
-- details; an account stays if another tenant uses it.
create or replace function app.purge_unit(p_id uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up uuid; v_accounts uuid[]; v_left text[]; v_next text[]; v_table text; begin
  perform app.need('{job}');
  -- Before the unit is held, as in count_usage.
  perform pg_advisory_xact_lock(hashtextextended('usage', 0));
  select t.parent_id into v_up from public.tenants t where t.id = p_id and t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days'
    and not exists (select from public.tenants c where c.parent_id = t.id) for update of t skip locked;
  if not found then return false; end if;
  v_accounts := array(select distinct a from public.users u, unnest(array[u.account_id, u.removed_account_id]) a where u.tenant_id = p_id and a is not null);
  update public.audit x set change = '{}' where x.tenant_id = p_id;
  update public.parties c set of_tenant_id = null where c.of_tenant_id = p_id;
  delete from public.relations r where r.above_id = p_id;
  delete from public.sessions s where s.home_id = p_id;
  delete from public.failed_messages f where f.unit_id = p_id;
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

-- Nightly: deletes what has expired. Groups deleted 30 days ago leave their reports without a group.
create or replace function app.sweep() returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare gone record; begin
  perform app.need('{job}');
  delete from public.failed_messages where last_at < app.now() - interval '30 days';
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

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table failed_messages enable row level security, force row level security;
create policy gate on failed_messages to mirante_gate using (true) with check (true);
create policy own on failed_messages to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on failed_messages to mirante_gate;
grant select, update (dead_at), delete on failed_messages to mirante_app;

comment on table failed_messages is 'Messages of the queues that failed; rows of the platform, whose operators try them again or remove them.';

alter table usage_sums enable row level security, force row level security;
create policy gate on usage_sums to mirante_gate using (true) with check (true);
create policy wide on usage_sums for select to mirante_wide using (case (select app.scope()) when 'platform' then true when 'partner' then tenant_id in (select id from tenants where parent_id = (select app.tenant_id()) or id = (select app.tenant_id())) else false end);

grant select, insert, update, delete on usage_sums to mirante_gate;
grant select on usage_sums to mirante_wide;

alter table usage_totals enable row level security, force row level security;
create policy gate on usage_totals to mirante_gate using (true) with check (true);
create policy wide on usage_totals for select to mirante_wide using (case (select app.scope()) when 'platform' then true else false end);

grant select, insert, update, delete on usage_totals to mirante_gate;
grant select on usage_totals to mirante_wide;

comment on table usage_totals is 'Of the platform as a whole: no tenant owns a row, and only the platform reads it.';
