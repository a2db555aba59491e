import { afterAll, expect, test } from 'vitest';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { getRegistration } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { type Fault, withFaults } from '../support/planting.ts';
import { planted } from './planted.ts';
import { walk } from './walk.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(getRegistration(idp));
afterAll(() => idp.close());

/** Removes a check, makes the moves and puts the check back. */
const walked = (faults: readonly Fault[], script: (typeof planted)[number]['script']) =>
  withFaults(faults, async () => (await walk({ harness, idp }, { seed: 1, steps: script.length, script })).finding);

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
