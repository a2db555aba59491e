import { type Catalog, type Difference, differences, type Kind } from './catalog.ts';
import type { Parts } from './compose.ts';

const roles = 'mirante_gate, mirante_app, mirante_wide, mirante_public, mirante_door, mirante_job';

/**
 * The changes from one database to another besides tables, which are drizzle-kit's: functions, triggers, policies, grants and rows of
 * app.actions. A file of db/ goes into the migration whole, so what it replaces is dropped or revoked first.
 */
export function changesBetween(before: Catalog, after: Catalog): Omit<Parts, 'tables'> {
  const found = differences(before, after);
  const of = (...kinds: Kind[]) => found.filter(({ kind }) => kinds.includes(kind));
  const policies = new Set([...of('policy', 'security', 'grants', 'columnGrants').map(getTable), ...of('comment').flatMap(commented)]);
  for (const table of policies) if (!after.relation.has(table)) policies.delete(table);
  const known = [...policies].filter((table) => before.relation.has(table)).sort();
  const ended = of('trigger').filter((each) => each.after === undefined && after.relation.has(getTable(each)));
  const remade = of('signature').filter((each) => each.before !== undefined);
  const functions = of('function', 'signature', 'callers').filter((each) => each.after !== undefined);
  const newRoles = of('role').filter(({ before: known }) => known === undefined);
  return {
    ...(newRoles.length > 0 && { base: newRoles.map(({ name }) => roleMade(name)).join('\n') }),
    drops: [
      ...ended.map(({ name }) => name.split(' ')).map(([table, trigger]) => `drop trigger ${trigger} on ${table};`),
      ...remade.map(({ name }) => `drop function ${name};`),
      ...of('callers')
        .filter((each) => !remade.some(({ name }) => name === each.name))
        .flatMap(formerCallers),
      ...known.flatMap((table) => getPolicies(before, table).map((policy) => `drop policy ${policy} on ${table};`)),
      ...known.map((table) => `revoke all on ${table} from public, ${roles};`),
    ],
    functions: new Set([...functions.map(({ name }) => getFunction(name)), ...of('trigger').flatMap(firing)]),
    policies,
    rows: of('action').flatMap(rowChange),
  };
}

/** As base.sql makes it: a cluster may hold several databases of the portal, so a role that exists is kept. */
const roleMade = (role: string) => `do $$ begin
  if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin noinherit; end if; end $$;
grant usage on schema app, public to ${role};`;

const getTable = ({ name }: Difference) => name.split(/[ .]/)[0] ?? '';
const getFunction = (signature: string) => /^app\.(\w+)\(/.exec(signature)?.[1] ?? '';
const commented = ({ name }: Difference) => /^table(?: column)? public\.(\w+)/.exec(name)?.slice(1) ?? [];
const firing = ({ after = '' }: Difference) => /EXECUTE FUNCTION app\.(\w+)\(/.exec(after)?.slice(1) ?? [];
const getPolicies = (catalog: Catalog, table: string) =>
  [...catalog.policy.keys()].map((name) => name.split(' ')).flatMap(([of, policy = '']) => (of === table ? [policy] : []));
const rolesIn = (grants = '') => grants.split(' ').flatMap((each) => each.split('=')[0] || []);

function formerCallers({ name, before, after }: Difference): string[] {
  if (before === undefined || after === undefined) return [];
  const former = rolesIn(before).filter((role) => !rolesIn(after).includes(role));
  return former.length > 0 ? [`revoke all on function ${name} from ${former.join(', ')};`] : [];
}

function rowChange({ name, before, after }: Difference): string[] {
  const [action, profile] = name.split(' ');
  return [
    ...(before === undefined ? [] : [`delete from app.actions where action = '${action}' and profile = '${profile}';`]),
    ...(after === undefined ? [] : [`insert into app.actions (action, profile, above, flag, limited) values ${after};`]),
  ];
}
