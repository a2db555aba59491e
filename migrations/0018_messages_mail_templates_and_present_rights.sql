-- Messages, mail templates and present rights.

-- ### What goes

drop policy gate on mailings;
drop policy own on mailings;
drop policy gate on mails;
drop policy own on mails;
drop policy gate on maintenance;
drop policy own on maintenance;
revoke all on mailings from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke all on mails from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke all on maintenance from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;

-- ### Tables

CREATE TABLE "mail_templates" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"greeting" text DEFAULT '' NOT NULL,
	"body" jsonb,
	"html" text,
	"button" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mail_templates_tenant_id_kind_language_pk" PRIMARY KEY("tenant_id","kind","language"),
	CONSTRAINT "mail_templates_language" CHECK ("mail_templates"."language" in ('pt-BR','en-US','es','pt-PT')),
	CONSTRAINT "mail_templates_text" CHECK (("mail_templates"."body" is null) <> ("mail_templates"."html" is null))
);
CREATE TABLE "messages" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"sender_id" uuid DEFAULT app.user_id(),
	"audience" jsonb NOT NULL,
	"texts" jsonb NOT NULL,
	"mail" boolean DEFAULT true NOT NULL,
	"mailing_id" uuid NOT NULL,
	"sent_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	"recalled_at" timestamp with time zone,
	CONSTRAINT "messages_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_type";
ALTER TABLE "mails" ADD COLUMN "mailing_id" uuid;
ALTER TABLE "notifications" ADD COLUMN "message_id" uuid;
ALTER TABLE "mail_templates" ADD CONSTRAINT "mail_templates_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "messages_list" ON "messages" USING btree ("tenant_id","sent_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "messages_sender" ON "messages" USING btree ("tenant_id","sender_id","sent_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE UNIQUE INDEX "messages_mailing" ON "messages" USING btree ("tenant_id","mailing_id");
CREATE INDEX "messages_old_across" ON "messages" USING btree ("sent_at");
CREATE INDEX "mails_mailing" ON "mails" USING btree ("tenant_id","mailing_id") WHERE mailing_id is not null;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_type" CHECK ("tasks"."type" in ('capacity','dataset','maintenance','notification'));

-- ### Functions

grant create on schema app to mirante_gate;

-- Returns what the caller may know of one capacity that it reaches, or of all of them (p_id null). Every member learns state and
-- reason, with the numbers of its own unit and no name of another one; who controls it also the rules, the override and who asked for
-- it.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities, capacity_log.
create or replace function app.capacity_facts(p_id uuid)
returns setof jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_ids uuid[]; v_platform boolean := app.scope() = 'platform'; begin
  perform app.need('{own,remote,partner}');
  if p_id is not null then v_ids := array[p_id];
  elsif v_platform then v_ids := array(select c.id from public.capacities c);
  else v_ids := array(select distinct m.capacity_id from public.capacity_members m where m.tenant_id = app.tenant_id());
  end if;
  return query
    select jsonb_build_object('id', c.id, 'armId', c.arm_id, 'name', c.name, 'kind', c.kind, 'resourceGroup', c.resource_group,
        'region', c.region, 'serviceCapacityId', c.service_capacity_id, 'controls', k.controls, 'owned', c.owner_tenant_id is not null,
        'owner', case when v_platform or c.owner_tenant_id = app.tenant_id() then t.name end,
        'ownedByOther', c.owner_tenant_id is not null and c.owner_tenant_id <> app.tenant_id(),
        'state', c.observed_state, 'size', c.observed_size, 'observedAt', c.observed_at, 'problem', c.problem, 'reason', c.reason,
        'reasonVars', case when k.controls then c.reason_vars else '{}' end, 'reasonUntil', c.reason_until, 'pauseAt', c.pause_at,
        'operation', c.operation, 'wakeSeconds', c.wake_seconds,
        'since', (select l.at
          from public.capacity_log l
          where l.capacity_id = c.id and l.what in ('on', 'off', 'external')
          order by l.at desc, l.id desc limit 1),
        'sizeSince', (select case when l.what = 'size' and l.is_on then l.at end
          from public.capacity_log l
          where l.capacity_id = c.id and l.what in ('on', 'off', 'external', 'size')
          order by l.at desc, l.id desc limit 1),
        -- Without an id at the service nothing is known to run on it.
        'viewers', case when c.service_capacity_id is null then 0
          else (app.capacity_viewers(c.id, app.now() - make_interval(mins => c.idle_minutes), k.unit)).viewers end,
        'waiters', app.capacity_waiting(c.id, k.unit), 'version', c.version)
      || case
        when k.controls then jsonb_build_object('ownerTenantId', c.owner_tenant_id, 'ownerAccountId', c.owner_account_id,
          'followShifts', c.follow_shifts, 'autoPause', c.auto_pause, 'idleMinutes', c.idle_minutes, 'forceStop', c.force_stop,
          'wakeOutside', c.wake_outside, 'wakeBy', c.wake_by, 'wakeForRefreshes', c.wake_for_refreshes,
          'paidByReservation', c.paid_by_reservation, 'baseSize', c.base_size, 'prices', c.prices, 'currency', c.currency,
          'budgetCents', c.budget_cents, 'budgetStop', c.budget_stop,
          'override', case when (c.override->>'until')::timestamptz > app.now() then c.override end,
          'overrideName', coalesce(
            (select x.name from public.tasks x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'taskId')::uuid),
            (select x.name from public.users x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'userId')::uuid)))
        else '{}' end
      from public.capacities c
        left join public.tenants t on t.id = c.owner_tenant_id
        cross join lateral (select y.controls, case when y.controls then null else app.tenant_id() end as unit
          from (select app.controls_capacity(c.id) as controls offset 0) y) k
      where c.id = any (v_ids) and app.sees_capacity(c.id)
      order by c.name, c.id; end $$;
alter function app.capacity_facts owner to mirante_gate;
revoke all on function app.capacity_facts from public;
grant execute on function app.capacity_facts to mirante_app;

-- Enforces the user limit where the row is written, so neither single nor bulk writes can exceed it (Spec 5).
-- Trigger on users.
-- Raises: user_limit.
-- Security definer: callers may not execute tree_use.
create or replace function app.count_users()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; v_used int; v_limit int; v_kind text; begin
  for d in execute 'select tenant_id, sum(n)::int as n from ('
      || case when tg_op <> 'DELETE' then $q$
        select tenant_id, 1 as n
        from fresh
        where status in ('A','B','T') and seat is null and deleted_at is null$q$ else '' end
      || case when tg_op = 'UPDATE' then ' union all ' else '' end
      || case when tg_op <> 'INSERT' then $q$
        select tenant_id, -1 as n
        from gone
        where status in ('A','B','T') and seat is null and deleted_at is null$q$ else '' end
      || ') x group by tenant_id having sum(n) <> 0 order by tenant_id' loop
    update public.tenants set users_used = users_used + d.n where id = d.tenant_id
      returning users_used, user_limit, kind into v_used, v_limit, v_kind;
    -- A partner's limit covers what it has promised its units too.
    if d.n > 0 and v_kind = 'partner' and v_limit is not null then
      select u.users_given into v_used from app.tree_use(d.tenant_id, '') u;
    end if;
    if d.n > 0 and v_used > v_limit then raise exception 'user_limit' using errcode = 'MR422'; end if;
  end loop;
  return null; end $$;
alter function app.count_users owner to mirante_gate;
revoke all on function app.count_users from public;

create or replace trigger users_counted after update on users referencing old table as gone new table as fresh for each statement
  execute function app.count_users();
create or replace trigger users_counted_in after insert on users referencing new table as fresh for each statement
  execute function app.count_users();
create or replace trigger users_counted_out after delete on users referencing old table as gone for each statement
  execute function app.count_users();

-- Gives control of a capacity to one of its members, with its shifts and tasks. Tasks get the new unit's first administrator as their
-- owner, or are suspended where there is none; a null member leaves it to no unit, without shifts and tasks.
-- The unit that gets it, and the one from which the platform takes it, have it in their audit logs.
-- Internal: called by keep_capacity_owner, move_capacity.
create or replace function app.hand_capacity(p_id uuid, p_tenant uuid, p_account uuid)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_old uuid; v_owner uuid; begin
  select c.owner_tenant_id into v_old from public.capacities c where c.id = p_id for update;
  update public.capacities c
    set owner_tenant_id = p_tenant, owner_account_id = p_account, override = null, version = c.version + 1,
      next_look_at = case when p_tenant is null then null else app.now() end
    where c.id = p_id;
  if v_old is not distinct from p_tenant then return; end if;
  if p_tenant is null then
    delete from public.shifts s where s.tenant_id = v_old and s.capacity_id = p_id;
    update public.tasks k set state = 'suspended', reason = 'target_gone'
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id and k.state <> 'ended';
    return;
  end if;
  update public.shifts s set tenant_id = p_tenant where s.tenant_id = v_old and s.capacity_id = p_id;
  select u.id into v_owner
    from public.users u
    where u.tenant_id = p_tenant and u.profile in ('admin', 'master') and u.status = 'A' and u.seat is null and u.deleted_at is null
    order by u.created_at, u.id limit 1;
  insert into public.tasks (tenant_id, id, name, sort_key, type, action, target_kind, target_id, owner_id, state, reason, starts_at,
      ends_at, ends_told, failures, last_sent_at, wake_outside, options, condition, version, created_at)
    select p_tenant, k.id, k.name, k.sort_key, k.type, k.action, k.target_kind, k.target_id, v_owner,
        case when v_owner is null and k.state <> 'ended' then 'suspended' else k.state end,
        case when v_owner is null and k.state <> 'ended' then 'owner_gone' else k.reason end, k.starts_at, k.ends_at, k.ends_told,
        k.failures, k.last_sent_at, k.wake_outside, k.options, k.condition, k.version + 1, k.created_at
      from public.tasks k
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  insert into public.task_triggers (tenant_id, id, task_id, frequency, date, days, month_day, short_month, business_day, on_holiday, times,
      every_minutes, from_time, until_time, next_at)
    select p_tenant, g.id, g.task_id, g.frequency, g.date, g.days, g.month_day, g.short_month, g.business_day, g.on_holiday, g.times,
        g.every_minutes, g.from_time, g.until_time, case when v_owner is not null then g.next_at end
      from public.task_triggers g join public.tasks k on k.tenant_id = g.tenant_id and k.id = g.task_id
      where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  delete from public.tasks k where k.tenant_id = v_old and k.target_kind = 'capacity' and k.target_id = p_id;
  -- The unit that gets control learns of it, and so does the one from which the platform takes it. Neither is told a person of the other.
  perform app.write_audit(x, 'capacity.move', p_id, jsonb_build_object('capacity', c.name),
        p_user => case when app.scope() = 'platform' then app.user_id() end,
        p_home => case when app.scope() = 'platform' then app.home_id() end, p_actor => null)
      from public.capacities c, unnest(array[p_tenant, v_old]) x
      where c.id = p_id and (x = p_tenant or (x = v_old and app.scope() = 'platform'));
  perform app.note_capacity(p_id, 'owner', 'owner', '{}'); end $$;
alter function app.hand_capacity owner to mirante_gate;
revoke all on function app.hand_capacity from public;

-- Returns whether the caller's unit controls a capacity, by an account that the caller may see.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities.
create or replace function app.owns_capacity(p_capacity uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select exists (select from public.capacities c
    where c.id = p_capacity and c.owner_tenant_id = app.tenant_id() and app.controls_capacity(c.id)) $$;
alter function app.owns_capacity owner to mirante_gate;
revoke all on function app.owns_capacity from public;
grant execute on function app.owns_capacity to mirante_app;

-- Ends a player's session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on players.
create or replace function app.player_end(p_sid uuid, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with p as (update public.players set ended_at = app.now() where id = p_sid and ended_at is null returning tenant_id, device_id),
    a as materialized (select app.write_audit(p.tenant_id, 'device.stop', p.device_id, p_ip => p_address, p_request => p_request,
      p_user => null, p_home => p.tenant_id) from p)
  select count(*) > 0 from a $$;
alter function app.player_end owner to mirante_gate;
revoke all on function app.player_end from public;
grant execute on function app.player_end to mirante_door;

-- Returns the public questions of a tenant, and those of the tenants above it that apply there; nothing where the FAQ is hidden.
-- Callers: mirante_public.
-- Security definer: callers may not execute faq_of, hidden_menu.
create or replace function app.public_faq(p_tenant uuid)
returns table (far int, id uuid, "position" int, texts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 100 as $$
  select f.far, f.id, f.position, f.texts
    from app.faq_of(p_tenant) f
    where f.audience = 'public' and not ('faq' = any (app.hidden_menu(p_tenant))) $$;
alter function app.public_faq owner to mirante_gate;
revoke all on function app.public_faq from public;
grant execute on function app.public_faq to mirante_public;

-- Recalls a message that was sent within the last p_minutes: stops its mailing, deletes it where it is unread, and takes back mail that
-- isn't on its way to a server. Each step sees what the previous one waited for. No row if it is older, gone or recalled already.
-- Callers: mirante_app (own, partner).
-- Security definer: callers lack the grants on mails, messages, notifications, outbox.
create or replace function app.recall_message(p_id uuid, p_minutes int)
returns table (unread int, read int, mails_stopped int, mails_left int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_tenant uuid; v_mailing uuid; v_mails uuid[]; begin
  perform app.need('{own,partner}');
  v_tenant := app.tenant_id();
  update public.messages m set recalled_at = app.now()
    where m.tenant_id = v_tenant and m.id = p_id and m.recalled_at is null and m.sent_at > app.now() - make_interval(mins => p_minutes)
    returning m.mailing_id into v_mailing;
  if v_mailing is null then return; end if;
  -- Waits for the fan-out's step, which inserts no row afterwards.
  update public.mailings w set state = 'recalled', taken_until = null where w.tenant_id = v_tenant and w.id = v_mailing;
  -- Waits for mail that is being begun.
  select array(select o.id
      from public.outbox o join public.notifications n on n.tenant_id = v_tenant and n.id = (o.body->>'id')::uuid
      where o.tenant_id = v_tenant and o.kind = 'notification' and n.mailing_id = v_mailing
      for update of o) into v_mails;
  delete from public.outbox o
    where o.tenant_id = v_tenant and o.id = any (v_mails) and not (o.taken_until is not null and o.taken_until > app.now()
      and exists (select from public.mails x where x.tenant_id = v_tenant and x.id = o.id and x.state = 'queued'));
  get diagnostics mails_stopped = row_count;
  update public.mails x set state = 'skipped'
    where x.tenant_id = v_tenant and x.id = any (v_mails) and x.state = 'queued'
      and not exists (select from public.outbox o where o.tenant_id = v_tenant and o.id = x.id);
  select count(*)::int into mails_left from public.mails x
    where x.tenant_id = v_tenant and x.mailing_id = v_mailing and x.state in ('queued', 'sent');
  delete from public.notifications n where n.tenant_id = v_tenant and n.mailing_id = v_mailing and n.read_at is null;
  get diagnostics unread = row_count;
  select count(*)::int into read from public.notifications n where n.tenant_id = v_tenant and n.mailing_id = v_mailing;
  return next;
end $$;
alter function app.recall_message owner to mirante_gate;
revoke all on function app.recall_message from public;
grant execute on function app.recall_message to mirante_app;

-- Returns how many users may still be added; a partner's limit covers what it has promised its units too. Locks the tenant's row, so a
-- batch can't take more than that.
-- Callers: mirante_app, mirante_job (own, remote, partner, directory, job).
-- Security definer: callers may not execute tree_use.
create or replace function app.seats_left() returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,directory,job}');
  select case when t.user_limit is null then 2147483647
      when t.kind = 'partner' then greatest(0, t.user_limit - (select u.users_given from app.tree_use(t.id, '') u))
      else greatest(0, t.user_limit - t.users_used) end
    from public.tenants t
    where t.id = app.tenant_id()
    for no key update $$;
alter function app.seats_left owner to mirante_gate;
revoke all on function app.seats_left from public;
grant execute on function app.seats_left to mirante_app, mirante_job;

-- Deletes notifications, messages, mailings and the mail log after half a year.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on mailings, mails, messages, notifications.
create or replace function app.sweep_news() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  delete from public.notifications where created_at < app.now() - interval '180 days';
  delete from public.messages where sent_at < app.now() - interval '180 days';
  delete from public.mailings where created_at < app.now() - interval '180 days';
  delete from public.mails where created_at < app.now() - interval '180 days' $$;
alter function app.sweep_news owner to mirante_gate;
revoke all on function app.sweep_news from public;
grant execute on function app.sweep_news to mirante_job;

-- Returns the signature of an unsubscribe link, by the database's own key: a link in an old mail outlives the Worker's keys.
-- Internal: called by unsubscribe, unsubscribe_token.
create or replace function app.unsubscribe_mac(p_tenant uuid, p_person uuid, p_about text)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select translate(encode(sha256(s.v || sha256(s.v || convert_to('unsubscribe ' || p_tenant || ' ' || p_person || ' ' || p_about, 'UTF8'))),
    'base64'), '+/=', '-_') from app.secret s $$;
alter function app.unsubscribe_mac owner to mirante_gate;
revoke all on function app.unsubscribe_mac from public;

-- Answers an unsubscribe link of this tenant: the person's language, what it is about, and whether that mail is off. With p_act the mail is
-- turned off first, recorded once. No row for a token that this database didn't sign, or whose person is gone.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on users.
create or replace function app.unsubscribe(p_tenant uuid, p_token text, p_act boolean, p_address text, p_request text)
returns table (language text, about text, is_off boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_person uuid; v_about text; begin
  if p_token !~ '^[0-9a-f]{32}\.[a-z_]{1,60}\.[A-Za-z0-9_-]{43}$' then return; end if;
  v_person := split_part(p_token, '.', 1)::uuid;
  v_about := split_part(p_token, '.', 2);
  if (split_part(p_token, '.', -1) = app.unsubscribe_mac(p_tenant, v_person, v_about)) is not true then return; end if;
  select x.* into u from public.users x
    where x.tenant_id = p_tenant and x.id = v_person and x.deleted_at is null and x.seat is null
    for no key update;
  if u.id is null then return; end if;
  if p_act is true and u.preferences->'mail'->>v_about is distinct from 'false' then
    update public.users x
      set preferences = jsonb_set(x.preferences, '{mail}', coalesce(x.preferences->'mail', '{}') || jsonb_build_object(v_about, false))
      where x.tenant_id = u.tenant_id and x.id = u.id;
    perform app.write_audit(u.tenant_id, 'users.unsubscribe', u.id,
      jsonb_build_object('before', coalesce(u.preferences->'mail', '{}'), 'after', jsonb_build_object(v_about, false)),
      p_address, p_request, p_user => u.id, p_home => u.tenant_id, p_actor => null);
    u.preferences := jsonb_build_object('mail', jsonb_build_object(v_about, false));
  end if;
  return query select u.language, v_about, coalesce(u.preferences->'mail'->>v_about = 'false', false);
end $$;
alter function app.unsubscribe owner to mirante_gate;
revoke all on function app.unsubscribe from public;
grant execute on function app.unsubscribe to mirante_door;

-- Returns the token by which this person of the entered tenant stops one kind of mail.
-- Callers: mirante_job (job).
-- Security definer: callers may not execute unsubscribe_mac.
create or replace function app.unsubscribe_token(p_person uuid, p_about text)
returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select replace(p_person::text, '-', '') || '.' || p_about || '.' || app.unsubscribe_mac(app.tenant_id(), p_person, p_about) $$;
alter function app.unsubscribe_token owner to mirante_gate;
revoke all on function app.unsubscribe_token from public;
grant execute on function app.unsubscribe_token to mirante_job;

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table mail_templates enable row level security, force row level security;
create policy gate on mail_templates to mirante_gate using (true) with check (true);
create policy own on mail_templates to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on mail_templates to mirante_gate;
grant select, insert, update, delete on mail_templates to mirante_app;
grant select on mail_templates to mirante_job;

alter table mailings enable row level security, force row level security;
create policy gate on mailings to mirante_gate using (true) with check (true);
create policy own on mailings to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, update (state, taken_until), delete on mailings to mirante_gate;
grant select, insert, update on mailings to mirante_app, mirante_job;

alter table mails enable row level security, force row level security;
create policy gate on mails to mirante_gate using (true) with check (true);
create policy own on mails to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, update (state), delete on mails to mirante_gate;
grant select, insert on mails to mirante_app;
grant select, insert, update on mails to mirante_job;

alter table maintenance enable row level security, force row level security;
create policy gate on maintenance to mirante_gate using (true) with check (true);
create policy own on maintenance to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on maintenance to mirante_gate;
grant select, insert, update, delete on maintenance to mirante_app;
grant select, insert, update (announced_at, opened_at, closed_at, ends_at, cancelled_at, version) on maintenance
  to mirante_job;

alter table messages enable row level security, force row level security;
create policy gate on messages to mirante_gate using (true) with check (true);
create policy own on messages to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, update (recalled_at), delete on messages to mirante_gate;
grant select, insert on messages to mirante_app;
grant select, insert on messages to mirante_job;
