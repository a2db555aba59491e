ALTER TABLE "remote_requests" ADD COLUMN "digest_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "remote_requests_digest_across" ON "remote_requests" USING btree ("started_at") WHERE kind = 'partner' and started_at is not null and digest_at is null;
--> statement-breakpoint
-- Units whose partners were inside in a month that is over in the unit's zone and has not been told yet.
create function app.due_partner_months(p_n int) returns table (tenant_id uuid, begins timestamptz) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select q.tenant_id, date_trunc('month', app.now() at time zone t.zone) at time zone t.zone from public.remote_requests q join public.tenants t on t.id = q.tenant_id
   where q.kind = 'partner' and q.started_at is not null and q.digest_at is null and t.deleted_at is null
     and q.started_at < date_trunc('month', app.now() at time zone t.zone) at time zone t.zone
   group by q.tenant_id, t.zone order by min(q.started_at) limit least(p_n, 200) $$;
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.due_partner_months(int) owner to mirante_gate;
  revoke all on function app.due_partner_months(int) from public;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.due_partner_months(int) to mirante_job;
