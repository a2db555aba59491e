import { beforeAll, expect, test } from 'vitest';
import { runAs } from '../attack/sql-roles.ts';
import { query, together } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';

// Every function that runs as the gate and that a session or a job may call begins with app.need. The catalog lists them; each is called
// without having entered, and after entering as a kind that it doesn't name.
useHarness();
type Callable = { name: string; call: string; kinds: string[]; roles: Role[] };
type Role = 'app' | 'wide' | 'job';
const roles: readonly Role[] = ['app', 'wide', 'job'];
const kinds = ['own', 'remote', 'partner', 'embed_portal', 'embed_report', 'player', 'directory', 'job'] as const;
// These set or read the seal, so they are called before entering.
const openers = ['enter', 'enter_embed', 'enter_job', 'enter_player', 'enter_run', 'enter_scim', 'me'];

let callables: Callable[];
beforeAll(async () => {
  const rows = await query(String.raw`select p.proname as name,
      format('select app.%I(%s)', p.proname,
        array_to_string(array(select format('null::%s', t::regtype)
          from unnest(p.proargtypes) with ordinality a (t, n)
          order by n),
        ', ')) as call,
      string_to_array(coalesce(substring(p.prosrc from 'app\.need\(''\{([a-z_,]+)\}''\)'), ''), ',') as kinds,
      array(select replace(r.rolname, 'mirante_', '')
        from pg_roles r
        where r.rolname in ('mirante_app', 'mirante_wide', 'mirante_job') and has_function_privilege(r.oid, p.oid, 'execute')) as roles
    from pg_proc p where p.prosecdef and p.pronamespace = 'app'::regnamespace order by 1`);
  callables = (rows as unknown as Callable[]).filter(({ roles: may }) => may.length > 0); // because the columns are named above
});

/** Calls each function regardless of the others' results, and stores the outcomes in a setting. */
const callAll = (calls: readonly string[]) => `do $do$ declare c text; v text := ''; begin
  foreach c in array array[${calls.map((call) => `'${call}'`).join(', ')}] loop
    begin execute c; v := v || ' ran'; exception when others then v := v || ' ' || sqlstate; end; end loop;
  perform set_config('test.came', v, true); end $do$`;
const came = "select current_setting('test.came') as came";
const named = (list: readonly Callable[], text: unknown) => {
  const codes = String(text).trim().split(' ');
  return list.map(({ name }, at) => [name, codes[at] ?? '']);
};

test.each(roles)('as %s, every function except the entering ones refuses a caller who has not entered', async (role) => {
  // Entering functions come last: their seal would let the others through.
  const isOpener = ({ name }: Callable) => openers.includes(name);
  const mine = callables
    .filter(({ roles: may }) => may.includes(role))
    .toSorted((one, other) => Number(isOpener(one)) - Number(isOpener(other)));
  const [, rows] = await runAs(role, callAll(mine.map(({ call }) => call)), came);
  const reached = named(mine, rows?.[0]?.came).filter(([, code]) => code !== 'MR500');
  expect(reached.map(([name]) => name)).toEqual(mine.map(({ name }) => name).filter((name) => openers.includes(name)));
  expect(mine.length).toBeGreaterThan(openers.filter((name) => mine.some((one) => one.name === name)).length);
});

test.each(kinds)('a caller who has entered as %s is refused by each function that does not name that kind', async (kind) => {
  const tenant = await makeTenant();
  for (const role of roles) {
    const wrong = callables.filter(({ name, ...one }) => one.roles.includes(role) && !openers.includes(name) && !one.kinds.includes(kind));
    if (wrong.length === 0) continue;
    const rows = await together(async () => {
      const seal = `'${tenant.id}', null, null, 'admin', '${tenant.id}', 'unit', 'act', '${kind}', null, null`;
      await query(`do $$ begin perform app.set_me(${seal}); end $$`);
      await query(`set local role mirante_${role}`);
      await query(callAll(wrong.map(({ call }) => call)));
      return query(came);
    });
    expect(named(wrong, rows[0]?.came).filter(([, code]) => code !== 'MR425')).toEqual([]);
  }
});

// Sign-in has no seal yet, so the role decides: public reads can't start a session, and only the sign-in role reaches functions that do.
test('functions of sign-in are refused to every other role, and public ones to the roles that enter', async () => {
  const rows = await query(`select format('select app.%I(%s)', p.proname,
      array_to_string(array(select format('null::%s', t::regtype)
        from unnest(p.proargtypes) with ordinality a (t, n)
        order by n),
      ', ')) as call,
      array(select replace(r.rolname, 'mirante_', '')
        from pg_roles r
        where r.rolname in ('mirante_app', 'mirante_wide', 'mirante_job', 'mirante_public', 'mirante_door')
          and has_function_privilege(r.oid, p.oid, 'execute')) as roles
    from pg_proc p where p.prosecdef and p.pronamespace = 'app'::regnamespace order by 1`);
  const functions = rows as unknown as { call: string; roles: string[] }[]; // because the columns are named above
  const codes = async (role: Role | 'public' | 'door', calls: readonly string[]) => [
    ...new Set(
      String((await runAs(role, callAll(calls), came))[1]?.[0]?.came)
        .trim()
        .split(' '),
    ),
  ];
  for (const home of ['door', 'public'] as const)
    for (const role of ['app', 'wide', 'job', 'public', 'door'] as const) {
      if (role === home) continue;
      const wrong = functions.filter(({ roles: may }) => may.includes(home) && !may.includes(role));
      expect(wrong.length, `${home} ${role}`).toBeGreaterThan(4);
      expect(
        await codes(
          role,
          wrong.map(({ call }) => call),
        ),
        `${home} ${role}`,
      ).toEqual(['42501']);
    }
});

test('each function names only existing kinds, and most name few', () => {
  const guarded = callables.filter(({ name }) => !openers.includes(name));
  expect(guarded.filter(({ kinds: of }) => of.some((kind) => kind !== 'door' && !kinds.includes(kind as (typeof kinds)[number])))).toEqual(
    [],
  );
  expect(guarded.filter(({ kinds: of }) => of.length > 4).map(({ name }) => name)).toEqual([
    'act_end',
    'ask_start',
    'capacity_to_wake',
    'claim_look',
    'custom_fields_above',
    'identity_values',
    'must_hold',
    'report_capacity',
    'seats_left',
    'settings_above',
    'wake',
  ]);
});
