-- Returns what decides about an embed token before its signature is verified, and creates the proof of this step, bound to the key, user
-- and report that the token names. Only failures stay counted, so many users behind one address get in.
-- Callers: mirante_door.
-- Security definer: callers lack the grants on embed_keys, reports, settings and 2 more.
create or replace function app.embed_facts(p_tenant uuid, p_key uuid, p_sub text, p_report uuid, p_host text, p_address text, p_proof bytea)
returns table (state text, enabled boolean, sealed text, revoked boolean, origins jsonb, acts boolean, person_id uuid, report_known boolean,
  settings_of jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_person uuid; begin
  if not app.attempt('em ' || p_address, 240, '15 min') then
    return query select 'limited', false, null::text, false, null::jsonb, false, null::uuid, false, null::jsonb; return;
  end if;
  select case when count(*) = 1 then min(u.id::text)::uuid end into v_person
    from public.users u
    where u.tenant_id = p_tenant and u.deleted_at is null and u.seat is null
      and (u.email = lower(p_sub) or u.external_id = p_sub
        or u.id = case when p_sub ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then p_sub::uuid end);
  if v_person is not null or p_sub is null then
    perform app.proof_make(p_proof, 'proof.embed', p_tenant, p_host,
      jsonb_build_object('way', 'embedded', 'userId', v_person, 'key', k.id, 'report', p_report))
      from public.embed_keys k
      where k.tenant_id = p_tenant and k.id = p_key and k.revoked_at is null;
  end if;
  return query
    select 'ok', coalesce(s."values"->>'enable_embedded', 'N') = 'S', k.secret_sealed, k.revoked_at is not null,
      coalesce(s."values"->'embed_origins', '[]'), app.acts(t.status, t.trial_ends_at),
      v_person,
      p_report is null
        or exists (select from public.reports r where r.tenant_id = p_tenant and r.id = p_report and not r.hidden), s."values"
    from public.tenants t
      left join public.settings s on s.tenant_id = t.id
      left join public.embed_keys k on k.tenant_id = t.id and k.id = p_key
    where t.id = p_tenant and t.deleted_at is null;
end $$;
alter function app.embed_facts owner to mirante_gate;
revoke all on function app.embed_facts from public;
grant execute on function app.embed_facts to mirante_door;
