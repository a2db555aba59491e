ALTER TABLE "mails" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "mails_address" ON "mails" USING btree ("tenant_id","address","id");--> statement-breakpoint
CREATE INDEX "mails_state_list" ON "mails" USING btree ("tenant_id","state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
-- Search is by the beginning of the address, in the "C" collation, as everywhere.
alter table mails alter column address type text collate "C";
-- The zone and the language of a tenant are settings of its administrators.
grant update (zone, language) on tenants to mirante_app;
-- News and the mail log are kept for half a year; what a killed Worker left in the outbox for a mail that is over goes too.
create function app.sweep_news() returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.notifications where created_at < app.now() - interval '180 days';
  delete from public.mails where created_at < app.now() - interval '180 days' $$;
grant create on schema app to mirante_gate;
alter function app.sweep_news() owner to mirante_gate;
revoke create on schema app from mirante_gate;
revoke all on function app.sweep_news() from public;
grant execute on function app.sweep_news() to mirante_job;
