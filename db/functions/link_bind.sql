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
