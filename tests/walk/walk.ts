import type { OidcStandIn } from '../../dev/idp-oidc/server.ts';
import type { Harness } from '../support/harness.ts';
import type { Calls } from './held.ts';
import { findings } from './invariants.ts';
import { idle, type Move, toClaims } from './move.ts';
import { moves } from './moves/index.ts';
import { type Random, seededRandom } from './random.ts';
import { makeScene } from './scene.ts';
import { readState } from './state.ts';

type Finding = { at: number; move: string; findings: string[] };
export type Outcomes = Record<string, { ok: number; refused: number; idle: number }>;
/** The first move that broke something, if any, how often each move succeeded or was refused, and which calls succeeded at least once. */
export type Walked = { finding: Finding | null; outcomes: Outcomes; succeeded: Set<string> };
const noCalls = (): Calls => ({ status: null, callers: [], isUnsigned: false });

type Ground = { harness: Harness; idp: OidcStandIn };
type Wish = { seed: number; steps: number; script?: readonly Move[] };

/**
 * Makes the given number of moves, or those of a script, or stops at the first that breaks something. The same seed gives the same moves:
 * each kind once in a random order, then each again in another.
 */
export async function walk({ harness, idp }: Ground, { seed, steps, script }: Wish): Promise<Walked> {
  const succeeded = new Set<string>();
  const outcomes: Outcomes = {};
  let made = 0;
  let calls = noCalls();
  const watched: Harness = {
    ...harness,
    async fetch(url, options) {
      // The limits per address have their own tests: here each call comes from a different address, of a range that no test file is in.
      const headers = new Headers(options?.headers);
      made += 1;
      headers.set('cf-connecting-ip', `172.${16 + ((made >> 16) & 15)}.${(made >> 8) & 255}.${made & 255}`);
      const token = /^Bearer (\w+\.\w+\..+)/.exec(headers.get('authorization') ?? '')?.[1];
      if (token) {
        const { sid, sub, act } = toClaims(token);
        calls.callers.push({ sid, user: sub, actor: act?.sub ?? null });
      }
      const response = await harness.fetch(url, { ...options, headers });
      calls.status = response.status;
      if (!token) calls.isUnsigned = true;
      if (response.status < 400) succeeded.add(`${options?.method ?? 'GET'} ${getName(url)}`);
      return response;
    },
  };
  const scene = await makeScene(watched, idp);
  const random = seededRandom(seed);
  let before = await readState(scene);
  const order = script ? script.values() : rounds(random);
  for (let at = 0; at < steps; at += 1) {
    const move = order.next().value;
    if (!move) break;
    calls = noCalls();
    const failed = await Promise.resolve(move.run(scene, random)).then(
      (came) => {
        if (came === idle) calls.status = null;
        return null;
      },
      (error) => String(error),
    );
    const counted = outcomes[move.name] ?? { ok: 0, refused: 0, idle: 0 };
    outcomes[move.name] = counted;
    counted[calls.status === null ? 'idle' : calls.status < 400 ? 'ok' : 'refused'] += 1;
    if (calls.status === null && calls.callers.length === 0 && !calls.isUnsigned && !failed) continue;
    const after = await readState(scene, before);
    const found = await findings(scene, move, calls, before, after);
    if (failed) found.unshift(failed);
    if (found.length > 0) return { finding: { at, move: move.name, findings: found }, outcomes, succeeded };
    before = after;
  }
  return { finding: null, outcomes, succeeded };
}

function* rounds(random: Random): Generator<Move, undefined> {
  for (;;) {
    const left = [...moves];
    while (left.length > 0) yield* left.splice(random.below(left.length), 1);
  }
}

/** A path without the parts that differ from call to call. */
const getName = (url: string | URL) =>
  new URL(url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').replace(/(wait)\/[\w-]{43}/, '$1/{token}');
