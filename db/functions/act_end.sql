-- Ends an act-as session and its request. Returns false when there was nothing to end.
-- Callers: mirante_app, mirante_door, mirante_job (own, remote, partner, job, door).
-- Security definer: callers may not execute act_over.
create or replace function app.act_end(p_sid uuid, p_by text, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,job,door}');
  return app.act_over(p_sid, p_by, p_address, p_request); end $$;
alter function app.act_end owner to mirante_gate;
revoke all on function app.act_end from public;
grant execute on function app.act_end to mirante_app, mirante_door, mirante_job;
