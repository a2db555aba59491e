-- Returns what an account link does, without using it, and everything that sign-in needs to decide about its user. A guess at an existing
-- password counts like one at sign-in; `wait` is the number of seconds when rate limited. No row for an invalid link.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, devices and 6 more.
create or replace function app.account_opens(p_hash bytea, p_host text, p_address text, p_guess boolean, p_device bytea)
returns table (wait int, purpose text, email text, tenant_id uuid, tenant_name text, host text, user_id uuid, account_id uuid,
  password text, own boolean, rules jsonb, status text, rights bigint, profile text, flags text[], name text, language text,
               department text, "position" text, tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[],
               expires_at timestamptz, ip_exempt boolean, access_hours jsonb, browser_known boolean, passwords boolean, ways jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  if not app.attempt('p ' || p_address, 120, '15 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'p ' || p_address;
    return next; return;
  end if;
  select * into k
    from public.tokens t
    where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null
      and t.expires_at > app.now();
  if not found then return; end if;
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then return; end if;
  v_email := k.body->>'email';
  select * into a from public.accounts x where case when u.account_id is null then x.email = v_email else x.id = u.account_id end;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email) then return; end if;
  own := k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null;
  -- Limits one link to ten password hashes per 15 minutes, however many requests present it.
  if p_guess is not false and not app.attempt('k ' || encode(p_hash, 'hex'), 10, '15 min') then wait := 900; return next; return; end if;
  if p_guess is not false and own
    and not (app.attempt('u ' || k.tenant_id || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then
    wait := 1800;
    return next;
    return;
  end if;
  return query
    select 0, k.purpose, v_email, k.tenant_id, h.name,
      (select d.host from public.domains d where d.tenant_id = h.id order by d.host <> p_host, d.main desc, d.created_at, d.host limit 1),
      u.id, a.id, a.password, account_opens.own,
      app.account_rules(a.id, k.tenant_id), u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags,
      u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m
        where m.tenant_id = k.tenant_id and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
          and m.ends_at > app.now() and u.profile = 'user'),
      (select s."values" from public.settings s where s.tenant_id = k.tenant_id), app.hidden_menu(k.tenant_id), k.expires_at, u.ip_exempt,
      u.access_hours,
      exists (select from public.devices d where d.hash = p_device and d.tenant_id = k.tenant_id and d.user_id = u.id),
      app.takes_passwords(k.tenant_id), app.ways_in(k.tenant_id)
    from public.tenants h left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id
    where h.id = k.tenant_id;
end $$;
alter function app.account_opens owner to mirante_gate;
revoke all on function app.account_opens from public;
grant execute on function app.account_opens to mirante_door;
