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
