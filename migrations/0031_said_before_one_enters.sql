-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- Who opens an act-as session reads in the same transaction what its token says.
grant execute on function app.session_facts(uuid) to mirante_app;

-- Whether the unit lets administrators into accounts without asking each time: said on its sign-in page (BEHAVIOUR 8).
create function app.enters_unasked(p_tenant uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.settings s where s.tenant_id = p_tenant and s."values"->>'allow_access_remote' = 'S' and s."values"->>'remote_consent' = 'none') $$;
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.enters_unasked(uuid) owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.enters_unasked(uuid) from public;
grant execute on function app.enters_unasked(uuid) to mirante_public;
