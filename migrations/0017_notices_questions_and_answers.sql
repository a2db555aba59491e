-- Notices, questions and answers.

-- ### What goes

drop policy gate on notices;
drop policy own on notices;
revoke all on notices from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;

-- ### Tables

CREATE TABLE "faq_entries" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"id" uuid NOT NULL,
	"audience" text NOT NULL,
	"below" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"texts" jsonb NOT NULL,
	"helped" integer DEFAULT 0 NOT NULL,
	"not_helped" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "faq_entries_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "faq_entries_audience" CHECK ("faq_entries"."audience" in ('public','signed_in'))
);
CREATE TABLE "faq_votes" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"entry_id" uuid NOT NULL,
	"helped" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT app.now() NOT NULL,
	CONSTRAINT "faq_votes_tenant_id_user_id_entry_id_pk" PRIMARY KEY("tenant_id","user_id","entry_id")
);
CREATE TABLE "notice_states" (
	"tenant_id" uuid DEFAULT app.tenant_id() NOT NULL,
	"notice_tenant_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"dismissed_at" timestamp with time zone,
	"acknowledged_at" timestamp with time zone,
	CONSTRAINT "notice_states_tenant_id_notice_tenant_id_notice_id_user_id_pk" PRIMARY KEY("tenant_id","notice_tenant_id","notice_id","user_id")
);
DROP INDEX "notices_shown";
ALTER TABLE "notices" ADD COLUMN "body" jsonb;
ALTER TABLE "notices" ADD COLUMN "texts" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "notices" ADD COLUMN "audience" jsonb DEFAULT '{"type":"all"}'::jsonb NOT NULL;
ALTER TABLE "notices" ADD COLUMN "audience_below" boolean DEFAULT false NOT NULL;
ALTER TABLE "notices" ADD COLUMN "dismissible" boolean DEFAULT false NOT NULL;
ALTER TABLE "notices" ADD COLUMN "must_acknowledge" boolean DEFAULT false NOT NULL;
ALTER TABLE "notices" ADD COLUMN "withdrawn_at" timestamp with time zone;
ALTER TABLE "notices" ADD COLUMN "added_by_id" uuid;
ALTER TABLE "notices" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
ALTER TABLE "faq_entries" ADD CONSTRAINT "faq_entries_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "faq_votes" ADD CONSTRAINT "faq_votes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "faq_votes" ADD CONSTRAINT "faq_votes_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notice_states" ADD CONSTRAINT "notice_states_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "notice_states" ADD CONSTRAINT "notice_states_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "faq_entries_position" ON "faq_entries" USING btree ("tenant_id","position","id");
CREATE INDEX "faq_votes_entry_across" ON "faq_votes" USING btree ("entry_id");
CREATE INDEX "notice_states_person" ON "notice_states" USING btree ("tenant_id","user_id");
CREATE INDEX "notice_states_notice_across" ON "notice_states" USING btree ("notice_tenant_id","notice_id");
ALTER TABLE "notices" ADD CONSTRAINT "notices_added_by" FOREIGN KEY ("tenant_id","added_by_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "notices_open" ON "notices" USING btree ("tenant_id",coalesce(ends_at, 'infinity'::timestamptz)) WHERE withdrawn_at is null;
CREATE INDEX "notices_start" ON "notices" USING btree ("tenant_id","starts_at","id");
ALTER TABLE "notices" ADD CONSTRAINT "notices_length" CHECK ("notices"."ends_at" > "notices"."starts_at");
ALTER TABLE "notices" ADD CONSTRAINT "notices_answer" CHECK (not ("notices"."dismissible" and "notices"."must_acknowledge"));
ALTER TABLE "notices" ADD CONSTRAINT "notices_login" CHECK (not "notices"."at_login" or (not "notices"."dismissible" and not "notices"."must_acknowledge" and "notices"."audience"->>'type' = 'all'));

-- ### Functions

grant create on schema app to mirante_gate;

-- Deletes the votes on a deleted question, also those from the tenants below.
-- Trigger on faq_entries.
-- Security definer: callers lack the grants on faq_votes.
create or replace function app.drop_faq_votes()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.faq_votes v where v.entry_id = old.id;
  return null; end $$;
alter function app.drop_faq_votes owner to mirante_gate;
revoke all on function app.drop_faq_votes from public;

create or replace trigger faq_entries_votes_dropped after delete on faq_entries for each row execute function app.drop_faq_votes();

-- Deletes what people did with deleted notices, in the tenants below too.
-- Trigger on notices.
-- Security definer: callers lack the grants on notice_states.
create or replace function app.drop_notice_states()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.notice_states s using gone g where s.notice_tenant_id = g.tenant_id and s.notice_id = g.id; return null; end $$;
alter function app.drop_notice_states owner to mirante_gate;
revoke all on function app.drop_notice_states from public;

create or replace trigger notices_gone after delete on notices referencing old table as gone for each statement
  execute function app.drop_notice_states();

-- Returns the questions shown in a tenant: its own, and those of the tenants above it that apply below; `far` counts the layers up.
-- Internal: called by faq_above, public_faq, vote_faq.
create or replace function app.faq_of(p_tenant uuid)
returns table (far int, tenant_id uuid, id uuid, audience text, below boolean, "position" int, texts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 100 as $$
  with recursive up as (select t.parent_id, 1 as n
    from public.tenants t
    where t.id = p_tenant
    union all select t.parent_id, n + 1
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select 0, f.tenant_id, f.id, f.audience, f.below, f.position, f.texts from public.faq_entries f where f.tenant_id = p_tenant
  union all select up.n, f.tenant_id, f.id, f.audience, f.below, f.position, f.texts
  from up join lateral (select x.* from public.faq_entries x where x.tenant_id = up.parent_id and x.below offset 0) f on true $$;
alter function app.faq_of owner to mirante_gate;
revoke all on function app.faq_of from public;

-- Returns the questions of the tenants above that apply in the caller's tenant, with the kind of the tenant that wrote each.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers may not execute faq_of.
create or replace function app.faq_above()
returns table (far int, id uuid, audience text, kind text, "position" int, texts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 100 as $$
  select app.need('{own,remote,partner}');
  select f.far, f.id, f.audience, t.kind, f.position, f.texts
    from app.faq_of(app.tenant_id()) f join public.tenants t on t.id = f.tenant_id where f.far > 0 $$;
alter function app.faq_above owner to mirante_gate;
revoke all on function app.faq_above from public;
grant execute on function app.faq_above to mirante_app;

-- Returns who dismissed or acknowledged a notice of the caller's tenant, in its tenants below too.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.notice_readers(p_notice uuid)
returns table (tenant_id uuid, unit text, id uuid, name text, email text, sort_key text, dismissed_at timestamptz,
  acknowledged_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select s.tenant_id, t.name, u.id, u.name, u.email, u.sort_key, s.dismissed_at, s.acknowledged_at
    from public.notice_states s
      join public.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      join public.tenants t on t.id = s.tenant_id
    where s.notice_tenant_id = app.tenant_id() and s.notice_id = p_notice $$;
alter function app.notice_readers owner to mirante_gate;
revoke all on function app.notice_readers from public;
grant execute on function app.notice_readers to mirante_app;

-- Returns how many people acknowledged and dismissed a notice of the caller's tenant, in its tenants below too.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.notice_reads(p_notice uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select jsonb_build_object('acknowledged', count(s.acknowledged_at), 'dismissed', count(s.dismissed_at))
    from public.notice_states s
    where s.notice_tenant_id = app.tenant_id() and s.notice_id = p_notice $$;
alter function app.notice_reads owner to mirante_gate;
revoke all on function app.notice_reads from public;
grant execute on function app.notice_reads to mirante_app;

-- Returns the notices that the tenants above show in the caller's tenant now, with the name of each tenant. A tenant that may not act shows
-- none below.
-- Callers: mirante_app (own, remote, partner, embed_portal).
-- Security definer: callers may not execute acts.
create or replace function app.notices_above()
returns table (tenant_id uuid, id uuid, source text, title text, "text" text, body jsonb, texts jsonb, severity text, at_login boolean,
  audience jsonb, dismissible boolean, must_acknowledge boolean, starts_at timestamptz, ends_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal}');
  with recursive up as (select t.parent_id as id
    from public.tenants t
    where t.id = app.tenant_id()
    union all select t.parent_id
    from up join lateral (select * from public.tenants x where x.id = up.id offset 0) t on true)
  select n.tenant_id, n.id, t.name, n.title, n."text", n.body, n.texts, n.severity, n.at_login, n.audience, n.dismissible,
    n.must_acknowledge, n.starts_at, n.ends_at
    from up
      join lateral (select * from public.tenants x where x.id = up.id and app.acts(x.status, x.trial_ends_at) offset 0) t on true
      join lateral (select * from public.notices x
        where x.tenant_id = t.id and x.withdrawn_at is null and coalesce(x.ends_at, 'infinity'::timestamptz) > app.now()
          and x.starts_at <= app.now() and x.audience_below offset 0) n on true $$;
alter function app.notices_above owner to mirante_gate;
revoke all on function app.notices_above from public;
grant execute on function app.notices_above to mirante_app;

-- Returns the public questions of a tenant, and those of the tenants above it that apply there; nothing where the FAQ is hidden.
-- Callers: mirante_public.
-- Security definer: callers may not execute faq_of, hidden_menu.
create or replace function app.public_faq(p_tenant uuid)
returns table (far int, id uuid, "position" int, texts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 100 as $$
  select f.far, f.id, f.position, f.texts from app.faq_of(p_tenant) f where f.audience = 'public' and not ('faq' = any (app.hidden_menu(p_tenant))) $$;
alter function app.public_faq owner to mirante_gate;
revoke all on function app.public_faq from public;
grant execute on function app.public_faq to mirante_public;

-- Clears all personal data 30 days after a user was removed; the row stays for the audit log. Returns the pictures whose files must be
-- deleted too.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on accounts, audit, favorites and 10 more.
create or replace function app.purge_removed(p_n int)
returns table (tenant_id uuid, picture text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p record; begin
  perform app.need('{job}');
  for p in
  select u.tenant_id, u.id, u.picture, u.removed_account_id, t.language as words
  from public.users u join public.tenants t on t.id = u.tenant_id
      where u.deleted_at < app.now() - interval '30 days' and u.purged_at is null
      order by u.deleted_at
      limit least(p_n, 200)
      for update of u skip locked loop
    delete from public.notifications x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.mails x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.favorites x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.viewers x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.user_group_members x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_states x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_view_defaults x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.fresh_waiters x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.notice_states x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.list_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.custom_values x where x.tenant_id = p.tenant_id and x.row_id = p.id;
    update public.tasks x set owner_id = null where x.tenant_id = p.tenant_id and x.owner_id = p.id;
    delete from public.tokens x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    update public.sessions x set address = null, agent = null where x.home_id = p.tenant_id and x.user_id = p.id;
    update public.audit x set change = '{}' where x.tenant_id = p.tenant_id and x.row_id = p.id and x.what like 'user.%';
    update public.users u
      set name = case p.words
        when 'en-US' then 'Removed person'
        when 'es' then 'Persona eliminada'
        when 'pt-PT' then 'Pessoa removida'
        else 'Pessoa removida' end,
        sort_key = '', email = 'removed-' || u.id || '@removed.invalid', phone = null, department = null, "position" = null,
        language = null, rls_username = null, rls_roles = '{}', flags = '{}',
        preferences = '{}', custom = '{}', picture = null, home_page = null, own_hours = null, shift_ids = '{}', status_reason = null,
        removed_account_id = null, purged_at = app.now()
      where u.tenant_id = p.tenant_id and u.id = p.id;
    delete from public.accounts a
      where a.id = p.removed_account_id and not exists (select from public.users o where o.account_id = a.id)
        and not exists (select from public.users o where o.removed_account_id = a.id);
    tenant_id := p.tenant_id; picture := p.picture; return next;
  end loop; end $$;
alter function app.purge_removed owner to mirante_gate;
revoke all on function app.purge_removed from public;
grant execute on function app.purge_removed to mirante_job;

-- Returns the notices and the maintenance window that the sign-in page shows: at most two notices of the tenant and of those above, the
-- most severe and then the oldest first. A tenant above that may not act shows none. A window that was cancelled or only warns blocks no
-- sign-in; one with a login notice is announced here.
-- Callers: mirante_public.
-- Security definer: callers lack the grants on maintenance, notices, tenants.
create or replace function app.sign_in_page(p_tenant uuid)
returns table (notices jsonb, maintenance jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.id, t.parent_id, false as above, true as shows
    from public.tenants t
    where t.id = p_tenant
    union all select t.id, t.parent_id, true, app.acts(t.status, t.trial_ends_at)
    from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true),
  found as (select n.id, n.title, n."text", n.body, n.severity, n.texts, null::timestamptz as window_start,
      null::timestamptz as window_end, n.starts_at
    from up join lateral (select * from public.notices x
      where x.tenant_id = up.id and up.shows and x.withdrawn_at is null and coalesce(x.ends_at, 'infinity'::timestamptz) > app.now()
        and x.at_login and x.starts_at <= app.now() and (x.audience_below or not up.above) offset 0) n on true
    union all select m.id, m.title, m."text", null, 'warning', m.texts, m.starts_at, m.ends_at, m.starts_at from public.maintenance m
      where m.tenant_id = p_tenant and m.target = 'unit' and m.login_notice and m.cancelled_at is null and m.ends_at > app.now()
        and m.starts_at - make_interval(hours => m.announce_hours) <= app.now()
        and not (m.blocks and m.starts_at <= app.now())),
  shown as (select f.* from found f order by array_position(array['error', 'warning', 'info'], f.severity), f.starts_at, f.id limit 2)
  select coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'text', n."text", 'body', n.body,
      'severity', n.severity, 'texts', n.texts, 'startsAt', n.window_start, 'endsAt', n.window_end)) from shown n), '[]'),
    (select jsonb_build_object('title', m.title, 'text', m."text", 'texts', m.texts, 'until', m.ends_at) from public.maintenance m
      where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
        and m.ends_at > app.now()
      order by m.ends_at desc
      limit 1) $$;
alter function app.sign_in_page owner to mirante_gate;
revoke all on function app.sign_in_page from public;
grant execute on function app.sign_in_page to mirante_public;

-- Records the caller's answer to "Did this help?" for a question that they see, or takes it back (null), and counts it at the question. An
-- unchanged answer counts nothing. Returns whether there is such a question.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on faq_votes.
create or replace function app.vote_faq(p_id uuid, p_helped boolean)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_owner uuid; v_was boolean; begin
  perform app.need('{own}');
  select f.tenant_id into v_owner from app.faq_of(app.tenant_id()) f where f.id = p_id;
  if not found then return false; end if;
  -- The question is locked first, so the votes of one person follow each other.
  perform 1 from public.faq_entries e where e.tenant_id = v_owner and e.id = p_id for no key update;
  if not found then return false; end if;
  select v.helped into v_was
    from public.faq_votes v
    where v.tenant_id = app.tenant_id() and v.user_id = app.user_id() and v.entry_id = p_id;
  if v_was is not distinct from p_helped then return true; end if;
  if p_helped is null then
    delete from public.faq_votes v where v.tenant_id = app.tenant_id() and v.user_id = app.user_id() and v.entry_id = p_id;
  else
    insert into public.faq_votes (tenant_id, user_id, entry_id, helped) values (app.tenant_id(), app.user_id(), p_id, p_helped)
      on conflict (tenant_id, user_id, entry_id) do update set helped = excluded.helped;
  end if;
  update public.faq_entries e set
      helped = e.helped + (p_helped is true)::int - (v_was is true)::int,
      not_helped = e.not_helped + (p_helped is false)::int - (v_was is false)::int
    where e.tenant_id = v_owner and e.id = p_id;
  return true; end $$;
alter function app.vote_faq owner to mirante_gate;
revoke all on function app.vote_faq from public;
grant execute on function app.vote_faq to mirante_app;

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table faq_entries enable row level security, force row level security;
create policy gate on faq_entries to mirante_gate using (true) with check (true);
create policy own on faq_entries to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, update (helped, not_helped), delete on faq_entries to mirante_gate;
grant select, insert, update, delete on faq_entries to mirante_app;

alter table faq_votes enable row level security, force row level security;
create policy gate on faq_votes to mirante_gate using (true) with check (true);
create policy own on faq_votes to mirante_app using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));

grant select, insert, update, delete on faq_votes to mirante_gate;
grant select on faq_votes to mirante_app;

alter table notice_states enable row level security, force row level security;
create policy gate on notice_states to mirante_gate using (true) with check (true);
create policy own on notice_states to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on notice_states to mirante_gate;
grant select, insert, update on notice_states to mirante_app;

alter table notices enable row level security, force row level security;
create policy gate on notices to mirante_gate using (true) with check (true);
create policy own on notices to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));

grant select, delete on notices to mirante_gate;
grant select, insert, update, delete on notices to mirante_app;
