-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- A sign-in that goes well gives back what it took of its address's limit, so that an office behind one address comes in: the page and the code of a
-- second step two, a passkey one.
create or replace function app.factor_use(p_hash bytea, p_tenant uuid, p_host text, p_use jsonb, p_device bytea, p_address text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; v_holder uuid; begin
  update public.tickets t set used_at = app.now() where t.hash = p_hash and t.purpose = 'factor' and t.tenant_id = p_tenant and t.host = p_host and t.used_at is null and t.expires_at > app.now() returning (t.body->>'userId')::uuid into v_user;
  v_holder := app.factor_holder(p_tenant, v_user);
  if v_holder is null then raise exception 'factor_over' using errcode = 'MR412'; end if;
  if p_use->>'kind' = 'setup' then
    perform from public.users u where u.tenant_id = p_tenant and u.id = v_user for no key update;
    perform from public.accounts a where a.id = v_holder for no key update;
    if exists (select from public.factors f where f.holder = v_holder) then raise exception 'factor_over' using errcode = 'MR412'; end if;
    perform app.factor_put(p_tenant, v_user, p_use->'factor');
    perform app.factor_codes(p_tenant, v_user, p_use->'codes');
    perform app.act_tell(p_tenant, v_user, 'factor_added', jsonb_build_object('name', p_use->'factor'->>'name'), '/?account=security');
  elsif not app.factor_spend(v_holder, p_use) then raise exception 'factor_wrong' using errcode = 'MR413';
  elsif p_use->>'kind' = 'recovery' then
    perform app.act_tell(p_tenant, v_user, 'recovery_used', jsonb_build_object('left', (select count(*) from public.factors f where f.holder = v_holder and f.kind = 'recovery' and f.used_at is null)), '/?account=security');
  end if;
  delete from public.attempts x where x.key in ('m ' || v_holder, 'md ' || encode(coalesce(p_device, ''), 'hex'));
  update public.attempts x set n = greatest(x.n - 2, 0) where x.key = 'f2 ' || p_address;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    values (p_tenant, v_user, null, p_tenant, case when p_use->>'kind' = 'setup' then 'factor.added' else 'factor.given' end, v_user, jsonb_build_object('after', jsonb_build_object('kind', coalesce(p_use->'factor'->>'kind', p_use->>'kind'))), p_address, p_request); end $$;

drop function app.passkey_use(uuid, uuid, jsonb);
create function app.passkey_use(p_tenant uuid, p_user uuid, p_use jsonb, p_address text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if not app.factor_spend(app.factor_holder(p_tenant, p_user), p_use) then raise exception 'factor_wrong' using errcode = 'MR413'; end if;
  update public.attempts x set n = greatest(x.n - 1, 0) where x.key in ('pk ' || p_address, 'po ' || p_tenant || ' ' || p_address); end $$;

-- Whether an address may begin a sign-in at a SAML provider ('se'), or bring an answer of one ('sa'): at most 600 in 15 minutes, as at the cloud provider. Answers
-- the seconds to wait; 0 when it may.
create function app.saml_wait(p_tenant uuid, p_address text, p_step text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  if app.attempt(p_step || ' ' || p_tenant || ' ' || p_address, 600, '15 min') then return 0; end if;
  return (select greatest(1, ceil(extract(epoch from x.until - app.now())))::int from public.attempts x where x.key = p_step || ' ' || p_tenant || ' ' || p_address); end $$;

-- Until when the wrong passwords of a person keep him out of this tenant: his own count and those of his known browsers. What is counted for an address or in all
-- tenants is time's alone.
create function app.lock_keys(p_user uuid) returns table (key text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select 'u ' || u.tenant_id || ' ' || e from public.users u left join public.accounts a on a.id = u.account_id, lateral unnest(array[u.email, a.email]) e
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null and e is not null
  union select 'd ' || encode(d.hash, 'hex') from public.users u join public.devices d on d.tenant_id = u.tenant_id and d.user_id = u.id
    where u.tenant_id = app.tenant_id() and u.id = p_user and u.seat is null and u.deleted_at is null $$;
create function app.person_lock(p_user uuid) returns timestamptz language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select max(x.until) from public.attempts x where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now() $$;
create function app.lift_lock(p_user uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$ begin
  delete from public.attempts x where x.key in (select k.key from app.lock_keys(p_user) k) and x.n >= 5 and x.until > app.now();
  return found; end $$;

-- Whose an embedded page of one report is, and what binds him to hours; no row where it is nobody's.
create function app.embed_person(p_tenant uuid, p_sid uuid) returns table (user_id uuid, profile text, flags text[], access_hours jsonb) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.profile, u.flags, u.access_hours from public.embed_sessions e join public.users u on u.tenant_id = e.tenant_id and u.id = e.user_id where e.tenant_id = p_tenant and e.id = p_sid $$;
-- Its refusal in mid-session: in the record of its person, or in the audit where it is nobody's; once a minute.
create function app.embed_refused(p_tenant uuid, p_sid uuid, p_code text, p_address text, p_agent text, p_request text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v_user uuid; begin
  select e.user_id into v_user from public.embed_sessions e where e.tenant_id = p_tenant and e.id = p_sid;
  if v_user is not null then perform app.call_refused(p_tenant, v_user, p_code, p_address, p_agent, p_request); return; end if;
  insert into public.audit (tenant_id, user_id, actor_id, home_id, what, row_id, change, ip, request_id)
    select p_tenant, null, null, p_tenant, 'embedded.refused', p_sid, jsonb_build_object('code', p_code), p_address, p_request
     where not exists (select from public.audit a where a.tenant_id = p_tenant and a.row_id is not distinct from p_sid and a.what = 'embedded.refused' and a.ip is not distinct from p_address and a.at > app.now() - interval '1 minute'); end $$;

do $$ declare f regprocedure; begin
  grant create on schema app to mirante_gate;
  foreach f in array array['app.passkey_use(uuid, uuid, jsonb, text)', 'app.saml_wait(uuid, text, text)', 'app.lock_keys(uuid)', 'app.person_lock(uuid)', 'app.lift_lock(uuid)', 'app.embed_person(uuid, uuid)',
      'app.embed_refused(uuid, uuid, text, text, text, text)']::regprocedure[] loop
    execute format('alter function %s owner to mirante_gate', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  revoke create on schema app from mirante_gate; end $$;
grant execute on function app.passkey_use(uuid, uuid, jsonb, text), app.saml_wait(uuid, text, text), app.embed_person(uuid, uuid), app.embed_refused(uuid, uuid, text, text, text, text) to mirante_public;
grant execute on function app.person_lock(uuid), app.lift_lock(uuid) to mirante_app;
