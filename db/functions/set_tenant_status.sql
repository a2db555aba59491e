-- Blocks, unblocks, extends or ends a trial, deletes and restores a tenant. A deleted tenant keeps its data for 30 days and answers on none
-- of its hosts. What the platform blocked, deleted or put on trial only the platform can undo, end or extend.
-- Callers: mirante_app (own).
-- Raises: above, changed, not_found, state, units.
-- Security definer: callers lack the grants on sessions.
create or replace function app.set_tenant_status(p_id uuid, p_version int, p_action text, p jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.tenants; n public.tenants; v_up public.tenants; b record; v_layer text := app.scope(); begin
  perform app.need('{own}');
  if app.below(p_id) is not true then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into b from app.tree_use(v_up.id, p->>'product');
  select * into o from public.tenants where id = p_id for no key update;
  if o.deleted_at is not null and (p_action <> 'restore' or o.deleted_at < app.now() - interval '30 days') then
    raise exception 'not_found' using errcode = 'MT404';
  end if;
  if o.version is distinct from p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  if v_layer is distinct from 'platform'
    and 'platform' = (case p_action
      when 'unblock' then o.blocked_by
      when 'restore' then o.deleted_by
      when 'convert' then o.trial_by
      when 'extend' then o.trial_by end) then
    raise exception 'above' using errcode = 'MT403'; end if;
  if p_action = 'delete' and exists (select from public.tenants c where c.parent_id = p_id and c.deleted_at is null) then
    raise exception 'units' using errcode = 'MT410';
  end if;
  update public.tenants t set version = t.version + 1, epoch = t.epoch + 1,
      status = case p_action when 'block' then 'B' when 'delete' then 'D' when 'convert' then 'A' when 'extend' then 'T'
        else case
          when p_action = 'restore' and (t.blocked_by is not null or t.status_reason is not null) then 'B'
          when t.trial_ends_at is not null then 'T'
          else 'A' end end,
      status_reason = case p_action when 'block' then p->>'reason' when 'unblock' then null else t.status_reason end,
      blocked_by = case p_action when 'block' then v_layer when 'unblock' then null else t.blocked_by end,
      deleted_by = case p_action when 'delete' then v_layer when 'restore' then null else t.deleted_by end,
      trial_by = case p_action when 'convert' then null when 'extend' then v_layer else t.trial_by end,
      trial_ends_at = case p_action when 'convert' then null when 'extend' then (p->>'until')::timestamptz else t.trial_ends_at end,
      trial_told = case when p_action in ('convert', 'extend') then null else t.trial_told end,
      default_directory = t.default_directory and p_action <> 'delete',
      deleted_at = case p_action when 'delete' then app.now() when 'restore' then null else t.deleted_at end
    where t.id = p_id
      and case p_action
        when 'block' then t.status in ('A', 'T', 'I')
        when 'unblock' then t.status in ('B', 'I')
        when 'extend' then t.status = 'T'
        when 'convert' then t.status = 'T'
      when 'delete' then t.deleted_at is null when 'restore' then t.deleted_at is not null else false end returning * into n;
  if not found then raise exception 'state' using errcode = 'MT409'; end if;
  if p_action = 'restore' then
    perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  end if;
  if p_action = 'delete' then update public.sessions set revoked_at = app.now() where tenant_id = p_id and revoked_at is null; end if;
  perform app.write_audit(x, 'tenant.' || p_action, p_id,
    jsonb_build_object('before', jsonb_build_object('status', o.status, 'trial_ends_at', o.trial_ends_at), 'after',
      jsonb_build_object('name', n.name, 'status', n.status, 'trial_ends_at', n.trial_ends_at, 'reason', p->>'reason')),
    p->>'ip', p->>'request', p_home => app.tenant_id()) from unnest(array[app.tenant_id(), p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id));
end $$;
alter function app.set_tenant_status owner to mirante_gate;
revoke all on function app.set_tenant_status from public;
grant execute on function app.set_tenant_status to mirante_app;
