-- Lets one caller ask Azure whether a capacity that was last seen not running, or couldn't be observed, runs by now; false while an
-- observation or another claim is younger than p_seconds.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.claim_look(p_capacity uuid, p_seconds int)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  with claimed as (update public.capacities c set observed_at = app.now()
      where c.id = p_capacity and c.observed_state in ('paused', 'stopping', 'starting', 'unknown')
        and coalesce(c.observed_at <= app.now() - make_interval(secs => p_seconds), true)
        and exists (select from public.capacity_members m where m.tenant_id = app.tenant_id() and m.capacity_id = c.id)
      returning c.id)
    select exists (select from claimed) $$;
alter function app.claim_look owner to mirante_gate;
revoke all on function app.claim_look from public;
grant execute on function app.claim_look to mirante_app, mirante_job;
