-- Counts the attempt before any hash is computed, always in the same order to prevent deadlocks. A browser in which the account's own
-- secret was given before has its own counter, so strangers' guesses can't lock the user out of it; a unit's provider makes none known.
-- If there is a password to compare, it creates the proof that the step ran, bound to the user and to the hash that was read; the proof
-- doesn't say whether the typed password is right, and a wrong one ends it (proof_refused).
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, devices and 4 more.
create or replace function app.sign_in_facts(p_tenant uuid, p_host text, p_email text, p_address text, p_device bytea, p_proof bytea)
returns table (state text, retry_seconds int, account_id uuid, password text, user_id uuid, status text, rights bigint, profile text,
  flags text[], name text, language text, department text, "position" text,
               tenant_status text, trial_over boolean, maintained boolean, settings jsonb, hidden text[], device_known boolean,
               ip_exempt boolean, access_hours jsonb,
               passwords boolean, must_change boolean, password_at timestamptz, rules jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_known boolean; v_personal text; v_takes boolean; begin
  select exists (select from public.devices d join public.accounts a on a.id = d.account_id
    where d.hash = p_device and d.tenant_id = p_tenant and a.email = p_email) into v_known;
  v_personal := case when v_known then 'd ' || encode(p_device, 'hex') else 'u ' || p_tenant || ' ' || p_email end;
  v_takes := app.takes_passwords(p_tenant);
  if not (app.attempt(v_personal, 5, '30 min')
      and (v_known or app.attempt('g ' || p_email, 20, '30 min'))
      and app.attempt('a ' || p_address, 100, '15 min')
      and (v_known or app.attempt('t ' || p_tenant, 3000, '15 min'))) then
    state := 'limited'; device_known := v_known; passwords := v_takes;
    select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int into retry_seconds
      from public.attempts x
      where x.until > app.now()
        and ((x.key = v_personal and x.n >= 5) or (x.key = 'g ' || p_email and x.n >= 20) or (x.key = 'a ' || p_address and x.n >= 100)
          or (x.key = 't ' || p_tenant and x.n >= 3000));
    return next; return;
  end if;
  perform app.proof_make(p_proof, case when u.id is null then 'proof.elsewhere' else 'proof' end, p_tenant, p_host,
      jsonb_build_object('way', 'password', 'email', p_email, 'account', a.id, 'userId', u.id,
      'seen', '\x' || encode(sha256(convert_to(a.password, 'UTF8')), 'hex')))
    from public.accounts a left join public.users u on u.account_id = a.id and u.tenant_id = p_tenant
    where a.email = p_email and a.password is not null and v_takes;
  return query
    select 'ok', 0, a.id, a.password, u.id, u.status, u.rights + h.epoch + coalesce(p.epoch, 0) + coalesce(g.epoch, 0), u.profile, u.flags,
      u.name, u.language, u.department, u."position",
      h.status, h.status = 'T' and h.trial_ends_at <= app.now(),
      exists (select from public.maintenance m
        where m.tenant_id = p_tenant and m.target = 'unit' and m.blocks and m.cancelled_at is null and m.starts_at <= app.now()
          and m.ends_at > app.now() and u.profile = 'user'),
      (select s."values" from public.settings s where s.tenant_id = p_tenant), app.hidden_menu(p_tenant), v_known, u.ip_exempt,
      u.access_hours,
      v_takes, a.must_change, coalesce(a.password_at, a.created_at), app.account_rules(a.id, p_tenant)
    from public.tenants h left join public.accounts a on a.email = p_email
    left join public.users u on u.account_id = a.id and u.tenant_id = h.id
    left join public.tenants p on p.id = h.parent_id left join public.tenants g on g.id = p.parent_id where h.id = p_tenant; end $$;
alter function app.sign_in_facts owner to mirante_gate;
revoke all on function app.sign_in_facts from public;
grant execute on function app.sign_in_facts to mirante_door;
