-- Returns what decides about the user of a proof, or of a pending step, on its own host.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on devices, maintenance, settings and 3 more.
create or replace function app.entrant(p_hash bytea, p_tenant uuid, p_host text, p_device bytea)
returns table (user_id uuid, email text, account_id uuid, status text, rights bigint, profile text, flags text[], name text, language text,
  department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean,
               ip_exempt boolean, access_hours jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, u.account_id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags,
    u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m
        where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
          and m.ends_at > app.now() and u.profile = 'user'),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant),
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id), u.ip_exempt,
      u.access_hours
    from public.tickets k join public.users u on u.tenant_id = k.tenant_id and u.id = (k.body->>'userId')::uuid
    join public.tenants h on h.id = u.tenant_id and h.deleted_at is null
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where k.hash = p_hash and k.tenant_id = p_tenant and k.host = p_host and (k.purpose like 'proof%' or k.purpose in ('factor', 'sso.link'))
     and k.used_at is null and k.expires_at > app.now()
     and u.deleted_at is null and u.seat is null $$;
alter function app.entrant owner to mirante_gate;
revoke all on function app.entrant from public;
grant execute on function app.entrant to mirante_door;
