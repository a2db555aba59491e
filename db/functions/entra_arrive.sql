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
