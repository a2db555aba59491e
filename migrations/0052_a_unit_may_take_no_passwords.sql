-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- A unit may switch passwords off; that holds while another way in is open, so that a provider that is removed locks nobody out.
create function app.takes_passwords(p_tenant uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s."values"->>'password_sign_in' from public.settings s where s.tenant_id = p_tenant), 'S') <> 'N' or not exists (select from public.sso_apps a where a.tenant_id = p_tenant and a.status = 'A') $$;
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.takes_passwords(uuid) owner to mirante_gate;
  revoke all on function app.takes_passwords(uuid) from public;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.takes_passwords(uuid) to mirante_public;
