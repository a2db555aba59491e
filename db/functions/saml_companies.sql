-- Returns which of the caller's tenant and the units below it have SAML apps.
-- Callers: mirante_app (own).
-- Security definer: callers lack the grants on relations.
create or replace function app.saml_companies()
returns table (id uuid, name text, apps int, active int, people int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.need('{own}');
  select t.id, t.name, count(a.id)::int, count(a.id) filter (where a.status = 'A')::int,
    (select count(distinct i.user_id)::int from public.identities i where i.tenant_id = t.id and i.kind = 'saml')
    from public.tenants t join public.sso_apps a on a.tenant_id = t.id and a.kind = 'saml'
   where t.deleted_at is null
     and (t.id = app.tenant_id()
       or (t.parent_id = app.tenant_id()
         and exists (select from public.relations r
           where r.tenant_id = t.id and r.above_id = app.tenant_id() and r.status = 'active' and r.ended_at is null
             and r.until > app.now())))
   group by t.id, t.name, t.sort_key order by t.id = app.tenant_id() desc, t.sort_key, t.id limit 500 $$;
alter function app.saml_companies owner to mirante_gate;
revoke all on function app.saml_companies from public;
grant execute on function app.saml_companies to mirante_app;
