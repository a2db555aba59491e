import { afterAll, expect, test } from 'vitest';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { query } from '../support/database.ts';
import { registrationOf } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { type Fault, planted } from './planted.ts';
import { walk } from './walk.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(registrationOf(idp));
afterAll(() => idp.close());

const definition = async (name: string) => {
  const [row] = await query(
    "select pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'app' and p.proname = $1",
    [name],
  );
  return String(row?.text);
};
/** A text as a pattern: how a function is broken into lines doesn't matter. */
const patternOf = (find: string) => new RegExp(find.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'));
const broken = (text: string, { find, put = '' }: Fault) =>
  find
    ? text.replace(patternOf(find), () => put)
    : text.replace(/AS \$function\$[\s\S]*\$function\$/, () => `AS $function$ ${put} $function$`);

/** Removes a check, makes the moves and puts the check back. */
async function walked(faults: readonly Fault[], script: (typeof planted)[number]['script']) {
  const before: string[] = [];
  try {
    for (const fault of faults) {
      const text = await definition(fault.name);
      before.unshift(text);
      const without = broken(text, fault);
      expect(without, fault.find).not.toBe(text);
      await query(without);
    }
    return (await walk({ harness, idp }, { seed: 1, steps: script.length, script })).finding;
  } finally {
    for (const text of before) await query(text);
  }
}

test.each(planted)(
  'the walk notices when $what',
  async ({ what, faults, script }) => {
    expect(await walked([], script), 'with the check').toBeNull();
    const finding = await walked(faults, script);
    if (process.env.MIRANTE_WALK_TELL) console.log(what, finding);
    expect(finding, 'without it').not.toBeNull();
  },
  120_000,
);
