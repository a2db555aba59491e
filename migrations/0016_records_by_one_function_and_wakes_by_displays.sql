-- Records by one function and wakes by displays.

-- ### What goes

drop policy gate on embed_keys;
drop policy own on embed_keys;
drop policy keys_insert on embed_keys;
drop policy keys_update on embed_keys;
drop policy gate on shifts;
drop policy own on shifts;
drop policy keys_insert on shifts;
drop policy keys_update on shifts;
drop policy keys_delete on shifts;
revoke all on embed_keys from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke all on shifts from public, mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;

-- ### Tables

ALTER TABLE "capacities" ADD COLUMN "start_asked_at" timestamp with time zone;
ALTER TABLE "embed_keys" ADD COLUMN "wakes" boolean DEFAULT false NOT NULL;
ALTER TABLE "playlists" ADD COLUMN "wakes_capacity" boolean DEFAULT false NOT NULL;

-- ### Functions

grant create on schema app to mirante_gate;

-- Records in the audit log what a function of the gate did. The user, their home unit and the user who acts as them come from the seal
-- unless the caller passes its own: sign-in has no seal yet. Runs as its caller, who must be able to insert the row.
-- Internal: called by account_act_take, account_prove, account_take and 46 more.
create or replace function app.write_audit(p_tenant uuid, p_what text, p_row uuid, p_change jsonb default '{}', p_ip text default null,
  p_request text default null, p_user uuid default app.user_id(), p_home uuid default app.home_id(), p_actor uuid default app.actor_id())
returns void
language sql volatile
begin atomic
  insert into audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, p_user, p_actor, p_home, p_what, p_row, p_change, p_ip, p_request);
end;
revoke all on function app.write_audit from public;
grant execute on function app.write_audit to mirante_gate;

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
          jsonb_build_object('user_id', k.user_id, 'account', a.id, 'at', app.now() + interval '24 hours'));
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
  delete from public.attempts x where x.key = 'mp ' || a.id;
  update public.sessions s set proved_at = app.now() where s.id = app.my_session();
  perform app.write_audit(u.tenant_id, 'account.proved', u.id,
    jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->>'kind', 'password'))), p_address, p_request,
    p_user => u.id, p_home => u.tenant_id);
  return 'ok'; end $$;
alter function app.account_prove owner to mirante_gate;
revoke all on function app.account_prove from public;
grant execute on function app.account_prove to mirante_app;

-- Uses an account link exactly once, however many requests arrive. Without a new password, p_seen is the existing hash that was verified
-- and the account is linked unchanged. With p_proof it also creates the proof that starts a session, for an invitation or a forced password
-- change. A reset starts no session: it only shows that the user reads the mailbox. Returns the account's id.
-- Callers: mirante_door.
-- Raises: link_used.
-- Security definer: callers lack the grants on accounts, attempts, factors and 3 more.
create or replace function app.account_take(p_hash bytea, p_host text, p_seen text, p_new text, p_account uuid, p_device bytea,
  p_address text, p_request text, p_proof bytea)
returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; u public.users; a public.accounts; v_email text; begin
  update public.tokens t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose in ('account.invite', 'account.reset', 'account.change') and t.host = p_host and t.used_at is null
      and t.expires_at > app.now()
    returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  v_email := k.body->>'email';
  select * into u
    from public.users x
    where x.tenant_id = k.tenant_id and x.id = k.user_id and x.status in ('A','T') and x.deleted_at is null
    for no key update;
  if not found or (k.purpose = 'account.invite' and u.account_id is not null) then
    raise exception 'link_used' using errcode = 'MR411';
  end if;
  insert into public.accounts (id, email) values (p_account, v_email) on conflict (email) do nothing;
  select * into a
    from public.accounts x
    where case when u.account_id is null then x.email = v_email else x.id = u.account_id end
    for no key update;
  if v_email is distinct from coalesce(case when u.account_id is not null then a.email end, u.email)
     or a.password is distinct from p_seen
     or (p_new is null) <> (k.purpose = 'account.invite' and a.verified_at is not null and a.password is not null) then
    raise exception 'link_used' using errcode = 'MR411';
  end if;
  if p_new is not null then
    if k.purpose = 'account.change' then
      perform app.end_account(a.id, null);
      perform app.forget_devices(a.id, u.tenant_id, u.id, p_device);
    else
      perform app.raise_epoch(a.id);
      -- The address was never verified, so factors that were set up before this invitation are dropped.
      if a.verified_at is null and u.account_id is null then delete from public.factors f where f.account_id = a.id; end if;
    end if;
    update public.accounts x set password = p_new, password_at = app.now(), must_change = false,
        verified_at = case k.purpose when 'account.change' then x.verified_at else app.now() end where x.id = a.id;
  end if;
  update public.users x set account_id = a.id where x.tenant_id = u.tenant_id and x.id = u.id and x.account_id is null;
  update public.tokens t
    set used_at = app.now()
    where t.tenant_id = u.tenant_id and t.user_id = u.id and t.used_at is null
      and t.purpose in ('account.invite', 'account.reset', 'account.change');
  perform app.lock_attempts(array['u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email]);
  delete from public.attempts where key in ('u ' || k.tenant_id || ' ' || v_email, 'g ' || v_email);
  perform app.write_audit(u.tenant_id,
    case
        when u.account_id is null then 'account.accepted'
        when k.purpose = 'account.change' then 'account.password'
        else 'account.reset' end,
    u.id, p_ip => p_address, p_request => p_request, p_user => u.id, p_home => u.tenant_id);
  if k.purpose <> 'account.invite' then
    insert into public.outbox (tenant_id, kind, body) values (u.tenant_id, 'account.changed', jsonb_build_object('user_id', u.id));
  end if;
  if p_proof is not null and k.purpose in ('account.invite', 'account.change') then
    perform app.proof_make(p_proof, 'proof', k.tenant_id, p_host,
      jsonb_build_object('way', case k.purpose when 'account.invite' then 'invitation' else 'password' end, 'userId', u.id,
        'from', '\x' || encode(p_hash, 'hex'),
      'seen', '\x' || encode(sha256(convert_to(coalesce(p_new, a.password), 'UTF8')), 'hex')));
  end if;
  return a.id; end $$;
alter function app.account_take owner to mirante_gate;
revoke all on function app.account_take from public;
grant execute on function app.account_take to mirante_door;

-- Opens an act-as session after the calling function checked permission. Sessions don't chain: a user who already acts as another can't
-- open one. Returns false when the session can't be opened.
-- Internal: called by act_start, partner_arrive.
create or replace function app.act_open(p_sid uuid, p_tenant uuid, p_user uuid, p_actor_sid uuid, p_relation uuid, p_reach text,
  p_until timestamptz, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with s as (insert into public.sessions (id, tenant_id, home_id, user_id, actor_sid, relation_id, reach, kind, vouched, auth_type, address,
    expires_at)
      select p_sid, p_tenant, p_tenant, p_user, e.id, p_relation, p_reach, case r.kind when 'partner' then 'partner' else 'remote' end,
        'unit', 'act', p_address, least(p_until, e.expires_at)
        from public.sessions e join public.relations r on r.tenant_id = p_tenant and r.id = p_relation
        where e.id = p_actor_sid and e.actor_sid is null and e.revoked_at is null and e.expires_at > app.now() returning 1),
    a as materialized (select app.write_audit(p_tenant, 'session.act', app.session_mark(p_sid),
      jsonb_build_object('reach', p_reach, 'until', least(p_until, e.expires_at), 'home', e.home_id), p_address, p_request,
      p_user => p_user, p_home => p_tenant, p_actor => e.user_id)
      from s, public.sessions e
        where e.id = p_actor_sid)
  select count(*) > 0 from a $$;
alter function app.act_open owner to mirante_gate;
revoke all on function app.act_open from public;

-- Ends an act-as session and its request, and notifies the user who was impersonated, also when a partner acted. Returns false when there
-- was nothing to end.
-- Internal: called by act_end, keep_visits.
create or replace function app.act_over(p_sid uuid, p_by text, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; s public.sessions; v_changes jsonb; v_minutes int; v_until timestamptz; begin
  update public.sessions se
    set revoked_at = app.now()
    where se.id = p_sid and se.actor_sid is not null and se.revoked_at is null
    returning se.* into s;
  select r.* into q from public.remote_requests r where r.session_id = p_sid and r.state = 'active' for update;
  if q.id is null then return s.id is not null; end if;
  update public.relations r
    set ended_at = app.now()
    where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.kind = 'consent' and r.ended_at is null;
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', c.at, 'what', c.what, 'row', c.row_id,
    'name', app.recorded_name(q.tenant_id, c.row_id, c.change)))
    order by c.at),
    '[]') into v_changes
    from (select a.at, a.what, a.row_id, a.change
      from public.audit a
      where a.tenant_id = q.tenant_id and a.actor_id = q.asker_id and a.at >= q.started_at and a.user_id = coalesce(q.user_id, a.user_id)
      and a.what not in ('session.act', 'session.end', 'remote.end') order by a.at limit 200) c;
  update public.remote_requests r
    set state = 'ended', ended_at = least(app.now(), greatest(r.ends_at, r.started_at)), ended_by = p_by,
      summary = r.summary || jsonb_build_object('changes', v_changes), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id
    returning ceil(extract(epoch from r.ended_at - r.started_at) / 60)::int, r.ended_at into v_minutes, v_until;
  perform app.write_audit(q.tenant_id, 'remote.end', app.session_mark(p_sid),
    jsonb_build_object('request', q.id, 'by', p_by, 'until', v_until), p_address, p_request,
    p_user => coalesce(q.user_id, e.user_id), p_home => q.tenant_id, p_actor => q.asker_id)
    from public.sessions e
      where e.id = p_sid;
  if q.user_id is not null then
    perform app.act_tell(q.tenant_id, q.user_id, 'remote_ended',
      jsonb_build_object('person', q.asker_name, 'minutes', greatest(v_minutes, 1),
      'pages', jsonb_array_length(coalesce(q.summary->'pages', '[]')), 'changes', jsonb_array_length(v_changes)),
      '/?account=access&entry=' || q.id);
    if p_by <> 'asker' then
      perform app.act_tell(q.asker_home_id, q.asker_id, 'remote_over',
        jsonb_build_object('person', (select u.name from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id), 'by', p_by),
        null);
    end if;
  end if;
  return true; end $$;
alter function app.act_over owner to mirante_gate;
revoke all on function app.act_over from public;

-- Creates a unit or a partner in one transaction: the tenant, its settings, theme, host, relation, report-service account, first
-- administrator with an invitation, and the audit rows in both tenants.
-- Callers: mirante_app (own).
-- Raises: not_found, party.
-- Security definer: callers lack the grants on domains, relations, tenants, themes.
create or replace function app.add_tenant(p jsonb)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_me uuid := app.tenant_id(); v_kind text := p->>'kind'; v_id uuid := (p->>'id')::uuid; v_admin uuid := (p->>'admin_id')::uuid;
  v_up public.tenants; v_new public.tenants; b record; begin
  perform app.need('{own}');
  if app.home_id() is distinct from v_me or app.actor_id() is not null
     or not ((app.scope() = 'platform' and app.profile() = 'a2m')
       or (app.scope() = 'partner' and app.profile() = 'master' and v_kind = 'unit'))
     or v_kind not in ('partner', 'unit') then
    raise exception 'not_found' using errcode = 'MT404'; end if;
  select * into v_up from public.tenants where id = v_me for no key update;
  select * into b from app.tree_use(v_me, p->>'product');
  if (p->>'default_directory')::boolean then
    update public.tenants
      set default_directory = false, version = version + 1
      where parent_id = v_me and default_directory and deleted_at is null;
  end if;
  if p->>'payer_id' is not null
    and not exists (select from public.parties c
      where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  insert into public.tenants (id, kind, parent_id, name, sort_key, status, language, zone, trial_days, trial_ends_at, user_limit,
    bonus_users, domain_limit, report_limit, trial_by, platform_limits,
      default_directory, restrict_accounts, allow_reports, own_domain, payer_tenant_id, payer_id)
    values (v_id, v_kind, v_me, p->>'name', p->>'sort_key', case when (p->>'trial_days')::int > 0 then 'T' else 'A' end, p->>'language',
      p->>'zone', (p->>'trial_days')::int,
      case when (p->>'trial_days')::int > 0 then app.now() + make_interval(days => (p->>'trial_days')::int) end, (p->>'user_limit')::int,
        (p->>'bonus_users')::int, (p->>'domain_limit')::int, (p->>'report_limit')::int,
      case when (p->>'trial_days')::int > 0 then app.scope() end,
      case
        when app.scope() = 'platform'
          then jsonb_strip_nulls(jsonb_build_object('user_limit', p->'user_limit', 'bonus_users', p->'bonus_users',
            'domain_limit', p->'domain_limit', 'report_limit', p->'report_limit'))
        else '{}' end,
      (p->>'default_directory')::boolean, (p->>'restrict_accounts')::boolean, (p->>'allow_reports')::boolean, p->>'own_domain',
      case when p->>'payer_id' is not null then v_me end, (p->>'payer_id')::uuid) returning * into v_new;
  insert into public.settings (tenant_id, "values")
    values (v_id, jsonb_build_object('timezone', p->>'zone', 'mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean));
  insert into public.domains (host, tenant_id, main) values (p->>'host', v_id, true);
  if p->>'theme_from' = 'own' then
    insert into public.themes (tenant_id, id, name, "values", published)
      select v_id, gen_random_uuid(), h.name, h."values" || jsonb_build_object('pageTitle', p->>'name'), true
        from public.themes h
        where h.tenant_id = v_me and h.published
        limit 1;
  elsif jsonb_typeof(p->'theme') = 'object' then
    insert into public.themes (tenant_id, id, name, "values", published) values (v_id, gen_random_uuid(), p->>'name', p->'theme', true);
  end if;
  if v_up.kind = 'partner' then
    insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id)
      values (v_id, gen_random_uuid(), v_me, 'partner', 'admin', (p->>'verify')::boolean, app.now() + interval '2 years', app.user_id());
    end if;
  insert into public.users (tenant_id, id, email, name, sort_key, profile, status, language, phone, invited_at, added_by_id)
    values (v_id, v_admin, p->>'admin_email', p->>'admin_name', p->>'admin_key', case v_kind when 'partner' then 'master' else 'admin' end,
      'A', p->>'admin_language', p->>'admin_phone', app.now(), null);
  if jsonb_typeof(p->'account') = 'object' then
    insert into public.service_accounts (tenant_id, id, name, sort_key, directory_id, app_id, object_id, secret_sealed, secret_ends_at,
      subscription_id, resource_group, workspace_id, registered_by_id)
      select v_id, a.id, a.name, a.sort_key, a.directory_id, a.app_id, a.object_id, a.secret_sealed, a.secret_ends_at, a.subscription_id,
        a.resource_group, a.workspace_id, v_admin
        from jsonb_to_record(p->'account') as a(id uuid, name text, sort_key text, directory_id text, app_id text, object_id text,
          secret_sealed text, secret_ends_at timestamptz, subscription_id text, resource_group text, workspace_id text);
      end if;
  perform app.keep_within(v_up, v_new, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  insert into public.outbox (tenant_id, kind, body) values (v_id, 'account.invite', jsonb_build_object('user_id', v_admin));
  perform app.write_audit(x, 'tenant.add', v_id,
    jsonb_build_object('after', jsonb_build_object('name', p->>'name', 'kind', v_kind, 'host', p->>'host', 'trial_days', p->'trial_days',
        'user_limit', p->'user_limit',
      'bonus_users', p->'bonus_users', 'domain_limit', p->'domain_limit', 'report_limit', p->'report_limit', 'administrator',
      p->>'admin_email')),
    p->>'ip', p->>'request', p_home => v_me) from unnest(array[v_me, v_id]) x;
end $$;
alter function app.add_tenant owner to mirante_gate;
revoke all on function app.add_tenant from public;
grant execute on function app.add_tenant to mirante_app;

-- Asks for the start of a capacity on behalf of a display whose slideshow allows it, or of an embedded page whose key does; returns whether
-- it may.
-- Callers: mirante_app (own, remote, partner, embed_portal, embed_report, player).
-- Security definer: callers lack the grants on capacities, embed_keys, embed_sessions, players.
create or replace function app.ask_start(p_capacity uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_may boolean; begin
  perform app.need('{own,remote,partner,embed_portal,embed_report,player}');
  v_may := exists (select from public.capacity_members m join public.tenants t on t.id = m.tenant_id
      where m.tenant_id = app.tenant_id() and m.capacity_id = p_capacity and app.acts(t.status, t.trial_ends_at))
    and case app.caller_kind()
      when 'player' then exists (select from public.players p
          join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
          join public.playlists l on l.tenant_id = d.tenant_id and l.id = d.playlist_id and l.wakes_capacity
        where p.tenant_id = app.tenant_id() and p.id = app.my_session())
      when 'embed_report' then exists (select from public.embed_sessions e
          join public.embed_keys k on k.tenant_id = e.tenant_id and k.id = e.key_id and k.wakes
        where e.tenant_id = app.tenant_id() and e.id = app.my_session())
      else false end;
  if not v_may then return false; end if;
  update public.capacities c set start_asked_at = app.now(), next_look_at = app.now()
    where c.id = p_capacity and c.owner_tenant_id is not null;
  return found; end $$;
alter function app.ask_start owner to mirante_gate;
revoke all on function app.ask_start from public;
grant execute on function app.ask_start to mirante_app;

-- Records in the audit log that a session tried a call that its kind may not make: the call, the kind of session, the user and the actor,
-- and the user of the tenant that the call names. At most once a minute for each, and sixty times a minute for a session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, sessions, users.
create or replace function app.call_closed(p_tenant uuid, p_sid uuid, p_code text, p_call text, p_named uuid, p_address text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('closed ' || p_sid, 0));
  perform app.write_audit(s.tenant_id, 'call.refused', app.session_mark(s.id),
    jsonb_strip_nulls(jsonb_build_object('name', p_call, 'code', p_code, 'person', u.id,
        'session', case when s.kind <> 'own' then s.kind when s.vouched = 'unit' then s.vouched end)),
    p_address, p_request, p_user => s.user_id, p_home => s.home_id, p_actor => e.user_id)
    from public.sessions s left join public.sessions e on e.id = s.actor_sid
        left join public.users u on u.tenant_id = s.tenant_id and u.id = p_named,
        lateral (select count(*) < 60 and coalesce(bool_and((a.change->>'name', a.change->>'code', a.change->>'person')
            is distinct from (p_call, p_code, u.id::text)), true) as fresh
          from public.audit a
          where a.tenant_id = s.tenant_id and a.row_id = app.session_mark(s.id) and a.what = 'call.refused'
            and a.at > app.now() - interval '1 minute') r
     where s.id = p_sid and s.tenant_id = p_tenant and s.revoked_at is null and s.expires_at > app.now() and r.fresh; end $$;
alter function app.call_closed owner to mirante_gate;
revoke all on function app.call_closed from public;
grant execute on function app.call_closed to mirante_door;

-- Returns how many people wait for a capacity to start, of one unit or of all that aren't suspended. People who asked their administrators
-- for an opening don't wait. Displays and embedded pages that may start it count as one, for all units only.
-- Internal: called by capacity_demand, capacity_facts, capacity_to_wake.
create or replace function app.capacity_waiting(p_id uuid, p_tenant uuid)
returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (count(*) + (select count(*)
        from public.capacities c
        where c.id = p_id and p_tenant is null and c.start_asked_at > app.now() - interval '3 minutes'))::int
    from public.capacity_waiters w join public.tenants t on t.id = w.tenant_id and t.deleted_at is null
    where w.capacity_id = p_id and w.asked_at > app.now() - interval '30 minutes' and app.acts(t.status, t.trial_ends_at)
      and (w.opening_asked_at is null or w.asked_at > w.opening_asked_at) and (p_tenant is null or w.tenant_id = p_tenant) $$;
alter function app.capacity_waiting owner to mirante_gate;
revoke all on function app.capacity_waiting from public;

-- Returns what the caller may know of one capacity that it reaches, or of all of them (p_id null). Every member learns state and
-- reason, with the numbers of its own unit and no name of another one; who controls it also the rules, the override and who asked for
-- it.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities, capacity_log.
create or replace function app.capacity_facts(p_id uuid)
returns setof jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_ids uuid[]; v_platform boolean := app.scope() = 'platform'; begin
  perform app.need('{own,remote,partner}');
  if p_id is not null then v_ids := array[p_id];
  elsif v_platform then v_ids := array(select c.id from public.capacities c);
  else v_ids := array(select distinct m.capacity_id from public.capacity_members m where m.tenant_id = app.tenant_id());
  end if;
  return query
    select jsonb_build_object('id', c.id, 'armId', c.arm_id, 'name', c.name, 'kind', c.kind, 'resourceGroup', c.resource_group,
        'region', c.region, 'serviceCapacityId', c.service_capacity_id, 'controls', k.controls, 'owned', c.owner_tenant_id is not null,
        'owner', case when v_platform or c.owner_tenant_id = app.tenant_id() then t.name end,
        'ownedByOther', c.owner_tenant_id is not null and c.owner_tenant_id <> app.tenant_id(),
        'state', c.observed_state, 'size', c.observed_size, 'observedAt', c.observed_at, 'problem', c.problem, 'reason', c.reason,
        'reasonVars', case when k.controls then c.reason_vars else '{}' end, 'reasonUntil', c.reason_until, 'pauseAt', c.pause_at,
        'operation', c.operation, 'wakeSeconds', c.wake_seconds,
        'since', (select l.at
          from public.capacity_log l
          where l.capacity_id = c.id and l.what in ('on', 'off', 'external')
          order by l.at desc, l.id desc limit 1),
        'sizeSince', (select case when l.what = 'size' and l.is_on then l.at end
          from public.capacity_log l
          where l.capacity_id = c.id and l.what in ('on', 'off', 'external', 'size')
          order by l.at desc, l.id desc limit 1),
        'viewers', (app.capacity_viewers(c.id, app.now() - make_interval(mins => c.idle_minutes), k.unit)).viewers,
        'waiters', app.capacity_waiting(c.id, k.unit), 'version', c.version)
      || case
        when k.controls then jsonb_build_object('ownerTenantId', c.owner_tenant_id, 'ownerAccountId', c.owner_account_id,
          'followShifts', c.follow_shifts, 'autoPause', c.auto_pause, 'idleMinutes', c.idle_minutes, 'forceStop', c.force_stop,
          'wakeOutside', c.wake_outside, 'wakeBy', c.wake_by, 'wakeForRefreshes', c.wake_for_refreshes,
          'paidByReservation', c.paid_by_reservation, 'baseSize', c.base_size, 'prices', c.prices, 'currency', c.currency,
          'budgetCents', c.budget_cents, 'budgetStop', c.budget_stop,
          'override', case when (c.override->>'until')::timestamptz > app.now() then c.override end,
          'overrideName', coalesce(
            (select x.name from public.tasks x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'taskId')::uuid),
            (select x.name from public.users x where x.tenant_id = c.owner_tenant_id and x.id = (c.override->>'userId')::uuid)))
        else '{}' end
      from public.capacities c
        left join public.tenants t on t.id = c.owner_tenant_id
        cross join lateral (select y.controls, case when y.controls then null else app.tenant_id() end as unit
          from (select app.controls_capacity(c.id) as controls offset 0) y) k
      where c.id = any (v_ids) and app.sees_capacity(c.id)
      order by c.name, c.id; end $$;
alter function app.capacity_facts owner to mirante_gate;
revoke all on function app.capacity_facts from public;
grant execute on function app.capacity_facts to mirante_app;

-- Returns the models on a capacity that its owner's account reads, as [{workspace, dataset}], at most thirty: a look asks for each whether
-- it is being refreshed where the service doesn't list what runs.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.capacity_models(p_id uuid)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  select coalesce(jsonb_agg(jsonb_build_object('workspace', d.workspace_id, 'dataset', d.dataset_id)), '[]')
    from (select distinct r.workspace_id, r.dataset_id
      from app.capacity_reports(p_id) o
        join public.reports r on r.tenant_id = o.tenant_id and r.id = o.id
        join public.capacities c on c.id = p_id and c.owner_tenant_id = r.tenant_id and c.owner_account_id = r.account_id
      where r.dataset_id is not null
      order by r.workspace_id, r.dataset_id limit 30) d $$;
alter function app.capacity_models owner to mirante_gate;
revoke all on function app.capacity_models from public;
grant execute on function app.capacity_models to mirante_job;

-- Returns the capacity of a report with all that decides whether the caller may wake it, in its owner's zone; no row if it isn't
-- controlled.
-- "flagged": whether the caller may wake what only some people may: by the flag, or as an administrator, who is a viewer in an embedded
-- portal. "asked_at": since when the caller waits; "waiters": people of the caller's unit.
-- Callers: mirante_app, mirante_job (own, remote, partner, embed_portal, embed_report, player, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.capacity_to_wake(p_report uuid)
returns table (id uuid, state text, observed_at timestamptz, starting_at timestamptz, problem text, wake_seconds jsonb,
  follow_shifts boolean, wake_outside boolean, wake_by text, reason text, reason_until timestamptz, override jsonb, zone text, shifts jsonb,
  holidays jsonb, flagged boolean, tell boolean, opening_asked_at timestamptz, asked_at timestamptz, waiters int)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,embed_portal,embed_report,player,job}');
  select c.id, c.observed_state, c.observed_at, case when c.operation = 'resume' then c.operation_at end, c.problem,
      to_jsonb(c.wake_seconds),
      c.follow_shifts, c.wake_outside, c.wake_by, case when c.desired_state = 'paused' then c.reason end, c.reason_until, c.override,
      k.v ->> 'zone', k.v -> 'shifts', k.v -> 'holidays',
      coalesce((select (u.profile <> 'user' and app.my_kind() <> 'embed_portal') or 'wake' = any (u.flags) from public.users u
        where u.tenant_id = app.tenant_id() and u.id = app.user_id()),
        false),
      coalesce(q.tell, false), q.opening_asked_at,
      case when coalesce(q.asked_at > q.opening_asked_at, true) then q.asked_at end,
      app.capacity_waiting(c.id, app.tenant_id())
    from app.report_capacity(p_report) f
      join public.capacities c on c.id = f.id
      cross join lateral (select app.capacity_calendar(c.id) as v offset 0) k
      left join public.capacity_waiters q on q.tenant_id = app.tenant_id() and q.capacity_id = c.id and q.user_id = app.user_id() $$;
alter function app.capacity_to_wake owner to mirante_gate;
revoke all on function app.capacity_to_wake from public;
grant execute on function app.capacity_to_wake to mirante_app, mirante_job;

-- Leaves for another tenant of the same account. Returns a single-use ticket for its host, 'sign_in' when that tenant accepts no passwords,
-- or 'prove' when the caller's account must be proved first, whatever the target.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute company_ticket, write_audit.
create or replace function app.change_company(p_target uuid, p_hash bytea, p_address text, p_request text)
returns table (state text, host text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid := app.my_account(); v_made boolean; begin
  perform app.need('{own}');
  if v_account is null then return query select case when app.may_prove() then 'prove' else 'none' end, null::text; return; end if;
  select t.host, t.made into host, v_made from app.company_ticket(v_account, app.tenant_id(), app.my_session(), p_target, p_hash) t;
  if host is null then state := 'none'; return next; return; end if;
  if not v_made then state := 'sign_in'; return next; return; end if;
  -- Not where to: the administrators of this tenant don't learn in which others the account is used.
  perform app.write_audit(app.tenant_id(), 'session.company', null, p_ip => p_address, p_request => p_request);
  state := 'ok'; return next; end $$;
alter function app.change_company owner to mirante_gate;
revoke all on function app.change_company from public;
grant execute on function app.change_company to mirante_app;

-- Claims triggers that are due, over all units, under a lease: what the Worker needs to compute their runs. A trigger at the epoch is to be
-- computed again, because its unit's clock or holidays changed.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.claim_triggers(p_n int, p_lease interval)
returns table (tenant_id uuid, id uuid, next_at timestamptz, task jsonb, fields jsonb, zone text, holidays jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform app.need('{job}');
  return query with due as (select g.tenant_id, g.id from public.task_triggers g
      where g.next_at <= app.now() and (g.taken_until is null or g.taken_until <= app.now())
      order by g.next_at limit least(p_n, 200) for update skip locked),
    taken as (update public.task_triggers g set taken_until = app.now() + p_lease from due
      where g.tenant_id = due.tenant_id and g.id = due.id returning g.*)
  select g.tenant_id, g.id, g.next_at,
      jsonb_build_object('id', k.id, 'type', k.type, 'state', k.state, 'startsAt', k.starts_at, 'endsAt', k.ends_at),
      jsonb_build_object('frequency', g.frequency, 'date', g.date, 'days', g.days, 'monthDay', g.month_day, 'shortMonth', g.short_month,
        'businessDay', g.business_day, 'onHoliday', g.on_holiday, 'times', g.times, 'everyMinutes', g.every_minutes, 'from', g.from_time,
        'until', g.until_time),
      t.zone,
      (select coalesce(jsonb_agg(case
          when h.day is not null then jsonb_build_object('day', h.day)
          else jsonb_build_object('month', h.month, 'monthDay', h.month_day) end), '[]')
        from public.holidays h
        where h.tenant_id = g.tenant_id)
    from taken g
      join lateral (select x.* from public.tasks x where x.tenant_id = g.tenant_id and x.id = g.task_id offset 0) k on true
      join lateral (select x.zone from public.tenants x where x.id = g.tenant_id offset 0) t on true; end $$;
alter function app.claim_triggers owner to mirante_gate;
revoke all on function app.claim_triggers from public;
grant execute on function app.claim_triggers to mirante_job;

-- Records a refused call of a display, at most once a minute.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit.
create or replace function app.display_refused(p_tenant uuid, p_device uuid, p_code text, p_address text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('device ' || coalesce(p_device::text, p_tenant::text), 0));
  perform app.write_audit(p_tenant, 'device.refused', p_device, jsonb_build_object('code', p_code), p_address, p_request,
    p_user => null, p_home => p_tenant)
    where not exists (select from public.audit a
       where a.tenant_id = p_tenant and a.row_id is not distinct from p_device and a.what = 'device.refused'
         and a.at > app.now() - interval '1 minute');
end $$;
alter function app.display_refused owner to mirante_gate;
revoke all on function app.display_refused from public;
grant execute on function app.display_refused to mirante_door;

-- Deletes the factors bound to a user in this unit when the user joins an account or is removed, so nothing that was planted before carries
-- over. Each deletion is audited under the user themselves: a user who accepts an invitation has no session yet.
-- Trigger on users.
-- Security definer: callers lack the grants on devices, factors.
create or replace function app.drop_factors()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare g record; begin
  for g in delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id returning f.kind, f.name loop
    if g.kind <> 'recovery' then
      perform app.write_audit(new.tenant_id, 'factor.removed', new.id,
        jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', g.kind, 'name', g.name))),
        p_user => coalesce(app.user_id(), case when new.deleted_at is null then new.id end),
        p_home => coalesce(app.home_id(), new.tenant_id));
    end if;
  end loop;
  update public.devices d
    set trusted_at = null, trusted_by = null
    where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
  return null; end $$;
alter function app.drop_factors owner to mirante_gate;
revoke all on function app.drop_factors from public;

create or replace trigger users_bound_factors after update of account_id, deleted_at on users for each row
  when ((new.account_id is not null and old.account_id is distinct from new.account_id)
    or (old.deleted_at is null and new.deleted_at is not null))
  execute function app.drop_factors();

-- Removes the provider identifiers that an administrator linked for an ordinary user when that user gets a higher profile. If one was used,
-- the sessions, factors and remembered devices that only the unit vouched for go too. The user then confirms once with a sign-in method of
-- their own.
-- Trigger on users.
-- Security definer: callers lack the grants on devices, factors, identities, sessions.
create or replace function app.drop_planted()
returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.identities; v_used boolean := false; v_n int := 0; v_factors int := 0; v_provider text; begin
  select coalesce(bool_or(x.last_at is not null), false) into v_used
    from public.identities x
    where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null;
  if v_used then
    delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id and f.kind <> 'recovery';
    get diagnostics v_factors = row_count;
    delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id;
    update public.devices d
      set trusted_at = null, trusted_by = null
      where d.tenant_id = new.tenant_id and d.user_id = new.id and d.trusted_by = 'unit';
    update public.sessions s
      set revoked_at = app.now()
      where s.home_id = new.tenant_id and s.user_id = new.id and s.kind = 'own' and s.vouched = 'unit' and s.revoked_at is null;
    get diagnostics v_n = row_count;
  end if;
  for i in delete from public.identities x
  where x.tenant_id = new.tenant_id and x.user_id = new.id and x.linked_by is not null
  returning x.* loop
    v_provider := coalesce(app.provider_name(i.tenant_id, i.kind, i.issuer), i.issuer);
    perform app.write_audit(new.tenant_id, 'user.unlink', new.id,
      jsonb_build_object('before', jsonb_build_object('provider', v_provider, 'identity', i.subject, 'profile', old.profile),
        'after', jsonb_build_object('sessions', v_n, 'factors', v_factors, 'profile', new.profile)),
      p_home => coalesce(app.home_id(), new.tenant_id));
    perform app.act_tell(new.tenant_id, new.id, 'identity_unlinked',
      jsonb_build_object('person', coalesce((select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()),
        ''),
        'provider', v_provider),
      '/?account=sessions');
  end loop;
  return null; end $$;
alter function app.drop_planted owner to mirante_gate;
revoke all on function app.drop_planted from public;

create or replace trigger users_planted_links after update of profile on users for each row
  when (old.profile = 'user' and new.profile <> 'user')
  execute function app.drop_planted();

-- Returns active tasks whose end is due for a notice or has come, those of a partner that is suspended or whose relation has ended, and
-- those that
-- start a maintenance which is to be announced now.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on relations.
create or replace function app.due_tasks(p_n int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{job}');
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.ends_at <= app.now() + interval '30 days'
      and (k.ends_at <= app.now() or k.ends_told is null
        or (k.ends_told > 7 and k.ends_at <= app.now() + interval '7 days')
        or (k.ends_told > 1 and k.ends_at <= app.now() + interval '1 day'))
    order by k.ends_at limit least(p_n, 500))
  union
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.relation_id is not null
      and not exists (select from public.relations r
          join public.tenants h on h.id = r.above_id and h.deleted_at is null and app.acts(h.status, h.trial_ends_at)
        where r.tenant_id = k.tenant_id and r.id = k.relation_id and r.kind = 'partner' and r.role = 'admin' and r.status = 'active'
          and r.ended_at is null and r.until > app.now())
    limit least(p_n, 500))
  union
  (select k.tenant_id, k.id
    from public.tasks k
    where k.state = 'active' and k.action = 'start'
      and exists (select from public.task_triggers g
        where g.tenant_id = k.tenant_id and g.task_id = k.id and g.next_at > app.now()
          and g.next_at <= app.now() + make_interval(hours => coalesce((k.options->>'announceHours')::int, 0))
          and not exists (select from public.task_runs r
            where r.tenant_id = g.tenant_id and r.task_id = g.task_id and r.trigger_id = g.id and r.due_at = g.next_at))
    limit least(p_n, 500)) $$;
alter function app.due_tasks owner to mirante_gate;
revoke all on function app.due_tasks from public;
grant execute on function app.due_tasks to mirante_job;

-- Changes the fields of a tenant that only the layer above decides; a tenant never changes them itself. Fields that aren't named stay
-- unchanged. A partner can't give more than the limits that the platform set. Raises the name of a limit with its maximum when one is
-- exceeded. Returns the new version and the tenant's hosts.
-- Callers: mirante_app (own).
-- Raises: changed, not_found, party, the limit.
-- Security definer: callers lack the grants on domains.
create or replace function app.edit_tenant(p_id uuid, p_version int, p jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_me uuid := app.tenant_id(); o public.tenants; n public.tenants; v_up public.tenants; b record; v_host text; v_shown boolean;
  v_hidden text[]; v_field text; v_most int;
begin
  perform app.need('{own}');
  if app.below(p_id) is not true then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into o from public.tenants where id = p_id and deleted_at is null for no key update;
  if not found then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version is distinct from p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  foreach v_field in array array['user_limit', 'bonus_users', 'domain_limit', 'report_limit'] loop
    v_most := (o.platform_limits->>v_field)::int;
    if app.scope() is distinct from 'platform' and p ? v_field and v_most is not null and coalesce((p->>v_field)::int > v_most, true) then
      raise exception '% %', v_field, v_most using errcode = 'MT403';
    end if;
    if app.scope() = 'platform' and p ? v_field and p->v_field is distinct from to_jsonb(o)->v_field then
      o.platform_limits := case
        when p->>v_field is null then o.platform_limits - v_field
        else o.platform_limits || jsonb_build_object(v_field, p->v_field) end;
    end if;
  end loop;
  select * into b from app.tree_use(v_up.id, p->>'product');
  if p->>'payer_id' is not null
    and not exists (select from public.parties c
      where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  if (p->>'default_directory')::boolean and not o.default_directory then
    update public.tenants
      set default_directory = false, version = version + 1
      where parent_id = o.parent_id and default_directory and deleted_at is null;
  end if;
  v_hidden := case when p ? 'hidden_menu' then array(select jsonb_array_elements_text(p->'hidden_menu') order by 1) end;
  update public.tenants t set name = coalesce(p->>'name', t.name), sort_key = coalesce(p->>'sort_key', t.sort_key),
      user_limit = case when p ? 'user_limit' then (p->>'user_limit')::int else t.user_limit end,
      bonus_users = coalesce((p->>'bonus_users')::int, t.bonus_users),
      domain_limit = case when p ? 'domain_limit' then (p->>'domain_limit')::int else t.domain_limit end,
      report_limit = case when p ? 'report_limit' then (p->>'report_limit')::int else t.report_limit end,
      platform_limits = o.platform_limits,
      default_directory = coalesce((p->>'default_directory')::boolean, t.default_directory),
      restrict_accounts = coalesce((p->>'restrict_accounts')::boolean, t.restrict_accounts),
      allow_reports = coalesce((p->>'allow_reports')::boolean, t.allow_reports),
      own_domain = case when p ? 'own_domain' then p->>'own_domain' else t.own_domain end,
      payer_tenant_id = case
        when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_tenant_id
        when p->>'payer_id' is null then null
        else v_me end,
      payer_id = case when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_id else (p->>'payer_id')::uuid end,
      hidden_by_platform = case when app.scope() = 'platform' then coalesce(v_hidden, t.hidden_by_platform) else t.hidden_by_platform end,
      hidden_by_partner = case when app.scope() = 'partner' then coalesce(v_hidden, t.hidden_by_partner) else t.hidden_by_partner end,
      version = t.version + 1
    where t.id = p_id returning * into n;
  if (n.hidden_by_platform, n.hidden_by_partner) is distinct from (o.hidden_by_platform, o.hidden_by_partner) then
    update public.tenants set epoch = epoch + 1 where id = p_id;
  end if;
  select d.host into v_host from public.domains d where d.tenant_id = p_id and d.main limit 1;
  if p->>'host' is not null and p->>'host' is distinct from v_host then
    if not exists (select from public.domains d where d.host = p->>'host' and d.tenant_id = p_id) then
      insert into public.domains (host, tenant_id, main) values (p->>'host', p_id, false);
    end if;
    update public.domains set main = (host = p->>'host') where tenant_id = p_id; end if;
  select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean into v_shown from public.settings s where s.tenant_id = p_id;
  if p ? 'last_update' and (p->>'last_update')::boolean is distinct from coalesce(v_shown, true) then
    insert into public.settings as s (tenant_id, "values")
      values (p_id, jsonb_build_object('mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean))
      on conflict (tenant_id) do update set "values" = s."values" || excluded."values", version = s.version + 1; end if;
  perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  perform app.write_audit(x, 'tenant.edit', p_id,
    (select jsonb_build_object('before', coalesce(jsonb_object_agg(k.key, k.value), '{}') || case
        when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', v_host)
        else '{}' end,
        'after',
        coalesce(jsonb_object_agg(k.key, to_jsonb(n)->k.key), '{}') || case
          when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', p->>'host')
          else '{}' end)
          || case
            when p ? 'last_update'
              and (p->>'last_update')::boolean is distinct from coalesce(v_shown,
                true) then jsonb_build_object('last_update', p->'last_update')
            else '{}' end
        from jsonb_each(to_jsonb(o)) k
        where k.key not in ('version', 'epoch', 'sort_key', 'users_used', 'payer_tenant_id', 'platform_limits')
          and to_jsonb(n)->k.key is distinct from k.value),
    p->>'ip', p->>'request', p_home => v_me) from unnest(array[v_me, p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id));
end $$;
alter function app.edit_tenant owner to mirante_gate;
revoke all on function app.edit_tenant from public;
grant execute on function app.edit_tenant to mirante_app;

-- Starts an embedded session from the proof of the step that read its key. A token is single use: of sixty concurrent calls, one succeeds.
-- A user's proof goes on to start their session; an anonymous one ends here.
-- Callers: mirante_door.
-- Raises: link_used, session_gone.
-- Security definer: callers lack the grants on attempts, embed_keys, embed_sessions, tickets.
create or replace function app.embed_begin(p_proof bytea, p_tenant uuid, p_host text, p_sid uuid, p_once bytea, p_identity jsonb,
  p_filters jsonb, p_until timestamptz, p_address text, p_request text)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  b jsonb := app.proof_take(p_proof, 'proof.embed', p_tenant, p_host); v_key uuid := (b->>'key')::uuid; v_user uuid := (b->>'userId')::uuid;
begin
  if b is null then raise exception 'session_gone' using errcode = 'MR401'; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at, used_at)
    values (p_once, 'embedded', p_tenant, p_host, '{}', app.now() + interval '20 minutes', app.now())
    on conflict do nothing;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  perform from public.embed_keys k where k.tenant_id = p_tenant and k.id = v_key and k.revoked_at is null for share;
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.embed_keys k
    set last_used_at = app.now()
    where k.tenant_id = p_tenant and k.id = v_key and (k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute');
  insert into public.embed_sessions (tenant_id, id, key_id, user_id, report_id, identity, filters, address, expires_at)
    values (p_tenant, p_sid, v_key, v_user, (b->>'report')::uuid, p_identity, p_filters, p_address, p_until);
  update public.attempts set n = greatest(n - 1, 0) where key = 'em ' || p_address;
  if v_user is null then
    perform app.write_audit(p_tenant, 'embedded.start', app.session_mark(p_sid),
      jsonb_build_object('key', v_key, 'report', b->'report', 'username', p_identity->>'username'), p_address, p_request,
      p_user => null, p_home => p_tenant);
  else
    perform app.proof_make(p_proof, 'proof', p_tenant, p_host, b);
  end if;
  return true; end $$;
alter function app.embed_begin owner to mirante_gate;
revoke all on function app.embed_begin from public;
grant execute on function app.embed_begin to mirante_door;

-- Ends an embedded session and the user session behind it.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on embed_sessions, sessions.
create or replace function app.embed_end(p_tenant uuid, p_sid uuid, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with e as (update public.embed_sessions
    set ended_at = app.now()
    where tenant_id = p_tenant and id = p_sid and ended_at is null
    returning user_id),
    s as (update public.sessions set revoked_at = app.now() where id = p_sid and tenant_id = p_tenant and revoked_at is null),
    a as materialized (select app.write_audit(p_tenant, 'embedded.end', app.session_mark(p_sid), p_ip => p_address, p_request => p_request,
      p_user => e.user_id, p_home => p_tenant) from e)
  select count(*) > 0 from a $$;
alter function app.embed_end owner to mirante_gate;
revoke all on function app.embed_end from public;
grant execute on function app.embed_end to mirante_door;

-- Records a refused sign-in of a known user in the sign-in log and the audit log.
-- Internal: called by factor_refused, proof_refused, refused_once, session_begin.
create or replace function app.sign_in_refused(p_tenant uuid, p_user uuid, p_code text, p_way text, p_address text, p_agent text,
  p_request text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, address, agent) select u.tenant_id, gen_random_uuid(), u.id,
    p_way, p_code, p_address, p_agent
    from public.users u
    where u.tenant_id = p_tenant and u.id = p_user)
  select app.write_audit(p_tenant, 'session.refused', u.id, jsonb_build_object('code', p_code), p_address, p_request,
    p_user => u.id, p_home => p_tenant)
    from public.users u
      where u.tenant_id = p_tenant and u.id = p_user $$;
alter function app.sign_in_refused owner to mirante_gate;
revoke all on function app.sign_in_refused from public;

-- Records a call refused during an embedded session: in the user's sign-in log, or in the audit log when the session is anonymous. At most
-- once a minute.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, embed_sessions.
create or replace function app.embed_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; begin
  select e.user_id into v_user from public.embed_sessions e where e.tenant_id = p_tenant and e.id = p_sid;
  if v_user is not null then perform app.refused_once(p_tenant, v_user, p_code, p_address, p_agent, p_request); return; end if;
  -- Serializes concurrent refusals, so the second one sees the first one's row and isn't recorded again.
  perform pg_advisory_xact_lock(hashtextextended('embedded ' || coalesce(p_sid::text, p_tenant::text) || ' ' || coalesce(p_address, ''),
    0));
  perform app.write_audit(p_tenant, 'embedded.refused', app.session_mark(p_sid), jsonb_build_object('code', p_code), p_address,
    p_request, p_user => null, p_home => p_tenant)
    where not exists (select from public.audit a
       where a.tenant_id = p_tenant and a.row_id is not distinct from app.session_mark(p_sid) and a.what = 'embedded.refused'
         and a.ip is not distinct from p_address and a.at > app.now() - interval '1 minute');
end $$;
alter function app.embed_refused owner to mirante_gate;
revoke all on function app.embed_refused from public;
grant execute on function app.embed_refused to mirante_door;

-- Ends the caller's other sessions, or one of them, in every unit of their account where the account is theirs to reach. Ending all also
-- forgets remembered devices except the current one.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on sessions.
create or replace function app.end_own_sessions(p_id uuid, p_device bytea, p_address text, p_request text)
returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with w as (update public.sessions s set revoked_at = app.now() from app.own_rows() o
      where s.home_id = o.tenant_id and s.user_id = o.user_id and s.tenant_id = s.home_id and s.actor_sid is null and s.revoked_at is null
        and s.expires_at > app.now()
        and s.id <> app.my_session() and (p_id is null or s.id = p_id) returning s.id, s.tenant_id, s.user_id),
    d as (select case
      when p_id is null
        and app.actor_id() is null then app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), p_device) end as n),
    a as materialized (select w.id, app.write_audit(w.tenant_id, 'session.end', null, p_ip => p_address, p_request => p_request,
      p_user => w.user_id, p_home => w.tenant_id) from w)
  select count(a.id)::int from d left join a on true $$;
alter function app.end_own_sessions owner to mirante_gate;
revoke all on function app.end_own_sessions from public;
grant execute on function app.end_own_sessions to mirante_app;

-- Synchronizes the mapped user groups with the directory's groups and leaves all other groups alone.
-- Internal: called by entra_person, link_bind.
create or replace function app.entra_groups(a public.sso_apps, p_user uuid, p_groups jsonb, p_address text, p_request text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select from public.user_groups g
    where g.tenant_id = a.tenant_id and g.id in (select (m->>'group')::uuid from jsonb_array_elements(a.settings->'groups') m)
    order by g.id
    for no key update;
  with had as materialized (select g.id, g.name, g.sort_key
    from public.user_group_members m
      join public.user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
    where m.tenant_id = a.tenant_id and m.user_id = p_user),
    mapped as (select g.id, g.name, g.sort_key, bool_or(p_groups ? (m->>'claim')) as has
      from jsonb_array_elements(a.settings->'groups') m
        join public.user_groups g on g.tenant_id = a.tenant_id and g.id = (m->>'group')::uuid and g.deleted_at is null
      group by g.id, g.name, g.sort_key),
    gone as (delete from public.user_group_members x using mapped
      where x.tenant_id = a.tenant_id and x.user_id = p_user and x.user_group_id = mapped.id and not mapped.has
      returning x.user_group_id),
    come as (insert into public.user_group_members (tenant_id, user_group_id, user_id) select a.tenant_id, mapped.id, p_user
      from mapped
      where mapped.has
      on conflict do nothing
      returning user_group_id)
  select app.write_audit(a.tenant_id, 'entra.groups', p_user,
    jsonb_build_object('before', jsonb_build_object('groups', (select coalesce(jsonb_agg(h.name order by h.sort_key), '[]') from had h)),
        'after',
        jsonb_build_object('groups', (select coalesce(jsonb_agg(n.name order by n.sort_key), '[]')
          from (select h.id, h.name, h.sort_key
            from had h
            where h.id not in (select user_group_id from gone)
            union select p.id, p.name, p.sort_key
            from mapped p
            where p.has) n))),
    p_address, p_request, p_user => p_user, p_home => a.tenant_id) where exists (select from come) or exists (select from gone) $$;
alter function app.entra_groups owner to mirante_gate;
revoke all on function app.entra_groups from public;

-- Finds the tenant's user for a directory identity: already linked, provisioned by the directory, linked now by an address that may link,
-- or created just in time. `waits` means that the user has to confirm the link first.
-- Internal: called by entra_arrive.
create or replace function app.entra_person(a public.sso_apps, p_tid text, p_oid text, p_person jsonb, p_address text, p_request text)
returns table (user_id uuid, refusal text, waits boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_user uuid; v_here uuid; v_gone boolean; v_void boolean; v_held uuid; v_how text; h public.tenants; v_email text := p_person->>'email';
  v_guest boolean := (p_person->>'guest')::boolean is not false; v_vouched boolean := (p_person->>'vouched')::boolean is true;
begin
  if v_guest and a.settings->>'guests' is distinct from 'S' then
    return query select null::uuid, 'error_azure_not_companies', false;
    return;
  end if;
  select i.user_id, u.deleted_at is not null, i.linked_by is not null and u.deleted_at is null
    and app.link_holds(a.tenant_id, u.id) is not true into v_user, v_gone, v_void
    from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
  -- An identifier that an administrator linked and that is no longer valid can only be used by its own user, who confirms it.
  if v_void then v_held := v_user; end if;
  if v_gone or v_void then v_user := null; end if;
  if v_user is null then
    select u.id into v_user
      from public.users u
      where u.tenant_id = a.tenant_id and u.id = app.provisioned(a.tenant_id, 'entra', p_tid, p_oid) and (v_held is null or u.id = v_held)
      for update;
    if v_user is not null then v_how := 'identity.bind'; end if;
  end if;
  -- A guest's address belongs to another organization, so it never links to an existing user.
  if v_user is null and v_vouched and not v_guest then
    select u.id into v_here
      from public.users u
      where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null and u.seat is null
        and (v_held is null or u.id = v_held)
      for update;
    if v_here is not null then
      if a.settings->>'link' is distinct from 'S'
        or app.may_link(a.tenant_id, v_here, 'entra', p_tid, p_oid, v_email, a.domains) is not true then
        return query select v_here, null::text, true;
        return;
      end if;
      v_user := v_here; v_how := 'identity.bind';
    end if;
  end if;
  if v_user is null and v_gone is null and v_vouched and a.settings->>'jit' = 'S' and app.may_join(a.tenant_id, v_email, a.domains) then
    select * into h from public.tenants t where t.id = a.tenant_id;
    if app.acts(h.status, h.trial_ends_at) is not true then
      return query select null::uuid, case when h.status = 'T' then 'finish_test' else 'tenant_blocked' end, false;
      return;
    end if;
    v_user := gen_random_uuid(); v_how := 'user.add';
  end if;
  if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  begin
    if v_how = 'user.add' then
      insert into public.users (tenant_id, id, email, name, sort_key, profile, status, added_by_id)
        values (a.tenant_id, v_user, v_email, p_person->>'name', p_person->>'sortKey', 'user', a.settings->>'jitStatus', null);
    end if;
    if v_how is not null then
      delete from public.identities i
        where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and (v_gone or v_void);
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, last_at)
        values (a.tenant_id, gen_random_uuid(), v_user, 'entra', p_tid, p_oid, app.now());
      perform app.write_audit(a.tenant_id, v_how, v_user,
        jsonb_build_object('after', jsonb_build_object('name', p_person->>'name', 'email', v_email, 'by', 'entra', 'directory', p_tid)),
        p_address, p_request, p_user => v_user, p_home => a.tenant_id);
    else
      update public.identities i
        set last_at = app.now()
        where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
    end if;
  exception
    when sqlstate 'MR422' then return query select null::uuid, 'user_limit_reached', false; return;
    -- A concurrent first sign-in of the same user created the row.
    when unique_violation then
      select i.user_id into v_user
        from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
       where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
      if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  end;
  if jsonb_typeof(p_person->'groups') = 'array' then perform app.entra_groups(a, v_user, p_person->'groups', p_address, p_request); end if;
  return query select v_user, null::text, false; end $$;
alter function app.entra_person owner to mirante_gate;
revoke all on function app.entra_person from public;

-- Completes a sign-in at Entra by the proof of its request and creates a code for the host where it started, bound to the browser that
-- started it; the code says where sign-in continues. A user without a unit of their own goes to another unit of the same partner that knows
-- them, else to the partner's default unit (Spec 3); only between units that use the product's own app registration.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on domains, identities, sso_apps and 3 more.
create or replace function app.entra_arrive(p_proof bytea, p_tenant uuid, p_host text, p_person jsonb, p_hash bytea, p_address text,
  p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  c jsonb := app.proof_take(p_proof, 'proof.entra', p_tenant, p_host); v_app uuid := (c->>'app')::uuid; v_tid text := p_person->>'tid';
  v_oid text := p_person->>'oid'; a public.sso_apps; b public.sso_apps; v_root uuid; v_user uuid; v_refusal text; v_waits boolean;
  v_host text; v_onward jsonb;
begin
  if c is null then return null; end if;
  select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = v_app and x.kind = 'entra' and x.status = 'A';
  if a.id is null or p_person is null then v_refusal := 'error_saml';
  elsif app.entra_admits(a, v_tid) is not true then v_refusal := 'domain_not_allowed';
  else
    select e.user_id, e.refusal, e.waits into v_user, v_refusal, v_waits
      from app.entra_person(a, v_tid, v_oid, p_person, p_address, p_request) e;
    if v_refusal = 'error_azure_not_companies' and a.settings->>'own' = 'N' then
      select p.id into v_root
        from public.tenants t join public.tenants p on p.id in (t.id, t.parent_id) and p.kind = 'partner' and p.deleted_at is null
        where t.id = p_tenant;
      select x.* into b from public.tenants t join public.sso_apps x on x.tenant_id = t.id
        left join public.identities i on i.tenant_id = t.id and i.kind = 'entra' and i.issuer = v_tid and i.subject = v_oid
          and exists (select from public.users u where u.tenant_id = t.id and u.id = i.user_id and u.deleted_at is null)
       where t.parent_id = v_root and t.id <> p_tenant and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)
         and app.entra_admits(x, v_tid) and x.settings->>'own' = 'N' and (i.id is not null or t.default_directory)
       order by i.last_at desc nulls last, i.id limit 1;
      if b.id is not null then
        select d.host into v_host from public.domains d where d.tenant_id = b.tenant_id order by d.main desc, d.host limit 1;
        if v_host is not null then
          select e.user_id, e.refusal, e.waits into v_user, v_refusal, v_waits
            from app.entra_person(b, v_tid, v_oid, p_person, p_address, p_request) e;
        end if;
        if v_user is not null then a := b; v_onward := jsonb_build_object('tenant', b.tenant_id, 'host', v_host); end if;
      end if;
    end if;
  end if;
  update public.sso_apps x
    set last_used_at = app.now()
    where x.tenant_id = a.tenant_id and x.id = a.id and v_user is not null
      and coalesce(x.last_used_at < app.now() - interval '1 minute', true);
  if p_person is not null and (v_refusal is not null or v_waits) then
    perform app.write_audit(p_tenant, 'entra.refused', v_app,
      jsonb_build_object('code', coalesce(v_refusal, 'redirect_confirm_link'), 'directory', v_tid, 'email', p_person->>'email'),
      p_address, p_request, p_user => null, p_home => p_tenant);
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values (p_hash, 'sso.code', p_tenant, c->>'host',
      (c - '{app,host,epoch}'::text[]) || jsonb_strip_nulls(jsonb_build_object('userId', v_user, 'refusal', v_refusal, 'onward', v_onward,
    'confirm',
    case
      when v_waits
        then jsonb_build_object('app', a.id, 'name', a.name, 'kind', 'entra', 'issuer', v_tid, 'subject', v_oid,
        'email', p_person->>'email', 'groups', p_person->'groups') end)),
    app.now() + interval '1 minute');
  return c->>'host'; end $$;
alter function app.entra_arrive owner to mirante_gate;
revoke all on function app.entra_arrive from public;
grant execute on function app.entra_arrive to mirante_door;

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
  -- Same lock order as everywhere else, which prevents deadlocks.
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

-- Changes a user's own factors: the account's if app.my_account() reaches it, else those bound to the user in this unit ('prove' when the
-- caller meant the other holder). The proof is a passkey, the verified password with a code, or nothing if the user has neither. A password
-- alone counts only within 15 minutes of a factor given in this session, or if the account has no factors; a code alone only if the account
-- has no password, or for a change that alters nothing ('confirm'). The first factor of a user with nothing to prove themselves by requires
-- a sign-in within the last 15 minutes. Returns 'ok' or the reason.
-- Callers: mirante_app (own).
-- Raises: factor_due.
-- Security definer: callers lack the grants on accounts, attempts, devices and 3 more.
create or replace function app.factor_write(p_proof jsonb, p_what text, p_body jsonb, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  u public.users; a public.accounts; v_account uuid := app.my_account(); v_holder uuid; v_holders uuid[]; v_at timestamptz; v_any boolean;
  v_held boolean; v_name text; v_kind text; v_ticket jsonb; v_gone jsonb := '[]'; v_made uuid[];
begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null
    for no key update;
  if u.id is null then return 'none'; end if;
  if p_what <> 'rename' and p_body->>'bound' is distinct from (case when v_account is null then 'unit' else 'account' end) then
    return 'prove';
  end if;
  select s.factor_at into v_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes';
  select x.* into a from public.accounts x where x.id = v_account for no key update;
  v_holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[v_holder, case when p_what = 'confirm' and v_account is null then u.account_id end], null);
  v_any := exists (select from public.factors f where f.holder = v_holder);
  v_held := exists (select from public.factors f where f.holder in (u.id, u.account_id));
  -- Checked first, so a change that can't happen uses up no proof.
  if p_what = 'remove' then
    if not exists (select from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') then
      return 'none';
    end if;
    if not exists (select from public.factors f where f.id <> (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery')
      and app.factor_required_of(v_holder) then
      return 'required';
    end if;
  end if;
  if p_what = 'passkey' then
    -- Whether the user may add it, and for the account or this unit, was checked when the challenge was created.
    v_ticket := app.ticket_take((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host');
    if v_ticket->>'userId' is distinct from u.id::text or v_ticket->>'holder' is distinct from v_holder::text then return 'over'; end if;
  elsif p_what <> 'rename' then
    case p_proof->>'kind'
      when 'none' then
        if v_any or a.password is not null then return 'proof'; end if;
        -- A stolen session can't plant a factor: an existing one must be given first, and a user without any must just have signed in
        -- through the unit's own method.
        if app.factor_due() is not false then raise exception 'factor_due' using errcode = 'MR424'; end if;
        if v_at is null
          and not exists (select from public.sessions s
            where s.id = app.my_session() and s.created_at > app.now() - interval '15 minutes') then
          return 'again';
        end if;
      when 'password' then
        if v_any and v_at is null then return 'code'; end if;
        if a.password is null or a.password is distinct from p_proof->>'seen' then return 'wrong'; end if;
      else
        if p_what <> 'confirm' and p_proof->>'kind' is distinct from 'passkey' and a.password is not null
          and p_proof->>'seen' is distinct from a.password then
          return case when p_proof->>'seen' is null then 'proof' else 'wrong' end;
        end if;
        -- A passkey's answer counts only for this user and host, and once.
        if p_proof->>'kind' = 'passkey'
          and app.ticket_take((p_proof->>'ticket')::bytea, 'passkey', u.tenant_id,
            p_proof->>'host')->>'proves' is distinct from u.id::text then
          return 'over';
        end if;
        if app.factor_spend(v_holders, p_proof) is not true then return 'wrong'; end if;
        v_at := app.now(); end case;
    if p_what in ('totp', 'challenge') and v_account is not null and app.needs_code(v_account)
      and app.code_take(v_account, (p_body->>'mailed')::bytea) is not true then
      return 'mail';
    end if;
    delete from public.attempts x where x.key = 'mp ' || v_holder;
  end if;
  case p_what
    when 'challenge' then
      if (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'passkey') >= 20 then return 'full'; end if;
      insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
        values ((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host', jsonb_build_object('userId', u.id, 'holder', v_holder),
          app.now() + interval '10 minutes');
    when 'totp', 'passkey' then
      if p_what = 'totp' and exists (select from public.factors f where f.holder = v_holder and f.kind = 'totp') then return 'full'; end if;
      if exists (select from public.factors f
        where f.id = (p_body->'factor'->>'id')::uuid or f.credential = p_body->'factor'->>'credential') then
        return 'over';
      end if;
      v_name := p_body->'factor'->>'name'; v_kind := p_what;
      perform app.factor_put(v_account, u.tenant_id, u.id, p_body->'factor');
      if not v_any then perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); end if;
      -- The very first factor counts as given. One that is added beside a factor that wasn't given grants nothing.
      if not v_held then v_at := app.now(); end if;
      v_made := array(select f.id
        from public.factors f
        where f.holder = v_holder and (not v_any or f.id = (p_body->'factor'->>'id')::uuid));
      if v_account is null then
        perform app.act_tell(u.tenant_id, u.id, 'factor_added', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'added', v_name, v_made, '[]'); end if;
    when 'rename' then
      update public.factors f
        set name = p_body->>'name'
        where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery'
        returning f.name, f.kind into v_name, v_kind;
      if not found then return 'none'; end if;
    when 'remove' then
      v_gone := app.factor_rows(v_account, (p_body->>'id')::uuid, null);
      delete from public.factors f
        where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery'
        returning f.name, f.kind into v_name, v_kind;
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then
        v_gone := v_gone || app.factor_rows(v_account, null, null);
        delete from public.factors f where f.holder = v_holder;
      end if;
      update public.devices d
        set trusted_at = null, trusted_by = null
        from public.users o
        where (o.account_id = v_holder or (o.tenant_id = u.tenant_id and o.id = v_holder)) and d.tenant_id = o.tenant_id
          and d.user_id = o.id;
      if v_account is null then
        perform app.act_tell(u.tenant_id, u.id, 'factor_removed', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'removed', v_name, null, v_gone); end if;
    when 'codes' then
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
      v_gone := app.factor_rows(v_account, null, 'recovery');
      perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); v_kind := 'recovery';
      if v_account is not null then
        perform app.factor_changed(v_account, u.tenant_id, u.id, 'codes', null,
          array(select f.id from public.factors f where f.account_id = v_account and f.kind = 'recovery'), v_gone);
      end if;
    when 'confirm' then if p_proof->>'kind' not in ('totp', 'recovery', 'passkey') then return 'code'; end if; v_kind := p_proof->>'kind';
  end case;
  update public.sessions s set factor_at = v_at where s.id = app.my_session() and v_at is not null and s.factor_at is distinct from v_at;
  perform app.write_audit(u.tenant_id,
    'factor.' || case p_what
        when 'totp' then 'added'
        when 'passkey' then 'added'
        when 'remove' then 'removed'
        when 'rename' then 'renamed'
        else p_what end,
    u.id, jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', v_kind, 'name', v_name))), p_address, p_request,
    p_user => u.id);
  return 'ok'; end $$;
alter function app.factor_write owner to mirante_gate;
revoke all on function app.factor_write from public;
grant execute on function app.factor_write to mirante_app;

-- Forgets all of the caller's remembered devices, including this one.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute forget_devices, write_audit.
create or replace function app.forget_own_devices(p_address text, p_request text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int := 0; begin
  perform app.need('{own}');
  if app.actor_id() is not null then return 0; end if;
  v_n := app.own_remembered();
  perform app.forget_devices(app.my_account(), app.tenant_id(), app.user_id(), null);
  perform app.write_audit(app.tenant_id(), 'factor.forgotten', app.user_id(),
    jsonb_build_object('after', jsonb_build_object('devices', v_n)), p_address, p_request);
  return v_n; end $$;
alter function app.forget_own_devices owner to mirante_gate;
revoke all on function app.forget_own_devices from public;
grant execute on function app.forget_own_devices to mirante_app;

-- Links a user of this tenant to a provider by the identifier that the provider has for them, so their first sign-in works. The platform
-- notifies the user. A removed user's identifier may be linked to another user. The trigger on identities requires a fresh factor.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on identities.
create or replace function app.identity_link(p_user uuid, p_app uuid, p_directory text, p_subject text, p_identity uuid, p_address text,
  p_request text)
returns table (state text, holder text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.sso_apps; v_issuer text; v_subject text := p_subject; v_holder text; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.profile() <> 'user'
    for no key update;
  if u.id is null then return query select 'none', null::text; return; end if;
  if app.left_to(u.tenant_id, 'saml') is not true then return query select 'closed', null::text; return; end if;
  select x.* into a from public.sso_apps x where x.tenant_id = u.tenant_id and x.id = p_app;
  if a.kind = 'entra' then
    select e->>'id' into v_issuer from jsonb_array_elements(a.settings->'directories') e where e->>'id' = p_directory;
    v_subject := lower(p_subject);
    if (v_subject ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$') is not true then return query select 'shape', null::text; return; end if;
  else
    v_issuer := a.settings->>'issuer';
  end if;
  if v_issuer is null then return query select 'provider', null::text; return; end if;
  if app.link_holds(u.tenant_id, u.id) is not true then return query select 'confirms', null::text; return; end if;
  if exists (select from public.identities i
    where i.tenant_id = u.tenant_id and i.user_id = u.id and i.kind = a.kind and i.issuer = v_issuer) then
    return query select 'there', u.name;
    return;
  end if;
  delete from public.identities i using public.users o
    where i.tenant_id = u.tenant_id and i.kind = a.kind and i.issuer = v_issuer and i.subject = v_subject and o.tenant_id = i.tenant_id
      and o.id = i.user_id and o.deleted_at is not null;
  insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, linked_by)
    values (u.tenant_id, p_identity, u.id, a.kind, v_issuer, v_subject, app.user_id())
    on conflict (tenant_id, kind, issuer, subject) do nothing;
  if not found then
    select o.name into v_holder
      from public.identities i join public.users o on o.tenant_id = i.tenant_id and o.id = i.user_id
      where i.tenant_id = u.tenant_id and i.kind = a.kind and i.issuer = v_issuer and i.subject = v_subject;
    return query select 'taken', v_holder; return;
  end if;
  perform app.write_audit(u.tenant_id, 'user.link', u.id,
    jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('name', u.name, 'provider', a.name,
        'directory', case when a.kind = 'entra' then v_issuer end, 'identity', v_subject))),
    p_address, p_request);
  perform app.act_tell(u.tenant_id, u.id, 'identity_linked',
    jsonb_build_object('person', (select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()),
      'provider', a.name),
    '/?account=sessions');
  return query select 'ok', null::text; end $$;
alter function app.identity_link owner to mirante_gate;
revoke all on function app.identity_link from public;
grant execute on function app.identity_link to mirante_app;

-- Unlinks a user of this tenant from a provider. For another user than the caller, sessions and known devices end too, and the platform
-- notifies them. Returns how many sessions ended; null if there is no such identity.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on identities.
create or replace function app.identity_unlink(p_user uuid, p_identity uuid, p_address text, p_request text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.identities; v_provider text; v_ended int := 0; begin
  perform app.need('{own}');
  delete from public.identities x using public.users u
    where x.tenant_id = app.tenant_id() and x.id = p_identity and x.user_id = p_user and u.tenant_id = x.tenant_id and u.id = x.user_id
      and u.deleted_at is null and app.profile() <> 'user'
    returning x.* into i;
  if i.id is null then return null; end if;
  v_provider := coalesce(app.provider_name(i.tenant_id, i.kind, i.issuer), i.issuer);
  if p_user <> app.user_id() then v_ended := app.end_person_sessions(p_user); end if;
  perform app.write_audit(i.tenant_id, 'user.unlink', p_user,
    jsonb_build_object('before', jsonb_build_object('provider', v_provider, 'identity', i.subject),
        'after', jsonb_build_object('sessions', v_ended)),
    p_address, p_request);
  perform app.act_tell(i.tenant_id, p_user, 'identity_unlinked',
    jsonb_build_object('person', (select x.name from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id()),
      'provider', v_provider),
    '/?account=sessions');
  return v_ended; end $$;
alter function app.identity_unlink owner to mirante_gate;
revoke all on function app.identity_unlink from public;
grant execute on function app.identity_unlink to mirante_app;

-- Records in the source unit that users were copied out of it, under that unit's own administrator when the same account has one.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute write_audit.
create or replace function app.import_taken(p_unit uuid, p_people int, p_request text)
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select app.write_audit(i.id, 'user.copied_out', null,
    jsonb_build_object('to', (select t.name from public.tenants t where t.id = app.tenant_id()), 'people', p_people),
    p_request => p_request,
    p_user => (select o.id from public.users o where o.account_id = app.my_account() and o.tenant_id = i.id and o.seat is null limit 1))
    from app.import_units() i where i.id = p_unit $$;
alter function app.import_taken owner to mirante_gate;
revoke all on function app.import_taken from public;
grant execute on function app.import_taken to mirante_app;

-- Writes the runs of claimed triggers and moves each to its next run, unless it was changed since the claim; done twice, it does nothing
-- more.
-- p_claims is [{tenant, task, trigger, old, next, runs: [{due, state, reason, notes}]}]. Returns the runs to do.
-- Callers: mirante_job (job).
-- Security definer: row-level security would hide rows that it needs.
create or replace function app.keep_runs(p_claims jsonb)
returns table (tenant_id uuid, id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform app.need('{job}');
  return query with c as materialized (select x.*
      from jsonb_to_recordset(p_claims) x (tenant uuid, task uuid, trigger uuid, old timestamptz, next timestamptz, runs jsonb)),
    still as materialized (select g.tenant_id, g.id
      from c join public.task_triggers g on g.tenant_id = c.tenant and g.id = c.trigger
      where g.next_at = c.old
      order by g.tenant_id, g.id
      for update of g),
    ran as (insert into public.task_runs as r (tenant_id, task_id, trigger_id, due_at, state, reason, notes, next_try_at, ended_at)
      select c.tenant, c.task, c.trigger, o.due, o.state, o.reason, coalesce(o.notes, '{}'),
          case o.state when 'claimed' then app.now() end, case o.state when 'claimed' then null else app.now() end
        from still s join c on c.tenant = s.tenant_id and c.trigger = s.id
          cross join lateral jsonb_to_recordset(c.runs) o (due timestamptz, state text, reason text, notes jsonb)
      on conflict do nothing returning r.tenant_id, r.id, r.state),
    moved as (update public.task_triggers g set next_at = c.next, taken_until = null
      from still s join c on c.tenant = s.tenant_id and c.trigger = s.id
      where g.tenant_id = s.tenant_id and g.id = s.id)
  select r.tenant_id, r.id from ran r where r.state = 'claimed'; end $$;
alter function app.keep_runs owner to mirante_gate;
revoke all on function app.keep_runs from public;
grant execute on function app.keep_runs to mirante_job;

-- Synchronizes the groups that a SAML app's rules name with the provider's assertion, and leaves all other groups alone.
-- Internal: called by link_bind, saml_arrive.
create or replace function app.saml_groups(p_tenant uuid, p_user uuid, p_groups jsonb, p_mapped jsonb, p_provider text, p_address text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_before jsonb; v_after jsonb; begin
  perform
    from public.user_groups g
    where g.tenant_id = p_tenant and g.id in (select e::uuid from jsonb_array_elements_text(p_groups || p_mapped) e)
    order by g.id
    for no key update;
  v_before := app.group_names(p_tenant, p_user);
  insert into public.user_group_members (tenant_id, user_group_id, user_id)
    select p_tenant, q.id, p_user
      from public.user_groups q
      where q.tenant_id = p_tenant and q.deleted_at is null and q.id in (select e::uuid from jsonb_array_elements_text(p_groups) e)
      on conflict do nothing;
  delete from public.user_group_members m
    where m.tenant_id = p_tenant and m.user_id = p_user and m.user_group_id in (select e::uuid from jsonb_array_elements_text(p_mapped) e)
    and m.user_group_id not in (select e::uuid from jsonb_array_elements_text(p_groups) e);
  v_after := app.group_names(p_tenant, p_user);
  if v_before <> v_after then
    perform app.write_audit(p_tenant, 'user.groups', p_user,
      jsonb_build_object('before', jsonb_build_object('groups', v_before),
          'after', jsonb_build_object('groups', v_after, 'provider', p_provider)),
      p_address, p_request, p_user => p_user, p_home => p_tenant);
  end if; end $$;
alter function app.saml_groups owner to mirante_gate;
revoke all on function app.saml_groups from public;

-- Links a provider's stable id to the user who has confirmed it: by the account's password (p_given.seen is the hash that was verified)
-- plus a factor if the account has one, by one of the account's passkeys, or, without an account, by the mailed code. Creates the proof
-- that starts the session in the same transaction; a condition that no longer holds rolls everything back.
-- Callers: mirante_door.
-- Raises: factor_over, factor_wrong.
-- Security definer: callers lack the grants on accounts, attempts, factors and 4 more.
create or replace function app.link_bind(p_hash bytea, p_tenant uuid, p_host text, p_browser text, p_given jsonb, p_identity uuid,
  p_address text, p_request text, p_proof bytea)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb; c jsonb; u public.users; a public.accounts; s public.sso_apps; begin
  update public.tickets t
    set used_at = app.now()
    where t.hash = p_hash and t.purpose = 'sso.link' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null
      and t.expires_at > app.now() and t.body->>'browser' = p_browser
    returning t.body into b;
  c := b->'confirm';
  select x.* into u
    from public.users x
    where x.tenant_id = p_tenant and x.id = (b->>'userId')::uuid and x.email = c->>'email' and x.deleted_at is null and x.seat is null
    for no key update;
  select x.* into s
    from public.sso_apps x
    where x.tenant_id = p_tenant and x.id = (c->>'app')::uuid and x.kind = c->>'kind' and x.status = 'A';
  if u.id is null or s.id is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if u.account_id is null then
    if p_given->>'kind' is distinct from 'code' or b->>'code' is null or b->>'code' is distinct from p_given->>'code' then
      raise exception 'factor_wrong' using errcode = 'MR413';
    end if;
  else
    select x.* into a from public.accounts x where x.id = u.account_id for no key update;
    if p_given->>'kind' = 'password' then
      if (a.password is not null and sha256(convert_to(a.password, 'UTF8')) = (p_given->>'seen')::bytea) is not true
        or (p_given->'use' is null and exists (select from public.factors f where f.account_id = a.id)) then
        raise exception 'factor_wrong' using errcode = 'MR413';
      end if;
    elsif p_given->>'kind' is distinct from 'passkey' or p_given->'use'->>'kind' is distinct from 'passkey' then
      raise exception 'factor_wrong' using errcode = 'MR413';
    end if;
    if p_given->'use' is not null and app.factor_spend(array[a.id], p_given->'use') is not true then
      raise exception 'factor_wrong' using errcode = 'MR413';
    end if;
  end if;
  perform app.lock_attempts(array['u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email)]);
  delete from public.attempts x where x.key in ('u ' || p_tenant || ' ' || coalesce(a.email, u.email), 'g ' || coalesce(a.email, u.email));
  -- A removed user's identifier may be reassigned; an active user's may not.
  delete from public.identities i using public.users o
    where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject'
      and o.tenant_id = i.tenant_id and o.id = i.user_id and o.deleted_at is not null;
  if exists (select from public.identities i
    where i.tenant_id = p_tenant and i.kind = c->>'kind' and i.issuer = c->>'issuer' and i.subject = c->>'subject'
      and i.user_id <> u.id) then
    raise exception 'factor_over' using errcode = 'MR412';
  end if;
  insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at)
    values (p_tenant, p_identity, u.id, c->>'kind', c->>'issuer', c->>'subject', c->>'nameId', app.now())
    on conflict (tenant_id, kind, issuer, subject) do update set linked_by = null, name_id = excluded.name_id, last_at = excluded.last_at;
  perform app.write_audit(p_tenant, 'user.identity', u.id,
    jsonb_build_object('after', jsonb_build_object('provider', s.name, 'identity', c->>'subject', 'confirmed', p_given->>'kind')),
    p_address, p_request, p_user => u.id, p_home => p_tenant);
  if c->>'kind' = 'saml' then perform app.saml_groups(p_tenant, u.id, c->'groups', c->'mapped', s.name, p_address, p_request);
  elsif jsonb_typeof(c->'groups') = 'array' then perform app.entra_groups(s, u.id, c->'groups', p_address, p_request); end if;
  perform app.proof_make(p_proof, 'proof', p_tenant, p_host,
    (b - '{confirm,browser,tries,code}'::text[]) || case when p_given->'use' is not null then '{"given": true}'::jsonb else '{}' end);
end $$;
alter function app.link_bind owner to mirante_gate;
revoke all on function app.link_bind from public;
grant execute on function app.link_bind to mirante_door;

-- Changes the password of app.my_account() if p_seen is still the current one, then ends the account's other sessions and forgets its other
-- devices.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts, attempts.
create or replace function app.own_password(p_seen text, p_new text, p_device bytea, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  perform app.need('{own}');
  update public.accounts a
    set password = p_new, password_at = app.now(), must_change = false
    where a.id = app.my_account() and a.password = p_seen
    returning a.id into v_account;
  if v_account is null then return false; end if;
  perform app.end_account(v_account, app.my_session());
  perform app.forget_devices(v_account, app.tenant_id(), app.user_id(), p_device);
  delete from public.attempts where key = 'c ' || v_account;
  perform app.write_audit(app.tenant_id(), 'account.password', app.user_id(), p_ip => p_address, p_request => p_request);
  insert into public.outbox (tenant_id, kind, body)
    values (app.tenant_id(), 'account.changed', jsonb_build_object('user_id', app.user_id()));
  return true; end $$;
alter function app.own_password owner to mirante_gate;
revoke all on function app.own_password from public;
grant execute on function app.own_password to mirante_app;

-- Returns whether the caller's unit controls a capacity, by an account that the caller may see.
-- Callers: mirante_app (own, remote, partner).
-- Security definer: callers lack the grants on capacities.
create or replace function app.owns_capacity(p_capacity uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner}');
  select exists (select from public.capacities c where c.id = p_capacity and c.owner_tenant_id = app.tenant_id() and app.controls_capacity(c.id)) $$;
alter function app.owns_capacity owner to mirante_gate;
revoke all on function app.owns_capacity from public;
grant execute on function app.owns_capacity to mirante_app;

-- Starts a partner's entry into one of its units, as administrator or as one of its users: immediately when no approval is needed,
-- otherwise as a request. Without verification (p_at_once) no administrator is asked; the user whose view is opened still is, unless the
-- unit doesn't ask its users.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations, sessions.
create or replace function app.partner_switch(p_sid uuid, p_unit uuid, p_user uuid, p_reason text, p_ticket text, p_reach text,
  p_minutes int, p_at_once boolean, p_wait bytea, p_hash bytea, p_address text, p_request text)
returns table (state text, host text, id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.relations; t public.tenants; u public.users; v_set jsonb; v_admin boolean; v_person boolean; q public.remote_requests;
  v_name text; v_from text;
begin
  perform app.need('{own}');
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id()
    or not exists (select from public.sessions s
      where s.id = p_sid and s.home_id = app.home_id() and s.user_id = app.user_id() and s.actor_sid is null) then
    return query select 'none', null::text, null::uuid; return; end if;
  select x.* into r
    from public.relations x
    where x.tenant_id = p_unit and x.above_id = app.tenant_id() and x.kind = 'partner' and x.status = 'active' and x.ended_at is null
      and x.until > app.now()
    limit 1;
  select x.* into t from public.tenants x where x.id = p_unit and x.deleted_at is null;
  if r.id is null or t.id is null then return query select 'none', null::text, null::uuid; return; end if;
  if app.acts(t.status, t.trial_ends_at) is not true then return query select 'closed', null::text, null::uuid; return; end if;
  if r.role = 'billing' or (r.role = 'user' and p_user is null) then return query select 'role', null::text, null::uuid; return; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = p_unit;
  if p_user is not null then
    select x.* into u
      from public.users x
      where x.tenant_id = p_unit and x.id = p_user and x.profile = 'user' and x.seat is null and x.deleted_at is null
        and x.status in ('A', 'T');
    if u.id is null then return query select 'none', null::text, null::uuid; return; end if;
    if u.allow_remote is not true or v_set->>'allow_access_remote' is distinct from 'S' or app.left_to(p_unit, 'remote') is not true then
      return query select 'person', null::text, null::uuid;
      return;
    end if;
  end if;
  v_admin := r.verify and coalesce(r.standing_until <= app.now(), true);
  v_person := p_user is not null and coalesce(v_set->>'remote_consent', 'each') = 'each' and coalesce(u.remote_until <= app.now(), true);
  if p_at_once is not false and v_admin then return query select 'verify', null::text, null::uuid; return; end if;
  select me.name, h.name into v_name, v_from
    from public.users me join public.tenants h on h.id = me.tenant_id
    where me.tenant_id = app.tenant_id() and me.id = app.user_id();
  -- A new request replaces the pending one.
  update public.remote_requests x set state = 'cancelled', decided_at = app.now(), version = x.version + 1
    where x.tenant_id = p_unit and x.kind = 'partner' and x.asker_id = app.user_id() and x.state in ('requested', 'authorized');
  insert into public.remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_sid, asker_name, asker_from, user_id, reason,
    ticket, reach, minutes, state, needs_admin, needs_person, decided_at, wait_hash, expires_at, enter_by, relation_id)
    values (p_unit, gen_random_uuid(), 'partner', app.home_id(), app.user_id(), p_sid, v_name, v_from, p_user, p_reason, p_ticket, p_reach,
      p_minutes,
      case when v_admin or v_person then 'requested' else 'authorized' end, v_admin, v_person,
        case when v_admin or v_person then null else app.now() end, p_wait,
      app.now() + interval '30 minutes', case when v_admin or v_person then null else app.now() + interval '5 minutes' end, r.id)
        returning * into q;
  perform app.write_audit(x, 'partner.ask', q.id,
    jsonb_build_object('unit', t.name, 'as', case when p_user is null then 'admin' else 'user' end, 'reason', p_reason,
        'minutes', p_minutes),
    p_address, p_request, p_user => case when x = p_unit then null else app.user_id() end,
    p_actor => case when x = p_unit then app.user_id() end) from unnest(array[app.home_id(), p_unit]) x;
  if v_admin then
    perform app.act_tell(p_unit, a.id, 'partner_asks', jsonb_build_object('person', v_name, 'partner', v_from, 'reason', p_reason),
      '/remote/authorization?id=' || q.id)
      from public.users a
      where a.tenant_id = p_unit and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null;
    end if;
  if v_person then
    perform app.act_tell(p_unit, p_user, 'remote_requested',
      jsonb_build_object('person', v_name || ' (' || v_from || ')', 'reason', p_reason, 'ticket', coalesce(p_ticket, ''),
        'minutes', p_minutes),
      '/remote/authorization?id=' || q.id);
  end if;
  if v_admin or v_person then return query select 'wait', null::text, q.id; return; end if;
  return query select 'ok', app.switch_ticket(q, p_sid, p_hash), q.id; end $$;
alter function app.partner_switch owner to mirante_gate;
revoke all on function app.partner_switch from public;
grant execute on function app.partner_switch to mirante_app;

-- Ends a player's session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on players.
create or replace function app.player_end(p_sid uuid, p_address text, p_request text)
returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with p as (update public.players set ended_at = app.now() where id = p_sid and ended_at is null returning tenant_id, device_id),
    a as materialized (select app.write_audit(p.tenant_id, 'device.stop', p.device_id, p_ip => p_address, p_request => p_request, p_user => null,
      p_home => p.tenant_id) from p)
  select count(*) > 0 from a $$;
alter function app.player_end owner to mirante_gate;
revoke all on function app.player_end from public;
grant execute on function app.player_end to mirante_door;

-- Purges fields deleted more than thirty days ago, with all their values.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on custom_fields.
create or replace function app.purge_custom_fields()
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare f public.custom_fields; v_where uuid[]; n int := 0; begin
  perform app.need('{job}');
  for f in
  select x.*
  from public.custom_fields x
  where x.deleted_at <= app.now() - interval '30 days'
  order by x.deleted_at
  limit 50
  for update skip locked loop
    v_where := case when f.global then array(select app.tenants_below(f.tenant_id)) else array[f.tenant_id] end;
    update public.users u set custom = u.custom - f.key where u.tenant_id = any (v_where) and u.custom ? f.key;
    update public.reports r set custom = r.custom - f.key where r.tenant_id = any (v_where) and r.custom ? f.key;
    delete from public.custom_values v where v.tenant_id = any (v_where) and v.key = f.key;
    delete from public.custom_fields x where x.tenant_id = f.tenant_id and x.id = f.id;
    perform app.write_audit(f.tenant_id, 'custom_field.purge', f.id, jsonb_build_object('key', f.key, 'labels', f.labels),
      p_user => null, p_home => null);
    n := n + 1;
  end loop;
  return n; end $$;
alter function app.purge_custom_fields owner to mirante_gate;
revoke all on function app.purge_custom_fields from public;
grant execute on function app.purge_custom_fields to mirante_job;

-- Deletes everything of a unit in rounds: a table that others still reference is retried in the next round. The audit log stays without its
-- details; an account stays if another tenant uses it. Raises 'held' with the tables that couldn't be emptied.
-- Callers: mirante_job (job).
-- Raises: held.
-- Security definer: callers lack the grants on accounts, audit, failed_messages and 4 more.
create or replace function app.purge_unit(p_id uuid)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_up uuid; v_accounts uuid[]; v_left text[]; v_next text[]; v_table text; begin
  perform app.need('{job}');
  -- Taken before the unit is locked, in the same order as in count_usage.
  perform pg_advisory_xact_lock(hashtextextended('usage', 0));
  select t.parent_id into v_up
    from public.tenants t
    where t.id = p_id and t.kind <> 'platform' and t.deleted_at < app.now() - interval '30 days'
    and not exists (select from public.tenants c where c.parent_id = t.id) for update of t skip locked;
  if not found then return false; end if;
  v_accounts := array(select distinct a
    from public.users u, unnest(array[u.account_id, u.removed_account_id]) a
    where u.tenant_id = p_id and a is not null);
  update public.audit x set change = '{}' where x.tenant_id = p_id;
  update public.parties c set of_tenant_id = null where c.of_tenant_id = p_id;
  delete from public.relations r where r.above_id = p_id;
  delete from public.sessions s where s.home_id = p_id;
  delete from public.failed_messages f where f.unit_id = p_id;
  v_left := array(select c.relname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'audit'
    order by c.relname);
  loop
    v_next := '{}';
    foreach v_table in array v_left loop
      begin execute format('delete from public.%I where tenant_id = $1', v_table) using p_id;
      exception when foreign_key_violation then v_next := v_next || v_table; end;
    end loop;
    exit when cardinality(v_next) = 0;
    if cardinality(v_next) = cardinality(v_left) then raise exception 'held: %', v_next using errcode = 'MT409'; end if;
    v_left := v_next;
  end loop;
  delete from public.tenants t where t.id = p_id;
  delete from public.accounts a
    where a.id = any (v_accounts) and not exists (select from public.users o where o.account_id = a.id or o.removed_account_id = a.id);
  if v_up is not null then
    perform app.write_audit(v_up, 'tenant.purge', p_id, p_user => null, p_home => null);
  end if;
  return true; end $$;
alter function app.purge_unit owner to mirante_gate;
revoke all on function app.purge_unit from public;
grant execute on function app.purge_unit to mirante_job;

-- Readmits a user whose account's factors were wiped, by an administrator: they can sign in here again and set up a new factor.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute write_audit.
create or replace function app.readmit(p_user uuid, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.need('{own}');
  if app.my_kind() is distinct from 'own' or app.profile() = 'user' or p_user = app.user_id() then return false; end if;
  update public.users u
    set waits_at = null
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.waits_at is not null;
  if not found then return false; end if;
  perform app.write_audit(app.tenant_id(), 'user.readmit', p_user, p_ip => p_address, p_request => p_request);
  return true; end $$;
alter function app.readmit owner to mirante_gate;
revoke all on function app.readmit from public;
grant execute on function app.readmit to mirante_app;

-- Writes the result of one look at a capacity: what was seen and decided (p_row, by column), log entries, hours of the ledger and
-- demand. An override that was set since the claim stays, and so does a wish to look again sooner. Waiting people are let in once it
-- runs; those who asked for a notification stay until they get it. With p_release the lease ends. Returns when it is looked at next.
-- Callers: mirante_job (job).
-- Raises: claim_lost.
-- Security definer: callers lack the grants on capacities, capacity_demand, capacity_hours, capacity_log.
create or replace function app.record_observed(p_id uuid, p_claim timestamptz, p_row jsonb, p_seen jsonb, p_log jsonb, p_hours jsonb,
  p_demand jsonb, p_release boolean)
returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.capacities; n public.capacities; begin
  perform app.need('{job}');
  select x.* into c from public.capacities x where x.id = p_id and x.taken_until = p_claim for update;
  if c.id is null then raise exception 'claim_lost' using errcode = 'MR419'; end if;
  n := jsonb_populate_record(c, p_row);
  update public.capacities x
    set observed_state = n.observed_state, observed_size = n.observed_size, observed_at = n.observed_at, problem = n.problem,
      started_at = n.started_at, wake_seconds = n.wake_seconds, desired_state = n.desired_state, desired_size = n.desired_size,
      reason = n.reason, reason_vars = n.reason_vars, reason_until = n.reason_until, pause_at = n.pause_at, force_notice = n.force_notice,
      operation = n.operation, operation_at = n.operation_at, budget_told = n.budget_told, budget_month = n.budget_month,
      hours_until = n.hours_until, start_asked_at = case when n.observed_state = 'running' then null else c.start_asked_at end,
      override = case
        when c.override is not distinct from nullif(p_seen, 'null') then nullif(p_row->'override', 'null')
        else c.override end,
      next_look_at = case
        when c.next_look_at <> p_claim then least(c.next_look_at, n.next_look_at)
        when p_release then n.next_look_at
        else c.next_look_at end,
      taken_until = case when p_release then null else c.taken_until end
    where x.id = p_id returning x.next_look_at into n.next_look_at;
  insert into public.capacity_log (capacity_id, id, at, what, is_on, size, cause, vars, by_tenant_id, by_user_id)
    select p_id, e.id, e.at, e.what, e.is_on, e.size, e.cause, coalesce(e.vars, '{}'), c.owner_tenant_id, e.by_user_id
      from jsonb_to_recordset(p_log) e (id uuid, at timestamptz, what text, is_on boolean, size text, cause text, vars jsonb,
        by_user_id uuid);
  insert into public.capacity_hours (capacity_id, hour, size, cause, seconds, cents_per_hour)
    select p_id, e.hour, e.size, e.cause, e.seconds, e.cents_per_hour
      from jsonb_to_recordset(p_hours) e (hour timestamptz, size text, cause text, seconds smallint, cents_per_hour int)
    on conflict do nothing;
  insert into public.capacity_demand as d (capacity_id, at, viewers, work, wakes)
    select p_id, e.at, e.viewers, e.work, e.wakes
      from jsonb_to_record(nullif(p_demand, 'null')) e (at timestamptz, viewers int, work int, wakes int)
      where e.at is not null
    on conflict (capacity_id, at) do update set viewers = greatest(d.viewers, excluded.viewers), work = greatest(d.work, excluded.work),
      wakes = greatest(d.wakes, excluded.wakes);
  if n.observed_state = 'running' then delete from public.capacity_waiters w where w.capacity_id = p_id and not w.tell; end if;
  return n.next_look_at; end $$;
alter function app.record_observed owner to mirante_gate;
revoke all on function app.record_observed from public;
grant execute on function app.record_observed to mirante_job;

-- Sends the first administrator's invitation again, optionally to another address, as long as no administrator of the tenant has an account
-- or has ever signed in. It is the only change that the layer above can make to users of a tenant below without entering it, and it is
-- recorded in both audit logs.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute acts, below, invitee, write_audit.
create or replace function app.reinvite_administrator(p_id uuid, p_user uuid, p jsonb)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t public.tenants; u public.users; begin
  perform app.need('{own}');
  if app.below(p_id) is not true then return 'none'; end if;
  select x.* into t from public.tenants x where x.id = p_id and x.deleted_at is null for no key update;
  if not found or app.acts(t.status, t.trial_ends_at) is not true then return 'none'; end if;
  select x.* into u
    from public.users x
    where x.tenant_id = p_id and x.id = p_user and x.profile in ('admin', 'master') and x.status in ('A', 'T') and x.seat is null
      and x.deleted_at is null
    for update;
  if not found then return 'none'; end if;
  if app.invitee(p_id) is distinct from p_user then return 'accepted'; end if;
  update public.users x
    set email = coalesce(p->>'email', x.email), invited_at = app.now(), version = x.version + 1
    where x.tenant_id = p_id and x.id = p_user;
  insert into public.outbox (tenant_id, kind, body) values (p_id, 'account.invite', jsonb_build_object('user_id', p_user));
  perform app.write_audit(x, 'tenant.invite', p_id,
    jsonb_build_object('before', jsonb_build_object('administrator', u.email),
        'after', jsonb_build_object('name', t.name, 'administrator', coalesce(p->>'email', u.email))),
    p->>'ip', p->>'request', p_home => app.tenant_id()) from unnest(array[app.tenant_id(), p_id]) x;
  return 'ok'; end $$;
alter function app.reinvite_administrator owner to mirante_gate;
revoke all on function app.reinvite_administrator from public;
grant execute on function app.reinvite_administrator to mirante_app;

-- Returns whether a partner's relation to the unit still allows what an administrator does there; not while the partner is suspended.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers lack the grants on relations.
create or replace function app.relation_stands(p_id uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own,remote,partner,job}');
  select exists (select from public.relations r
      join public.tenants h on h.id = r.above_id and h.deleted_at is null and app.acts(h.status, h.trial_ends_at)
    where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' and r.role = 'admin' and r.status = 'active'
      and r.ended_at is null and r.until > app.now()) $$;
alter function app.relation_stands owner to mirante_gate;
revoke all on function app.relation_stands from public;
grant execute on function app.relation_stands to mirante_app, mirante_job;

-- Wipes the factors of an account whose user has lost them all: every session ends, and each membership in a tenant that requires a factor
-- waits until an administrator there readmits the user (p_waits; not when the platform's operator vouches for it). The account is mailed
-- what was wiped, with a link that undoes it.
-- Internal: called by factor_gate, release_account.
create or replace function app.wipe_factors(p_account uuid, p_waits boolean)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_gone jsonb; v_member public.users; begin
  perform from public.accounts a where a.id = p_account for no key update;
  v_gone := app.factor_rows(p_account, null, null);
  delete from public.factors f where f.account_id = p_account;
  update public.accounts a set lost_at = null where a.id = p_account;
  update public.users u
    set waits_at = case when p_waits and app.factor_required(u.tenant_id, u.profile) then app.now() end
    where (u.account_id = p_account or u.removed_account_id = p_account) and (p_waits or u.waits_at is not null);
  perform app.raise_epoch(p_account);
  select x.* into v_member
    from public.users x
    where x.account_id = p_account
    order by x.deleted_at is not null, x.status not in ('A', 'T'), x.created_at, x.id
    limit 1;
  if v_member.id is not null and v_gone <> '[]' then
    perform app.factor_changed(p_account, v_member.tenant_id, v_member.id, 'wiped', null, null, v_gone);
  end if;
  perform app.write_audit(u.tenant_id, 'factor.wiped', u.id, p_user => u.id, p_home => u.tenant_id)
    from public.users u
    where u.account_id = p_account;
end $$;
alter function app.wipe_factors owner to mirante_gate;
revoke all on function app.wipe_factors from public;

-- Wipes an account's factors at once, by a platform operator, and readmits its user everywhere, for a reason that is recorded in every
-- tenant of the account. Operators can't do this for themselves. It removes a user's protection, so it requires a fresh second factor.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on accounts.
create or replace function app.release_account(p_email text, p_reason text, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_account uuid; begin
  perform app.need('{own}');
  if app.my_kind() is distinct from 'own' or app.profile() is distinct from 'a2m' or app.my_account() is null
    or coalesce(trim(p_reason), '') = '' then
    return false;
  end if;
  perform app.guard_keys('{}');
  select a.id into v_account from public.accounts a where a.email = p_email and a.id <> app.my_account() for no key update;
  if v_account is null then return false; end if;
  perform app.wipe_factors(v_account, false);
  perform app.write_audit(t.tenant_id, 'factor.released', t.id, jsonb_build_object('after', jsonb_build_object('reason', p_reason)),
    p_address, p_request)
    from (select u.tenant_id, u.id
        from public.users u
        where u.account_id = v_account
        union all select app.tenant_id(), app.user_id()
        where not exists (select from public.users u where u.account_id = v_account and u.tenant_id = app.tenant_id())) t;
  return true; end $$;
alter function app.release_account owner to mirante_gate;
revoke all on function app.release_account from public;
grant execute on function app.release_account to mirante_app;

-- Removes the factors that are bound to a user in this tenant, by an administrator, which ends the user's sessions here. Never one's own,
-- and never an account's: no tenant resets what protects other tenants too.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on factors.
create or replace function app.reset_factors(p_user uuid, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_n int; v_who text; begin
  perform app.need('{own}');
  select x.* into u
    from public.users x
    where x.tenant_id = app.tenant_id() and x.id = p_user and x.seat is null and x.deleted_at is null and app.actor_id() is null
      and app.profile() <> 'user'
    for no key update;
  if u.id is null then return 'none'; end if;
  if u.id = app.user_id() then return 'own'; end if;
  delete from public.factors f where f.tenant_id = u.tenant_id and f.user_id = u.id and f.kind <> 'recovery';
  get diagnostics v_n = row_count;
  if v_n = 0 then
    return case when exists (select from public.factors f where f.account_id = u.account_id) then 'account' else 'empty' end;
  end if;
  delete from public.factors f where f.tenant_id = u.tenant_id and f.user_id = u.id;
  perform app.end_person_sessions(p_user);
  select x.name into v_who from public.users x where x.tenant_id = app.home_id() and x.id = app.user_id();
  perform app.act_tell(u.tenant_id, u.id, 'factors_reset', jsonb_build_object('person', coalesce(v_who, '')), '/?account=security');
  perform app.write_audit(u.tenant_id, 'factor.reset', u.id, jsonb_build_object('after', jsonb_build_object('factors', v_n)),
    p_address, p_request);
  return 'ok'; end $$;
alter function app.reset_factors owner to mirante_gate;
revoke all on function app.reset_factors from public;
grant execute on function app.reset_factors to mirante_app;

-- Records a refused SAML response by the check that failed, at most once in p_seconds per app and check, so the log can't be flooded.
-- Callers: mirante_door.
-- Security definer: callers may not execute attempt, write_audit.
create or replace function app.saml_refused(p_tenant uuid, p_app uuid, p_name text, p_check text, p_seconds int, p_address text,
  p_request text)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.attempt('sr ' || p_app || ' ' || p_check || ' ' || p_seconds, 1, make_interval(secs => p_seconds)) then
    perform app.write_audit(p_tenant, 'saml.refused', p_app,
      jsonb_build_object('name', p_name, 'code', 'error_saml', 'check', p_check), p_address, p_request, p_user => null,
      p_home => p_tenant);
  end if; end $$;
alter function app.saml_refused owner to mirante_gate;
revoke all on function app.saml_refused from public;
grant execute on function app.saml_refused to mirante_door;

-- Completes a SAML sign-in. Refused and replayed responses are recorded, and the session is bounded by the end of the provider's own
-- session. Returns the host on which sign-in continues, null when the response was refused.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on identities, sso_apps, tenants and 2 more.
create or replace function app.saml_arrive(p_tenant uuid, p jsonb)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_request jsonb;
  v_user public.users;
  v_changed public.users;
  v_host text := p->>'host';
  v_redirect text := p->>'redirect';
  v_browser text;
  v_refusal text;
  v_n int;
  a public.sso_apps;
  w jsonb := p->'person';
  v_before jsonb;
  v_bound boolean := false;
  v_new boolean := false;
  v_gone boolean := false;
  v_waits uuid;
  v_void uuid;
begin
  if p->>'request' is not null then
    update public.tickets t
      set used_at = app.now()
      where t.hash = (p->>'request')::bytea and t.purpose = 'sso.request' and t.tenant_id = p_tenant and t.host = p->>'host'
      and t.used_at is null and t.expires_at > app.now() and t.body->>'app' = p->>'app' and t.body->>'test' is null
        returning t.body into v_request;
    if v_request is null then
      perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'request', 60, p->>'address', p->>'requestId');
      return null;
    end if;
    v_host := v_request->>'host'; v_redirect := v_request->>'redirect'; v_browser := v_request->>'browser';
  end if;
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at)
    values ((p->>'seen')::bytea, 'sso.seen', p_tenant, p->>'host', app.now() + make_interval(secs => (p->>'seenSeconds')::int), app.now())
    on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then
    perform app.saml_refused(p_tenant, (p->>'app')::uuid, p->>'appName', 'replay', 60, p->>'address', p->>'requestId');
    return null;
  end if;
  -- Serializes concurrent first sign-ins of the same user.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant || ' ' || (w->>'email'), 0));
  select u.* into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject' and u.deleted_at is null
      and u.seat is null and (i.linked_by is null or app.link_holds(p_tenant, u.id) is true);
  if v_user.id is null then
    select * into a from public.sso_apps x where x.tenant_id = p_tenant and x.id = (p->>'app')::uuid;
    -- A removed user doesn't come back through the provider. If the address was given to another person, that person is a new user.
    v_gone := exists (select from public.identities i
      where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject');
    -- An identifier that an administrator linked and that is no longer valid can only be used by its own user, who confirms it.
    select u.id into v_void
      from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
      where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject'
        and i.linked_by is not null;
    select u.* into v_user
      from public.users u
      where u.tenant_id = p_tenant and u.id = app.provisioned(p_tenant, 'saml', w->>'issuer', w->>'subject')
        and (v_void is null or u.id = v_void)
      for update;
    if v_user.id is not null then v_bound := true;
    else
      select u.* into v_user
        from public.users u
        where u.tenant_id = p_tenant and u.email = w->>'email' and u.deleted_at is null and u.seat is null
          and (v_void is null or u.id = v_void)
        for update;
      if v_user.id is not null then
        if app.may_link(p_tenant, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'email', a.domains) then v_bound := true;
        else v_waits := v_user.id; v_user := null; end if;
      elsif not v_gone and (p->>'jit')::boolean and app.may_join(p_tenant, w->>'email', a.domains)
        and exists (select from public.tenants t where t.id = p_tenant and app.acts(t.status, t.trial_ends_at)) then
        begin
          -- New users have no account and never get the administrator profile.
          insert into public.users (tenant_id, id, email, name, sort_key, profile, status, phone, department, "position")
            values (p_tenant, (p->>'newUser')::uuid, w->>'email', w->>'name', w->>'sortKey', 'user', 'A',
              (select w->>'phone'
                where not exists (select from public.users x
                  where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null)),
              w->>'department', w->>'position')
                returning * into v_user;
          v_bound := true; v_new := true;
        exception when sqlstate 'MR422' then v_refusal := 'user_limit_reached'; when unique_violation then v_refusal := 'error_saml'; end;
      else
        v_refusal := 'not_found_companies';
      end if;
    end if;
    if v_bound then
      delete from public.identities i
        where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = w->>'issuer' and i.subject = w->>'subject';
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, name_id, last_at)
        values (p_tenant, (p->>'newIdentity')::uuid, v_user.id, 'saml', w->>'issuer', w->>'subject', w->>'nameId', app.now());
      perform app.write_audit(p_tenant, case when v_new then 'user.add' else 'user.identity' end, v_user.id,
        jsonb_build_object('after', jsonb_build_object('provider', p->>'appName', 'identity', w->>'subject')
            || case
              when v_new
                then jsonb_build_object('name', v_user.name, 'email', v_user.email, 'profile', v_user.profile, 'status', v_user.status,
                  'department', v_user.department, 'position', v_user."position")
              else '{}' end),
        p->>'address', p->>'requestId', p_user => v_user.id, p_home => p_tenant);
    end if;
  else
    update public.identities
      set last_at = app.now(), name_id = w->>'nameId'
      where tenant_id = p_tenant and kind = 'saml' and issuer = w->>'issuer' and subject = w->>'subject';
  end if;
  if v_user.id is not null then
    if not v_new and (p->>'sync')::boolean then
      v_before := jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department,
        'position', v_user."position");
      update public.users u
        set name = coalesce(nullif(w->>'name', ''), u.name), sort_key = coalesce(nullif(w->>'sortKey', ''), u.sort_key),
          department = coalesce(w->>'department', u.department), "position" = coalesce(w->>'position', u."position"),
          phone = case
            when w->>'phone' is null
              or exists (select from public.users x
                where x.tenant_id = p_tenant and x.phone = w->>'phone' and x.deleted_at is null and x.id <> u.id) then u.phone
            else w->>'phone' end,
          version = u.version + 1
        where u.tenant_id = p_tenant and u.id = v_user.id
          and (u.name, coalesce(u.phone, ''), coalesce(u.department, ''), coalesce(u."position", ''))
          is distinct from (coalesce(nullif(w->>'name', ''), u.name), coalesce(w->>'phone', u.phone, ''),
            coalesce(w->>'department', u.department, ''), coalesce(w->>'position', u."position", ''))
            returning u.* into v_changed;
      if found then
        v_user := v_changed;
        perform app.write_audit(p_tenant, 'user.edit', v_user.id,
          jsonb_build_object('before', v_before,
              'after', jsonb_build_object('name', v_user.name, 'phone', v_user.phone, 'department', v_user.department,
              'position', v_user."position", 'provider', p->>'appName')),
          p->>'address', p->>'requestId', p_user => v_user.id, p_home => p_tenant);
      end if;
    end if;
    perform app.saml_groups(p_tenant, v_user.id, w->'groups', w->'mapped', p->>'appName', p->>'address', p->>'requestId');
  end if;
  if v_refusal is not null or v_waits is not null then
    perform app.write_audit(p_tenant, 'saml.refused', (p->>'app')::uuid,
      jsonb_build_object('name', p->>'appName', 'code', coalesce(v_refusal, 'redirect_confirm_link'), 'email', w->>'email'),
      p->>'address', p->>'requestId', p_user => null, p_home => p_tenant);
  end if;
  update public.sso_apps set last_used_at = app.now() where tenant_id = p_tenant and id = (p->>'app')::uuid;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at)
    values ((p->>'code')::bytea, 'sso.code', p_tenant, v_host,
      jsonb_strip_nulls(jsonb_build_object('way', 'saml', 'redirect', v_redirect, 'userId', coalesce(v_user.id, v_waits),
        'refusal', v_refusal, 'browser', v_browser, 'ends', case when v_refusal is null then p->>'ends' end,
        'provider', case when v_refusal is null then p->'provider' end,
      'confirm',
      case
        when v_waits is not null
          then jsonb_build_object('app', a.id, 'name', a.name, 'kind', 'saml', 'issuer', w->>'issuer', 'subject', w->>'subject',
          'nameId', w->>'nameId', 'email', w->>'email', 'groups', w->'groups', 'mapped', w->'mapped') end)),
      app.now() + make_interval(secs => (p->>'codeSeconds')::int));
  return v_host;
end $$;
alter function app.saml_arrive owner to mirante_gate;
revoke all on function app.saml_arrive from public;
grant execute on function app.saml_arrive to mirante_door;

-- Handles a provider's logout request, once per request: ends the sessions that the provider started and no others.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on identities, sessions, tickets.
create or replace function app.saml_logout(p_tenant uuid, p_issuer text, p_name_id text, p_host text, p_seen bytea, p_seconds int,
  p_indexes jsonb, p_address text, p_request text)
returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_n int; v_user uuid; begin
  insert into public.tickets (hash, purpose, tenant_id, host, expires_at, used_at)
    values (p_seen, 'sso.seen', p_tenant, p_host, app.now() + make_interval(secs => p_seconds), app.now())
    on conflict do nothing;
  get diagnostics v_n = row_count;
  if v_n = 0 then return null; end if;
  select i.user_id into v_user
    from public.identities i
    where i.tenant_id = p_tenant and i.kind = 'saml' and i.issuer = p_issuer and i.name_id = p_name_id
    limit 1;
  -- The provider's session index is stored on the ticket kept for logout. A session without such a ticket ends too.
  update public.sessions s
    set revoked_at = app.now()
    where s.home_id = p_tenant and s.user_id = v_user and s.auth_type = 'saml' and s.revoked_at is null
    and (p_indexes = '[]'
      or not exists (select from public.tickets t
        where t.hash = sha256(convert_to(s.id::text, 'UTF8')) and t.purpose = 'saml.session' and t.tenant_id = p_tenant
      and t.body->>'sessionIndex' is not null and not p_indexes ? (t.body->>'sessionIndex')));
  get diagnostics v_n = row_count;
  if v_n > 0 then
    perform app.write_audit(p_tenant, 'saml.logout', v_user, jsonb_build_object('after', jsonb_build_object('sessions', v_n)),
      p_address, p_request, p_user => v_user, p_home => p_tenant);
  end if;
  return v_n;
end $$;
alter function app.saml_logout owner to mirante_gate;
revoke all on function app.saml_logout from public;
grant execute on function app.saml_logout to mirante_door;

-- Signs out: ends the session, the sessions entered from it and the grants its user gave in it. act_end records the end of an act-as
-- session.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on audit, remote_requests, sessions.
create or replace function app.session_end(p_sid uuid, p_address text, p_request text)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; s record; v_ended boolean; begin
  for d in select se.id, 'asker' as who from public.sessions se where se.actor_sid = p_sid and se.revoked_at is null
      union select p_sid, 'asker' from public.sessions se where se.id = p_sid and se.actor_sid is not null
      union select r.session_id, 'person' from public.remote_requests r where r.person_sid = p_sid and r.state = 'active' loop
    perform app.act_end(d.id, d.who, p_address, p_request);
  end loop;
  update public.sessions
    set revoked_at = coalesce(revoked_at, app.now())
    where id = p_sid and (revoked_at is null or actor_sid is not null)
    returning tenant_id, home_id, user_id, actor_sid into s;
  v_ended := found;
  if v_ended and not exists (select from public.audit r
      where r.tenant_id = s.tenant_id and r.row_id = app.session_mark(p_sid) and r.what = 'remote.end') then
    perform app.write_audit(s.tenant_id, 'session.end', app.session_mark(p_sid), p_ip => p_address, p_request => p_request,
      p_user => s.user_id, p_home => s.home_id, p_actor => (select e.user_id from public.sessions e where e.id = s.actor_sid));
  end if;
  return v_ended; end $$;
alter function app.session_end owner to mirante_gate;
revoke all on function app.session_end from public;
grant execute on function app.session_end to mirante_door;

-- Starts a session after sign-in. A new browser is announced to the user by e-mail, at most once an hour in all units of their account.
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
      from s),
    d as (delete from public.attempts
      where key in ('u ' || p_tenant || ' ' || p_email, 'g ' || p_email, 'd ' || encode(coalesce(p_device, ''), 'hex'))
        and exists (select from locked)),
    b as (update public.attempts
      set n = greatest(n - 1, 0)
      where key in ('a ' || p_address, 't ' || p_tenant) and exists (select from locked)),
    k as (insert into public.devices (hash, tenant_id, user_id) select p_new_device, p_tenant, p_user
      from s
      where p_new_device is not null
      on conflict do nothing),
    n as (insert into public.attempts as x (key, n, until) select 'n ' || coalesce(u.account_id, u.id), 1, app.now() + interval '1 hour'
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
    r as (insert into public.sign_ins (tenant_id, id, user_id, way, outcome, vouched, address, agent, sid) select p_tenant, p_sid, p_user,
      p_way, 'ok', s.vouched, p_address, p_agent, p_sid
      from s),
    a as materialized (select app.write_audit(p_tenant, 'session.start', app.session_mark(p_sid), p_ip => p_address, p_request => p_request,
      p_user => p_user, p_home => p_tenant) from s)
  select count(*) > 0 from a $$;
alter function app.session_start owner to mirante_gate;
revoke all on function app.session_start from public;

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

-- Reverts changes of the allowed addresses that were not confirmed in time.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on settings.
create or replace function app.settle_addresses()
returns table (tenant_id uuid, hosts text[])
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; v_before jsonb; begin
  perform app.need('{job}');
  for s in
  select x.tenant_id, x."values"
  from public.settings x
  where x."values"->'ip_trial'->>'until' is not null and (x."values"->'ip_trial'->>'until')::timestamptz <= app.now()
  for update of x skip locked loop
    v_before := s."values"->'ip_trial'->'before';
    update public.settings x set "values" = (x."values" - 'ip_trial') || v_before, version = x.version + 1 where x.tenant_id = s.tenant_id;
    perform app.write_audit(s.tenant_id, 'settings.edit', s.tenant_id,
      jsonb_build_object('before', jsonb_build_object('ip', s."values"->'ip', 'listIp', s."values"->'listIp'), 'after', v_before,
      'rolled_back', true),
      p_user => null, p_home => s.tenant_id);
    perform app.act_tell(s.tenant_id, u.id, 'addresses_undone', '{}', '/setting?area=security')
      from public.users u
      where u.tenant_id = s.tenant_id and u.profile in ('a2m', 'master', 'admin') and u.status in ('A', 'T') and u.deleted_at is null
        and u.seat is null;
    tenant_id := s.tenant_id; hosts := array(select d.host from public.domains d where d.tenant_id = s.tenant_id); return next;
  end loop; end $$;
alter function app.settle_addresses owner to mirante_gate;
revoke all on function app.settle_addresses from public;
grant execute on function app.settle_addresses to mirante_job;

-- Adds a player to a device that the caller has locked; at most three at a time.
-- Internal: called by pair_poll, playlist_login.
create or replace function app.start_player(p_tenant uuid, p_device uuid, p_generation int, p_sid uuid, p_address text, p_request text)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*)
    from public.players p
    where p.tenant_id = p_tenant and p.device_id = p_device and p.generation = p_generation and p.ended_at is null
      and p.last_seen >= app.now() - interval '3 minutes') >= 3 then
    return 'full';
  end if;
  delete from public.players p
    where p.tenant_id = p_tenant and p.device_id = p_device
      and (p.ended_at is not null or p.generation < p_generation or p.last_seen < app.now() - interval '90 days')
      and p.last_seen < app.now() - interval '1 hour';
  insert into public.players (tenant_id, id, device_id, generation, address, last_seen, created_at)
    values (p_tenant, p_sid, p_device, p_generation, p_address, app.now(), app.now());
  update public.playlist_devices d set last_seen = app.now(), last_ip = p_address where d.tenant_id = p_tenant and d.id = p_device;
  perform app.write_audit(p_tenant, 'device.play', p_device, p_ip => p_address, p_request => p_request, p_user => null,
    p_home => p_tenant);
  return 'ok'; end $$;
alter function app.start_player owner to mirante_gate;
revoke all on function app.start_player from public;

-- Returns the capacities that the unit reaches or controls, as tasks see them: controlled only by callers who may change them, and by its
-- jobs.
-- Callers: mirante_app, mirante_job (own, remote, partner, job).
-- Security definer: callers lack the grants on capacities.
create or replace function app.task_capacities()
returns table (id uuid, name text, service_capacity_id text, is_controlled boolean, has_account boolean, follows_shifts boolean,
  observed_state text)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 5 as $$
  select app.need('{own,remote,partner,job}');
  select c.id, c.name, c.service_capacity_id, c.owner_tenant_id is not distinct from app.tenant_id() and app.controls_capacity(c.id),
      exists (select from public.service_accounts a
        where a.tenant_id = c.owner_tenant_id and a.id = c.owner_account_id and not a.disabled),
      c.follow_shifts, c.observed_state
    from (select m.capacity_id as id from public.capacity_members m where m.tenant_id = app.tenant_id()
      union select o.id from public.capacities o where o.owner_tenant_id = app.tenant_id()) x
      join lateral (select y.* from public.capacities y where y.id = x.id offset 0) c on true $$;
alter function app.task_capacities owner to mirante_gate;
revoke all on function app.task_capacities from public;
grant execute on function app.task_capacities to mirante_app, mirante_job;

-- Handles trials: notices 7, 3 and 1 day(s) before the end, at the end, and 7 days before the data is deleted. 30 days after the end the
-- tenant is deleted, and can be restored for 30 more.
-- Callers: mirante_job (job).
-- Security definer: callers lack the grants on sessions.
create or replace function app.tell_trials()
returns table (tenant_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; r record; v_kind text; v_id uuid; begin
  perform app.need('{job}');
  -- Trials that were already notified are excluded before the limit; otherwise two hundred of them would block all later ones.
  for t in select x.*, p.kind as up_kind, d.days, s.step from public.tenants x left join public.tenants p on p.id = x.parent_id,
      lateral (select ceil(extract(epoch from x.trial_ends_at - app.now()) / 86400)::int as days) d,
      lateral (select case
        when d.days > 3 then 7
        when d.days > 1 then 3
        when d.days = 1 then 1
        when d.days > -23 then 0
        else -23 end as step) s
     where x.status = 'T' and x.trial_ends_at <= app.now() + interval '7 days'
       and (x.trial_told is null or x.trial_told > s.step or (x.trial_told = -23 and d.days <= -30))
     order by x.trial_ends_at limit 200 for no key update of x skip locked loop
    if t.trial_told = -23 and t.days <= -30 then
      update public.tenants
        set status = 'D', deleted_at = app.now(), deleted_by = t.trial_by, version = version + 1, epoch = epoch + 1,
          default_directory = false
        where id = t.id;
      update public.sessions s set revoked_at = app.now() where s.tenant_id = t.id and s.revoked_at is null;
      perform app.write_audit(x, 'tenant.trial_over', t.id, jsonb_build_object('after', jsonb_build_object('name', t.name)),
        p_user => null, p_home => null) from unnest(array[t.parent_id, t.id]) x;
      tenant_id := t.id; return next; continue;
    end if;
    update public.tenants set trial_told = t.step where id = t.id;
    v_kind := case when t.step > 0 then 'trial_ending' when t.step = 0 then 'trial_over' else 'trial_deleting' end;
    for r in
    select u.tenant_id as house, u.id, u.profile
    from public.users u
    where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
        and ((u.tenant_id = t.id and u.profile in ('admin', 'master'))
          or (u.tenant_id = t.parent_id and u.profile in ('master', 'a2m'))) loop
      v_id := gen_random_uuid();
      insert into public.notifications (tenant_id, id, user_id, kind, vars, link) values (r.house, v_id, r.id, v_kind,
        jsonb_build_object('unit', t.name,
        'days', case when t.step = 0 then 30 when t.step < 0 then greatest(1, 30 + t.days) else greatest(1, t.days) end),
        case when r.house = t.id then '/' when t.up_kind = 'platform' then '/partners?id=' || t.id else '/companies?id=' || t.id end);
      insert into public.outbox (tenant_id, kind, body, lane) values (r.house, 'notification', jsonb_build_object('id', v_id), 2);
    end loop;
    tenant_id := t.id; return next;
  end loop; end $$;
alter function app.tell_trials owner to mirante_gate;
revoke all on function app.tell_trials from public;
grant execute on function app.tell_trials to mirante_job;

-- Cancels the request that the asker's page waits for.
-- Callers: mirante_app (own).
-- Security definer: callers may not execute write_audit.
create or replace function app.wait_cancel(p_wait bytea, p_address text, p_request text)
returns text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  with q as (select r.tenant_id, r.id, r.state
    from public.remote_requests r
    where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id()),
    w as (update public.remote_requests r set state = 'cancelled', decided_at = app.now(), version = version + 1 from q
      where r.tenant_id = q.tenant_id and r.id = q.id and r.state in ('requested', 'authorized') returning r.tenant_id, r.id),
    a as materialized (select app.write_audit(w.tenant_id, 'remote.cancel', w.id, p_ip => p_address, p_request => p_request) from w)
  select case when (select count(*) from a) > 0 then 'cancelled' else (select q.state from q) end $$;
alter function app.wait_cancel owner to mirante_gate;
revoke all on function app.wait_cancel from public;
grant execute on function app.wait_cancel to mirante_app;

revoke create on schema app from mirante_gate;

-- ### Row-level security, policies and grants

alter table embed_keys enable row level security, force row level security;
create policy gate on embed_keys to mirante_gate using (true) with check (true);
create policy own on embed_keys to mirante_app
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on embed_keys as restrictive for insert to mirante_app with check ((select app.my_kind()) = 'own');
create policy keys_update on embed_keys as restrictive for update to mirante_app with check ((select app.my_kind()) = 'own');

grant select, update (last_used_at), delete on embed_keys to mirante_gate;
grant select, insert (tenant_id, id, name, secret_sealed, wakes), update (revoked_at, replaced_at) on embed_keys to mirante_app;

alter table shifts enable row level security, force row level security;
create policy gate on shifts to mirante_gate using (true) with check (true);
create policy own on shifts to mirante_app, mirante_job
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy keys_insert on shifts as restrictive for insert to mirante_app
  with check ((select app.my_kind()) = 'own' or (purpose = 'capacity' and (select app.my_kind()) = 'partner'));
create policy keys_update on shifts as restrictive for update to mirante_app
  using ((select app.my_kind()) = 'own' or (purpose = 'capacity' and (select app.my_kind()) = 'partner'));
create policy keys_delete on shifts as restrictive for delete to mirante_app
  using ((select app.my_kind()) = 'own' or (purpose = 'capacity' and (select app.my_kind()) = 'partner'));

grant select, insert, update, delete on shifts to mirante_gate;
grant select, insert, update, delete on shifts to mirante_app;
grant select on shifts to mirante_job;
