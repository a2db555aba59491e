import { afterAll, expect, test } from 'vitest';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { registrationOf } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { moves } from './moves/index.ts';
import { type Outcomes, walk } from './walk.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(registrationOf(idp));
afterAll(() => idp.close());
const steps = Number(process.env.MIRANTE_WALK_MOVES ?? 500);
const seeds = process.env.MIRANTE_WALK_SEED ? [Number(process.env.MIRANTE_WALK_SEED)] : [1, 2, 3, 4];
const all: Outcomes = {};

test.each(seeds)(
  'no actor reaches an account or a unit that is not theirs: seed %i',
  async (seed) => {
    const { finding, outcomes } = await walk({ harness, idp }, { seed, steps });
    for (const [name, { ok, refused, idle }] of Object.entries(outcomes)) {
      const sum = all[name] ?? { ok: 0, refused: 0, idle: 0 };
      all[name] = sum;
      sum.ok += ok;
      sum.refused += refused;
      sum.idle += idle;
    }
    expect(finding).toBeNull();
  },
  Math.max(600_000, steps * 200),
);

test('every move succeeded at least once, and was refused at least once, unless it never is', () => {
  if (process.env.MIRANTE_WALK_TELL) console.table(all);
  const missing = moves.flatMap(({ name, ends }) => {
    const { ok, refused } = all[name] ?? { ok: 0, refused: 0 };
    return [
      ...(ok === 0 && ends !== 'refused' ? [`${name}: never succeeded`] : []),
      ...(refused === 0 && ends !== 'ok' ? [`${name}: never refused`] : []),
    ];
  });
  expect(missing).toEqual([]);
});
