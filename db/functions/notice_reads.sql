-- Returns how many people acknowledged and dismissed a notice of the caller's tenant, in its tenants below too.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.notice_reads(p_notice uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select jsonb_build_object('acknowledged', count(s.acknowledged_at), 'dismissed', count(s.dismissed_at))
    from public.notice_states s
    where s.notice_tenant_id = app.tenant_id() and s.notice_id = p_notice $$;
alter function app.notice_reads owner to mirante_gate;
revoke all on function app.notice_reads from public;
grant execute on function app.notice_reads to mirante_app;
