-- Uses a company ticket on its host and returns what sign-in would return about the user, including the password hash, which decides
-- whether the password must be changed, and whether it was typed for this ticket. Creates the proof that starts the session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, devices, maintenance and 5 more.
create or replace function app.arrive(p_tenant uuid, p_hash bytea, p_host text, p_device bytea, p_proof bytea)
returns table (email text, user_id uuid, status text, rights bigint, profile text, flags text[], name text, language text, department text,
  "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], ip_exempt boolean,
               access_hours jsonb, browser_known boolean,
               passwords boolean, typed boolean, must_change boolean, password_at timestamptz,
               rules jsonb) language plpgsql volatile security definer
                 set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; a public.accounts; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'company' and t.used_at is null and t.expires_at > app.now() and t.tenant_id = p_tenant
      and t.host = p_host
      and (t.source_sid is null
        or exists (select from public.sessions s where s.id = t.source_sid and s.revoked_at is null and s.expires_at > app.now()))
        returning t.* into k;
  if not found then return; end if;
  select x.* into a
    from public.users u join public.accounts x on x.id = u.account_id
    where u.tenant_id = k.tenant_id and u.id = k.user_id and u.deleted_at is null;
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host,
    jsonb_build_object('way', 'company', 'userId', k.user_id, 'from', '\x' || encode(p_hash, 'hex'),
    'seen', '\x' || encode(sha256(convert_to(a.password, 'UTF8')), 'hex')));
  return query
    select u.email, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags, u.name,
      u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m
        where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
          and m.ends_at > app.now() and u.profile = 'user'),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant), u.ip_exempt, u.access_hours,
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = u.id),
      app.takes_passwords(p_tenant), k.source_sid is null, a.must_change, coalesce(a.password_at, a.created_at),
      app.account_rules(a.id, p_tenant)
    from public.users u join public.tenants h on h.id = u.tenant_id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
   where u.tenant_id = k.tenant_id and u.id = k.user_id and u.deleted_at is null; end $$;
alter function app.arrive owner to mirante_gate;
revoke all on function app.arrive from public;
grant execute on function app.arrive to mirante_door;
