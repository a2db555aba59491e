ALTER TABLE "service_accounts" ADD COLUMN "sort_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "service_accounts_name" ON "service_accounts" USING btree ("tenant_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "service_accounts_created" ON "service_accounts" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "service_accounts_ends" ON "service_accounts" USING btree ("tenant_id",coalesce(secret_ends_at, '9999-12-31T00:00:00Z'::timestamptz),"id");--> statement-breakpoint
alter table service_accounts alter column sort_key type text collate "C";
update service_accounts set sort_key = lower(name);

-- Accounts of which a notice is due: the secret ends within 30, 7 or 1 day(s), and nobody was told so yet. The notice itself is the mark.
create function app.due_secrets(p_n int) returns table (tenant_id uuid, id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.tenant_id, a.id from public.service_accounts a
   where a.secret_ends_at > app.now() and a.secret_ends_at <= app.now() + interval '30 days' and not a.disabled
     and a.secret_warned_days is distinct from case when a.secret_ends_at <= app.now() + interval '1 day' then '1' when a.secret_ends_at <= app.now() + interval '7 days' then '7' else '30' end
   order by a.secret_ends_at limit least(p_n, 100) $$;
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.due_secrets(int) owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.due_secrets(int) from public;
grant select on service_accounts to mirante_gate;
grant execute on function app.due_secrets(int) to mirante_job;
