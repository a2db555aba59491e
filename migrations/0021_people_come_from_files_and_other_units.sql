ALTER TABLE "user_imports" ALTER COLUMN "mapping" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "user_import_rows" ADD COLUMN "person" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "user_import_rows" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "user_import_rows" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "user_import_rows" ADD COLUMN "clashes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "user_import_rows" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "user_imports" ADD COLUMN "header_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "user_import_rows_email" ON "user_import_rows" USING btree ("tenant_id","import_id","email");--> statement-breakpoint
CREATE INDEX "user_import_rows_phone" ON "user_import_rows" USING btree ("tenant_id","import_id","phone");--> statement-breakpoint
CREATE INDEX "user_imports_hash" ON "user_imports" USING btree ("tenant_id","hash");
--> statement-breakpoint
-- Imports whose message was lost or whose Worker was killed: the next batch of each is due.
create function app.due_user_imports(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.tenant_id, i.id from public.user_imports i where i.state = 'running' and (i.taken_until is null or i.taken_until < app.now()) order by i.taken_until nulls first limit least(p_n, 200) $$;

-- People's rows do not lie here for ever: drafts for 30 days, what has run for 90.
create function app.forget_user_imports(p_n int) returns int language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with old as (select i.tenant_id, i.id from public.user_imports i where i.state <> 'running'
      and coalesce(i.ended_at, i.created_at) < app.now() - case when i.ended_at is null then interval '30 days' else interval '90 days' end limit least(p_n, 500)),
    gone as (delete from public.user_imports i using old where i.tenant_id = old.tenant_id and i.id = old.id returning 1)
  select count(*)::int from gone $$;

-- Units from which this session may bring people (Spec 6): where the same account administers, or of the partner whose own people act here.
-- Somebody who is let into another person's session gets none of that person's other units.
create function app.import_units() returns table (id uuid, name text, sort_key text, people int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with own as (select u.account_id from public.users u where app.actor_id() is null and u.tenant_id = app.tenant_id() and u.id = app.user_id()
      and u.profile in ('admin', 'master') and u.status in ('A', 'T') and u.account_id is not null),
    above as (select t.id from public.tenants t where app.actor_id() is null and app.profile() = 'master' and t.id = app.tenant_id() and t.kind = 'partner'
      union all select r.above_id from public.relations r join public.users a on a.tenant_id = r.above_id and a.id = app.actor_id() and a.profile = 'master' and a.status in ('A', 'T')
        where r.tenant_id = app.tenant_id() and r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now())
  select t.id, t.name, t.sort_key, t.users_used from public.tenants t
   where t.kind = 'unit' and t.id <> app.tenant_id() and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
     and exists (select from public.settings s where s.tenant_id = app.tenant_id() and s."values"->>'user_import' = 'S')
     and (t.id in (select u.tenant_id from public.users u join own on u.account_id = own.account_id where u.profile = 'admin' and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null)
       or t.id in (select r.tenant_id from public.relations r join above on r.above_id = above.id
            where r.kind = 'partner' and r.status = 'active' and r.role = 'admin' and r.ended_at is null and r.until > app.now())) $$;

-- The acting people of such a unit, by the beginning of a word of the name or of the e-mail; those named, or a page after one of them.
create function app.import_people(p_unit uuid, p_search text, p_email text, p_ids uuid[], p_after text, p_after_id uuid, p_n int)
  returns table (id uuid, name text, email text, phone text, department text, "position" text, language text, sort_key text, here boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, u.email, u.phone, u.department, u."position", u.language, u.sort_key,
      exists (select from public.users h where h.tenant_id = app.tenant_id() and h.email = u.email)
    from public.users u where u.tenant_id = (select i.id from app.import_units() i where i.id = p_unit)
     and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null and (p_ids is null or u.id = any (p_ids))
     and (p_search = '' or starts_with(u.sort_key, p_search) or position(' ' || p_search in u.sort_key) > 0 or starts_with(u.email, p_email))
     and (p_after is null or (u.sort_key, u.id) > (p_after, p_after_id))
   order by u.sort_key, u.id limit least(p_n, 5001) $$;

-- What is taken out of a unit is written down there as well, under the name of its own administrator where the same account has one.
create function app.import_taken(p_unit uuid, p_people int, p_request text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, request_id)
  select i.id, (select o.id from public.users m join public.users o on o.account_id = m.account_id and o.tenant_id = i.id and o.seat is null where app.actor_id() is null and m.tenant_id = app.tenant_id() and m.id = app.user_id() limit 1),
      null, app.home_id(), 'user.copied_out', null,
      jsonb_build_object('to', (select t.name from public.tenants t where t.id = app.tenant_id()), 'people', p_people), p_request
    from app.import_units() i where i.id = p_unit $$;

grant delete on user_imports to mirante_gate;
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.due_user_imports(int) owner to mirante_gate;
  alter function app.forget_user_imports(int) owner to mirante_gate;
  alter function app.import_units() owner to mirante_gate;
  alter function app.import_people(uuid, text, text, uuid[], text, uuid, int) owner to mirante_gate;
  alter function app.import_taken(uuid, int, text) owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.due_user_imports(int), app.forget_user_imports(int), app.import_units(), app.import_people(uuid, text, text, uuid[], text, uuid, int), app.import_taken(uuid, int, text) from public;
grant execute on function app.due_user_imports(int), app.forget_user_imports(int) to mirante_job;
grant execute on function app.import_units(), app.import_people(uuid, text, text, uuid[], text, uuid, int), app.import_taken(uuid, int, text) to mirante_app;
