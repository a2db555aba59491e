import { query } from '../support/database.ts';
import { claimsOf, heldBy, type Move } from './move.ts';
import { unrecorded } from './recorded.ts';
import type { Scene } from './scene.ts';
import type { State } from './state.ts';
import type { Calls } from './walk.ts';
import { changedZones } from './zones.ts';

/** The accounts whose secrets a driver knows; only these may ever vouch for a session that the driver began. */
const secretsOf = ({ people }: Scene): Record<Exclude<Move['driver'], 'honest'>, string[]> => ({
  mallory: [people.mallory.id, people.malloryAtC.id],
  nadia: [people.nadia.id],
  pedro: [people.pedro.id],
});

/**
 * Checks the invariants after a move and returns one sentence for each violation:
 * a session was proved by its person, or vouched for by the unit's own provider or DNS (Mallory's), or is a visit that the unit allows (Pedro's);
 * credentials, rights and keys change only where the move may change them, and the audit log says who changed what, before and after;
 * a person who administers or uses another unit too is not linked by an administrator's typed identifier, and nothing from such a link remains;
 * no link that opens an account is sent by a unit's own mail server or points to a host of a unit's own DNS;
 * a visit stands only while it is allowed, and what it made opens nothing afterwards.
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
  const own = secretsOf(scene)[move.driver];
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
  const kept = await query(
    `select u.name || ' (' || u.profile || ') is known by an identifier that an administrator linked' as what
       from identities i join users u on u.tenant_id = i.tenant_id and u.id = i.user_id
      where i.tenant_id = any($1) and i.linked_by is not null and u.deleted_at is null
        and (u.profile <> 'user' or exists (select from users o where o.account_id = u.account_id and o.tenant_id <> u.tenant_id and o.deleted_at is null))
     union all select u.name || ' administers in a session that nothing but a linked identifier vouched for'
       from sessions s join users u on u.tenant_id = s.home_id and u.id = s.user_id
      where s.tenant_id = any($1) and s.kind = 'own' and s.auth_type = 'saml' and s.revoked_at is null and s.expires_at > now() and u.profile <> 'user'
        and not exists (select from identities i where i.tenant_id = u.tenant_id and i.user_id = u.id and i.linked_by is null)
     union all select u.name || ' was promoted and keeps what a linked identifier left behind' from users u
      where u.id::text = any($2) and u.profile <> 'user'
        and (exists (select from factors f where f.tenant_id = u.tenant_id and f.user_id = u.id)
          or exists (select from devices d where d.tenant_id = u.tenant_id and d.user_id = u.id and d.trusted_by = 'unit'))`,
    [idsOf(scene), before.linked],
  );
  for (const { what } of kept) found.push(String(what));
  const links = await query(
    `select t.host
      from tokens t
      where t.tenant_id = any($1) and t.purpose like 'account.%' and t.host is not null and t.used_at is null
        and (t.body->>'via' = 'tenant' or not (t.host = 'localhost' or t.host like '%.localhost'))`,
    [idsOf(scene)],
  );
  for (const { token, host } of visits)
    if (over.some(({ id }) => id === claimsOf(token).sid) && (await api(scene.harness, host, token).post('/api/auth/config')).status < 400)
      found.push('a visit goes on that nothing allows any more');
  return found;
}
