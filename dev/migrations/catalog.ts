import type { Row } from '../database/owner.ts';

/** A null acl means the owner's default privileges, so it is written out; sorted, because the order of grants has no meaning. */
const grants = (acl: string, kind: string, owner: string) => `(select coalesce(string_agg(line, ' ' order by line), '') from (
  select coalesce(r.rolname, 'public') || '='
      || string_agg(e.privilege_type || case when e.is_grantable then '*' else '' end, ',' order by e.privilege_type) as line
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) e left join pg_roles r on r.oid = e.grantee group by r.rolname) each)`;
/** The same where null means no privileges. */
const given = (
  acl: string,
) => `(select string_agg(coalesce(r.rolname, 'public') || '=' || e.privilege_type, ' ' order by r.rolname, e.privilege_type)
  from aclexplode(${acl}) e left join pg_roles r on r.oid = e.grantee)`;
const ours = `in ('public'::regnamespace, 'app'::regnamespace)`;
const relations = (kinds: string) => `pg_class c where c.relnamespace ${ours} and c.relkind in (${kinds})`;
const functions = `pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace ${ours}`;
const signature = 'p.oid::regprocedure::text';

/** For each kind of object: its name and everything migrations decide about it. Column order is left out, because nothing depends on it. */
const questions = {
  role: String.raw`select r.rolname as name,
    concat_ws(' ', r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolbypassrls, r.rolconfig,
    (select string_agg(m.member::regrole::text, ',' order by 1) from pg_auth_members m where m.roleid = r.oid)) as detail
      from pg_roles r
      where r.rolname like 'mirante\_%'`,
  extension: 'select extname as name, extversion as detail from pg_extension',
  database: `select 'grants' as name, ${grants('d.datacl', 'd', 'd.datdba')} as detail from pg_database d where d.datname = current_database()`,
  schema: `select n.nspname as name, n.nspowner::regrole || ' ' || ${grants('n.nspacl', 'n', 'n.nspowner')} as detail from pg_namespace n where n.oid ${ours}`,
  defaultGrants: `select concat_ws(' ', d.defaclrole::regrole, nullif(d.defaclnamespace, 0)::regnamespace, d.defaclobjtype) as name,
    ${given('d.defaclacl')} as detail
    from pg_default_acl d`,
  relation: `select c.relname as name,
    concat_ws(' ', c.relnamespace::regnamespace, c.relkind, c.relpersistence, c.relowner::regrole, c.reloptions,
      c.relreplident) as detail
    from ${relations("'r', 'p', 'v', 'm', 'S', 'c', 'f'")}`,
  security: `select c.relname as name,
    concat_ws(' ', case when c.relrowsecurity then 'enabled' end, case when c.relforcerowsecurity then 'forced' end) as detail
    from ${relations("'r', 'p'")}`,
  grants: `select c.relname as name, ${grants('c.relacl', 'r', 'c.relowner')} as detail from ${relations("'r', 'p', 'v', 'm'")}`,
  columnGrants: `select c.relname || '.' || a.attname as name, ${given('a.attacl')} as detail
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace ${ours} and a.attacl is not null`,
  column: `select c.relname || '.' || a.attname as name,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attcollation <> 0 then a.attcollation::regcollation end,
      case when a.attnotnull then 'not null' end,
      pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity, a.attstorage, a.attoptions) as detail
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'c') and a.attnum > 0 and not a.attisdropped`,
  constraint: `select coalesce(nullif(o.conrelid, 0)::regclass::text, 'domain') || ' ' || o.conname as name,
    concat_ws(' ', pg_get_constraintdef(o.oid), o.condeferrable, o.condeferred, o.convalidated) as detail
    from pg_constraint o where o.connamespace ${ours}`,
  index: `select i.relname as name, concat_ws(' ', pg_get_indexdef(i.oid), x.indisvalid, x.indisprimary, x.indisreplident) as detail
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where i.relnamespace ${ours}`,
  sequence: 'select s.seqrelid::regclass::text as name, s::text as detail from pg_sequence s',
  type: `select t.typname as name,
    concat_ws(' ', t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
      (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)) as detail
    from pg_type t where t.typnamespace ${ours} and t.typtype in ('d', 'e', 'r', 'm')`,
  statistics: 'select stxname as name, pg_get_statisticsobjdef(oid) as detail from pg_statistic_ext',
  rule: `select c.relname || ' ' || w.rulename as name, pg_get_ruledef(w.oid) as detail
    from pg_rewrite w join pg_class c on c.oid = w.ev_class
    where c.relnamespace ${ours}`,
  eventTrigger: 'select evtname as name, evtevent as detail from pg_event_trigger',
  trigger: `select t.tgrelid::regclass || ' ' || t.tgname as name, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) as detail
    from pg_trigger t
    where not t.tgisinternal`,
  policy: `select o.polrelid::regclass || ' ' || o.polname as name,
    concat_ws(' ', case when o.polpermissive then 'permissive' else 'restrictive' end, o.polcmd, 'to',
      (select string_agg(coalesce(r.rolname, 'public'), ',' order by r.rolname)
        from unnest(o.polroles) u (oid) left join pg_roles r on r.oid = u.oid),
      'using', pg_get_expr(o.polqual, o.polrelid), 'check', pg_get_expr(o.polwithcheck, o.polrelid)) as detail from pg_policy o`,
  function: `select ${signature} as name,
    concat_ws(' ', p.prokind, l.lanname, p.provolatile, 'parallel', p.proparallel, case when p.prosecdef then 'definer' end,
      case when p.proleakproof then 'leakproof' end,
      case when p.proisstrict then 'strict' end, 'cost', p.procost, 'rows', p.prorows, p.prosupport,
      p.proconfig) || E'\\n' || coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as detail
        from ${functions}`,
  signature: `select ${signature} as name,
    concat_ws(' ', '(' || pg_get_function_arguments(p.oid) || ')', 'returns', pg_get_function_result(p.oid), 'owned by',
      p.proowner::regrole) as detail
    from ${functions}`,
  callers: `select ${signature} as name, ${grants('p.proacl', 'f', 'p.proowner')} as detail from ${functions}`,
  comment: `select i.type || ' ' || i.identity as name, d.description as detail
    from pg_description d, lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) i
    where d.objoid >= 16384`,
  action: `select a.action || ' ' || a.profile as name,
    format('(%L, %L, %L, %L, %L)', a.action, a.profile, a.above, a.flag, a.limited) as detail
    from app.actions a`,
  secret: 'select s.id::text as name, length(s.v)::text as detail from app.secret s',
};

export type Kind = keyof typeof questions;
/** Everything that migrations make: for each kind, the objects by name. */
export type Catalog = Record<Kind, ReadonlyMap<string, string>>;
export type Difference = { kind: Kind; name: string; before: string | undefined; after: string | undefined };

const kinds = Object.keys(questions) as Kind[]; // because Object.keys forgets the literal names.

export async function readCatalog(ask: (sql: string) => Promise<Row[]>): Promise<Catalog> {
  const entries: [Kind, Map<string, string>][] = [];
  for (const kind of kinds) entries.push([kind, new Map((await ask(questions[kind])).map((row) => [row.name, row.detail ?? '']))]);
  return Object.fromEntries(entries) as unknown as Catalog; // because fromEntries forgets the keys.
}

export function differences(before: Catalog, after: Catalog): Difference[] {
  return kinds.flatMap((kind) => {
    const names = [...new Set([...before[kind].keys(), ...after[kind].keys()])].sort();
    return names
      .map((name) => ({ kind, name, before: before[kind].get(name), after: after[kind].get(name) }))
      .filter((each) => each.before !== each.after);
  });
}

/** A difference as one line, from where the two texts diverge. `before` is what the migrations make, `after` what db/ says. */
export function describeDifference({ kind, name, before, after }: Difference): string {
  if (before === undefined) return `${kind} ${name}: only in db/`;
  if (after === undefined) return `${kind} ${name}: only in the migrations`;
  const part = [...before].findIndex((letter, at) => letter !== after[at]);
  const from = Math.max(0, (part < 0 ? before.length : part) - 30);
  return `${kind} ${name}: the migrations say «${before.slice(from, from + 90)}», db/ says «${after.slice(from, from + 90)}»`;
}
