-- A unit's host chooses no password and imports stay kept.

-- ### Tables

ALTER TABLE "factor_changes" DROP CONSTRAINT "factor_changes_what";
ALTER TABLE "factor_changes" ADD CONSTRAINT "factor_changes_what" CHECK ("factor_changes"."what" in ('added','removed','codes','wiped'));

-- ### Functions

grant create on schema app to mirante_gate;

-- Uses a link about an account's factors exactly once. Undoing also takes back every later change, so that what a thief did next does not
-- stay; it begins a new epoch, and the password ends: p_reset becomes a link to a new one on this host, where the person still belongs to a
-- tenant that takes passwords.
create or replace function app.account_act_take(p_hash bytea, p_host text, p_reset bytea, p_address text, p_request text) returns table (purpose text, reset boolean, tenant_id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare k public.tokens; a public.accounts; c public.factor_changes; u record; v_what text; begin
  update public.tokens t set used_at = app.now() where t.hash = p_hash and t.purpose in ('account.undo', 'account.lost', 'account.keep') and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning t.* into k;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  select * into a from public.accounts x where x.id = (k.body->>'account')::uuid for no key update;
  if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
  purpose := k.purpose; reset := false; tenant_id := k.tenant_id;
  case k.purpose
    when 'account.lost' then
      v_what := 'factor.lost';
      update public.accounts x set lost_at = app.now() where x.id = a.id and x.lost_at is null;
      insert into public.outbox (tenant_id, kind, body) values (k.tenant_id, 'account.waiting', jsonb_build_object('user_id', k.user_id, 'account', a.id, 'at', app.now() + interval '24 hours'));
    when 'account.keep' then
      v_what := 'factor.kept';
      if a.lost_at is null then raise exception 'link_used' using errcode = 'MR411'; end if;
      update public.accounts x set lost_at = null where x.id = a.id;
    else
      v_what := 'factor.undone';
      select * into c from public.factor_changes x where x.id = (k.body->>'change')::uuid and x.account_id = a.id and x.undone_at is null;
      if not found then raise exception 'link_used' using errcode = 'MR411'; end if;
      for c in select * from public.factor_changes x where x.account_id = a.id and x.at >= c.at and x.undone_at is null order by x.at desc, x.id = c.id loop
        delete from public.factors f where f.account_id = a.id and f.id = any (c.added);
        insert into public.factors select r.* from jsonb_populate_recordset(null::public.factors, c.removed) r where r.account_id = a.id on conflict do nothing;
        -- Who has the factors again needs nobody's leave to come back.
        if c.what = 'wiped' then update public.users m set waits_at = null where (m.account_id = a.id or m.removed_account_id = a.id) and m.waits_at is not null; end if;
        update public.factor_changes x set undone_at = app.now() where x.id = c.id;
      end loop;
      -- Recovery codes alone are no way in.
      if not exists (select from public.factors f where f.account_id = a.id and f.kind <> 'recovery') then delete from public.factors f where f.account_id = a.id; end if;
      update public.accounts x set password = null, must_change = false, lost_at = null where x.id = a.id;
      perform app.raise_epoch(a.id);
      select m.tenant_id, m.id into u from public.users m where m.account_id = a.id and m.status in ('A', 'T') and m.deleted_at is null and app.takes_passwords(m.tenant_id) order by m.tenant_id <> k.tenant_id, m.last_sign_in_at desc nulls last limit 1;
      if found then
        insert into public.tokens (hash, purpose, tenant_id, user_id, host, expires_at, body) values (p_reset, 'account.reset', u.tenant_id, u.id, p_host, app.now() + interval '1 hour', jsonb_build_object('email', a.email));
        reset := true;
      end if;
  end case;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, ip, request_id)
    values (k.tenant_id, k.user_id, null, k.tenant_id, v_what, k.user_id, p_address, p_request);
  return next; end $$;
alter function app.account_act_take owner to mirante_gate;
revoke all on function app.account_act_take from public;
grant execute on function app.account_act_take to mirante_door;

-- Records in the caller's own session that its account was proved: by a passkey of the account, or by its password (p_seen is the one that
-- was verified) with a factor where the account has one. Says 'ok', or what is wrong: 'none', 'wrong', 'code' (a factor is missing), 'over'.
create or replace function app.account_prove(p_seen text, p_use jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; begin
  perform app.need('{own}');
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null and x.deleted_at is null for no key update;
  select x.* into a from public.accounts x where x.id = u.account_id for no key update;
  if a.id is null then return 'none'; end if;
  if p_use->>'kind' is distinct from 'passkey' then
    if a.password is null or a.password is distinct from p_seen then return 'wrong'; end if;
    if p_use is null and exists (select from public.factors f where f.account_id = a.id) then return 'code'; end if;
  elsif app.ticket_take((p_use->>'ticket')::bytea, 'passkey', u.tenant_id, p_use->>'host')->>'proves' is distinct from u.id::text then return 'over'; end if;
  if p_use is not null then
    if app.factor_spend(array[a.id], p_use) is not true then return 'wrong'; end if;
    update public.sessions s set factor_at = app.now() where s.id = app.my_session();
  end if;
  delete from public.attempts x where x.key = 'mp ' || a.id;
  update public.sessions s set proved_at = app.now() where s.id = app.my_session();
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, u.id, null, u.tenant_id, 'account.proved', u.id, jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->>'kind', 'password'))), p_address, p_request);
  return 'ok'; end $$;
alter function app.account_prove owner to mirante_gate;
revoke all on function app.account_prove from public;
grant execute on function app.account_prove to mirante_app;

-- What the caller's account is proved by: its password and its factors, in an own session. Reads the account before it is proved, which
-- is this function's whole purpose; what it returns is compared and never shown. Counts guesses.
create or replace function app.account_to_prove(p_guess boolean) returns table (wait int, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb, passkeys jsonb, recovery int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; begin
  perform app.need('{own}');
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.account_id is not null and x.seat is null;
  if not found then return; end if;
  holder := u.account_id;
  if p_guess is not false and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, a.id, a.email, u.name, a.password, null::timestamptz,
      (select jsonb_agg(jsonb_build_object('id', f.id, 'secret', f.secret, 'step', f.step)) from public.factors f where f.account_id = a.id and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'host', f.host, 'credential', f.credential, 'holder', f.holder, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports)) from public.factors f where f.account_id = a.id and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.account_id = a.id and f.kind = 'recovery' and f.used_at is null)
    from public.accounts a where a.id = u.account_id; end $$;
alter function app.account_to_prove owner to mirante_gate;
revoke all on function app.account_to_prove from public;
grant execute on function app.account_to_prove to mirante_app;

-- Whether a wish to act as another user (partner_switch, remote access) is allowed now, from the session p_actor_sid of the user who asks.
-- Checks that user, the relation, the unit's switch and the layers above it, the other user and their own switch, and every consent that was
-- given in advance. While the wish still waits, its gates are not checked yet.
create or replace function app.may_visit(q public.remote_requests, p_actor_sid uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_waits boolean := q.state = 'requested'; v_set jsonb; a record; begin
  select m.profile, m.flags, h.kind into a from public.sessions e
    join public.users m on m.tenant_id = e.home_id and m.id = e.user_id and m.status in ('A', 'T') and m.deleted_at is null
    join public.tenants h on h.id = e.home_id and h.deleted_at is null and app.acts(h.status, h.trial_ends_at)
   where e.id = p_actor_sid and e.home_id = q.asker_home_id and e.user_id = q.asker_id and e.kind = 'own' and e.revoked_at is null and e.expires_at > app.now();
  if not found or not exists (select from public.tenants t where t.id = q.tenant_id and t.deleted_at is null and app.acts(t.status, t.trial_ends_at)) then return false; end if;
  if q.kind = 'partner' then
    -- As on entering, so in the visit: a factor that has grown old ends it until it is given again.
    if app.factor_aged(p_actor_sid) is not false then return false; end if;
    if a.kind <> 'partner' or a.profile <> 'master' or not exists (select from public.relations r where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.above_id = q.asker_home_id and r.kind = 'partner'
        and r.status = 'active' and r.ended_at is null and r.until > app.now() and (r.role = 'admin' or (r.role = 'user' and q.user_id is not null))
        and (v_waits or q.admin_at is not null or (not q.needs_admin and (not r.verify or coalesce(r.standing_until > app.now(), false))))) then return false; end if;
  else
    if q.asker_home_id <> q.tenant_id or (q.state = 'active' and not exists (select from public.relations r where r.tenant_id = q.tenant_id and r.id = q.relation_id and r.above_id = q.asker_home_id and r.kind = 'consent'
        and r.ended_at is null and r.until > app.now())) then return false; end if;
    if a.profile <> 'admin' and (q.kind = 'view' or not a.flags @> '{support,remote_access}' or not (v_waits or q.admin_at is not null)) then return false; end if;
  end if;
  if q.user_id is null then return q.kind = 'partner'; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = q.tenant_id;
  if coalesce(v_set->>'allow_access_remote', 'N') <> 'S' or app.left_to(q.tenant_id, 'remote') is not true then return false; end if;
  return exists (select from public.users u where u.tenant_id = q.tenant_id and u.id = q.user_id and u.status in ('A', 'T') and u.seat is null and u.deleted_at is null and u.allow_remote
      -- Never onto an equal, and never more than the person was when the visit was allowed.
      and u.profile = 'user' and q.profile = 'user' and u.flags <@ q.flags and (a.profile <> 'user' or not u.flags @> '{support,remote_access}')
      and (v_waits or q.kind = 'view' or q.person_at is not null or (not q.needs_person and (coalesce(v_set->>'remote_consent', 'each') = 'none' or coalesce(u.remote_until > app.now(), false)))))
    and (q.person_sid is null or exists (select from public.sessions p where p.id = q.person_sid and p.revoked_at is null)); end $$;
alter function app.may_visit owner to mirante_gate;
revoke all on function app.may_visit from public;

-- The user who acts in a live act-as session, or null. Decided anew at every call: whatever allowed the visit must still hold.
create or replace function app.may_act(p_sid uuid) returns uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare se record; q public.remote_requests; begin
  select s.tenant_id, s.user_id, s.actor_sid, s.relation_id, s.kind, s.last_seen into se from public.sessions s
   where s.id = p_sid and s.actor_sid is not null and s.revoked_at is null and s.expires_at > app.now();
  if not found or (se.kind = 'partner' and se.last_seen <= app.now() - interval '60 minutes') then return null; end if;
  select r.* into q from public.remote_requests r where r.session_id = p_sid and r.tenant_id = se.tenant_id and r.state = 'active' and r.relation_id = se.relation_id and (r.kind = 'partner') = (se.kind = 'partner');
  if not found or (q.user_id is not null and q.user_id is distinct from se.user_id) or app.may_visit(q, se.actor_sid) is not true then return null; end if;
  return q.asker_id; end $$;
alter function app.may_act owner to mirante_gate;
revoke all on function app.may_act from public;

-- Starts the session that was granted, once and before the grant expires. A user who wasn't asked this time is notified at once.
create or replace function app.act_start(p_wait bytea, p_actor_sid uuid, p_sid uuid, p_address text, p_request text) returns table (state text, ends_at timestamptz) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; v_relation uuid := gen_random_uuid(); v_until timestamptz; begin
  perform app.need('{own}');
  select r.* into q from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind in ('remote', 'view') and app.actor_id() is null for update;
  if not found then return; end if;
  if q.state is distinct from 'authorized' or (q.enter_by > app.now()) is not true then return query select case when q.state = 'authorized' then 'expired' else q.state end, null::timestamptz; return; end if;
  v_until := app.now() + make_interval(mins => q.minutes);
  insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id) values (q.tenant_id, v_relation, q.asker_home_id, 'consent', 'user', false, v_until, q.user_id);
  if not exists (select from public.sessions e where e.id = p_actor_sid and e.user_id = app.user_id() and e.home_id = app.home_id())
    or app.act_open(p_sid, q.tenant_id, q.user_id, p_actor_sid, v_relation, q.reach, v_until, p_address, p_request) is not true then raise exception 'session_gone' using errcode = 'MR401'; end if;
  update public.remote_requests r set state = 'active', relation_id = v_relation, session_id = p_sid, started_at = app.now(), ends_at = (select s.expires_at from public.sessions s where s.id = p_sid), version = version + 1
    where r.tenant_id = q.tenant_id and r.id = q.id returning r.ends_at into v_until;
  if app.may_act(p_sid) is null then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  if not q.needs_person then
    perform app.act_tell(q.tenant_id, q.user_id, case q.kind when 'view' then 'remote_looking' else 'remote_started' end,
      jsonb_build_object('person', q.asker_name, 'reason', q.reason, 'minutes', q.minutes), '/?account=access');
  end if;
  return query select 'active', v_until; end $$;
alter function app.act_start owner to mirante_gate;
revoke all on function app.act_start from public;
grant execute on function app.act_start to mirante_app;

-- Changes what only the layer above decides; a tenant never changes these fields of its own. Fields not named stay as they are. A partner gives
-- no more than the limits that the platform set.
create or replace function app.edit_tenant(p_id uuid, p_version int, p jsonb) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_me uuid := app.tenant_id(); o public.tenants; n public.tenants; v_up public.tenants; b record; v_host text; v_shown boolean; v_hidden text[]; v_field text; v_most int; begin
  perform app.need('{own}');
  if app.below(p_id) is not true then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into o from public.tenants where id = p_id and deleted_at is null for no key update;
  if not found then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version is distinct from p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  foreach v_field in array array['user_limit', 'bonus_users', 'domain_limit', 'report_limit'] loop
    v_most := (o.platform_limits->>v_field)::int;
    if app.scope() is distinct from 'platform' and p ? v_field and v_most is not null and coalesce((p->>v_field)::int > v_most, true) then raise exception '% %', v_field, v_most using errcode = 'MT403'; end if;
    if app.scope() = 'platform' and p ? v_field and p->v_field is distinct from to_jsonb(o)->v_field then
      o.platform_limits := case when p->>v_field is null then o.platform_limits - v_field else o.platform_limits || jsonb_build_object(v_field, p->v_field) end; end if;
  end loop;
  select * into b from app.tree_use(v_up.id, p->>'product');
  if p->>'payer_id' is not null and not exists (select from public.parties c where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  if (p->>'default_directory')::boolean and not o.default_directory then
    update public.tenants set default_directory = false, version = version + 1 where parent_id = o.parent_id and default_directory and deleted_at is null; end if;
  v_hidden := case when p ? 'hidden_menu' then array(select jsonb_array_elements_text(p->'hidden_menu') order by 1) end;
  update public.tenants t set name = coalesce(p->>'name', t.name), sort_key = coalesce(p->>'sort_key', t.sort_key),
      user_limit = case when p ? 'user_limit' then (p->>'user_limit')::int else t.user_limit end, bonus_users = coalesce((p->>'bonus_users')::int, t.bonus_users),
      domain_limit = case when p ? 'domain_limit' then (p->>'domain_limit')::int else t.domain_limit end, report_limit = case when p ? 'report_limit' then (p->>'report_limit')::int else t.report_limit end,
      platform_limits = o.platform_limits,
      default_directory = coalesce((p->>'default_directory')::boolean, t.default_directory), restrict_accounts = coalesce((p->>'restrict_accounts')::boolean, t.restrict_accounts),
      allow_reports = coalesce((p->>'allow_reports')::boolean, t.allow_reports), own_domain = case when p ? 'own_domain' then p->>'own_domain' else t.own_domain end,
      payer_tenant_id = case when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_tenant_id when p->>'payer_id' is null then null else v_me end,
      payer_id = case when not p ? 'payer_id' or t.parent_id <> v_me then t.payer_id else (p->>'payer_id')::uuid end,
      hidden_by_platform = case when app.scope() = 'platform' then coalesce(v_hidden, t.hidden_by_platform) else t.hidden_by_platform end,
      hidden_by_partner = case when app.scope() = 'partner' then coalesce(v_hidden, t.hidden_by_partner) else t.hidden_by_partner end,
      version = t.version + 1
    where t.id = p_id returning * into n;
  if (n.hidden_by_platform, n.hidden_by_partner) is distinct from (o.hidden_by_platform, o.hidden_by_partner) then update public.tenants set epoch = epoch + 1 where id = p_id; end if;
  select d.host into v_host from public.domains d where d.tenant_id = p_id and d.main limit 1;
  if p->>'host' is not null and p->>'host' is distinct from v_host then
    if not exists (select from public.domains d where d.host = p->>'host' and d.tenant_id = p_id) then insert into public.domains (host, tenant_id, main) values (p->>'host', p_id, false); end if;
    update public.domains set main = (host = p->>'host') where tenant_id = p_id; end if;
  select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean into v_shown from public.settings s where s.tenant_id = p_id;
  if p ? 'last_update' and (p->>'last_update')::boolean is distinct from coalesce(v_shown, true) then
    insert into public.settings as s (tenant_id, "values") values (p_id, jsonb_build_object('mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean))
      on conflict (tenant_id) do update set "values" = s."values" || excluded."values", version = s.version + 1; end if;
  perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, v_me, 'tenant.edit', p_id, (select jsonb_build_object('before', coalesce(jsonb_object_agg(k.key, k.value), '{}') || case when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', v_host) else '{}' end,
        'after', coalesce(jsonb_object_agg(k.key, to_jsonb(n)->k.key), '{}') || case when p->>'host' is distinct from v_host and p->>'host' is not null then jsonb_build_object('host', p->>'host') else '{}' end)
          || case when p ? 'last_update' and (p->>'last_update')::boolean is distinct from coalesce(v_shown, true) then jsonb_build_object('last_update', p->'last_update') else '{}' end
        from jsonb_each(to_jsonb(o)) k where k.key not in ('version', 'epoch', 'sort_key', 'users_used', 'payer_tenant_id', 'platform_limits') and to_jsonb(n)->k.key is distinct from k.value), p->>'ip', p->>'request'
      from unnest(array[v_me, p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id)); end $$;
alter function app.edit_tenant owner to mirante_gate;
revoke all on function app.edit_tenant from public;
grant execute on function app.edit_tenant to mirante_app;

-- The first statement of every transaction of a display: its player, its device and its tenant must be active. It seals a device and no
-- user. A player that was away loses its slot to another one.
create or replace function app.enter_player(p_sid uuid, p_tenant uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select p.device_id, p.last_seen < app.now() - interval '3 minutes' as away, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.players p join public.playlist_devices d on d.tenant_id = p.tenant_id and d.id = p.device_id join public.tenants t on t.id = p.tenant_id
   where p.tenant_id = p_tenant and p.id = p_sid and p.ended_at is null and p.generation = d.generation and d.approved_at is not null and d.revoked_at is null and d.expires_at > app.now();
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.acts is not true then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  if s.away and (select count(*) from public.players o where o.tenant_id = p_tenant and o.device_id = s.device_id and o.id <> p_sid and o.ended_at is null and o.last_seen >= app.now() - interval '3 minutes') >= 3 then
    raise exception 'session_gone' using errcode = 'MR401';
  end if;
  perform app.set_me(p_tenant, null, null, 'device', p_tenant, 'device', 'act', 'player', null, p_sid); end $$;
alter function app.enter_player owner to mirante_gate;
revoke all on function app.enter_player from public;
grant execute on function app.enter_player to mirante_app;

-- The first statement of every SCIM request: the token and its tenant must be active. It seals a directory and no user, and returns a row
-- so that a statement can take its tenant from it.
create or replace function app.enter_scim(p_hash bytea, p_tenant uuid, p_address text) returns table (tenant uuid, token uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s record; begin
  select k.id, k.last_used_at is null or k.last_used_at < app.now() - interval '1 minute' as old, app.acts(t.status, t.trial_ends_at) as acts into s
    from public.scim_tokens k join public.tenants t on t.id = k.tenant_id
   where k.tenant_id = p_tenant and k.hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > app.now());
  if not found then raise exception 'session_gone' using errcode = 'MR401'; end if;
  if s.acts is not true then raise exception 'tenant_blocked' using errcode = 'MR404'; end if;
  perform app.set_me(p_tenant, null, null, 'scim', p_tenant, 'scim', 'act', 'directory', null, null);
  if s.old then
    update public.scim_tokens set last_used_at = app.now(), last_ip = p_address where tenant_id = p_tenant and id = (select id from public.scim_tokens where tenant_id = p_tenant and id = s.id for no key update skip locked);
  end if;
  return query select p_tenant, s.id; end $$;
alter function app.enter_scim owner to mirante_gate;
revoke all on function app.enter_scim from public;
grant execute on function app.enter_scim to mirante_app;

-- Finds the tenant's user for a directory identity: already linked, provisioned by the directory, linked now by an address that may link, or
-- created just in time. `waits` means the user has to confirm the link first.
create or replace function app.entra_person(a public.sso_apps, p_tid text, p_oid text, p_person jsonb, p_address text, p_request text) returns table (user_id uuid, refusal text, waits boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_here uuid; v_gone boolean; v_void boolean; v_held uuid; v_how text; h public.tenants; v_email text := p_person->>'email'; v_guest boolean := (p_person->>'guest')::boolean is not false; v_vouched boolean := (p_person->>'vouched')::boolean is true; begin
  if v_guest and a.settings->>'guests' is distinct from 'S' then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  select i.user_id, u.deleted_at is not null, i.linked_by is not null and u.deleted_at is null and app.link_holds(a.tenant_id, u.id) is not true into v_user, v_gone, v_void from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
   where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
  -- An identifier that an administrator linked and that doesn't hold any more serves nobody but its person, who confirms it.
  if v_void then v_held := v_user; end if;
  if v_gone or v_void then v_user := null; end if;
  if v_user is null then
    select u.id into v_user from public.users u where u.tenant_id = a.tenant_id and u.id = app.provisioned(a.tenant_id, 'entra', p_tid, p_oid) and (v_held is null or u.id = v_held) for update;
    if v_user is not null then v_how := 'identity.bind'; end if;
  end if;
  -- A guest's address is another house's: it links to nobody who is here.
  if v_user is null and v_vouched and not v_guest then
    select u.id into v_here from public.users u where u.tenant_id = a.tenant_id and u.email = v_email and u.deleted_at is null and u.seat is null and (v_held is null or u.id = v_held) for update;
    if v_here is not null then
      if a.settings->>'link' is distinct from 'S' or app.may_link(a.tenant_id, v_here, 'entra', p_tid, p_oid, v_email, a.domains) is not true then return query select v_here, null::text, true; return; end if;
      v_user := v_here; v_how := 'identity.bind';
    end if;
  end if;
  if v_user is null and v_gone is null and v_vouched and a.settings->>'jit' = 'S' and app.may_join(a.tenant_id, v_email, a.domains) then
    select * into h from public.tenants t where t.id = a.tenant_id;
    if app.acts(h.status, h.trial_ends_at) is not true then return query select null::uuid, case when h.status = 'T' then 'finish_test' else 'tenant_blocked' end, false; return; end if;
    v_user := gen_random_uuid(); v_how := 'user.add';
  end if;
  if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  begin
    if v_how = 'user.add' then
      insert into public.users (tenant_id, id, email, name, sort_key, profile, status, added_by_id)
        values (a.tenant_id, v_user, v_email, p_person->>'name', p_person->>'sortKey', 'user', a.settings->>'jitStatus', null);
    end if;
    if v_how is not null then
      delete from public.identities i where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid and (v_gone or v_void);
      insert into public.identities (tenant_id, id, user_id, kind, issuer, subject, last_at) values (a.tenant_id, gen_random_uuid(), v_user, 'entra', p_tid, p_oid, app.now());
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
        values (a.tenant_id, v_user, null, a.tenant_id, v_how, v_user, jsonb_build_object('after', jsonb_build_object('name', p_person->>'name', 'email', v_email, 'by', 'entra', 'directory', p_tid)), p_address, p_request);
    else
      update public.identities i set last_at = app.now() where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
    end if;
  exception
    when sqlstate 'MR422' then return query select null::uuid, 'user_limit_reached', false; return;
    -- Two first sign-ins of one person at once: the other one has made him.
    when unique_violation then
      select i.user_id into v_user from public.identities i join public.users u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.deleted_at is null
       where i.tenant_id = a.tenant_id and i.kind = 'entra' and i.issuer = p_tid and i.subject = p_oid;
      if v_user is null then return query select null::uuid, 'error_azure_not_companies', false; return; end if;
  end;
  if jsonb_typeof(p_person->'groups') = 'array' then perform app.entra_groups(a, v_user, p_person->'groups', p_address, p_request); end if;
  return query select v_user, null::text, false; end $$;
alter function app.entra_person owner to mirante_gate;
revoke all on function app.entra_person from public;

-- Records a change of an account's factors and has the platform mail it, with a link that undoes it. The inbox says it too; the mail names the
-- account, so that nothing done to the user meanwhile sends it elsewhere or keeps it back.
create or replace function app.factor_changed(p_account uuid, p_tenant uuid, p_user uuid, p_what text, p_name text, p_added uuid[], p_removed jsonb) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.notifications (tenant_id, id, user_id, kind, vars, link)
    select p_tenant, gen_random_uuid(), p_user, 'factor_' || p_what, jsonb_build_object('name', p_name), '/?account=security' where p_what in ('added', 'removed');
  with c as (insert into public.factor_changes (id, account_id, tenant_id, user_id, what, name, added, removed)
    values (gen_random_uuid(), p_account, p_tenant, p_user, p_what, coalesce(p_name, ''), coalesce(p_added, '{}'), coalesce(p_removed, '[]')) returning id, at)
  insert into public.outbox (tenant_id, kind, body) select p_tenant, 'account.factor', jsonb_build_object('user_id', p_user, 'account', p_account, 'change', c.id, 'what', p_what, 'name', p_name, 'at', c.at) from c $$;
alter function app.factor_changed owner to mirante_gate;
revoke all on function app.factor_changed from public;

-- Wipes the factors of an account whose person has lost them all: every session ends, and each membership in a tenant that requires a factor
-- waits until an administrator there readmits the person (p_waits; not where the platform's operator answers for it). The account is mailed
-- what was wiped, with a link that undoes it.
create or replace function app.wipe_factors(p_account uuid, p_waits boolean) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_gone jsonb; v_member public.users; begin
  perform from public.accounts a where a.id = p_account for no key update;
  v_gone := app.factor_rows(p_account, null, null);
  delete from public.factors f where f.account_id = p_account;
  update public.accounts a set lost_at = null where a.id = p_account;
  update public.users u set waits_at = case when p_waits and app.factor_required(u.tenant_id, u.profile) then app.now() end where (u.account_id = p_account or u.removed_account_id = p_account) and (p_waits or u.waits_at is not null);
  perform app.raise_epoch(p_account);
  select x.* into v_member from public.users x where x.account_id = p_account order by x.deleted_at is not null, x.status not in ('A', 'T'), x.created_at, x.id limit 1;
  if v_member.id is not null and v_gone <> '[]' then perform app.factor_changed(p_account, v_member.tenant_id, v_member.id, 'wiped', null, null, v_gone); end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id) select u.tenant_id, u.id, null, u.tenant_id, 'factor.wiped', u.id from public.users u where u.account_id = p_account; end $$;
alter function app.wipe_factors owner to mirante_gate;
revoke all on function app.wipe_factors from public;

-- Asked before every session starts: whether a second factor is still required, and when one was last given. If one is required, it leaves a
-- ticket for it, which records whether the account or the unit vouches for this sign-in and so which factors count (app.factor_holders).
create or replace function app.factor_gate(p_tenant uuid, p_user uuid, p_way text, p_vouched text, p_given boolean, p_device bytea, p_from bytea, p_ticket bytea, p_host text, p_body jsonb)
returns table (due boolean, at timestamptz, remember boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_vouched text := app.vouched_by(p_tenant, p_user, p_way, p_vouched); v_profile text; v_account uuid; v_waits timestamptz; v_at timestamptz; v_remember boolean := false; v_trusted boolean := false; begin
  -- Who vouches for these people has asked what he wanted to ask.
  if not p_given and (p_way = 'embedded' or (p_way in ('saml', 'entra') and coalesce((select s."values"->>'mfa_trust_sso' from public.settings s where s.tenant_id = p_tenant), 'S') = 'S')) then
    v_trusted := true;
  else
    -- A day after everything was reported lost, and nobody objected.
    select u.account_id into v_account from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = p_user and a.lost_at <= app.now() - interval '24 hours';
    if found then perform app.wipe_factors(v_account, true); end if;
  end if;
  select u.profile, u.account_id, u.waits_at into v_profile, v_account, v_waits from public.users u where u.tenant_id = p_tenant and u.id = p_user;
  if v_waits is not null and not v_trusted then raise exception 'account_waits' using errcode = 'MR420'; end if;
  if p_given then return query select false, app.now(), false; return; end if;
  -- A device remembered where only the unit vouched spares nobody the account's factor.
  select d.trusted_at into v_at from public.devices d where d.hash = p_device and d.tenant_id = p_tenant and d.user_id = p_user and d.trusted_at > app.now() - interval '30 days' and (d.trusted_by = 'account' or v_vouched = 'unit');
  if v_at is null and p_from is not null then
    -- Another unit's session of the same account in which a factor of the account was given: one that the account vouched for, or one in
    -- which it was proved, which asks for a factor where the account has one.
    select case s.vouched when 'account' then s.factor_at else s.proved_at end into v_at from public.tokens k join public.sessions s on s.id = k.source_sid join public.users o on o.tenant_id = s.home_id and o.id = s.user_id
      where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'company' and s.factor_at > app.now() - interval '30 days' and o.account_id = v_account
        and (s.vouched = 'account' or (s.proved_at is not null and exists (select from public.factors f where f.account_id = v_account)));
    if v_at is null then
      -- The way to a new password, before which it was given.
      select (k.body->>'factor_at')::timestamptz, coalesce((k.body->>'remember')::boolean, false) into v_at, v_remember from public.tokens k
        where k.hash = p_from and k.tenant_id = p_tenant and k.user_id = p_user and k.purpose = 'account.change';
    end if;
  end if;
  if v_at is not null then return query select false, v_at, v_remember; return; end if;
  if v_trusted then return query select false, null::timestamptz, false; return; end if;
  -- Before a password that must be changed only a factor that there is can be asked; a first one is set up after it.
  if not exists (select from public.factors f where f.holder = any (app.factor_holders(p_tenant, p_user, v_vouched))) and (coalesce((p_body->>'change')::boolean, false) or app.factor_required(p_tenant, v_profile) is false) then return query select false, null::timestamptz, false; return; end if;
  insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values (p_ticket, 'factor', p_tenant, p_host, p_body || jsonb_build_object('userId', p_user, 'vouched', v_vouched), app.now() + interval '10 minutes');
  return query select true, null::timestamptz, false; end $$;
alter function app.factor_gate owner to mirante_gate;
revoke all on function app.factor_gate from public;

-- Changes a user's own factors, proved by a passkey, the verified password with a code, or nothing where they have neither: the account's
-- where app.my_account() gives it, else those bound to the user in this unit ('prove' where the caller meant the other ones). A password alone
-- is proof only within 15 minutes of a factor given in this session, or of an account without factors; a code alone only where the account has
-- no password, or where it changes nothing ('confirm'). The first factor of a person whom nothing of their own proves here asks for a sign-in
-- of the last 15 minutes.
create or replace function app.factor_write(p_proof jsonb, p_what text, p_body jsonb, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; a public.accounts; v_account uuid := app.my_account(); v_holder uuid; v_holders uuid[]; v_at timestamptz; v_any boolean; v_held boolean; v_name text; v_kind text; v_ticket jsonb; v_gone jsonb := '[]'; v_made uuid[]; begin
  perform app.need('{own}');
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null for no key update;
  if u.id is null then return 'none'; end if;
  if p_what <> 'rename' and p_body->>'bound' is distinct from (case when v_account is null then 'unit' else 'account' end) then return 'prove'; end if;
  select s.factor_at into v_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes';
  select x.* into a from public.accounts x where x.id = v_account for no key update;
  v_holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[v_holder, case when p_what = 'confirm' and v_account is null then u.account_id end], null);
  v_any := exists (select from public.factors f where f.holder = v_holder);
  v_held := exists (select from public.factors f where f.holder in (u.id, u.account_id));
  -- Nothing is used up for what is not there or may not be.
  if p_what = 'remove' then
    if not exists (select from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
    if not exists (select from public.factors f where f.id <> (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery') and app.factor_required_of(v_holder) then return 'required'; end if;
  end if;
  if p_what = 'passkey' then
    -- Allowed when its challenge was made, for the account or for this unit.
    v_ticket := app.ticket_take((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host');
    if v_ticket->>'userId' is distinct from u.id::text or v_ticket->>'holder' is distinct from v_holder::text then return 'over'; end if;
  elsif p_what <> 'rename' then
    case p_proof->>'kind'
      when 'none' then
        if v_any or a.password is not null then return 'proof'; end if;
        -- A stolen session plants nothing: the account's factor is given first, and whoever has none has just signed in by the unit's own way.
        if app.factor_due() is not false then raise exception 'factor_due' using errcode = 'MR424'; end if;
        if v_at is null and not exists (select from public.sessions s where s.id = app.my_session() and s.created_at > app.now() - interval '15 minutes') then return 'again'; end if;
      when 'password' then
        if v_any and v_at is null then return 'code'; end if;
        if a.password is null or a.password is distinct from p_proof->>'seen' then return 'wrong'; end if;
      else
        if p_what <> 'confirm' and p_proof->>'kind' is distinct from 'passkey' and a.password is not null and p_proof->>'seen' is distinct from a.password then return case when p_proof->>'seen' is null then 'proof' else 'wrong' end; end if;
        -- What a passkey signed was asked of this person, on this host, and counts once.
        if p_proof->>'kind' = 'passkey' and app.ticket_take((p_proof->>'ticket')::bytea, 'passkey', u.tenant_id, p_proof->>'host')->>'proves' is distinct from u.id::text then return 'over'; end if;
        if app.factor_spend(v_holders, p_proof) is not true then return 'wrong'; end if;
        v_at := app.now(); end case;
    if p_what in ('totp', 'challenge') and v_account is not null and app.needs_code(v_account) and app.code_take(v_account, (p_body->>'mailed')::bytea) is not true then return 'mail'; end if;
    delete from public.attempts x where x.key = 'mp ' || v_holder;
  end if;
  case p_what
    when 'challenge' then
      if (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'passkey') >= 20 then return 'full'; end if;
      insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values ((p_body->>'ticket')::bytea, 'passkey', u.tenant_id, p_body->>'host', jsonb_build_object('userId', u.id, 'holder', v_holder), app.now() + interval '10 minutes');
    when 'totp', 'passkey' then
      if p_what = 'totp' and exists (select from public.factors f where f.holder = v_holder and f.kind = 'totp') then return 'full'; end if;
      if exists (select from public.factors f where f.id = (p_body->'factor'->>'id')::uuid or f.credential = p_body->'factor'->>'credential') then return 'over'; end if;
      v_name := p_body->'factor'->>'name'; v_kind := p_what;
      perform app.factor_put(v_account, u.tenant_id, u.id, p_body->'factor');
      if not v_any then perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); end if;
      -- The first one of all counts as given. Beside another, which wasn't given, a new one opens nothing.
      if not v_held then v_at := app.now(); end if;
      v_made := array(select f.id from public.factors f where f.holder = v_holder and (not v_any or f.id = (p_body->'factor'->>'id')::uuid));
      if v_account is null then perform app.act_tell(u.tenant_id, u.id, 'factor_added', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'added', v_name, v_made, '[]'); end if;
    when 'rename' then
      update public.factors f set name = p_body->>'name' where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not found then return 'none'; end if;
    when 'remove' then
      v_gone := app.factor_rows(v_account, (p_body->>'id')::uuid, null);
      delete from public.factors f where f.id = (p_body->>'id')::uuid and f.holder = v_holder and f.kind <> 'recovery' returning f.name, f.kind into v_name, v_kind;
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then
        v_gone := v_gone || app.factor_rows(v_account, null, null);
        delete from public.factors f where f.holder = v_holder;
      end if;
      update public.devices d set trusted_at = null, trusted_by = null from public.users o where (o.account_id = v_holder or (o.tenant_id = u.tenant_id and o.id = v_holder)) and d.tenant_id = o.tenant_id and d.user_id = o.id;
      if v_account is null then perform app.act_tell(u.tenant_id, u.id, 'factor_removed', jsonb_build_object('name', v_name), '/?account=security');
      else perform app.factor_changed(v_account, u.tenant_id, u.id, 'removed', v_name, null, v_gone); end if;
    when 'codes' then
      if not exists (select from public.factors f where f.holder = v_holder and f.kind <> 'recovery') then return 'none'; end if;
      v_gone := app.factor_rows(v_account, null, 'recovery');
      perform app.factor_codes(v_account, u.tenant_id, u.id, p_body->'codes'); v_kind := 'recovery';
      if v_account is not null then perform app.factor_changed(v_account, u.tenant_id, u.id, 'codes', null, array(select f.id from public.factors f where f.account_id = v_account and f.kind = 'recovery'), v_gone); end if;
    when 'confirm' then if p_proof->>'kind' not in ('totp', 'recovery', 'passkey') then return 'code'; end if; v_kind := p_proof->>'kind';
  end case;
  update public.sessions s set factor_at = v_at where s.id = app.my_session() and v_at is not null and s.factor_at is distinct from v_at;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (u.tenant_id, u.id, null, app.home_id(), 'factor.' || case p_what when 'totp' then 'added' when 'passkey' then 'added' when 'remove' then 'removed' when 'rename' then 'renamed' else p_what end, u.id, jsonb_build_object('after', jsonb_strip_nulls(jsonb_build_object('kind', v_kind, 'name', v_name))), p_address, p_request);
  return 'ok'; end $$;
alter function app.factor_write owner to mirante_gate;
revoke all on function app.factor_write from public;
grant execute on function app.factor_write to mirante_app;

-- Refuses a change of the keys of the house: it takes a session of the person's own, with a fresh second factor where the person has one, or
-- one of the kinds named. Functions of sign-in have no seal; they count as door.
create or replace function app.guard_keys(p_also text[]) returns void language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare v_kind text := app.caller_kind(); begin
  if v_kind = 'own' then
    if app.factor_due() is not false then raise exception 'factor_due' using errcode = 'MR424'; end if;
  elsif v_kind <> 'owner' and (v_kind = any (p_also)) is not true then raise exception 'keys_closed' using errcode = 'MR425'; end if; end $$;
alter function app.guard_keys owner to mirante_gate;
revoke all on function app.guard_keys from public;

-- The hosts of a tenant, its main one first: the page for a new password on a host whose DNS a unit controls leads to one of the product.
create or replace function app.hosts_of(p_tenant uuid) returns text[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(d.host order by d.main desc, d.host), '{}') from public.domains d where d.tenant_id = p_tenant $$;
alter function app.hosts_of owner to mirante_gate;
revoke all on function app.hosts_of from public;
grant execute on function app.hosts_of to mirante_public;

-- A wish to act as another must be allowed when it is made. It records what the person was when it was made and again when they said yes: a
-- later promotion isn't covered by it.
create or replace function app.keep_consented() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if new.user_id is not null then select u.profile, u.flags into new.profile, new.flags from public.users u where u.tenant_id = new.tenant_id and u.id = new.user_id; end if;
  if tg_op = 'INSERT' and app.tenant_id() is not null and app.may_visit(new, new.asker_sid) is not true then raise exception 'not_allowed' using errcode = 'MR410'; end if;
  return new; end $$;
alter function app.keep_consented owner to mirante_gate;
revoke all on function app.keep_consented from public;

create or replace trigger remote_requests_made before insert on remote_requests for each row execute function app.keep_consented();
create or replace trigger remote_requests_consented before update on remote_requests for each row when (old.person_at is null and new.person_at is not null) execute function app.keep_consented();

-- Fires when an import begins and, while it runs, when what it will do is changed. A job carries it out later, so the permissions for what its
-- rows do (set a profile above user, change existing people) are checked here, against whoever begins or changes it.
create or replace function app.keep_import() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if coalesce((new.options->'choices'->>'update')::boolean, false) or coalesce(new.options->'fixed'->>'profile', 'user') <> 'user' or exists (select from public.user_import_rows r where r.tenant_id = new.tenant_id and r.import_id = new.id and not r.removed and coalesce(r.person->>'profile', 'user') <> 'user') then
    perform app.guard_keys('{job}');
  end if;
  return null; end $$;
alter function app.keep_import owner to mirante_gate;
revoke all on function app.keep_import from public;

create or replace trigger user_imports_begun after insert on user_imports for each row when (new.state = 'running') execute function app.keep_import();
create or replace trigger user_imports_kept after update on user_imports for each row
  when (new.state = 'running' and ((old.state, old.options) is distinct from (new.state, new.options))) execute function app.keep_import();

-- Fires where whom a row of an import brings in is edited. While the import runs, only its job and whoever may change keys of the house do.
create or replace function app.keep_import_row() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if exists (select from public.user_imports i where i.tenant_id = new.tenant_id and i.id = new.import_id and i.state = 'running') then perform app.guard_keys('{job}'); end if;
  return null; end $$;
alter function app.keep_import_row owner to mirante_gate;
revoke all on function app.keep_import_row from public;

create or replace trigger user_import_rows_kept after update on user_import_rows for each row
  when ((old.import_id, old.person, old.email, old.phone, old.removed) is distinct from (new.import_id, new.person, new.email, new.phone, new.removed)) execute function app.keep_import_row();

-- Fires where rows are added to imports, which is before one runs.
create or replace function app.keep_import_rows() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if exists (select from written w join public.user_imports i on i.tenant_id = w.tenant_id and i.id = w.import_id where i.state = 'running') then perform app.guard_keys('{job}'); end if;
  return null; end $$;
alter function app.keep_import_rows owner to mirante_gate;
revoke all on function app.keep_import_rows from public;

create or replace trigger user_import_rows_added after insert on user_import_rows referencing new table as written for each statement execute function app.keep_import_rows();

-- The account of app.my_account(), with the rules of its tenants; no row where it isn't the caller's to reach. Counts guesses.
create or replace function app.own_account(p_guess boolean) returns table (wait int, email text, password text, password_at timestamptz, rules jsonb, others int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.accounts; begin
  perform app.need('{own}');
  select x.* into a from public.accounts x where x.id = app.my_account();
  if not found then return; end if;
  if p_guess is not false and not app.attempt('c ' || a.id, 5, '30 min') then
    return query select greatest(1, ceil(extract(epoch from x.until - app.now())))::int, null::text, null::text, null::timestamptz, null::jsonb, null::int from public.attempts x where x.key = 'c ' || a.id;
    return;
  end if;
  return query select 0, a.email, a.password, coalesce(a.password_at, a.created_at), app.account_rules(a.id, app.tenant_id()),
    (select count(*)::int from public.sessions s join app.own_rows() o on o.tenant_id = s.home_id and o.user_id = s.user_id where s.revoked_at is null and s.expires_at > app.now() and s.actor_sid is null and s.id <> app.my_session()); end $$;
alter function app.own_account owner to mirante_gate;
revoke all on function app.own_account from public;
grant execute on function app.own_account to mirante_app;

-- The caller's factors, to show them and to verify a change: the account's where app.my_account() gives it, else those bound to the user in this
-- unit. With p_confirm, in a session that only the unit vouched for, the account's factors count too; they are compared and never shown. Counts
-- guesses.
create or replace function app.own_factors(p_guess boolean, p_confirm boolean)
returns table (wait int, bound text, prove boolean, holder uuid, email text, name text, password text, factor_at timestamptz, totps jsonb, passkeys jsonb, recovery int, required boolean, mail boolean) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare u public.users; v_account uuid := app.my_account(); v_holders uuid[]; begin
  perform app.need('{own}');
  select x.* into u from public.users x where x.tenant_id = app.tenant_id() and x.id = app.user_id() and app.my_kind() is not distinct from 'own' and x.seat is null;
  if not found then return; end if;
  holder := coalesce(v_account, u.id);
  v_holders := array_remove(array[holder, case when p_confirm and v_account is null then u.account_id end], null);
  if p_guess is not false and not app.attempt('mp ' || holder, 10, '30 min') then
    select greatest(1, ceil(extract(epoch from x.until - app.now())))::int into wait from public.attempts x where x.key = 'mp ' || holder; return next; return; end if;
  return query select 0, case when v_account is null then 'unit' else 'account' end, app.may_prove(), own_factors.holder, coalesce(a.email, u.email), u.name, a.password,
      (select s.factor_at from public.sessions s where s.id = app.my_session() and s.factor_at > app.now() - interval '15 minutes'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'secret', f.secret, 'step', f.step)) from public.factors f where f.holder = any (v_holders) and f.kind = 'totp'),
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'at', f.created_at, 'used', f.last_used_at, 'host', f.host, 'credential', f.credential, 'holder', f.holder, 'publicKey', f.public_key, 'counter', f.counter, 'transports', f.transports) order by f.created_at, f.id) from public.factors f where f.holder = any (v_holders) and f.kind = 'passkey'),
      (select count(*)::int from public.factors f where f.holder = any (v_holders) and f.kind = 'recovery' and f.used_at is null), app.factor_required_of(own_factors.holder), v_account is not null and app.needs_code(v_account)
    from (select 1) one left join public.accounts a on a.id = v_account; end $$;
alter function app.own_factors owner to mirante_gate;
revoke all on function app.own_factors from public;
grant execute on function app.own_factors to mirante_app;

-- A partner enters one of its units, as administrator or as one of its users: at once where no approval is needed, otherwise as a request.
-- Without verification (p_at_once) no administrator is asked; the person whose view it is still is, unless the unit doesn't ask its people.
create or replace function app.partner_switch(p_sid uuid, p_unit uuid, p_user uuid, p_reason text, p_ticket text, p_reach text, p_minutes int, p_at_once boolean, p_wait bytea, p_hash bytea, p_address text, p_request text)
returns table (state text, host text, id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare r public.relations; t public.tenants; u public.users; v_set jsonb; v_admin boolean; v_person boolean; q public.remote_requests; v_name text; v_from text; begin
  perform app.need('{own}');
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() or not exists (select from public.sessions s where s.id = p_sid and s.home_id = app.home_id() and s.user_id = app.user_id() and s.actor_sid is null) then
    return query select 'none', null::text, null::uuid; return; end if;
  select x.* into r from public.relations x where x.tenant_id = p_unit and x.above_id = app.tenant_id() and x.kind = 'partner' and x.status = 'active' and x.ended_at is null and x.until > app.now() limit 1;
  select x.* into t from public.tenants x where x.id = p_unit and x.deleted_at is null;
  if r.id is null or t.id is null then return query select 'none', null::text, null::uuid; return; end if;
  if app.acts(t.status, t.trial_ends_at) is not true then return query select 'closed', null::text, null::uuid; return; end if;
  if r.role = 'billing' or (r.role = 'user' and p_user is null) then return query select 'role', null::text, null::uuid; return; end if;
  select s."values" into v_set from public.settings s where s.tenant_id = p_unit;
  if p_user is not null then
    select x.* into u from public.users x where x.tenant_id = p_unit and x.id = p_user and x.profile = 'user' and x.seat is null and x.deleted_at is null and x.status in ('A', 'T');
    if u.id is null then return query select 'none', null::text, null::uuid; return; end if;
    if u.allow_remote is not true or v_set->>'allow_access_remote' is distinct from 'S' or app.left_to(p_unit, 'remote') is not true then return query select 'person', null::text, null::uuid; return; end if;
  end if;
  v_admin := r.verify and coalesce(r.standing_until <= app.now(), true);
  v_person := p_user is not null and coalesce(v_set->>'remote_consent', 'each') = 'each' and coalesce(u.remote_until <= app.now(), true);
  if p_at_once is not false and v_admin then return query select 'verify', null::text, null::uuid; return; end if;
  select me.name, h.name into v_name, v_from from public.users me join public.tenants h on h.id = me.tenant_id where me.tenant_id = app.tenant_id() and me.id = app.user_id();
  -- A new wish takes the place of the one that still waits.
  update public.remote_requests x set state = 'cancelled', decided_at = app.now(), version = x.version + 1
    where x.tenant_id = p_unit and x.kind = 'partner' and x.asker_id = app.user_id() and x.state in ('requested', 'authorized');
  insert into public.remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_sid, asker_name, asker_from, user_id, reason, ticket, reach, minutes, state, needs_admin, needs_person, decided_at, wait_hash, expires_at, enter_by, relation_id)
    values (p_unit, gen_random_uuid(), 'partner', app.home_id(), app.user_id(), p_sid, v_name, v_from, p_user, p_reason, p_ticket, p_reach, p_minutes,
      case when v_admin or v_person then 'requested' else 'authorized' end, v_admin, v_person, case when v_admin or v_person then null else app.now() end, p_wait,
      app.now() + interval '30 minutes', case when v_admin or v_person then null else app.now() + interval '5 minutes' end, r.id) returning * into q;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, case when x = p_unit then null else app.user_id() end, case when x = p_unit then app.user_id() end, app.home_id(), 'partner.ask', q.id,
      jsonb_build_object('unit', t.name, 'as', case when p_user is null then 'admin' else 'user' end, 'reason', p_reason, 'minutes', p_minutes), p_address, p_request from unnest(array[app.home_id(), p_unit]) x;
  if v_admin then
    perform app.act_tell(p_unit, a.id, 'partner_asks', jsonb_build_object('person', v_name, 'partner', v_from, 'reason', p_reason), '/remote/authorization?id=' || q.id)
      from public.users a where a.tenant_id = p_unit and a.profile = 'admin' and a.status in ('A', 'T') and a.seat is null and a.deleted_at is null; end if;
  if v_person then
    perform app.act_tell(p_unit, p_user, 'remote_requested', jsonb_build_object('person', v_name || ' (' || v_from || ')', 'reason', p_reason, 'ticket', coalesce(p_ticket, ''), 'minutes', p_minutes), '/remote/authorization?id=' || q.id); end if;
  if v_admin or v_person then return query select 'wait', null::text, q.id; return; end if;
  return query select 'ok', app.switch_ticket(q, p_sid, p_hash), q.id; end $$;
alter function app.partner_switch owner to mirante_gate;
revoke all on function app.partner_switch from public;
grant execute on function app.partner_switch to mirante_app;

-- Sends the first administrator's invitation again, also to another address, as long as no administrator of the tenant has an account or has
-- ever signed in. It is the only change that the layer above may make to people of a tenant below without entering it, and it is recorded in
-- both audit logs.
create or replace function app.reinvite_administrator(p_id uuid, p_user uuid, p jsonb) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t public.tenants; u public.users; begin
  perform app.need('{own}');
  if app.below(p_id) is not true then return 'none'; end if;
  select x.* into t from public.tenants x where x.id = p_id and x.deleted_at is null for no key update;
  if not found or app.acts(t.status, t.trial_ends_at) is not true then return 'none'; end if;
  select x.* into u from public.users x where x.tenant_id = p_id and x.id = p_user and x.profile in ('admin', 'master') and x.status in ('A', 'T') and x.seat is null and x.deleted_at is null for update;
  if not found then return 'none'; end if;
  if app.invitee(p_id) is distinct from p_user then return 'accepted'; end if;
  update public.users x set email = coalesce(p->>'email', x.email), invited_at = app.now(), version = x.version + 1 where x.tenant_id = p_id and x.id = p_user;
  insert into public.outbox (tenant_id, kind, body) values (p_id, 'account.invite', jsonb_build_object('user_id', p_user));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, app.tenant_id(), 'tenant.invite', p_id, jsonb_build_object('before', jsonb_build_object('administrator', u.email), 'after', jsonb_build_object('name', t.name, 'administrator', coalesce(p->>'email', u.email))), p->>'ip', p->>'request'
      from unnest(array[app.tenant_id(), p_id]) x;
  return 'ok'; end $$;
alter function app.reinvite_administrator owner to mirante_gate;
revoke all on function app.reinvite_administrator from public;
grant execute on function app.reinvite_administrator to mirante_app;

-- The one function that begins a person's session. Whose it is, by which way they came and what was given with it says the proof, which it
-- uses up. Ends as 'ok'; 'due' with a ticket for the second factor; 'change' with a link to a new password; 'stale' when the proof is used
-- up or what it was judged by changed meanwhile; 'blocked' when the person may not come in any more. A new password is chosen only where the
-- account vouches: on a host whose DNS a unit controls, the unit would choose it.
create or replace function app.session_begin(p_proof bytea, p_tenant uuid, p_host text, p jsonb) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b jsonb := app.proof_take(p_proof, 'proof', p_tenant, p_host); g record; v_user uuid; v_way text; v_vouched text; v_email text; v_device bytea; v_last timestamptz; v_until timestamptz;
  v_change boolean := coalesce((p->>'change')::boolean, false) or coalesce((b->>'change')::boolean, false); v_remember boolean := coalesce((p->>'remember')::boolean, false); begin
  v_user := (b->>'userId')::uuid; v_way := b->>'way';
  if v_user is null or v_way is null or (v_way = 'password' and b->>'seen' is null) then return 'stale'; end if;
  v_vouched := app.vouched_by(p_tenant, v_user, v_way, case when (p->>'ours')::boolean is true and b->>'vouched' is distinct from 'unit' then 'account' else 'unit' end);
  if app.password_stands(p_tenant, v_user, (b->>'seen')::bytea, (b->>'epoch')::bigint) is not true then return 'stale'; end if;
  if v_change and v_vouched is distinct from 'account' then raise exception 'account_elsewhere' using errcode = 'MR427'; end if;
  select * into g from app.factor_gate(p_tenant, v_user, v_way, v_vouched, (b->>'given')::boolean is true, (p->>'device')::bytea, (b->>'from')::bytea, (p->>'ticket')::bytea, p_host,
    jsonb_strip_nulls((b - '{given,from}'::text[]) || jsonb_build_object('change', nullif(v_change, false))));
  if g.due is not false then return 'due'; end if;
  if v_change then return case when app.change_link(p_tenant, v_user, (p->>'link')::bytea, p_host, g.at, v_remember) then 'change' else 'blocked' end; end if;
  -- Only a secret of the account forgives wrong guesses at it: a unit's own provider must not give its administrator new ones.
  v_email := coalesce(b->>'email', (select a.email from public.users u join public.accounts a on a.id = u.account_id where u.tenant_id = p_tenant and u.id = v_user and v_way = 'passkey' and b->>'vouched' = 'account'));
  v_last := least((b->>'ends')::timestamptz, (p->>'last')::timestamptz);
  v_until := least((p->>'until')::timestamptz, v_last);
  v_device := (p->>'newDevice')::bytea;
  if app.session_start((p->>'sid')::uuid, p_tenant, v_user, v_email, p->>'address', v_until, (p->>'device')::bytea, v_device, p->>'rehash', v_way, v_vouched, p->>'agent', p->>'requestId') is not true then return 'blocked'; end if;
  perform app.factor_mark((p->>'sid')::uuid, g.at, coalesce(v_device, (p->>'device')::bytea), g.remember or v_remember);
  if v_last is not null then perform app.session_bound((p->>'sid')::uuid, v_last); end if;
  -- By what the provider is told when this session ends, kept as long as the session can live.
  if b->'provider' is not null then
    insert into public.tickets (hash, purpose, tenant_id, host, body, expires_at) values ((p->>'kept')::bytea, 'saml.session', p_tenant, p_host, b->'provider', least((p->>'longest')::timestamptz, v_last));
  end if;
  return 'ok'; end $$;
alter function app.session_begin owner to mirante_gate;
revoke all on function app.session_begin from public;
grant execute on function app.session_begin to mirante_door;

-- A unit's administrator verifies, suspends, resumes or ends its partner's relation. Suspending and ending also end the partner's live
-- sessions.
create or replace function app.set_partner_relation(p_id uuid, p_version int, p_action text, p_verify boolean, p_hours int, p_address text, p_request text) returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.relations; n public.relations; d record; begin
  perform app.need('{own}');
  if app.actor_id() is not null or app.home_id() is distinct from app.tenant_id() then return 'none'; end if;
  select r.* into o from public.relations r where r.tenant_id = app.tenant_id() and r.id = p_id and r.kind = 'partner' for update;
  if not found then return 'none'; end if;
  if o.version is distinct from p_version or o.ended_at is not null or o.until <= app.now() or (p_action = 'resume' and o.status <> 'suspended') or (p_action = 'suspend' and o.status <> 'active') then return 'changed'; end if;
  update public.relations r set version = r.version + 1, set_by_id = app.user_id(),
      verify = case p_action when 'verify' then p_verify else r.verify end,
      standing_until = case p_action when 'stand' then app.now() + make_interval(hours => least(greatest(p_hours, 0), 8)) when 'suspend' then null when 'end' then null else r.standing_until end,
      status = case p_action when 'suspend' then 'suspended' when 'resume' then 'active' when 'end' then 'ended' else r.status end,
      ended_at = case p_action when 'end' then app.now() else r.ended_at end
    where r.tenant_id = o.tenant_id and r.id = o.id returning * into n;
  -- The emergency switch: whoever is inside is out within this call.
  if p_action in ('suspend', 'end') then
    for d in select q.session_id from public.remote_requests q where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state = 'active' loop perform app.act_end(d.session_id, 'admin', p_address, p_request); end loop;
    update public.remote_requests q set state = 'cancelled', decided_at = app.now(), version = q.version + 1 where q.tenant_id = o.tenant_id and q.relation_id = o.id and q.state in ('requested', 'authorized');
  end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id) values (app.tenant_id(), app.user_id(), null, app.home_id(), 'partner.' || p_action, o.id,
    jsonb_build_object('before', jsonb_build_object('verify', o.verify, 'status', o.status, 'standing_until', o.standing_until), 'after', jsonb_build_object('verify', n.verify, 'status', n.status, 'standing_until', n.standing_until)), p_address, p_request);
  perform app.act_tell(o.above_id, m.id, 'partner_relation', jsonb_build_object('unit', (select t.name from public.tenants t where t.id = o.tenant_id), 'state', p_action), '/companies')
    from public.users m where p_action in ('suspend', 'resume', 'end') and m.tenant_id = o.above_id and m.profile = 'master' and m.status in ('A', 'T') and m.deleted_at is null;
  return 'ok'; end $$;
alter function app.set_partner_relation owner to mirante_gate;
revoke all on function app.set_partner_relation from public;
grant execute on function app.set_partner_relation to mirante_app;

-- Blocks, unblocks, extends or ends a trial, deletes and restores. A deleted tenant keeps everything for 30 days and answers on none of its
-- hosts. What the platform blocked, deleted or set on trial only the platform undoes, ends or extends.
create or replace function app.set_tenant_status(p_id uuid, p_version int, p_action text, p jsonb) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.tenants; n public.tenants; v_up public.tenants; b record; v_layer text := app.scope(); begin
  perform app.need('{own}');
  if app.below(p_id) is not true then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into b from app.tree_use(v_up.id, p->>'product');
  select * into o from public.tenants where id = p_id for no key update;
  if o.deleted_at is not null and (p_action <> 'restore' or o.deleted_at < app.now() - interval '30 days') then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version is distinct from p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  if v_layer is distinct from 'platform' and 'platform' = (case p_action when 'unblock' then o.blocked_by when 'restore' then o.deleted_by when 'convert' then o.trial_by when 'extend' then o.trial_by end) then
    raise exception 'above' using errcode = 'MT403'; end if;
  if p_action = 'delete' and exists (select from public.tenants c where c.parent_id = p_id and c.deleted_at is null) then raise exception 'units' using errcode = 'MT410'; end if;
  update public.tenants t set version = t.version + 1, epoch = t.epoch + 1,
      status = case p_action when 'block' then 'B' when 'delete' then 'D' when 'convert' then 'A' when 'extend' then 'T'
        else case when p_action = 'restore' and (t.blocked_by is not null or t.status_reason is not null) then 'B' when t.trial_ends_at is not null then 'T' else 'A' end end,
      status_reason = case p_action when 'block' then p->>'reason' when 'unblock' then null else t.status_reason end,
      blocked_by = case p_action when 'block' then v_layer when 'unblock' then null else t.blocked_by end,
      deleted_by = case p_action when 'delete' then v_layer when 'restore' then null else t.deleted_by end,
      trial_by = case p_action when 'convert' then null when 'extend' then v_layer else t.trial_by end,
      trial_ends_at = case p_action when 'convert' then null when 'extend' then (p->>'until')::timestamptz else t.trial_ends_at end,
      trial_told = case when p_action in ('convert', 'extend') then null else t.trial_told end,
      default_directory = t.default_directory and p_action <> 'delete',
      deleted_at = case p_action when 'delete' then app.now() when 'restore' then null else t.deleted_at end
    where t.id = p_id and case p_action when 'block' then t.status in ('A', 'T', 'I') when 'unblock' then t.status in ('B', 'I') when 'extend' then t.status = 'T' when 'convert' then t.status = 'T'
      when 'delete' then t.deleted_at is null when 'restore' then t.deleted_at is not null else false end returning * into n;
  if not found then raise exception 'state' using errcode = 'MT409'; end if;
  if p_action = 'restore' then perform app.keep_within(v_up, n, array[b.users_given, b.domains_given, b.reports_given], p->>'product'); end if;
  if p_action = 'delete' then update public.sessions set revoked_at = app.now() where tenant_id = p_id and revoked_at is null; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, app.tenant_id(), 'tenant.' || p_action, p_id, jsonb_build_object('before', jsonb_build_object('status', o.status, 'trial_ends_at', o.trial_ends_at), 'after',
      jsonb_build_object('name', n.name, 'status', n.status, 'trial_ends_at', n.trial_ends_at, 'reason', p->>'reason')), p->>'ip', p->>'request' from unnest(array[app.tenant_id(), p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id)); end $$;
alter function app.set_tenant_status owner to mirante_gate;
revoke all on function app.set_tenant_status from public;
grant execute on function app.set_tenant_status to mirante_app;

-- Turns an approved partner request into the ticket to enter.
create or replace function app.switch_enter(p_wait bytea, p_sid uuid, p_hash bytea) returns table (state text, host text) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare q public.remote_requests; begin
  perform app.need('{own}');
  select r.* into q from public.remote_requests r where r.wait_hash = p_wait and r.asker_id = app.user_id() and r.asker_home_id = app.home_id() and r.kind = 'partner' and app.actor_id() is null for update;
  if not found or not exists (select from public.sessions s where s.id = p_sid and s.user_id = app.user_id() and s.home_id = app.home_id()) then return; end if;
  if q.state is distinct from 'authorized' or (q.enter_by > app.now()) is not true then return query select case when q.state = 'authorized' then 'expired' else q.state end, null::text; return; end if;
  if app.may_visit(q, p_sid) is not true then return query select 'expired', null::text; return; end if;
  return query select q.state, app.switch_ticket(q, p_sid, p_hash); end $$;
alter function app.switch_enter owner to mirante_gate;
revoke all on function app.switch_enter from public;
grant execute on function app.switch_enter to mirante_app;

revoke create on schema app from mirante_gate;
