-- Returns who dismissed or acknowledged a notice of the caller's tenant, in its tenants below too.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.notice_readers(p_notice uuid)
returns table (tenant_id uuid, unit text, id uuid, name text, email text, sort_key text, dismissed_at timestamptz,
  acknowledged_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select s.tenant_id, t.name, u.id, u.name, u.email, u.sort_key, s.dismissed_at, s.acknowledged_at
    from public.notice_states s
      join public.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      join public.tenants t on t.id = s.tenant_id
    where s.notice_tenant_id = app.tenant_id() and s.notice_id = p_notice $$;
alter function app.notice_readers owner to mirante_gate;
revoke all on function app.notice_readers from public;
grant execute on function app.notice_readers to mirante_app;
