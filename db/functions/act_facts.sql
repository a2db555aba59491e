-- Returns the claims of a new token for the act-as session that the caller just opened; no row for another session's id.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on sessions.
create or replace function app.act_facts(p_sid uuid)
returns table (state text, tenant_id uuid, user_id uuid, kind text, profile text, flags text[], rights bigint, until timestamptz,
  reach text, actor uuid, via text, hidden text[], name text, email text, language text, department text, "position" text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select f.* from public.sessions s join public.sessions e on e.id = s.actor_sid, lateral app.session_facts(s.id) f
    where s.id = p_sid and e.user_id = app.user_id() and e.home_id = app.home_id() and app.actor_id() is null $$;
alter function app.act_facts owner to mirante_gate;
revoke all on function app.act_facts from public;
grant execute on function app.act_facts to mirante_app;
