-- Uses a company ticket on its host and returns what a sign-in would return about the user.
create or replace function app.arrive(p_tenant uuid, p_hash bytea, p_host text)
returns table (email text, user_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[]) language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with k as (update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose = 'company' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant and t.host = p_host
      and (t.source_sid is null or exists (select from public.sessions s where s.id = t.source_sid and s.revoked_at is null and s.expires_at > app.now()))
    returning t.tenant_id, t.user_id)
  select u.email, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now() and m.ends_at > app.now() and not (m.except_admin and u.profile = 'admin')),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant)
    from k join public.users u on u.tenant_id = k.tenant_id and u.id = k.user_id and u.deleted_at is null join public.tenants h on h.id = k.tenant_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id $$;
alter function app.arrive owner to mirante_gate;
revoke all on function app.arrive from public;
grant execute on function app.arrive to mirante_door;
