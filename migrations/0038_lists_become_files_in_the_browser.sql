DROP TABLE "table_files" CASCADE;
--> statement-breakpoint
-- Lists become files part by part, in the browser of who asks.
drop function app.due_table_files(int);
drop function app.ended_table_files(int);

-- What a token says, of the act-as session alone that who asks has just opened: no other session's id tells anything.
create function app.act_facts(p_sid uuid) returns table (state text, tenant_id uuid, user_id uuid, profile text, flags text[], rights bigint, until timestamptz, reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.* from public.sessions s join public.sessions e on e.id = s.actor_sid, lateral app.session_facts(s.id) f
    where s.id = p_sid and e.user_id = app.user_id() and e.home_id = app.home_id() and app.actor_id() is null $$;
do $$ begin
  grant create on schema app to mirante_gate;
  alter function app.act_facts(uuid) owner to mirante_gate;
  revoke create on schema app from mirante_gate; end $$;
revoke all on function app.act_facts(uuid) from public;
revoke execute on function app.session_facts(uuid) from mirante_app;
grant execute on function app.act_facts(uuid) to mirante_app;
