import type { Harness } from '../support/harness.ts';
import { findings, readState } from './invariants.ts';
import { type Move, moves } from './moves.ts';
import { randomOf } from './random.ts';
import { makeScene } from './scene.ts';

type Finding = { at: number; move: string; findings: string[] };
/** The first move that broke something, if any, and which calls succeeded at least once. */
export type Walked = { finding: Finding | null; succeeded: Set<string> };

/** Makes the given number of moves, or stops at the first that breaks something. The same seed gives the same moves. */
export async function walk(
  harness: Harness,
  { seed, steps }: { seed: number; steps: number },
  among: readonly Move[] = moves,
): Promise<Walked> {
  const succeeded = new Set<string>();
  let calls = 0;
  const watched: Harness = {
    ...harness,
    async fetch(url, options) {
      // The limits per address have their own tests: here each call comes from a different address, of a range that no test file is in.
      const headers = new Headers(options?.headers);
      calls += 1;
      headers.set('cf-connecting-ip', `172.${16 + ((calls >> 16) & 15)}.${(calls >> 8) & 255}.${calls & 255}`);
      const response = await harness.fetch(url, { ...options, headers });
      if (response.status < 400) succeeded.add(`${options?.method ?? 'GET'} ${nameOf(url)}`);
      return response;
    },
  };
  const scene = await makeScene(watched);
  const random = randomOf(seed);
  let before = await readState(scene);
  for (let at = 0; at < steps; at += 1) {
    const move = random.pick(among);
    await move.run(scene, random);
    const after = await readState(scene);
    const found = await findings(scene, move, before, after);
    if (found.length > 0) return { finding: { at, move: move.name, findings: found }, succeeded };
    before = after;
  }
  return { finding: null, succeeded };
}

/** A path without the parts that differ from call to call. */
const nameOf = (url: string | URL) => new URL(url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
