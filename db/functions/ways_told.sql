-- Returns how users of the caller's tenant sign in, for e-mails and the user page.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers may not execute takes_passwords, ways_in.
create or replace function app.ways_told() returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,job}');
  select jsonb_build_object('passwords', app.takes_passwords((select app.tenant_id())),
    'names', (select coalesce(jsonb_agg(w.way->'name' order by w.at), '[]')
    from jsonb_array_elements(app.ways_in((select app.tenant_id()))) with ordinality w (way, at))) $$;
alter function app.ways_told owner to mirante_gate;
revoke all on function app.ways_told from public;
grant execute on function app.ways_told to mirante_app, mirante_job;
