-- Aborts the transaction unless what the first trip loaded still holds; the Worker answers MR419 with changed_meanwhile. Null counts as
-- false.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, directory, job).
-- Raises: changed_meanwhile.
-- Security definer: like every function of the gate.
create or replace function app.must_hold(p_holds boolean)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player,directory,job}');
  if p_holds is not true then raise exception 'changed_meanwhile' using errcode = 'MR419'; end if; end $$;
alter function app.must_hold owner to mirante_gate;
revoke all on function app.must_hold from public;
grant execute on function app.must_hold to mirante_app, mirante_job;
