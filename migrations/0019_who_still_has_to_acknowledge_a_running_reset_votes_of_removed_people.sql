-- Who still has to acknowledge, a running reset, votes of removed people.

-- ### What goes

drop function app.factor_open(bytea,uuid,text,text,bytea,boolean);

-- ### Functions

grant create on schema app to mirante_gate;

-- Uses a link about an account's factors exactly once. An undo also reverts every later change, so an attacker's follow-up changes don't
-- survive. It raises the account's epoch and clears the password; p_reset becomes a password reset link on this host if the user still
-- belongs to a tenant that accepts passwords. Returns the link's purpose and whether a reset link was created.
-- Callers: mirante_door.
-- Raises: link_used.
-- Security definer: callers lack the grants on accounts, factor_changes, factors and 3 more.
create or replace function app.account_act_take(p_hash bytea, p_host text, p_reset bytea, p_address text, p_request text)
returns table (purpose text, reset boolean, tenant_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; a public.accounts; c public.factor_changes; u record; v_what text; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose in ('account.undo', 'account.lost', 'account.keep') and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  select * into a from public.accounts x where x.id = (k.body->>'account')::uuid for no key update;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  purpose := k.purpose; reset := false; tenant_id := k.tenant_id;
  case k.purpose
    when 'account.lost' then
      v_what := 'factor.lost';
      update public.accounts x set lost_at = app.now() where x.id = a.id and x.lost_at is null;
      insert into public.outbox (tenant_id, kind, body)
        values (k.tenant_id, 'account.waiting',
          jsonb_build_object('user_id', k.user_id, 'account', a.id, 'at', coalesce(a.lost_at, app.now()) + interval '24 hours'));
    when 'account.keep' then
      v_what := 'factor.kept';
      if a.lost_at is null then raise exception 'link_used' using errcode = 'MR411'; end if;
      update public.accounts x set lost_at = null where x.id = a.id;
    else
      v_what := 'factor.undone';
      select * into c from public.factor_changes x where x.id = (k.body->>'change')::uuid and x.account_id = a.id and x.undone_at is null;
      if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
      for c in
      select *
      from public.factor_changes x
      where x.account_id = a.id and x.at >= c.at and x.undone_at is null
      order by x.at desc, x.id = c.id loop
        delete from public.factors f where f.account_id = a.id and f.id = any (c.added);
        insert into public.factors
          select r.*
          from jsonb_populate_recordset(null::public.factors, c.removed) r
          where r.account_id = a.id
          on conflict do nothing;
        -- With the factors restored, the user no longer needs an administrator to readmit them.
        if c.what = 'wiped' then
          update public.users m set waits_at = null where (m.account_id = a.id or m.removed_account_id = a.id) and m.waits_at is not null;
        end if;
        update public.factor_changes x set undone_at = app.now() where x.id = c.id;
      end loop;
      -- Recovery codes alone can't complete a sign-in, so they go with the last real factor.
      if not exists (select from public.factors f where f.account_id = a.id and f.kind <> 'recovery') then
        delete from public.factors f where f.account_id = a.id;
      end if;
      update public.accounts x set password = null, must_change = false, lost_at = null where x.id = a.id;
      perform app.raise_epoch(a.id);
      select m.tenant_id, m.id into u
        from public.users m
        where m.account_id = a.id and m.status in ('A', 'T') and m.deleted_at is null and app.takes_passwords(m.tenant_id)
        order by m.tenant_id <> k.tenant_id, m.last_sign_in_at desc nulls last
        limit 1;
      if found then
        insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body)
          values (p_reset, 'account.reset', u.tenant_id, u.id, p_host, app.now() + interval '1 hour', jsonb_build_object('email', a.email));
        reset := true;
      end if;
  end case;
  perform app.write_audit(k.tenant_id, v_what, k.user_id, p_ip => p_address, p_request => p_request, p_user => k.user_id,
    p_home => k.tenant_id);
  return next; end $$;
alter function app.account_act_take owner to mirante_gate;
revoke all on function app.account_act_take from public;
grant execute on function app.account_act_take to mirante_door;

-- Helps with the second step of a sign-in that the account vouches for: mails a code for the first factor ('code') or, when the user has
-- lost every factor, a link that starts the waiting period after which they are wiped ('lost'). While that is running, it sends the mail
-- that cancels it again. Returns 'ok', 'over' or 'limited'.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, factors, outbox and 2 more.
create or replace function app.factor_help(p_hash bytea, p_tenant uuid, p_host text, p_what text, p_address text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; v_account uuid; v_any boolean; v_lost timestamptz; begin
  if not app.attempt('f2 ' || p_address, 200, '15 min') then return 'limited'; end if;
  select * into k
    from public.tickets t
    where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now() and t.body->>'vouched' = 'account';
  select u.account_id into v_account
    from public.users u
    where u.tenant_id = k.tenant_id and u.id = (k.body->>'userId')::uuid and u.deleted_at is null and u.seat is null;
  if v_account is null then return 'over'; end if;
  v_any := exists (select from public.factors f where f.account_id = v_account);
  if p_what = 'code' and not v_any then
    return case when app.code_mail(v_account, k.tenant_id, (k.body->>'userId')::uuid) then 'ok' else 'limited' end;
  end if;
  if p_what is distinct from 'lost' or not v_any then return 'over'; end if;
  if not app.attempt('fl ' || v_account, 3, '1 hour') then return 'limited'; end if;
  select a.lost_at into v_lost from public.accounts a where a.id = v_account;
  insert into public.outbox (tenant_id, kind, body)
    values (k.tenant_id, case when v_lost is null then 'account.lost' else 'account.waiting' end,
      jsonb_strip_nulls(jsonb_build_object('user_id', k.body->>'userId', 'account', v_account, 'at', v_lost + interval '24 hours')));
  return 'ok'; end $$;
alter function app.factor_help owner to mirante_gate;
revoke all on function app.factor_help from public;
grant execute on function app.factor_help to mirante_door;

-- Opens the second step of a sign-in and counts this guess; the state says when it is over, tried too often or limited. `holder` is the
-- owner of a first factor, null when the address is rate limited. The body contains this guess's number. Guesses at a sign-in that only a
-- unit vouches for are counted in that unit, so they can't use up those of another. `lost_at`: since when a reset of the account's lost
-- factors is running.
-- A guess locks the ticket before any counter, as factor_use does; in two orders, two answers to one step would deadlock.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, devices and 3 more.
create or replace function app.factor_open(p_hash bytea, p_tenant uuid, p_host text, p_address text, p_device bytea, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, holder uuid, address text, person_name text, totps jsonb, passkeys jsonb,
  recovery int, ends_at timestamptz, vouched text, lost_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_key text; v_body jsonb; v_holders uuid[]; begin
  if p_guess is not false then perform from public.tickets t where t.hash = p_hash for no key update; end if;
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
      when exists (select from public.devices d where d.hash = p_device and d.tenant_id = u.tenant_id and d.user_id = u.id)
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

-- Completes the second step of a sign-in: its ticket becomes the proof that starts the session. Success gives back the attempt that it took
-- from the address's limit, so an office behind one address gets in.
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
  update public.attempts x set n = greatest(x.n - 2, 0) where x.key = 'f2 ' || p_address;
  perform app.write_audit(p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user,
    jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address,
    p_request, p_user => v_user, p_home => p_tenant);
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host, (b - 'tries') || '{"given": true}'); end $$;
alter function app.factor_use owner to mirante_gate;
revoke all on function app.factor_use from public;
grant execute on function app.factor_use to mirante_door;

-- Opens a provider's answer that is pending until its user confirms it, in the browser where it waits. A guess counts like a wrong password
-- at sign-in, so a provider's answer brings no extra guesses; the state says when the answer is over or the guesses are used up.
-- A guess locks the ticket before any counter, as link_bind does; in two orders, two answers at once would deadlock.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on accounts, attempts, factors and 2 more.
create or replace function app.link_open(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_address text, p_guess boolean)
returns table (state text, wait int, body jsonb, person uuid, person_name text, account uuid, password text, totp jsonb, passkeys jsonb,
  recovery int, ends_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tickets; u public.users; v_email text; begin
  if p_guess is not false then perform from public.tickets t where t.hash = p_hash for no key update; end if;
  if not app.attempt('lo ' || p_address, 200, '15 min') then
    state := 'limited';
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait
      from public.attempts x
      where x.key = 'lo ' || p_address;
    return next;
    return;
  end if;
  select * into k
    from public.tickets t
    where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now() and t.body->>'browser' = p_browser;
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = (k.body->>'userId')::uuid and x.email = k.body->'confirm'->>'email' and x.deleted_at is null
      and x.seat is null;
  if u.id is null or coalesce((k.body->>'tries')::int, 0) >= 5 then state := 'over'; return next; return; end if;
  if p_guess is not false then
    -- Counted by the account's own address, which no unit can change: a second address of the same user brings no extra guesses.
    v_email := coalesce((select a.email from public.accounts a where a.id = u.account_id), u.email);
    if not (app.attempt('u ' || p_tenant || ' ' || v_email, 5, '30 min') and app.attempt('g ' || v_email, 20, '30 min')) then
      state := 'limited';
      select greatest(1, ceil(extract(epoch from max(x.until) - app.now())))::int into wait
        from public.attempts x
        where x.until > app.now()
          and ((x.key = 'u ' || p_tenant || ' ' || v_email and x.n >= 5) or (x.key = 'g ' || v_email and x.n >= 20));
      return next;
      return;
    end if;
    update public.tickets t
      set body = t.body || jsonb_build_object('tries', coalesce((t.body->>'tries')::int, 0) + 1)
      where t.hash = p_hash and t.used_at is null and coalesce((t.body->>'tries')::int, 0) < 5
      returning t.body into k.body;
    if not found then state := 'over'; return next; return; end if;
  end if;
  return query select 'ok', 0, k.body, u.id, u.name, u.account_id, (select a.password from public.accounts a where a.id = u.account_id),
    (select jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step)
      from public.factors f
      where f.account_id = u.account_id and f.kind = 'totp'),
    (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder,
      'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports))
      from public.factors f
      where f.account_id = u.account_id and f.kind = 'passkey'),
    (select count(*)::int from public.factors f where f.account_id = u.account_id and f.kind = 'recovery' and f.used_at is null),
    k.expires_at;
end $$;
alter function app.link_open owner to mirante_gate;
revoke all on function app.link_open from public;
grant execute on function app.link_open to mirante_door;

-- Returns who still has to acknowledge a notice of the caller's tenant, in its tenants below too where it applies there. Of a notice that
-- is over, those who were there while it was shown. Nothing for a notice that no one has to acknowledge.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers may not execute acts.
create or replace function app.notice_missing(p_notice uuid)
returns table (tenant_id uuid, unit text, id uuid, name text, email text, sort_key text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  with recursive n as (select x.audience, x.audience_below, coalesce(least(x.ends_at, x.withdrawn_at), 'infinity') as over
    from public.notices x
    where x.tenant_id = app.tenant_id() and x.id = p_notice and x.must_acknowledge),
  down as (select app.tenant_id() as id, n.audience_below as below
    from n
    union all select t.id, down.below
    from down join lateral (select x.id from public.tenants x
      where x.parent_id = down.id and down.below and x.deleted_at is null offset 0) t on true)
  select t.id, t.name, u.id, u.name, u.email, u.sort_key
    from n cross join down
      join lateral (select x.id, x.name from public.tenants x
        where x.id = down.id and app.acts(x.status, x.trial_ends_at) offset 0) t on true
      join lateral (select x.id, x.name, x.email, x.sort_key from public.users x
        where x.tenant_id = t.id and x.status in ('A','T') and x.seat is null and x.deleted_at is null and x.created_at < n.over
          and (n.audience->>'type' = 'all' or n.audience->'profiles' @> to_jsonb(x.profile)
            or (t.id = app.tenant_id() and n.audience->>'type' = 'groups' and exists (select from public.user_group_members m
              join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
              where m.tenant_id = x.tenant_id and m.user_id = x.id and n.audience->'ids' @> to_jsonb(m.user_group_id::text))))
          and not exists (select from public.notice_states s
            where s.tenant_id = x.tenant_id and s.notice_tenant_id = app.tenant_id() and s.notice_id = p_notice and s.user_id = x.id
              and s.acknowledged_at is not null) offset 0) u on true $$;
alter function app.notice_missing owner to mirante_gate;
revoke all on function app.notice_missing from public;
grant execute on function app.notice_missing to mirante_app;

-- Clears all personal data 30 days after a user was removed; the row stays for the audit log. Returns the pictures whose files must be
-- deleted too.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on accounts, audit, faq_votes and 11 more.
create or replace function app.purge_removed(p_n int)
returns table (tenant_id uuid, picture text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p record; begin
  perform app.need('{job}');
  for p in
  select u.tenant_id, u.id, u.picture, u.removed_account_id, t.language as words
  from public.users u join public.tenants t on t.id = u.tenant_id
      where u.deleted_at < app.now() - interval '30 days' and u.purged_at is null
      order by u.deleted_at
      limit least(p_n, 200)
      for update of u skip locked loop
    delete from public.notifications x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.mails x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.favorites x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.viewers x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.user_group_members x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_states x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_view_defaults x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.report_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.fresh_waiters x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.notice_states x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.faq_votes x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    delete from public.list_views x where x.tenant_id = p.tenant_id and x.user_id = p.id and not x.shared;
    delete from public.custom_values x where x.tenant_id = p.tenant_id and x.row_id = p.id;
    update public.tasks x set owner_id = null where x.tenant_id = p.tenant_id and x.owner_id = p.id;
    delete from public.tokens x where x.tenant_id = p.tenant_id and x.user_id = p.id;
    update public.sessions x set address = null, agent = null where x.home_id = p.tenant_id and x.user_id = p.id;
    update public.audit x set change = '{}' where x.tenant_id = p.tenant_id and x.row_id = p.id and x.what like 'user.%';
    update public.users u
      set name = case p.words
        when 'en-US' then 'Removed person'
        when 'es' then 'Persona eliminada'
        when 'pt-PT' then 'Pessoa removida'
        else 'Pessoa removida' end,
        sort_key = '', email = 'removed-' || u.id || '@removed.invalid', phone = null, department = null, "position" = null,
        language = null, rls_username = null, rls_roles = '{}', flags = '{}',
        preferences = '{}', custom = '{}', picture = null, home_page = null, own_hours = null, shift_ids = '{}', status_reason = null,
        removed_account_id = null, purged_at = app.now()
      where u.tenant_id = p.tenant_id and u.id = p.id;
    delete from public.accounts a
      where a.id = p.removed_account_id and not exists (select from public.users o where o.account_id = a.id)
        and not exists (select from public.users o where o.removed_account_id = a.id);
    tenant_id := p.tenant_id; picture := p.picture; return next;
  end loop; end $$;
alter function app.purge_removed owner to mirante_gate;
revoke all on function app.purge_removed from public;
grant execute on function app.purge_removed to mirante_job;

revoke create on schema app from mirante_gate;
