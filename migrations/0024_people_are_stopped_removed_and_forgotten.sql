DROP INDEX "users_email";--> statement-breakpoint
DROP INDEX "users_signed_in";--> statement-breakpoint
DROP INDEX "users_deleted_across";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "removed_account_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "purged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "expiry_told" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "users_told" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "users_email_list" ON "users" USING btree ("tenant_id","email","id");--> statement-breakpoint
CREATE INDEX "users_status_list" ON "users" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE INDEX "users_expires" ON "users" USING btree ("tenant_id",coalesce(expires_at, 'infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "tenants_limit_across" ON "tenants" USING btree ("id") WHERE user_limit is not null and users_told <> (case when users_used >= user_limit then 100 when users_used * 5 >= user_limit * 4 then 80 else 0 end);--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("tenant_id","email") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_signed_in" ON "users" USING btree ("tenant_id",coalesce(last_sign_in_at, '-infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "users_deleted_across" ON "users" USING btree ("deleted_at") WHERE deleted_at is not null and purged_at is null;
--> statement-breakpoint
alter table users alter column email type text collate "C";

-- Nobody's account follows what an administrator writes: a new address parts it, a removal puts it aside, bringing back takes it up again.
create function app.part_account() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if new.deleted_at is not null and old.deleted_at is null then
    new.removed_account_id := old.account_id; new.account_id := null;
  elsif new.deleted_at is null and old.deleted_at is not null then
    new.account_id := old.removed_account_id; new.removed_account_id := null;
  elsif new.email <> old.email and app.tenant_id() is not null and app.user_id() is distinct from new.id then
    new.account_id := null;
  end if;
  return new; end $$;
create trigger users_parted before update on users for each row
  when (new.deleted_at is distinct from old.deleted_at or new.email <> old.email) execute function app.part_account();

-- Whoever may no longer act, or is no longer the same person, is signed out everywhere, and no link of his works.
create function app.end_access() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  update public.sessions set revoked_at = app.now() where home_id = new.tenant_id and user_id = new.id and revoked_at is null;
  delete from public.devices where tenant_id = new.tenant_id and user_id = new.id;
  update public.tokens set used_at = app.now() where tenant_id = new.tenant_id and user_id = new.id and used_at is null;
  return null; end $$;
create trigger users_ended after update on users for each row
  when ((old.status in ('A', 'T') and new.status not in ('A', 'T')) or new.deleted_at is distinct from old.deleted_at or new.email <> old.email) execute function app.end_access();

-- A tenant keeps one administrator who may act, whoever stops the others at the same time.
create function app.keep_administrator() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.tenant_id() is null then return null; end if;
  perform from public.tenants where id = new.tenant_id for no key update;
  if not exists (select from public.users u where u.tenant_id = new.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null) then
    raise exception 'last_administrator' using errcode = 'MR410';
  end if;
  return null; end $$;
create trigger users_administered after update on users for each row
  when (old.profile in ('a2m', 'master', 'admin') and old.status in ('A', 'T') and old.seat is null and old.deleted_at is null
    and not (new.profile in ('a2m', 'master', 'admin') and new.status in ('A', 'T') and new.deleted_at is null)) execute function app.keep_administrator();

-- Live sessions of one person of the tenant that has entered, for its administrators.
create function app.person_sessions(p_user uuid) returns table (id uuid, at timestamptz, last_seen timestamptz, address text, agent text, auth_type text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.created_at, s.last_seen, s.address, s.agent, s.auth_type from public.sessions s
   where s.home_id = app.tenant_id() and s.tenant_id = s.home_id and s.user_id = p_user and s.actor_sid is null and s.revoked_at is null and s.expires_at > app.now() order by s.last_seen desc limit 50 $$;
create function app.person_devices(p_user uuid) returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from public.devices d where d.tenant_id = app.tenant_id() and d.user_id = p_user $$;
create function app.end_person_sessions(p_user uuid) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (update public.sessions set revoked_at = app.now() where home_id = app.tenant_id() and user_id = p_user and revoked_at is null and expires_at > app.now() returning 1),
    d as (delete from public.devices where tenant_id = app.tenant_id() and user_id = p_user)
  select count(*)::int from s $$;

-- People whose time is up, or of whom a notice is due.
create function app.due_people(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.tenant_id, u.id from public.users u
   where u.expires_at <= app.now() + interval '7 days' and u.expires_at is not null and u.status in ('A', 'T') and u.deleted_at is null
     and (u.expires_at <= app.now() or u.expiry_told is distinct from case when u.expires_at <= app.now() + interval '1 day' then 1 else 7 end)
   order by u.expires_at limit least(p_n, 500) $$;

-- Tenants that have come to four fifths or the whole of their people, or have left it again by some way.
create function app.due_limits(p_n int) returns table (tenant_id uuid, parent_id uuid, level int, told int, used int, user_limit int, name text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.parent_id, l.level, t.users_told, t.users_used, t.user_limit, t.name from public.tenants t,
    lateral (select case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end as level) l
   where t.user_limit is not null and t.users_told <> (case when t.users_used >= t.user_limit then 100 when t.users_used * 5 >= t.user_limit * 4 then 80 else 0 end)
     and t.deleted_at is null and (l.level > t.users_told or t.users_used * 100 < t.user_limit * (t.users_told - 5)) order by t.id limit least(p_n, 100) $$;

-- Thirty days after a removal nothing personal is left; the row stays for what was done. Gives the pictures whose files go too.
create function app.purge_removed(p_n int) returns table (tenant_id uuid, picture text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p record; begin
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

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['app.part_account()', 'app.end_access()', 'app.keep_administrator()', 'app.person_sessions(uuid)', 'app.person_devices(uuid)', 'app.end_person_sessions(uuid)', 'app.due_people(int)', 'app.due_limits(int)', 'app.purge_removed(int)']::regprocedure[] loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.person_sessions(uuid), app.person_devices(uuid), app.end_person_sessions(uuid) to mirante_app;
grant execute on function app.due_people(int), app.due_limits(int), app.purge_removed(int) to mirante_job;

grant delete on accounts, notifications, mails, favorites, user_group_members, report_states, report_view_defaults, report_views, fresh_waiters, list_views, custom_values to mirante_gate;
grant select on notifications, mails, favorites, user_group_members, report_states, report_view_defaults, report_views, fresh_waiters, list_views, custom_values, audit to mirante_gate;
grant update (address, agent) on sessions to mirante_gate;
grant update (change) on audit to mirante_gate;
grant update (name, sort_key, email, phone, department, "position", language, rls_username, rls_roles, flags, preferences, custom, picture, home_page, access_hours, status_reason, removed_account_id, purged_at) on users to mirante_gate;
grant update (expiry_told) on users to mirante_app, mirante_job;
grant update (users_told) on tenants to mirante_job;
grant execute on function app.user_id() to mirante_gate;
