-- Roles own nothing and bypass nothing. They are made without a login: deployment gives them login and passwords.
-- A cluster may hold several databases of the portal, so a role that exists is kept.
do $$ declare r text; begin
  foreach r in array array['gate','app','wide','public','door','job'] loop
    if not exists (select from pg_roles where rolname = 'mirante_' || r) then
      execute format('create role %I nologin noinherit', 'mirante_' || r);
    end if;
  end loop;
  execute format('revoke temporary, create on database %I from public', current_database()); end $$;
grant mirante_gate to current_user;

create schema app;
grant usage on schema app, public to mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job;
revoke create on schema public from public;
alter default privileges revoke execute on functions from public;
-- purge_unit empties every table of a tenant, so the gate can also do that to a table added later.
alter default privileges in schema public grant select, delete on tables to mirante_gate;

-- The key of the seal in app.me; every database draws its own.
create table app.secret (id boolean primary key default true check (id), v bytea not null);
insert into app.secret (v)
  values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
grant select on app.secret to mirante_gate;

-- Actions that reach a tenant below or work while a tenant is suspended. domain/access/permissions.ts decides them; a guard compares.
create table app.actions (action text not null, profile text not null, above boolean not null, flag text, limited boolean not null,
  primary key (action, profile));
insert into app.actions (action, profile, above, flag, limited) values
  ('config.read', 'admin', false, null, true),
  ('session.keep', 'admin', false, null, true);
grant select on app.actions to mirante_gate;
