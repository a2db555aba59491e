// The rules of the database as queries that must return no rows: each row names what a table, policy or function lacks.
export type SqlGuard = { name: string; sql: string };

const sealed = String.raw`'\( SELECT app\.(tenant_id|user_id|actor_id|home_id|profile|scope|my_kind)\(\) AS \w+\)'`;

export const sqlGuards = {
  unforced: {
    name: 'every table has forced row-level security',
    sql: `select relname as what
      from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)`,
  },
  policies: {
    name: 'every policy but the gate’s reads a sealed reader as (select …), and nothing else that says who asks; none is for PUBLIC or for sign-in',
    sql: String.raw`select tablename || '.' || policyname as what from pg_policies,
        lateral (select regexp_replace(replace(concat_ws(' ', qual, with_check), 'THEN true', ''), ${sealed}, 'SEALED', 'g') as r) x
      where roles <> '{mirante_gate}'
        and (roles && '{public,mirante_gate,mirante_public,mirante_door}' or r !~ 'SEALED'
          or r ~* 'app\.|current_setting|current_user|session_user|current_role|\mtrue\M')`,
  },
  functions: {
    name: 'a function that runs as the gate is the gate’s, its path pinned; any other has a parsed body; none is PUBLIC’s',
    sql: `select p.oid::regprocedure::text as what
      from pg_proc p
      where pronamespace in ('app'::regnamespace, 'public'::regnamespace)
        and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0)
      or case
        when prosecdef then proowner <> 'mirante_gate'::regrole
          or array(select each from unnest(proconfig) each where each !~ '^(plan_cache_mode|enable_[a-z]+)=')
            is distinct from '{"search_path=pg_catalog, pg_temp"}'
        else prosqlbody is null end)`,
  },
  roles: {
    name: 'no role bypasses policies, owns objects, is a member of another or makes temporary objects; the gate has no login',
    sql: String.raw`select r.rolname as what
      from pg_roles r
      where r.rolname like 'mirante\_%'
        and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication
          or exists (select from pg_auth_members m where m.member = r.oid)
      or has_database_privilege(r.oid, current_database(), 'temporary') or has_schema_privilege(r.oid, 'public', 'create')
      or has_schema_privilege(r.oid, 'app', 'create') or exists (select from pg_class c where c.relowner = r.oid)
      or (r.rolname = 'mirante_gate' and r.rolcanlogin))`,
  },
  references: {
    name: 'every reference between tenants’ tables carries the tenant',
    sql: `select c.conrelid::regclass || '.' || c.conname as what
      from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'tenant_id'
        join pg_attribute b on b.attrelid = c.confrelid and b.attname = 'tenant_id'
      where c.contype = 'f' and has_any_column_privilege('mirante_app', c.conrelid, 'insert, update')
        and not exists (select from unnest(c.conkey, c.confkey) k (x, y) where k.x = a.attnum and k.y = b.attnum)`,
  },
  indexes: {
    name: 'every index of a tenant’s table starts with the tenant, but for those named …_across',
    sql: String.raw`select i.relname as what
      from pg_index x
        join pg_class i on i.oid = x.indexrelid
        join pg_attribute a on a.attrelid = x.indrelid and a.attname = 'tenant_id'
        join pg_class t on t.oid = x.indrelid and t.relnamespace = 'public'::regnamespace
      where x.indkey[0] <> a.attnum and i.relname not like '%\_across' and has_any_column_privilege('mirante_app', t.oid, 'select')`,
  },
  secrets: {
    name: 'no role touches what only the gate may read or write',
    sql: `select r || ' ' || t as what
      from unnest(
        '{app.secret,app.actions,sessions,accounts,tokens,attempts,relations,devices,tickets,factors,factor_changes,mail_paces,job_marks}'::text[]) t,
        unnest('{mirante_app,mirante_wide,mirante_public,mirante_door,mirante_job}'::text[]) r
      where has_any_column_privilege(r, t, 'select, insert, update') or has_table_privilege(r, t, 'delete, truncate, trigger')`,
  },
  records: {
    name: 'no role changes or deletes an audit row, except that the gate clears what it says about a removed person; the wide role writes nothing',
    sql: `select r || ' audit' as what
      from unnest('{mirante_app,mirante_wide,mirante_public,mirante_door,mirante_job}'::text[]) r
      where has_any_column_privilege(r, 'audit', 'update') or has_table_privilege(r, 'audit', 'delete, truncate, trigger')
      union all select 'mirante_gate audit' where has_table_privilege('mirante_gate', 'audit', 'delete, truncate, trigger')
        or exists (select from pg_attribute a
          where a.attrelid = 'audit'::regclass and a.attnum > 0 and a.attname <> 'change'
            and has_column_privilege('mirante_gate', 'audit', a.attnum, 'update'))
      union all select 'mirante_wide ' || c.oid::regclass
      from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (has_any_column_privilege('mirante_wide', c.oid, 'insert, update')
          or has_table_privilege('mirante_wide', c.oid, 'delete, truncate, trigger'))
      union all select r || ' ' || c.oid::regclass
      from pg_class c, unnest('{mirante_public,mirante_door}'::text[]) r
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and has_any_column_privilege(r, c.oid, 'select, insert, update')`,
  },
  reads: {
    name: 'functions of the public role only read',
    sql: `select p.oid::regprocedure::text as what
      from pg_proc p
      where p.pronamespace = 'app'::regnamespace and p.provolatile = 'v'
        and has_function_privilege('mirante_public', p.oid, 'execute')`,
  },
  tenants: {
    name: 'every table has a tenant_id, except the twelve listed here',
    sql: `select c.relname as what
      from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and c.relname not in ('tenants', 'tenant_counts', 'usage_totals', 'accounts', 'attempts', 'factors', 'mail_paces',
          'job_marks', 'capacities', 'capacity_log', 'capacity_hours', 'capacity_demand')
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull)`,
  },
  purge: {
    name: 'the gate can empty every table of a tenant, so that a deleted unit goes whole; only the records stay',
    sql: `select c.relname as what
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'audit'
      and not (has_table_privilege('mirante_gate', c.oid, 'select') and has_table_privilege('mirante_gate', c.oid, 'delete')
        and exists (select from pg_policies p
          where p.schemaname = 'public' and p.tablename = c.relname and p.roles = '{mirante_gate}' and p.cmd = 'ALL' and p.qual = 'true'))`,
  },
} as const satisfies Record<string, SqlGuard>;

/** The functions that run as the gate and that each role may call. */
export const callable = `select r.rolname as role, string_agg(p.proname, ' ' order by p.proname) as functions from pg_roles r, pg_proc p
  where r.rolname in ('mirante_app', 'mirante_wide', 'mirante_public', 'mirante_door', 'mirante_job') and p.prosecdef
    and p.pronamespace = 'app'::regnamespace and has_function_privilege(r.oid, p.oid, 'execute')
  group by 1
  order by 1`;

/** Each breaks a rule on purpose; the guard of that name must notice. */
export const planted: readonly (readonly [keyof typeof sqlGuards, string])[] = [
  ['unforced', 'create table stray (tenant_id uuid)'],
  ['unforced', 'alter table reports no force row level security'],
  ['policies', 'create policy stray on reports to mirante_app using (true)'],
  ['policies', "create policy stray on reports to mirante_app using (tenant_id = current_setting('app.tenant')::uuid)"],
  ['policies', 'create policy stray on reports to mirante_app using (tenant_id = app.tenant_id())'],
  [
    'policies',
    "create policy stray on reports to mirante_app using (tenant_id = (select app.tenant_id()) or current_user = 'mirante_wide')",
  ],
  ['policies', 'create policy stray on reports using (tenant_id = (select app.tenant_id()))'],
  ['policies', 'create policy stray on users to mirante_public using (tenant_id = (select app.tenant_id()))'],
  [
    'functions',
    'create function app.stray() returns int language sql security definer set search_path = pg_catalog, pg_temp as $$ select 1 $$',
  ],
  ['functions', 'alter function app.me() set search_path = public'],
  ['functions', 'create function app.stray() returns int language sql as $$ select 1 $$'],
  ['functions', 'grant execute on function app.me() to public'],
  ['roles', 'alter role mirante_app bypassrls'],
  ['roles', 'grant mirante_gate to mirante_job'],
  ['roles', 'grant create on schema public to mirante_app'],
  [
    'roles',
    'grant create on schema public to mirante_app; alter table reports owner to mirante_app; revoke create on schema public from mirante_app',
  ],
  ['roles', 'alter role mirante_gate login'],
  [
    'references',
    'alter table groups add constraint stray unique (id); alter table reports add constraint stray foreign key (group_id) references groups (id)',
  ],
  ['indexes', 'create index stray on reports (title)'],
  ['secrets', 'grant select (id) on sessions to mirante_app'],
  ['secrets', 'grant delete on relations to mirante_job'],
  ['secrets', 'grant select on app.secret to mirante_wide'],
  ['records', 'grant update (what) on audit to mirante_app'],
  ['records', 'grant update (user_id) on audit to mirante_gate'],
  ['records', 'grant update (change) on audit to mirante_job'],
  ['records', 'grant insert on favorites to mirante_wide'],
  ['records', 'grant select on tenants to mirante_public'],
  ['records', 'grant select on tenants to mirante_door'],
  ['reads', 'grant execute on function app.session_end(uuid, text, text) to mirante_public'],
  ['tenants', 'create table stray (id uuid)'],
  ['purge', 'revoke delete on favorites from mirante_gate'],
  ['purge', 'drop policy gate on favorites'],
];
