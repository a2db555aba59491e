CREATE TABLE "tenant_counts" (
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"n" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tenant_counts_kind_status_pk" PRIMARY KEY("kind","status")
);
--> statement-breakpoint
CREATE INDEX "tenants_status_across" ON "tenants" USING btree ("status","sort_key","id");--> statement-breakpoint
CREATE INDEX "tenants_status_created_across" ON "tenants" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "tenants_kind_across" ON "tenants" USING btree ("kind","sort_key","id");--> statement-breakpoint
CREATE INDEX "tenants_kind_created_across" ON "tenants" USING btree ("kind","created_at","id");
alter table tenant_counts enable row level security, force row level security;
create policy gate on tenant_counts to mirante_gate using (true) with check (true);
create policy wide on tenant_counts for select to mirante_wide using (case (select app.scope()) when 'platform' then true else false end);
grant select, insert, update on tenant_counts to mirante_gate;
grant select on tenant_counts to mirante_wide;
insert into tenant_counts (kind, status, n) select kind, status, count(*) from tenants group by kind, status;
create function app.count_tenant() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if tg_op in ('UPDATE', 'DELETE') then update public.tenant_counts set n = n - 1 where kind = old.kind and status = old.status; end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into public.tenant_counts as c (kind, status, n) values (new.kind, new.status, 1) on conflict (kind, status) do update set n = c.n + 1;
  end if;
  return null; end $$;
create trigger tenants_counted after insert or delete or update of kind, status on tenants for each row execute function app.count_tenant();

-- Each layer's settings are looked up by their key: a join would read every tenant's.
create or replace function app.hidden_menu(p_tenant uuid) returns text[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.id, t.parent_id from public.tenants t where t.id = p_tenant union all select t.id, t.parent_id from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select coalesce(array_agg(distinct h), '{}') from up
    join lateral (select s."values" from public.settings s where s.tenant_id = up.id offset 0) s on true,
    lateral jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu') when 'array' then s."values"->'hidden_menu' else '[]' end) h $$;
create or replace function app.settings_above() returns setof jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.parent_id, 1 as n from public.tenants t where t.id = app.tenant_id() union all select t.parent_id, n + 1 from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select s."values" from up join lateral (select x."values" from public.settings x where x.tenant_id = up.parent_id offset 0) s on true order by n $$;

do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.count_tenant() owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.count_tenant() from public;
comment on table tenant_counts is 'Of the platform as a whole: no tenant owns a row, and only the platform reads it.';
