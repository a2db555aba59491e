ALTER TABLE "tenants" ADD COLUMN "own_domain" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "hidden_by_partner" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "hidden_by_platform" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "tenants_parent_users_across" ON "tenants" USING btree ("parent_id","users_used","id");
--> statement-breakpoint
-- Who may act below: a person at home in the platform or in a partner, never somebody who acts as another.
grant execute on function app.user_id(), app.actor_id(), app.profile(), app.home_id(), app.scope() to mirante_gate;
create function app.below(p_id uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.home_id() = app.tenant_id() and app.actor_id() is null and exists (
    select from public.tenants t left join public.tenants p on p.id = t.parent_id where t.id = p_id and t.kind <> 'platform'
      and ((app.scope() = 'partner' and app.profile() = 'master' and t.parent_id = app.tenant_id())
        or (app.scope() = 'platform' and app.profile() = 'a2m' and app.tenant_id() in (t.parent_id, p.parent_id)))) $$;

-- What a tenant and those below it use, and what is given away by their limits: a limit counts whole, what has none counts by its use.
create function app.tree_use(p_id uuid, p_product text) returns table (users int, users_given int, domains int, domains_given int, reports int, reports_given int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with x as (select t.id = p_id as top, t.users_used as u, t.user_limit as ul, t.domain_limit as dl, t.report_limit as rl,
      (select count(*)::int from public.domains d where d.tenant_id = t.id and right(d.host, length(p_product) + 1) <> '.' || p_product) as d,
      (select count(*)::int from public.reports r where r.tenant_id = t.id) as r
    from public.tenants t where (t.id = p_id or t.parent_id = p_id) and t.deleted_at is null)
  select coalesce(sum(u), 0)::int, coalesce(sum(case when top then u else greatest(u, coalesce(ul, u)) end), 0)::int,
    coalesce(sum(d), 0)::int, coalesce(sum(case when top then d else greatest(d, coalesce(dl, d)) end), 0)::int,
    coalesce(sum(r), 0)::int, coalesce(sum(case when top then r else greatest(r, coalesce(rl, r)) end), 0)::int from x $$;

-- Refuses what a partner gives away beyond its own: with its row held, so that two at once cannot both take the last place.
create function app.keep_within(p_up public.tenants, p_new public.tenants, p_before int[], p_product text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare n record; v_what text; v_given int; v_limit int; v_own int; v_before int; begin
  if p_up.kind <> 'partner' then return; end if;
  select * into n from app.tree_use(p_up.id, p_product);
  for v_what, v_given, v_limit, v_own, v_before in values ('users', n.users_given, p_up.user_limit, p_new.user_limit, p_before[1]),
      ('domains', n.domains_given, p_up.domain_limit, p_new.domain_limit, p_before[2]), ('reports', n.reports_given, p_up.report_limit, p_new.report_limit, p_before[3]) loop
    if v_limit is not null and (v_own is null or (v_given > v_limit and v_given > v_before)) then
      raise exception '% %', v_what, greatest(0, v_limit - v_before) using errcode = 'MT422';
    end if;
  end loop; end $$;

create function app.host_free(p_host text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from public.domains d where d.host = p_host) $$;

-- One act makes a unit or a partner whole: itself, its settings, theme, host, relation, report-service account, first administrator with his
-- invitation, and the record in both tenants. Whatever fails leaves nothing.
create function app.add_tenant(p jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_me uuid := app.tenant_id(); v_kind text := p->>'kind'; v_id uuid := (p->>'id')::uuid; v_admin uuid := (p->>'admin_id')::uuid;
  v_up public.tenants; v_new public.tenants; b record; begin
  if app.home_id() is distinct from v_me or app.actor_id() is not null
     or not ((app.scope() = 'platform' and app.profile() = 'a2m') or (app.scope() = 'partner' and app.profile() = 'master' and v_kind = 'unit')) or v_kind not in ('partner', 'unit') then
    raise exception 'not_found' using errcode = 'MT404'; end if;
  select * into v_up from public.tenants where id = v_me for no key update;
  select * into b from app.tree_use(v_me, p->>'product');
  if (p->>'default_directory')::boolean then
    update public.tenants set default_directory = false, version = version + 1 where parent_id = v_me and default_directory and deleted_at is null; end if;
  if p->>'payer_id' is not null and not exists (select from public.parties c where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  insert into public.tenants (id, kind, parent_id, name, sort_key, status, language, zone, trial_days, trial_ends_at, user_limit, bonus_users, domain_limit, report_limit,
      default_directory, restrict_accounts, allow_reports, own_domain, payer_tenant_id, payer_id)
    values (v_id, v_kind, v_me, p->>'name', p->>'sort_key', case when (p->>'trial_days')::int > 0 then 'T' else 'A' end, p->>'language', p->>'zone', (p->>'trial_days')::int,
      case when (p->>'trial_days')::int > 0 then app.now() + make_interval(days => (p->>'trial_days')::int) end, (p->>'user_limit')::int, (p->>'bonus_users')::int, (p->>'domain_limit')::int, (p->>'report_limit')::int,
      (p->>'default_directory')::boolean, (p->>'restrict_accounts')::boolean, (p->>'allow_reports')::boolean, p->>'own_domain',
      case when p->>'payer_id' is not null then v_me end, (p->>'payer_id')::uuid) returning * into v_new;
  insert into public.settings (tenant_id, "values") values (v_id, jsonb_build_object('timezone', p->>'zone', 'mostrar_ultima_atualizacao_relatorio', (p->>'last_update')::boolean));
  insert into public.domains (host, tenant_id, main) values (p->>'host', v_id, true);
  if p->>'theme_from' = 'own' then
    insert into public.themes (tenant_id, id, name, "values", published)
      select v_id, gen_random_uuid(), h.name, h."values" || jsonb_build_object('pageTitle', p->>'name'), true from public.themes h where h.tenant_id = v_me and h.published limit 1;
  elsif jsonb_typeof(p->'theme') = 'object' then
    insert into public.themes (tenant_id, id, name, "values", published) values (v_id, gen_random_uuid(), p->>'name', p->'theme', true);
  end if;
  if v_up.kind = 'partner' then
    insert into public.relations (tenant_id, id, above_id, kind, role, verify, until, set_by_id)
      values (v_id, gen_random_uuid(), v_me, 'partner', 'admin', (p->>'verify')::boolean, app.now() + interval '2 years', app.user_id()); end if;
  insert into public.users (tenant_id, id, email, name, sort_key, profile, status, language, phone, invited_at, added_by_id)
    values (v_id, v_admin, p->>'admin_email', p->>'admin_name', p->>'admin_key', case v_kind when 'partner' then 'master' else 'admin' end, 'A', p->>'admin_language', p->>'admin_phone', app.now(), null);
  if jsonb_typeof(p->'account') = 'object' then
    insert into public.service_accounts (tenant_id, id, name, sort_key, directory_id, app_id, object_id, secret_sealed, secret_ends_at, subscription_id, resource_group, workspace_id, registered_by_id)
      select v_id, a.id, a.name, a.sort_key, a.directory_id, a.app_id, a.object_id, a.secret_sealed, a.secret_ends_at, a.subscription_id, a.resource_group, a.workspace_id, v_admin
        from jsonb_to_record(p->'account') as a(id uuid, name text, sort_key text, directory_id text, app_id text, object_id text, secret_sealed text, secret_ends_at timestamptz, subscription_id text, resource_group text, workspace_id text); end if;
  perform app.keep_within(v_up, v_new, array[b.users_given, b.domains_given, b.reports_given], p->>'product');
  insert into public.outbox (tenant_id, kind, body) values (v_id, 'account.invite', jsonb_build_object('user_id', v_admin));
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select x, app.user_id(), null, v_me, 'tenant.add', v_id, jsonb_build_object('after', jsonb_build_object('name', p->>'name', 'kind', v_kind, 'host', p->>'host', 'trial_days', p->'trial_days', 'user_limit', p->'user_limit',
      'bonus_users', p->'bonus_users', 'domain_limit', p->'domain_limit', 'report_limit', p->'report_limit', 'administrator', p->>'admin_email')), p->>'ip', p->>'request' from unnest(array[v_me, v_id]) x; end $$;

-- Changes what only the layer above decides; a tenant never changes its own. Fields that are not named stay.
create function app.edit_tenant(p_id uuid, p_version int, p jsonb) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_me uuid := app.tenant_id(); o public.tenants; n public.tenants; v_up public.tenants; b record; v_host text; v_shown boolean; v_hidden text[]; begin
  if not app.below(p_id) then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into o from public.tenants where id = p_id and deleted_at is null for no key update;
  if not found then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version <> p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  select * into b from app.tree_use(v_up.id, p->>'product');
  if p->>'payer_id' is not null and not exists (select from public.parties c where c.tenant_id = v_me and c.id = (p->>'payer_id')::uuid and c.kind = 'client' and c.deleted_at is null) then
    raise exception 'party' using errcode = 'MT404'; end if;
  if (p->>'default_directory')::boolean and not o.default_directory then
    update public.tenants set default_directory = false, version = version + 1 where parent_id = o.parent_id and default_directory and deleted_at is null; end if;
  v_hidden := case when p ? 'hidden_menu' then array(select jsonb_array_elements_text(p->'hidden_menu') order by 1) end;
  update public.tenants t set name = coalesce(p->>'name', t.name), sort_key = coalesce(p->>'sort_key', t.sort_key),
      user_limit = case when p ? 'user_limit' then (p->>'user_limit')::int else t.user_limit end, bonus_users = coalesce((p->>'bonus_users')::int, t.bonus_users),
      domain_limit = case when p ? 'domain_limit' then (p->>'domain_limit')::int else t.domain_limit end, report_limit = case when p ? 'report_limit' then (p->>'report_limit')::int else t.report_limit end,
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
        from jsonb_each(to_jsonb(o)) k where k.key not in ('version', 'epoch', 'sort_key', 'users_used', 'payer_tenant_id') and to_jsonb(n)->k.key is distinct from k.value), p->>'ip', p->>'request'
      from unnest(array[v_me, p_id]) x;
  return jsonb_build_object('version', n.version, 'hosts', (select jsonb_agg(d.host) from public.domains d where d.tenant_id = p_id)); end $$;

-- Blocks, lets in again, extends or ends a trial, deletes and brings back. What is deleted keeps everything for 30 days and answers on none of its hosts.
create function app.set_tenant_status(p_id uuid, p_version int, p_action text, p jsonb) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.tenants; n public.tenants; v_up public.tenants; b record; begin
  if not app.below(p_id) then raise exception 'not_found' using errcode = 'MT404'; end if;
  select u.* into v_up from public.tenants u where u.id = (select t.parent_id from public.tenants t where t.id = p_id) for no key update;
  select * into b from app.tree_use(v_up.id, p->>'product');
  select * into o from public.tenants where id = p_id for no key update;
  if o.deleted_at is not null and (p_action <> 'restore' or o.deleted_at < app.now() - interval '30 days') then raise exception 'not_found' using errcode = 'MT404'; end if;
  if o.version <> p_version then raise exception 'changed' using errcode = 'MT409'; end if;
  if p_action = 'delete' and exists (select from public.tenants c where c.parent_id = p_id and c.deleted_at is null) then raise exception 'units' using errcode = 'MT410'; end if;
  update public.tenants t set version = t.version + 1, epoch = t.epoch + 1,
      status = case p_action when 'block' then 'B' when 'delete' then 'D' when 'convert' then 'A' when 'extend' then 'T'
        else case when p_action = 'restore' and t.status_reason is not null then 'B' when t.trial_ends_at is not null then 'T' else 'A' end end,
      status_reason = case p_action when 'block' then p->>'reason' when 'unblock' then null else t.status_reason end,
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

-- Everything that the layer above sees of one tenant below it, in one reading; null where there is none.
create function app.tenant_facts(p_id uuid, p_product text) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('id', t.id, 'kind', t.kind, 'name', t.name, 'status', t.status, 'status_reason', t.status_reason, 'language', t.language, 'zone', t.zone, 'trial_days', t.trial_days, 'trial_ends_at', t.trial_ends_at,
      'users_used', t.users_used, 'user_limit', t.user_limit, 'bonus_users', t.bonus_users, 'domain_limit', t.domain_limit, 'report_limit', t.report_limit, 'default_directory', t.default_directory,
      'restrict_accounts', t.restrict_accounts, 'allow_reports', t.allow_reports, 'own_domain', t.own_domain, 'created_at', t.created_at, 'deleted_at', t.deleted_at, 'version', t.version,
      'hidden_by_partner', t.hidden_by_partner, 'hidden_by_platform', t.hidden_by_platform, 'hidden_above', app.hidden_menu(t.parent_id), 'hidden_by_itself', coalesce((select s."values"->'hidden_menu' from public.settings s where s.tenant_id = t.id), '[]'),
      'last_update', coalesce((select (s."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean from public.settings s where s.tenant_id = t.id), true),
      'parent', (select jsonb_build_object('id', p.id, 'name', p.name, 'kind', p.kind) from public.tenants p where p.id = t.parent_id),
      'hosts', coalesce((select jsonb_agg(jsonb_build_object('host', d.host, 'main', d.main) order by d.main desc, d.host) from public.domains d where d.tenant_id = t.id), '[]'),
      'payer', (select jsonb_build_object('id', c.id, 'name', c.fantasy_name, 'document', c.document, 'mine', c.tenant_id = app.tenant_id()) from public.parties c where c.tenant_id = t.payer_tenant_id and c.id = t.payer_id and c.deleted_at is null),
      'party', (select c.id from public.parties c where c.tenant_id = app.tenant_id() and c.of_tenant_id = t.id and c.deleted_at is null),
      'relation', (select jsonb_build_object('role', r.role, 'verify', r.verify, 'status', case when r.ended_at is not null or r.until <= app.now() then 'ended' else r.status end, 'until', case when isfinite(r.until) then r.until end, 'since', r.created_at)
        from public.relations r where r.tenant_id = t.id and r.kind = 'partner' order by r.ended_at nulls first, r.created_at desc limit 1),
      'admins', coalesce((select jsonb_agg(jsonb_build_object('name', u.name, 'email', u.email, 'waiting', u.account_id is null, 'last', u.last_sign_in_at) order by u.sort_key) from (select * from public.users a
        where a.tenant_id = t.id and a.profile in ('admin', 'master') and a.seat is null and a.deleted_at is null and a.status in ('A', 'T') order by a.sort_key limit 5) u), '[]'),
      'last_activity', (select max(u.last_sign_in_at) from public.users u where u.tenant_id = t.id and u.seat is null),
      'groups', (select count(*) from public.groups g where g.tenant_id = t.id and g.deleted_at is null), 'units', (select count(*) from public.tenants c where c.parent_id = t.id and c.deleted_at is null),
      'directory_holder', (select c.name from public.tenants c where c.parent_id = t.parent_id and c.default_directory and c.deleted_at is null),
      'tree', (select to_jsonb(u) from app.tree_use(t.id, p_product) u))
    from public.tenants t where t.id = p_id and app.below(p_id) and (t.deleted_at is null or t.deleted_at > app.now() - interval '30 days') $$;
-- The same figures for the one who asks: what its own tree uses and may use.
create function app.own_tree(p_product text) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select to_jsonb(u) || jsonb_build_object('user_limit', t.user_limit, 'domain_limit', t.domain_limit, 'report_limit', t.report_limit, 'directory_holder', (select c.name from public.tenants c where c.parent_id = t.id and c.default_directory and c.deleted_at is null))
    from public.tenants t, lateral app.tree_use(t.id, p_product) u where t.id = app.tenant_id() $$;
-- The units that a party pays for, seen by the one who bills.
create function app.units_of_party(p_party uuid) returns table (id uuid, name text, status text, users int, user_limit int) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.status, t.users_used, t.user_limit from public.tenants t where t.payer_tenant_id = app.tenant_id() and t.payer_id = p_party and t.deleted_at is null order by t.sort_key limit 200 $$;

create function app.party_units(p_party uuid) returns int language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from public.tenants t where t.payer_tenant_id = app.tenant_id() and t.payer_id = p_party and t.deleted_at is null $$;

-- What the layers hide is one list: what each hides for itself and below, and what was hidden from it by the layers above.
create or replace function app.hidden_menu(p_tenant uuid) returns text[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform as given from public.tenants t where t.id = p_tenant
      union all select t.id, t.parent_id, t.hidden_by_partner || t.hidden_by_platform from up join lateral (select * from public.tenants x where x.id = up.parent_id offset 0) t on true)
  select coalesce(array_agg(distinct h), '{}') from (
    select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu') when 'array' then s."values"->'hidden_menu' else '[]' end) as h from up join lateral (select x."values" from public.settings x where x.tenant_id = up.id offset 0) s on true
    union all select unnest(up.given) from up) x $$;
-- What others than the tenant itself hide from it, and who: it may see that, and not change it.
create function app.hidden_from_above() returns table (name text, by text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive up as (select t.id, t.parent_id, t.kind, 0 as n, t.hidden_by_partner as p, t.hidden_by_platform as o from public.tenants t where t.id = app.tenant_id()
      union all select t.id, t.parent_id, t.kind, n + 1, t.hidden_by_partner, t.hidden_by_platform from up join public.tenants t on t.id = up.parent_id)
  select h, min(b) from (select unnest(up.p) as h, 'partner' as b from up union all select unnest(up.o), 'platform' from up
    union all select jsonb_array_elements_text(case jsonb_typeof(s."values"->'hidden_menu') when 'array' then s."values"->'hidden_menu' else '[]' end), up.kind from up join public.settings s on s.tenant_id = up.id where up.n > 0) x group by h $$;

-- A deleted tenant is nowhere.
create or replace function app.tenant_of_host(p_host text) returns table (id uuid, name text, kind text, status text, language text, zone text, theme jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.kind, t.status, t.language, t.zone, (select h."values" from public.themes h where h.tenant_id = t.id and h.published limit 1)
    from public.domains d join public.tenants t on t.id = d.tenant_id where d.host = p_host and t.deleted_at is null $$;

-- Reports within the number that the layer above gave: kept where the row is written.
create function app.keep_reports() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d record; begin
  for d in select f.tenant_id, t.report_limit from (select distinct tenant_id from fresh) f join public.tenants t on t.id = f.tenant_id where t.report_limit is not null order by 1 loop
    perform 1 from public.tenants t where t.id = d.tenant_id for no key update;
    if (select count(*) from public.reports r where r.tenant_id = d.tenant_id) > d.report_limit then raise exception 'report_limit' using errcode = 'MT423'; end if;
  end loop;
  return null; end $$;
create trigger reports_within after insert on reports referencing new table as fresh for each statement execute function app.keep_reports();

-- Trials: told 7, 3 and 1 day(s) before the end, at the end, 7 days before the data goes; 30 days after the end the tenant is deleted, and can be brought back for 30 more.
create function app.tell_trials() returns table (tenant_id uuid) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; r record; v_step int; v_kind text; v_days int; v_id uuid; begin
  for t in select x.*, p.kind as up_kind from public.tenants x left join public.tenants p on p.id = x.parent_id where x.status = 'T' and x.trial_ends_at <= app.now() + interval '7 days' order by x.trial_ends_at limit 200 for no key update of x skip locked loop
    v_days := ceil(extract(epoch from t.trial_ends_at - app.now()) / 86400);
    v_step := case when v_days > 3 then 7 when v_days > 1 then 3 when v_days = 1 then 1 when v_days > -23 then 0 else -23 end;
    if t.trial_told = -23 and v_days <= -30 then
      update public.tenants set status = 'D', deleted_at = app.now(), version = version + 1, epoch = epoch + 1, default_directory = false where id = t.id;
      update public.sessions s set revoked_at = app.now() where s.tenant_id = t.id and s.revoked_at is null;
      insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change) select x, null, null, null, 'tenant.trial_over', t.id, jsonb_build_object('after', jsonb_build_object('name', t.name)) from unnest(array[t.parent_id, t.id]) x;
      tenant_id := t.id; return next; continue;
    end if;
    if t.trial_told is not null and t.trial_told <= v_step then continue; end if;
    update public.tenants set trial_told = v_step where id = t.id;
    v_kind := case when v_step > 0 then 'trial_ending' when v_step = 0 then 'trial_over' else 'trial_deleting' end;
    for r in select u.tenant_id as house, u.id, u.profile from public.users u where u.status in ('A', 'T') and u.seat is null and u.deleted_at is null
        and ((u.tenant_id = t.id and u.profile in ('admin', 'master')) or (u.tenant_id = t.parent_id and u.profile in ('master', 'a2m'))) loop
      v_id := gen_random_uuid();
      insert into public.notifications (tenant_id, id, user_id, kind, vars, link) values (r.house, v_id, r.id, v_kind,
        jsonb_build_object('unit', t.name, 'days', case when v_step = 0 then 30 when v_step < 0 then greatest(1, 30 + v_days) else greatest(1, v_days) end),
        case when r.house = t.id then '/' when t.up_kind = 'platform' then '/partners?id=' || t.id else '/companies?id=' || t.id end);
      insert into public.outbox (tenant_id, kind, body) values (r.house, 'notification', jsonb_build_object('id', v_id));
    end loop;
    tenant_id := t.id; return next;
  end loop; end $$;

grant insert on tenants, domains, settings, themes, relations, users, service_accounts, outbox, notifications to mirante_gate;
grant update (name, sort_key, status, status_reason, trial_ends_at, trial_told, user_limit, bonus_users, domain_limit, report_limit, default_directory, restrict_accounts, allow_reports, own_domain, payer_tenant_id, payer_id,
  hidden_by_partner, hidden_by_platform, deleted_at, version, epoch) on tenants to mirante_gate;
grant update ("values", version) on settings to mirante_gate;
grant update (main) on domains to mirante_gate;
grant select on outbox, audit to mirante_gate;
create policy wide on parties for select to mirante_wide using (case (select app.scope()) when 'platform' then tenant_id = (select app.tenant_id()) when 'partner' then tenant_id = (select app.tenant_id()) else false end);
grant select on parties to mirante_wide;

do $$ declare f text; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['below(uuid)', 'tree_use(uuid, text)', 'keep_within(tenants, tenants, int[], text)', 'host_free(text)', 'add_tenant(jsonb)', 'edit_tenant(uuid, int, jsonb)', 'set_tenant_status(uuid, int, text, jsonb)',
      'tenant_facts(uuid, text)', 'own_tree(text)', 'units_of_party(uuid)', 'party_units(uuid)', 'hidden_menu(uuid)', 'hidden_from_above()', 'tenant_of_host(text)', 'keep_reports()', 'tell_trials()'] loop
    execute format('alter function app.%s owner to mirante_gate', f);
    execute format('revoke all on function app.%s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.host_free(text), app.add_tenant(jsonb), app.edit_tenant(uuid, int, jsonb), app.set_tenant_status(uuid, int, text, jsonb), app.tenant_facts(uuid, text), app.units_of_party(uuid), app.party_units(uuid), app.hidden_from_above() to mirante_app;
grant execute on function app.own_tree(text) to mirante_app, mirante_wide;
grant execute on function app.tell_trials() to mirante_job;
