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
