-- Lets the reconciler look at a capacity now, because someone of a member unit waits for it or keeps it on; returns whether it will.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.wake(p_capacity uuid)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  with looked as (update public.capacities c set next_look_at = app.now()
      where c.id = p_capacity and c.owner_tenant_id is not null
        and exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
          where m.tenant_id = app.tenant_id() and m.capacity_id = c.id and app.acts(t.status, t.trial_ends_at))
      returning c.id)
    select exists (select from looked) $$;
alter function app.wake owner to mirante_gate;
revoke all on function app.wake from public;
grant execute on function app.wake to mirante_app, mirante_job;
