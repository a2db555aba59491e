import { afterAll, expect, test } from 'vitest';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { getRegistration } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import type { Driver } from './held.ts';

import { moves } from './moves/index.ts';
import { type Outcomes, walk } from './walk.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(getRegistration(idp));
afterAll(() => idp.close());
const steps = Number(process.env.MIRANTE_WALK_MOVES ?? 500);
const seeds = process.env.MIRANTE_WALK_SEED ? [Number(process.env.MIRANTE_WALK_SEED)] : [1, 2, 3, 4];
const all: Outcomes = {};
const arrivals: Partial<Record<Driver, string>> = { mallory: 'mallory signs in', nadia: 'nadia comes in', pedro: 'pedro comes in' };

function count(outcomes: Outcomes): void {
  for (const [name, { ok, refused, idle }] of Object.entries(outcomes)) {
    const sum = all[name] ?? { ok: 0, refused: 0, idle: 0 };
    all[name] = { ok: sum.ok + ok, refused: sum.refused + refused, idle: sum.idle + idle };
  }
}

test.each(seeds)(
  'no actor reaches an account or a unit that is not theirs: seed %i',
  async (seed) => {
    const { finding, outcomes } = await walk({ harness, idp }, { seed, steps });
    count(outcomes);
    expect(finding).toBeNull();
  },
  Math.max(600_000, steps * 200),
);

/** The moves of which an outcome hasn't been seen, with its name. */
const missing = () =>
  moves.flatMap((move) => {
    const { ok, refused } = all[move.name] ?? { ok: 0, refused: 0 };
    return [
      ...(ok === 0 && move.ends !== 'refused' ? [{ move, what: `${move.name}: never succeeded` }] : []),
      ...(refused === 0 && move.ends !== 'ok' ? [{ move, what: `${move.name}: never refused` }] : []),
    ];
  });

test('every move can succeed and, unless it never is, be refused', async () => {
  // A rare outcome may be missing by chance: such moves are repeated, each after its driver signed in, in scenes where less has happened.
  for (let seed = 1; missing().length > 0 && seed <= 4; seed += 1) {
    const again = missing().flatMap(({ move }) => [...moves.filter(({ name }) => name === arrivals[move.driver]), move]);
    const script = Array.from({ length: 12 }, () => again).flat();
    const { finding, outcomes } = await walk({ harness, idp }, { seed, steps: script.length, script });
    count(outcomes);
    expect(finding).toBeNull();
  }
  if (process.env.MIRANTE_WALK_TELL) console.table(all);
  expect(missing().map(({ what }) => what)).toEqual([]);
}, 600_000);
