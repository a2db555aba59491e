-- Roles own nothing and bypass nothing; they get LOGIN and passwords from the deployment, never here.
do $$ declare r text; begin
  foreach r in array array['gate','app','wide','public','job'] loop
    if not exists (select from pg_roles where rolname = 'mirante_' || r) then execute format('create role %I nologin noinherit', 'mirante_' || r); end if;
  end loop;
  execute format('revoke temporary, create on database %I from public', current_database()); end $$;
grant mirante_gate to current_user;
create schema app;
grant usage on schema app, public to mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_job;
revoke create on schema public from public;
alter default privileges revoke execute on functions from public;

create table app.secret (id boolean primary key default true check (id), v bytea not null);
insert into app.secret (v) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
grant select on app.secret to mirante_gate;

-- Every decision of time in SQL calls app.now(); the seal alone uses pg_catalog.now().
create function app.now() returns timestamptz stable parallel safe return pg_catalog.now();

-- app.me = "seal tenant user actor profile home scope reach": one setting, bound to the transaction's own start.
create function app.me() returns text[] language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare m text[] := string_to_array(nullif(current_setting('app.me', true), ''), ' '); k bytea; begin
  if m is null then return null; end if;
  select v into k from app.secret;
  if m[1] is distinct from encode(sha256(k || timestamptz_send(now()) || convert_to(array_to_string(m[2:], ' '), 'UTF8') || k), 'hex')
     or (m[8] = 'view' and current_setting('transaction_read_only') = 'off') then raise exception 'unsealed' using errcode = 'MR500'; end if;
  return m; end $$;
create function app.set_me(p_tenant uuid, p_user uuid, p_actor uuid, p_profile text, p_home uuid, p_scope text, p_reach text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare b text := concat_ws(' ', p_tenant, coalesce(p_user::text, '-'), coalesce(p_actor::text, '-'), p_profile, p_home, p_scope, p_reach); k bytea; begin
  select v into k from app.secret;
  perform set_config('app.me', encode(sha256(k || timestamptz_send(now()) || convert_to(b, 'UTF8') || k), 'hex') || ' ' || b, true); end $$;
create function app.tenant_id() returns uuid stable parallel safe return (app.me())[2]::uuid;
create function app.user_id() returns uuid stable parallel safe return nullif((app.me())[3], '-')::uuid;
create function app.actor_id() returns uuid stable parallel safe return nullif((app.me())[4], '-')::uuid;
create function app.profile() returns text stable parallel safe return (app.me())[5];
create function app.home_id() returns uuid stable parallel safe return (app.me())[6]::uuid;
create function app.scope() returns text stable parallel safe return (app.me())[7];
