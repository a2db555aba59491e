-- Verifies, suspends, resumes or ends a partner's relation, by the unit's administrator. Suspending and ending also end the partner's live
-- sessions.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.set_partner_relation(p_id uuid, p_version int, p_action text, p_verify boolean, p_hours int, p_address text,
  p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.relations; n public.relations; d record; begin
  perform app.need('{own}');
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() then return 'none'; end if;
  select r.* into o from public.relations r where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' for update;
  if not found then return 'none'; end if;
  if o.version is distinct from p_version or o.ended_at is not null or o.until <= app.now()
    or (p_action = 'resume' and o.status <> 'suspended') or (p_action = 'suspend' and o.status <> 'active') then
    return 'changed';
  end if;
  update public.relations r set version = r.version + 1, set_by_id = app.user_id(),
      verify = case p_action when 'verify' then p_verify else r.verify end,
      standing_until = case p_action
        when 'stand' then app.now() + make_interval(hours => least(greatest(p_hours, 0), 8))
        when 'suspend' then null
        when 'end' then null
        else r.standing_until end,
      status = case p_action when 'suspend' then 'suspended' when 'resume' then 'active' when 'end' then 'ended' else r.status end,
      ended_at = case p_action when 'end' then app.now() else r.ended_at end
    where r.tenant_id = o.tenant_id and r.id = o.id returning * into n;
  -- The emergency switch: live partner sessions end within this call, and so do those that now need an administrator's approval.
  for d in
  select q.session_id
  from public.remote_requests q
  where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state = 'active'
    and (p_action in ('suspend', 'end') or app.may_act(q.session_id) is null) loop
    perform app.act_end(d.session_id, 'admin', p_address, p_request);
  end loop;
  if p_action in ('suspend', 'end') then
    update public.remote_requests q
      set state = 'cancelled', decided_at = app.now(), version = q.version + 1
      where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state in ('requested', 'authorized');
  end if;
  perform app.write_audit(app.tenant_id(), 'partner.' || p_action, o.id,
    jsonb_build_object('before', jsonb_build_object('verify', o.verify, 'status', o.status, 'standing_until', o.standing_until),
      'after', jsonb_build_object('verify', n.verify, 'status', n.status, 'standing_until', n.standing_until)),
    p_address, p_request);
  perform app.act_tell(o.above_id, m.id, 'partner_relation',
    jsonb_build_object('unit', (select t.name from public.tenants t where t.id = o.tenant_id), 'state', p_action), '/companies')
    from public.users m
    where p_action in ('suspend', 'resume', 'end') and m.tenant_id = o.above_id and m.profile = 'master' and m.status in ('A', 'T')
      and m.deleted_at is null;
  return 'ok'; end $$;
alter function app.set_partner_relation owner to mirante_gate;
revoke all on function app.set_partner_relation from public;
grant execute on function app.set_partner_relation to mirante_app;
