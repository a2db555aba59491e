-- A browser is known for an account, and the clock is a key of the house.

-- ### Tables

ALTER TABLE "devices" ADD COLUMN "account_id" uuid;

-- ### Functions

grant create on schema app to mirante_gate;

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

-- Records in the caller's session that its account was proved: by one of the account's passkeys, or by its password (p_seen is the hash
-- that was verified) plus a factor if the account has one. Returns 'ok' or the reason: 'none', 'wrong', 'code' (a factor is missing),
-- 'over' (the challenge expired).
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, factors, sessions.
create or replace function app.account_prove(p_seen text, p_use jsonb, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null
      and x.deleted_at is null
    for no key update;
  select x.* into a from public.accounts x where x.id = u.account_id for no key update;
  if a.id is null then return 'none'; end if;
  if p_use->>'kind' is distinct from 'passkey' then
    if a.password is null or a.password is distinct from p_seen then return 'wrong'; end if;
    if p_use is null and exists (select from public.factors f where f.account_id = a.id) then return 'code'; end if;
  elsif app.ticket_take((p_use->>'ticket')::bytea, 'passkey', u.tenant_id, p_use->>'host')->>'proves' is distinct from u.id::text then
    return 'over';
  end if;
  if p_use is not null then
    if app.factor_spend(array[a.id], p_use) is not true then return 'wrong'; end if;
    update public.sessions s set factor_at = app.now() where s.id = app.my_session();
  end if;
  delete from public.attempts x where x.key = 'mp ' || coalesce(app.my_account(), u.id);
  update public.sessions s set proved_at = app.now() where s.id = app.my_session();
  perform app.write_audit(u.tenant_id, 'account.proved', u.id,
    jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->>'kind', 'password'))), p_address, p_request,
    p_user => u.id, p_home => u.tenant_id);
  return 'ok'; end $$;
alter function app.account_prove owner to mirante_gate;
revoke all on function app.account_prove from public;
grant execute on function app.account_prove to mirante_app;

-- Returns the secrets that prove the caller's account, its password hash and factors, to an own session. It deliberately reads an account
-- that isn't proved yet; the result is compared and never shown. Guesses are counted: `wait` is the number of seconds when rate limited.
-- Where only this unit vouches they are counted in it, so that its provider can't use up those of another unit.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts, factors.
create or replace function app.account_to_prove(p_guess boolean)
returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb, passkeys jsonb,
  recovery int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_key text; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.account_id is not null
      and x.seat is null;
  if not found then return; end if;
  holder := u.account_id;
  v_key := 'mp ' || coalesce(app.my_account(), u.id);
  if p_guess is not false and not app.attempt(v_key, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = v_key;
    return next;
    return;
  end if;
  return query select 0, a.id, a.email, u.name, a.password, null::timestamptz,
      (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step))
        from public.factors f
        where f.account_id = a.id and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder,
        'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports))
        from public.factors f
        where f.account_id = a.id and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.account_id = a.id and f.kind = 'recovery' and f.used_at is null)
    from public.accounts a where a.id = u.account_id; end $$;
alter function app.account_to_prove owner to mirante_gate;
revoke all on function app.account_to_prove from public;
grant execute on function app.account_to_prove to mirante_app;

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

-- Opens the second step of a sign-in and counts this guess; the state says when it is over, tried too often or limited. `holder` is the
-- owner of a first factor, null when the address is rate limited. The body contains this guess's number. Guesses at a sign-in that only a
-- unit vouches for are counted in that unit, so they can't use up those of another. `lost_at`: since when a reset of the account's lost
-- factors is running.
-- The ticket is locked before any counter, as in factor_use; in two orders, two answers to one step would deadlock.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, devices and 3 more.
create or replace function app.factor_open(p_hash bytea, p_tenant uuid, p_host text, p_address text, p_device bytea, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, holder uuid, address text, person_name text, totps jsonb, passkeys jsonb,
  recovery int, ends_at timestamptz, vouched text, lost_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_key text; v_body jsonb; v_holders uuid[]; begin
  perform from public.tickets t where t.hash = p_hash for no key update;
  select * into k
    from public.tickets t
    where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now();
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.deleted_at is null and x.seat is null;
  person := u.id; body := k.body;
  if not app.attempt('f2 ' || p_address, 200, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait
      from public.attempts x
      where x.key = 'f2 ' || p_address;
    return next;
    return;
  end if;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  v_holders := app.factor_holders(u.tenant_id, u.id, k.body->>'vouched');
  holder := v_holders[cardinality(v_holders)];
  v_body := k.body;
  if p_guess is not false then
    v_key := case
      when exists (select from public.devices d
        where d.hash = p_device and d.tenant_id = u.tenant_id and d.user_id = u.id and d.account_id = u.account_id)
        then 'md ' || encode(p_device, 'hex')
      else 'm ' || holder end;
    if not app.attempt(v_key, 10, '30 min') then
      state := 'limited';
      select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = v_key;
      return next;
      return;
    end if;
    update public.tickets t
      set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1)
      where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5
      returning t.body into v_body;
    if not found then state := 'over'; return next; return; end if;
  else
    update public.tickets t set body = t.body || '{"opened": true}' where t.hash = p_hash and not t.body ? 'opened';
  end if;
  return query
    select 'ok', 0, v_body, u.id, factor_open.holder, coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email),
      u.name,
    (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step))
      from public.factors f
      where f.holder = any (v_holders) and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder,
      'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports))
      from public.factors f
      where f.holder = any (v_holders) and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null),
    k.expires_at, k.body->>'vouched',
    (select a.lost_at from public.accounts a where a.id = u.account_id and k.body->>'vouched' = 'account');
end $$;
alter function app.factor_open owner to mirante_gate;
revoke all on function app.factor_open from public;
grant execute on function app.factor_open to mirante_door;

-- Records a failed second step of its user in the sign-in log and the audit log; when the step is over, e-mails the user, at most once an
-- hour. The proof of a passkey with a wrong answer ends.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on attempts, outbox, sign_ins and 2 more.
create or replace function app.factor_refused(p_hash bytea, p_tenant uuid, p_host text, p_code text, p_over boolean, p_address text,
  p_agent text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_way text; v_code text; begin
  delete from public.tickets t
    where t.hash = p_hash and t.purpose = 'proof.passkey' and t.tenant_id = p_tenant and t.host = p_host
    returning t.body into b;
  if b is null then
    select t.body into b
      from public.tickets t
      where t.hash = p_hash and t.purpose in ('factor', 'sso.link') and t.tenant_id = p_tenant and t.host = p_host;
  end if;
  v_user := (b->>'userId')::uuid; v_way := b->>'way';
  if v_user is null then return false; end if;
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('factor ' || v_user || ' ' || coalesce(p_address, ''), 0));
  foreach v_code in array case
    when p_over and p_code <> 'too_many_attempts' then array[p_code, 'too_many_attempts']
    else array[p_code] end loop
    -- Recorded once a minute per user and address, however many calls follow.
    if v_code <> 'too_many_attempts'
      or not exists (select from public.sign_ins r
        where r.tenant_id = p_tenant and r.user_id = v_user and r.way = v_way and r.outcome = v_code
          and r.address is not distinct from p_address and r.at > app.now() - interval '1 minute') then
      perform app.sign_in_refused(p_tenant, v_user, v_code, v_way, p_address, p_agent, p_request);
    end if;
  end loop;
  if p_over is not true then return false; end if;
  insert into public.attempts as x (key, n, until)
    select 'nf ' || case b->>'vouched' when 'account' then coalesce(u.account_id, u.id) else u.id end, 1, app.now() + interval '1 hour'
    from public.users u
    where u.tenant_id = p_tenant and u.id = v_user and u.deleted_at is null and u.seat is null
    on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now();
  if not found then return false; end if;
  insert into public.outbox (tenant_id, kind, body)
    values (p_tenant, 'account.guessed', jsonb_build_object('user_id', v_user, 'at', app.now(), 'address', p_address, 'agent', p_agent));
  return true; end $$;
alter function app.factor_refused owner to mirante_gate;
revoke all on function app.factor_refused from public;
grant execute on function app.factor_refused to mirante_door;

-- Completes the second step of a sign-in: its ticket becomes the proof that starts the session. Success gives back what the step took from
-- the address's limit, its page and this answer, so an office behind one address gets in.
-- Callers: mirante_door.
-- Raises: factor_mail_code, factor_over, factor_wrong.
-- Security definer: callers lack the grants on accounts, attempts, factors and 2 more.
create or replace function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text,
  p_request text, p_proof bytea)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; v_user uuid; v_account uuid; v_vouched text; v_way text; v_holders uuid[]; v_holder uuid; begin
  update public.tickets t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.body into b;
  v_user := (b->>'userId')::uuid; v_vouched := b->>'vouched'; v_way := b->>'way';
  -- Same lock order as everywhere else, which prevents deadlocks: ticket, user, account, counters.
  perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
  v_holders := app.factor_holders(p_tenant, v_user, v_vouched);
  v_holder := v_holders[cardinality(v_holders)];
  perform from public.accounts a where a.id = any (v_holders) for no key update;
  if v_holder is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if p_use->>'kind' = 'setup' then
    select a.id into v_account from public.accounts a where a.id = v_holder;
    if exists (select from public.factors f where f.holder = any (v_holders)) then
      raise exception 'factor_over' using errcode = 'MR412';
    end if;
    -- A password alone can't set up an account's first factor. An invitation needs no mailed code: it arrived by the platform's own mail.
    if v_account is not null and v_way is distinct from 'invitation'
      and app.code_take(v_account, (p_use->>'mailed')::bytea) is not true then
      raise exception 'factor_mail_code' using errcode = 'MR426';
    end if;
    perform app.factor_put(v_account, p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(v_account, p_tenant, v_user, p_use->'codes');
    if v_account is null then
      perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
    else
      perform app.factor_changed(v_account, p_tenant, v_user, 'added', p_use->'factor'->>'name',
        array(select f.id from public.factors f where f.account_id = v_account), '[]');
    end if;
  elsif app.factor_spend(v_holders, p_use) is not true then raise exception 'factor_wrong' using errcode = 'MR413';
  elsif p_use->>'kind' = 'recovery' then
    perform app.act_tell(p_tenant, v_user, 'recovery_used',
      jsonb_build_object('left', (select count(*)
        from public.factors f
        where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null)),
      '/?account=security');
  end if;
  perform app.lock_attempts(array['f2 ' || p_address, 'm ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex')]);
  delete from public.attempts x where x.key in ('m ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex'));
  update public.attempts x set n = greatest(x.n - case when b ? 'opened' then 2 else 1 end, 0) where x.key = 'f2 ' || p_address;
  perform app.write_audit(p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user,
    jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address,
    p_request, p_user => v_user, p_home => p_tenant);
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, (b - '{tries,opened}'::text[]) || '{"given": true}'); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_door;

-- Guards a tenant's protected configuration: identity providers, embedding keys, directory tokens and mappings, the mail server, service
-- accounts, domains, the partner's rights, and users' rights. Each trigger names the kinds of sessions that may change it besides users'
-- own. Connection tests, last-used marks and renames don't count.
-- Trigger on capacity_members, domains, embed_keys and 10 more.
-- Security definer: callers may not execute guard_keys.
create or replace function app.keep_house()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.guard_keys(tg_argv);
  return null; end $$;
alter function app.keep_house owner to mirante_gate;
revoke all on function app.keep_house from public;

create or replace trigger sso_apps_kept after insert or delete on sso_apps for each row execute function app.keep_house('job', 'door');
create or replace trigger sso_apps_changed after update on sso_apps for each row
  when ((old.kind, old.status, old.settings, old.domains) is distinct from (new.kind, new.status, new.settings, new.domains))
  execute function app.keep_house('job', 'door');
create or replace trigger identities_kept after insert on identities for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_kept after insert or delete on embed_keys for each row execute function app.keep_house('job', 'door');
create or replace trigger embed_keys_changed after update on embed_keys for each row
  when ((old.secret_sealed, old.replaced_at, old.revoked_at) is distinct from (new.secret_sealed, new.replaced_at, new.revoked_at))
  execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_kept after insert or delete on scim_tokens for each row
  execute function app.keep_house('job', 'door');
create or replace trigger scim_tokens_changed after update on scim_tokens for each row
  when ((old.hash, old.slot, old.expires_at, old.revoked_at, old.provider_kind, old.provider_issuer)
    is distinct from (new.hash, new.slot, new.expires_at, new.revoked_at, new.provider_kind, new.provider_issuer))
  execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_kept after insert on scim_groups for each row
  when (new.profile is not null)
  execute function app.keep_house('job', 'door');
create or replace trigger scim_groups_changed after update on scim_groups for each row
  when ((old.profile, old.user_group_id) is distinct from (new.profile, new.user_group_id))
  execute function app.keep_house('job', 'directory', 'door');
create or replace trigger mail_servers_kept after insert or delete on mail_servers for each row
  execute function app.keep_house('job', 'door');
create or replace trigger mail_servers_changed after update on mail_servers for each row
  when ((old.email, old.user_name, old.password_sealed, old.host, old.port, old.protocol, old.enabled) is distinct from (new.email,
    new.user_name, new.password_sealed, new.host, new.port, new.protocol, new.enabled))
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_kept after insert or delete on service_accounts for each row
  execute function app.keep_house('job', 'door');
create or replace trigger service_accounts_changed after update on service_accounts for each row
  when ((old.directory_id, old.app_id, old.object_id, old.secret_sealed, old.profile_id, old.disabled) is distinct from (new.directory_id,
    new.app_id, new.object_id, new.secret_sealed, new.profile_id, new.disabled))
  execute function app.keep_house('job', 'door');
-- Users' access hours are read in it.
create or replace trigger tenants_zone_changed after update of zone on tenants for each row
  when (old.zone is distinct from new.zone)
  execute function app.keep_house('job', 'door');
create or replace trigger domains_kept after insert or delete on domains for each row execute function app.keep_house('job', 'door');
create or replace trigger domains_changed after update on domains for each row
  when (old.main is distinct from new.main)
  execute function app.keep_house('job', 'door');
create or replace trigger capacity_members_kept after insert on capacity_members for each row
  execute function app.keep_house('job', 'door');
create or replace trigger relations_kept after insert on relations for each row
  when (new.kind = 'partner')
  execute function app.keep_house('job', 'door');
-- Suspending or ending a partner is an emergency switch, so it never requires a fresh factor.
create or replace trigger relations_changed after update on relations for each row
  when (new.kind = 'partner'
    and ((old.role, old.verify, old.until) is distinct from (new.role, new.verify, new.until)
      or (new.status = 'active' and old.status <> 'active')
    or (new.standing_until is not null and old.standing_until is distinct from new.standing_until))) execute function app.keep_house('job',
    'door');
create or replace trigger users_kept_added after insert on users for each row
  when (new.seat is null and (new.profile <> 'user' or new.flags <> '{}' or new.ip_exempt or new.allow_remote))
  execute function app.keep_house('job', 'directory', 'door');
create or replace trigger users_kept_changed after update on users for each row
  when (old.seat is null and (old.email, old.profile, old.flags, old.ip_exempt, old.access_hours, old.allow_remote, old.remote_until)
    is distinct from (new.email, new.profile, new.flags, new.ip_exempt, new.access_hours, new.allow_remote,
    new.remote_until)) execute function app.keep_house('job',
    'directory', 'door');
create or replace trigger shifts_kept after insert on shifts for each row
  when (new.purpose <> 'capacity')
  execute function app.keep_house('job', 'door');
create or replace trigger shifts_changed after update or delete on shifts for each row
  when (old.purpose <> 'capacity')
  execute function app.keep_house('job', 'door');

-- Starts a session after sign-in. p_email is null unless one of the account's own secrets was given: only then are guesses given back and
-- the browser becomes known for the account. A new browser is announced to the user by e-mail, at most once an hour: in all units of the
-- account where it vouched, else in this unit.
-- Internal: called by session_begin.
create or replace function app.session_start(p_sid uuid, p_tenant uuid, p_user uuid, p_email text, p_address text, p_until timestamptz,
  p_device bytea, p_new_device bytea, p_rehash text, p_way text, p_vouched text, p_agent text, p_request text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, expires_at, auth_type, kind, vouched, address, agent)
      select p_sid, u.tenant_id, u.tenant_id, u.id, p_until, p_way, case p_way when 'embedded' then 'embed_portal' else 'own' end,
        app.vouched_by(u.tenant_id, u.id, p_way, p_vouched), p_address, p_agent
        from public.users u join public.tenants t on t.id = u.tenant_id
      where u.tenant_id = p_tenant and u.id = p_user and u.status in ('A', 'T') and app.acts(t.status, t.trial_ends_at) returning vouched),
    locked as materialized (select app.lock_attempts(array['u ' || p_tenant || ' ' || p_email,
      'd ' || encode(coalesce(p_device, ''), 'hex'), 'g ' || p_email, 'a ' || p_address, 't ' || p_tenant])
      from s where p_email is not null),
    d as (delete from public.attempts
      where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex'))
        and exists (select from locked)),
    b as (update public.attempts
      set n = greatest(n - 1, 0)
      where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from locked)),
    w as materialized (select case when p_email is not null or p_way = 'company' then u.account_id end as account_id
      from s, public.users u where u.tenant_id = p_tenant and u.id = p_user),
    k as (insert into public.devices (hash, tenant_id, user_id, account_id) select p_new_device, p_tenant, p_user, w.account_id
      from w
      where p_new_device is not null
      on conflict do nothing),
    e as (update public.devices d
      set account_id = w.account_id
      from w
      where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and w.account_id is not null
        and d.account_id is distinct from w.account_id),
    n as (insert into public.attempts as x (key, n, until) select
        'n ' || case s.vouched when 'account' then coalesce(u.account_id, u.id) else u.id end, 1, app.now() + interval '1 hour'
      from s, public.users u
      where u.tenant_id = p_tenant and u.id = p_user and p_new_device is not null and p_way <> 'embedded'
        and exists (select from public.devices v where v.tenant_id = p_tenant and v.user_id = p_user)
      on conflict (key) do update set n = 1, until = excluded.until where x.until <= app.now() returning 1),
    o as (insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.device',
      jsonb_build_object('user_id', p_user, 'at', app.now(), 'address', p_address, 'agent', p_agent)
      from n),
    h as (update public.accounts a
      set password = p_rehash
      from public.users u
      where p_rehash is not null and u.tenant_id = p_tenant and u.id = p_user and a.id = u.account_id and exists (select from s)),
    l as (update public.users set last_sign_in_at = app.now() where tenant_id = p_tenant and id = p_user and exists (select from s)),
    r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, vouched, address, agent, sid)
      select p_tenant, gen_random_uuid(), p_user, p_way, 'ok', s.vouched, p_address, p_agent, p_sid
      from s),
    a as materialized (select app.write_audit(p_tenant, 'session.start', app.session_mark(p_sid), p_ip => p_address, p_request => p_request,
      p_user => p_user, p_home => p_tenant) from s)
  select count(*) > 0 from a $$;
alter function app.session_start owner to mirante_gate;
revoke all on function app.session_start from public;

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

revoke create on schema app from mirante_gate;
