-- Reverts changes of the allowed addresses that were not confirmed in time.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on settings.
create or replace function app.settle_addresses()
returns table (tenant_id uuid, hosts text[])
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_before jsonb; begin
  perform app.need('{job}');
  for s in
  select x.tenant_id, x."values"
  from public.settings x
  where x."values"->'ip_trial'->>'until' is not null and (x."values"->'ip_trial'->>'until')::timestamptz <= app.now()
  for update of x skip locked loop
    v_before := s."values"->'ip_trial'->'before';
    update public.settings x set "values" = (x."values" - 'ip_trial') || v_before, version = x.version + 1 where x.tenant_id = s.tenant_id;
    perform app.write_audit(s.tenant_id, 'settings.edit', s.tenant_id,
      jsonb_build_object('before', jsonb_build_object('ip', s."values"->'ip', 'listIp', s."values"->'listIp'), 'after', v_before,
      'rolled_back', true),
      p_user => null, p_home => s.tenant_id);
    perform app.act_tell(s.tenant_id, u.id, 'addresses_undone', '{}', '/setting?area=security')
      from public.users u
      where u.tenant_id = s.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.deleted_at is null
        and u.seat is null;
    tenant_id := s.tenant_id; hosts := array(select d.host from public.domains d where d.tenant_id = s.tenant_id); return next;
  end loop; end $$;
alter function app.settle_addresses owner to mirante_gate;
revoke all on function app.settle_addresses from public;
grant execute on function app.settle_addresses to mirante_job;
