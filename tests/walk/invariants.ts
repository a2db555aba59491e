import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import type { Calls } from './held.ts';
import { heldBy, type Move, toClaims } from './move.ts';
import { unrecorded } from './recorded.ts';
import type { Scene } from './scene.ts';
import type { State } from './state.ts';
import { changedZones } from './zones.ts';

/** The accounts whose secrets a driver knows; only these may ever vouch for a session that the driver began. */
const getSecrets = ({ people }: Scene): Record<Exclude<Move['driver'], 'honest'>, string[]> => ({
  mallory: [people.mallory.id, people.malloryAtC.id],
  nadia: [people.nadia.id],
  pedro: [people.pedro.id],
});

/**
 * Checks the invariants after a move and returns one sentence for each violation:
 * a session was proved by its person, or vouched for by the unit's own provider or DNS (Mallory's), or is a visit that the unit allows
 * (Pedro's); credentials, rights and keys change only where the move may change them, and the audit log says who changed what, before and
 * after; a person who administers or uses another unit too is not linked by an administrator's typed identifier, and nothing from such a
 * link remains; no link that opens an account is sent by a unit's own mail server or points to a host of a unit's own DNS; a visit stands
 * only while it is allowed, and what it made opens nothing afterwards.
 */
export async function findings(scene: Scene, move: Move, calls: Calls, before: State, after: State): Promise<string[]> {
  const found: string[] = [];
  if (move.ends === 'refused' && calls.status !== null && calls.status < 400) found.push('succeeded, and had to be refused');
  const changed = changedZones(before.zones, after.zones);
  for (const zone of changed) {
    const [head = ''] = zone.split(' ');
    if (!move.may.includes(head)) found.push(`changed ${zone}: ${before.zones[zone]} → ${after.zones[zone]}`);
  }
  found.push(...unrecorded(scene, move, calls, changed, before, after));
  found.push(...strangers(scene, move, before, after));
  found.push(...after.broken);
  found.push(...(await reopened(scene)));
  if (changed.some((zone) => /^[ab]:(keys relations|rights)/.test(zone))) found.push(...(await goingOn(scene)));
  found.push(...staleFactor(calls, changed, before, after));
  return found;
}

/** New sessions that their driver could not have begun. */
function strangers(scene: Scene, move: Move, before: State, after: State): string[] {
  if (move.driver === 'honest') return [];
  const found: string[] = [];
  const own = getSecrets(scene)[move.driver];
  const known = new Set(before.sessions.map(({ id }) => id));
  for (const { id, tenant_id, user_id, kind, vouched, auth_type, actor } of after.sessions) {
    if (known.has(id)) continue;
    const what = `a session (${auth_type}, ${kind}, ${vouched})`;
    if (own.includes(user_id) && kind === 'own') continue;
    if (vouched === 'account') found.push(`${what} of an account whose secret ${move.driver} does not know`);
    else if (actor && !own.includes(actor)) found.push(`${what} in which somebody else acts`);
    else if (!(move.driver === 'pedro' ? kind === 'partner' : move.driver === 'mallory' && tenant_id === scene.a.id))
      found.push(`${what} in a unit that did not vouch for it`);
  }
  return found;
}

/** Ended visits: their tokens neither enter nor are renewed. */
async function reopened(scene: Scene): Promise<string[]> {
  const found: string[] = [];
  for (const { token, host } of scene.ended.splice(0)) {
    const client = api(scene.harness, host, token);
    for (const [what, answer] of [
      ['enters', await client.post('/api/auth/config')],
      ['is renewed', await client.post('/api/refresh/token')],
    ] as const)
      if (answer.status < 400) found.push(`an ended visit ${what}`);
  }
  return found;
}

/** Visits that nothing allows any more, and that still answer. */
async function goingOn(scene: Scene): Promise<string[]> {
  const visits = heldBy(scene, 'pedro')
    .filter(({ kind }) => kind === 'partner')
    .slice(-3);
  const found: string[] = [];
  const over = await query(
    `select s.id from sessions s join relations r on r.tenant_id = s.tenant_id and r.id = s.relation_id
      join remote_requests q on q.session_id = s.id
       join users u on u.tenant_id = s.home_id and u.id = s.user_id
      where s.id = any($1) and (r.status <> 'active' or r.ended_at is not null
        or (r.verify and q.admin_at is null and coalesce(r.standing_until <= now(), true))
        or (q.user_id is not null and (not u.allow_remote or u.profile <> 'user')))`,
    [visits.map(({ token }) => toClaims(token).sid)],
  );
  for (const { token, host } of visits)
    if (over.some(({ id }) => id === toClaims(token).sid) && (await api(scene.harness, host, token).post('/api/auth/config')).status < 400)
      found.push('a visit goes on that nothing allows any more');
  return found;
}

const keyParts = /:keys (providers|links|tokens|mappings|embedding|mail|domains)/;
/** A key of the house used in a session without a fresh factor, by a user who has one. */
function staleFactor({ callers, isUnsigned }: Calls, changed: string[], before: State, after: State): string[] {
  const stale = before.sessions.filter(({ id, stale: isStale }) => isStale && callers.some(({ sid }) => sid === id));
  const turned = changed.filter((zone) => keyParts.test(zone) && zone in after.zones);
  return turned.length > 0 && stale.length > 0 && stale.length === new Set(callers.map(({ sid }) => sid)).size && !isUnsigned
    ? [`changed ${turned[0]} without a fresh factor`]
    : [];
}
